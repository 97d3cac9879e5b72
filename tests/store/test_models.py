"""The migrations create exactly the tables of the models, on any database."""

import re
from datetime import date, datetime
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from flask import Flask
from sqlalchemy import JSON, Column, MetaData, Table, inspect, text
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.schema import CreateTable

from scorekeeper.domain import EarlierDatabase
from scorekeeper.files.restoring import bring_to
from scorekeeper.store import migrations, upgrade
from scorekeeper.store.clubs.erasing import delete_club
from scorekeeper.store.database import Base, db
from scorekeeper.store.models import Club
from tests.conftest import close, make_app

POSTGRESQL = PGDialect()  # type: ignore[no-untyped-call]
SCRIPTS = sorted((Path(migrations.__path__[0]) / "versions").glob("[0-9]*.py"))
ELSEWHERE = re.compile(r'as_sql|!= "sqlite"')
VERSIONS = [script.stem for script in SCRIPTS if not ELSEWHERE.search(script.read_text())]
"""The migrations that change tables on every database, and not rows alone."""

OF_1_0 = "1.7"
"""The newest migration of version 1.0.0."""

BEFORE = "1.10"
"""The last one with uids that are unique in the whole database."""


def test_the_migrations_create_the_tables_of_the_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_upgrading_twice_changes_nothing(app: Flask, tmp_path: Path) -> None:
    fresh = make_app(tmp_path / "scorekeeper.db")
    for _ in range(2):
        upgrade(fresh)
    with fresh.app_context():
        tables = set(inspect(db.engine).get_table_names())
    close(fresh)
    assert tables == {*Base.metadata.tables, "alembic_version"}


def test_a_database_of_a_version_before_1_0_is_left_as_it_is(app: Flask) -> None:
    with app.app_context():
        db.session.execute(text("UPDATE alembic_version SET version_num = '0012'"))
        db.session.commit()
    with pytest.raises(EarlierDatabase, match="Export each club with that version, and import"):
        upgrade(app)
    with app.app_context():
        assert db.session.scalar(text("SELECT version_num FROM alembic_version")) == "0012"


def insert(table: str, **values: Any) -> None:
    """Insert a row into a table as it is now, which may have fewer columns than its model."""
    places = ", ".join(f":{column}" for column in values)
    db.session.execute(text(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})"), values)


def test_players_who_look_the_same_already_stay_as_they_are(tmp_path: Path) -> None:
    old = make_app(tmp_path / "scorekeeper.db")
    with old.app_context():
        bring_to("1.1")
        db.session.execute(
            text("INSERT INTO club VALUES (1, 'Ours', 0, '2026-11-25'), (2, 'Theirs', 0, '2026-11-25')")
        )
        names = [(1, "Ａnn", "ａnn"), (1, "Ann", "ann"), (1, "İdil", "i̇dil"), (2, "ＡNN", "ａnn")]
        for number, (club, name, folded) in enumerate(names, start=1):
            insert("player", id=number, club_id=club, uid=f"{number:032}", name=name, folded=folded)
        db.session.commit()
        bring_to("head")
        found = db.session.execute(text("SELECT name, folded FROM player ORDER BY id")).all()
    close(old)
    assert found == [("Ａnn", "ａnn"), ("Ann", "ann"), ("İdil", "idil"), ("ＡNN", "ann")]


def test_hands_of_games_that_always_have_a_trump_no_longer_say_there_was_none(tmp_path: Path) -> None:
    old = make_app(tmp_path / "scorekeeper.db")
    entries = [
        '{"bid":4,"trump":"none"}',
        '{"bid":4,"trump":"cups"}',
        '{"bid":4,"note":"\\"trump\\":\\"none\\""}',
    ]
    with old.app_context():
        bring_to("1.2")
        db.session.execute(text("INSERT INTO club VALUES (1, 'Ours', 0, '2026-11-25')"))
        started = {"club_id": 1, "started_at": "2026-11-25", "note": "", "searched": "", "version": 0}
        insert("night", id=1, uid="0" * 32, time_zone="UTC", currency="", changed_on="2026-11-25", **started)
        for play, game in enumerate(("bishop", "chevalier"), start=1):
            rules = {"game": game, "options": "{}", "dealer": 0, "stopped": False}
            kept = {"keeps_result": False, "counted": 0}
            insert("play", id=play, uid=f"{play:032}", night_id=1, **started, **rules, **kept)
            for number, entry in enumerate(entries, start=1):
                hand = {"number": number, "entry": entry, "complete": True}
                insert("hand", id=10 * play + number, play_id=play, **hand)
        db.session.commit()
        bring_to("head")
        found = db.session.execute(text("SELECT entry FROM hand ORDER BY id")).scalars().all()
    close(old)
    assert found == ['{"bid":4}', *entries[1:], *entries]


def test_the_number_of_a_deleted_row_is_not_used_again(app: Flask) -> None:
    with app.app_context():
        numbers = []
        for _ in range(2):
            club = Club(name="Ours")
            db.session.add(club)
            db.session.commit()
            numbers.append(club.id)
            delete_club(club)
            db.session.commit()
    assert numbers == [1, 2]


