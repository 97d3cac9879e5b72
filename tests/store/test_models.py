"""The migrations create exactly the tables of the models, on any database."""

import re
from datetime import UTC, date, datetime
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import JSON, Column, MetaData, Table, inspect, select, text
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.schema import CreateTable

from scorekeeper.domain import EarlierDatabase
from scorekeeper.store import bring_to, migrations, upgrade
from scorekeeper.store.clubs.erasing import delete_club
from scorekeeper.store.database import Base, db
from scorekeeper.store.health import MIGRATIONS
from scorekeeper.store.models import Claim, Club, OwnGame, Play
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


def test_the_app_knows_all_migrations() -> None:
    scripts = ScriptDirectory(migrations.__path__[0])
    assert [one.revision for one in scripts.walk_revisions()] == [*reversed(MIGRATIONS)]


def test_upgrading_twice_changes_nothing(app: Flask, tmp_path: Path) -> None:
    fresh = make_app(tmp_path / "scorekeeper.db")
    for _ in range(2):
        upgrade(fresh)
    with fresh.app_context():
        tables = set(inspect(db.engine).get_table_names())
    close(fresh)
    assert tables == {*Base.metadata.tables, "alembic_version"}


@pytest.mark.parametrize("version", ["0012", "1.6"])
def test_a_database_of_a_version_before_1_0_is_left_as_it_is(app: Flask, version: str) -> None:
    with app.app_context():
        db.session.execute(text(f"UPDATE alembic_version SET version_num = '{version}'"))
        db.session.commit()
    with pytest.raises(EarlierDatabase, match=r"before 1\.0 and can no longer be read"):
        upgrade(app)
    with app.app_context():
        assert db.session.scalar(text("SELECT version_num FROM alembic_version")) == version


def insert(table: str, **values: Any) -> None:
    """Insert a row into a table as it is now, which may have fewer columns than its model."""
    places = ", ".join(f":{column}" for column in values)
    db.session.execute(text(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})"), values)


def test_the_number_of_a_deleted_row_is_not_used_again(app: Flask) -> None:
    with app.app_context():
        numbers = []
        for _ in range(2):
            club = Club(given_name="Ours")
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
        db.session.add(Club(given_name="New"))
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


def test_longer_names_leave_the_numbers_of_own_games_as_they_are(tmp_path: Path) -> None:
    old = make_app(tmp_path / "scorekeeper.db")
    with old.app_context():
        bring_to("1.15")
        insert("club", id=1, name="Ours", access_version=0, made_at="2026-11-25")
        for number in (4, 7):
            own = {"club_id": 1, "uid": str(number), "name": f"Go {number}", "folded": f"go {number}"}
            insert("own_game", id=number, options="{}", **own)
        db.session.execute(text("DELETE FROM own_game WHERE id = 7"))
        db.session.commit()
        bring_to("head")
        new = OwnGame(club_id=1, name="G" * 80, folded="g" * 240, options={})
        db.session.add(new)
        db.session.commit()
        numbers = db.session.scalars(select(OwnGame.id).order_by(OwnGame.id)).all()
    close(old)
    assert numbers == [4, 8]


def test_games_that_someone_played_alone_no_longer_count(tmp_path: Path) -> None:
    old = make_app(tmp_path / "scorekeeper.db")
    with old.app_context():
        bring_to("1.18")
        insert("club", id=1, name="Ours", access_version=0, made_at="2026-11-25")
        started = {"club_id": 1, "started_at": "2026-11-25", "note": "", "searched": "", "version": 0}
        insert("night", id=1, uid="n", time_zone="UTC", currency="", changed_on="2026-11-25", **started)
        for number, name in ((5, "bea"), (6, "cal")):
            insert("player", id=number, club_id=1, uid=name, name=name, folded=name)
        for play, seats in enumerate([(5,), (5, 6), (6,)], start=1):
            rules = {"game": "tally", "options": "{}", "dealer": 0, "stopped": True, "counted": 1}
            insert("play", id=play, uid=str(play), night_id=1, keeps_result=False, **started, **rules)
            for place, player in enumerate(seats):
                insert("chair", play_id=play, place=place, player_id=player)
        db.session.commit()
        bring_to("head")
        alone = db.session.scalars(select(Play.id).where(Play.set_aside).order_by(Play.id)).all()
    close(old)
    assert alone == [1, 3]


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


def test_what_players_said_of_hands_comes_into_one_table(tmp_path: Path) -> None:
    old = make_app(tmp_path / "scorekeeper.db")
    with old.app_context():
        bring_to("1.11")
        insert("club", id=1, name="Ours", access_version=0, made_at="2026-11-25")
        started = {"club_id": 1, "started_at": "2026-11-25", "note": "", "searched": "", "version": 0}
        insert("night", id=1, uid="n", time_zone="UTC", currency="", changed_on="2026-11-25", **started)
        for number, name in ((5, "bea"), (6, "cal")):
            insert("player", id=number, club_id=1, uid=name, name=name, folded=name)
        figures = '"figures": {"tricks": {"0": 3, "1": 5}, "geese": {"1": null}}'
        asked = {"now": [2, 5, 6], "another hand": [1, 5, 6], "other seats": [2, 6, 5]}
        for play, (uid, (hand, *seats)) in enumerate(asked.items(), start=1):
            claims = f'{{"id": "{uid}", "hand": {hand}, "seats": {seats}, {figures}}}'
            rules = {"game": "coralon", "options": "{}", "dealer": 0, "stopped": False, "counted": 0}
            kept = {"keeps_result": False, "claims": claims}
            insert("play", id=play, uid=uid, night_id=1, **started, **rules, **kept)
            insert("hand", id=play, play_id=play, number=1, entry="{}", complete=True)
            for place, player in enumerate((5, 6)):
                insert("chair", play_id=play, place=place, player_id=player)
        saved = {"hand_id": 3, "entry": "{}", "complete": True, "at": "2026-11-25"}
        insert("revision", id=9, play_id=3, device="", action="entered", **saved)
        said = {"hand_id": 3, "revision_id": 9, "at": "2026-11-25 20:00:00", "device": "iPhone"}
        insert("objection", id=7, player_id=6, figures='{"tricks": {"1": 4}}', **said)
        insert("objection", id=8, player_id=5, settled_at="2026-11-26", settled_on="iPad", **said)
        db.session.commit()
        bring_to("head")
        found = [
            (one.play_id, one.hand_id, one.revision_id, one.uid, one.player_id, one.figures, one.settled_on)
            for one in db.session.scalars(select(Claim).order_by(Claim.id))
        ]
        at = db.session.get_one(Claim, 1).at
    close(old)
    assert found == [
        (3, 3, 9, None, 6, {"tricks": {"1": 4}}, None),
        (3, 3, 9, None, 5, {}, "iPad"),
        (1, None, None, "now", None, {}, None),
        (1, None, None, None, 5, {"tricks": {"0": 3}}, None),
        (1, None, None, None, 6, {"tricks": {"1": 5}, "geese": {"1": None}}, None),
    ]
    assert at == datetime(2026, 11, 25, 20, tzinfo=UTC)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_migration_runs_on_other_databases_too(version: str) -> None:
    written = StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written}
    )
    with Operations.context(context):
        import_module(f"scorekeeper.store.migrations.versions.{version}").upgrade()
    assert re.search("TABLE|TRIGGER|UPDATE", written.getvalue())


@pytest.mark.parametrize("table", Base.metadata.sorted_tables, ids=str)
def test_a_table_has_only_types_that_every_database_has(table: Table) -> None:
    assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=POSTGRESQL))
    for column in table.columns:
        kept_as = getattr(column.type, "impl", column.type)
        assert type(kept_as).__module__ == "sqlalchemy.sql.sqltypes", column