@pytest.mark.sqlite
def test_no_table_uses_a_number_again(app: Flask) -> None:
    with app.app_context():
        made = db.session.scalars(
            text("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
        ).all()
    assert {*made} == {name for name, table in Base.metadata.tables.items() if "id" in table.c}


@pytest.mark.sqlite
def test_a_database_of_1_0_keeps_all_that_it_has_once_numbers_are_not_used_again(tmp_path: Path) -> None:
    old = make_app(tmp_path / "scorekeeper.db")
    with old.app_context():
        bring_to(OF_1_0)
        fill_every_table()
        before = everything()
        bring_to("1.8")
        after = everything()
        db.session.add(Club(name="New"))
        db.session.commit()
        newest = db.session.scalar(text("SELECT max(id) FROM club"))
    close(old)
    assert after == before
    # Which numbers deleted clubs had is not known any more.
    assert newest > 20_000_000


def fill_every_table() -> None:
    """Insert a row with a value in each column into every table as it is now."""
    made = MetaData()
    made.reflect(db.engine)
    for table in made.sorted_tables:
        if table.name != "alembic_version":
            db.session.execute(table.insert().values({one.name: value_for(one) for one in table.columns}))
    db.session.commit()


def value_for(column: Column[Any]) -> Any:
    """Return a value for a column of the one row of its table, which refers to the one row of the others."""
    if column.name == "id" or column.foreign_keys:
        return 7
    kinds = {
        bool: True,
        int: 25,
        str: f"“{column}”",
        datetime: datetime(2026, 11, 26),
        date: date(2026, 11, 26),
    }
    return {"seat": [0, None]} if isinstance(column.type, JSON) else kinds[column.type.python_type]


def everything() -> dict[str, list[Any]]:
    """Return the rows of every table, with its columns, keys and indexes, and what it checks."""
    found = inspect(db.engine)
    told = (
        found.get_columns,
        found.get_foreign_keys,
        found.get_unique_constraints,
        found.get_check_constraints,
    )
    indexes = "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = :name ORDER BY name"
    there = {
        name: [
            db.session.execute(text(f"SELECT * FROM {name}")).all(),
            db.session.execute(text(indexes), {"name": name}).all(),
            *(sorted(map(str, of_table(name))) for of_table in told),
        ]
        for name in found.get_table_names()
        if name != "alembic_version"
    }
    db.session.rollback()
    return there


def test_of_several_phones_of_a_player_the_one_that_joined_first_is_the_first(tmp_path: Path) -> None:
    old = make_app(tmp_path / "scorekeeper.db")
    with old.app_context():
        bring_to("1.7")
        insert("club", id=1, name="Ours", access_version=0, made_at="2026-11-25")
        started = {"club_id": 1, "started_at": "2026-11-25", "note": "", "searched": "", "version": 0}
        insert("night", id=1, uid="0" * 32, time_zone="UTC", currency="", changed_on="2026-11-25", **started)
        insert("player", id=1, club_id=1, uid="0" * 32, name="Bea", folded="bea")
        for number, (night_id, player_id) in enumerate([(1, 1), (None, 1), (None, 1), (None, None)], start=1):
            insert("phone", id=number, token_hash=str(number), name="", model="", seen_at="2026-11-25")
            theirs = {"phone_id": number, "club_id": 1, "night_id": night_id, "player_id": player_id}
            insert("membership", id=number, role=30, joined_at="2026-11-25", **theirs)
        db.session.commit()
        bring_to("head")
        found = db.session.execute(text("SELECT id FROM membership WHERE is_first")).scalars().all()
    close(old)
    assert found == [2]


def test_a_second_club_gets_the_uids_of_the_file_that_both_imported(tmp_path: Path) -> None:
    old = make_app(tmp_path / "scorekeeper.db")
    uid = "0" * 32
    first, second = (uuid5(UUID(uid), f"copy {number}").hex for number in (1, 2))
    with old.app_context():
        bring_to(BEFORE)
        for number, theirs in enumerate((uid, first, second), start=1):
            insert("club", id=number, name="Ours", access_version=0, made_at="2026-11-25")
            started = {
                "club_id": number,
                "started_at": "2026-11-25",
                "note": "",
                "searched": "",
                "version": 0,
            }
            insert(
                "night",
                id=number,
                uid=theirs,
                time_zone="UTC",
                currency="",
                changed_on="2026-11-25",
                **started,
            )
            kept = {"uid": theirs, "earlier_uid": theirs, "at": "2026-11-25", "device": "", "kind": "tab"}
            insert("transfer", id=number, night_id=number, coins=1, note="", **kept)
        db.session.commit()
        bring_to("head")
        found = db.session.execute(text("SELECT uid, earlier_uid FROM transfer")).all()
        nights = db.session.scalars(text("SELECT uid FROM night")).all()
    close(old)
    assert ({*found}, {*nights}) == ({(uid, uid)}, {uid})


@pytest.mark.parametrize("version", VERSIONS)
def test_a_migration_runs_on_other_databases_too(version: str) -> None:
    written = StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written}
    )
    with Operations.context(context):
        import_module(f"scorekeeper.store.migrations.versions.{version}").upgrade()
    assert re.search("TABLE|TRIGGER", written.getvalue())


@pytest.mark.parametrize("table", Base.metadata.sorted_tables, ids=str)
def test_a_table_has_only_types_that_every_database_has(table: Table) -> None:
    assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=POSTGRESQL))
    for column in table.columns:
        kept_as = getattr(column.type, "impl", column.type)
        assert type(kept_as).__module__ == "sqlalchemy.sql.sqltypes", column
