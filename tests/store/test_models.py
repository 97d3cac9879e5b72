"""The migrations create exactly the tables of the models, on any database."""

import re
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from flask import Flask
from sqlalchemy import Table, inspect, text
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.schema import CreateTable

from scorekeeper.domain import EarlierDatabase
from scorekeeper.files.restoring import bring_to
from scorekeeper.store import migrations, upgrade
from scorekeeper.store.database import Base, db
from tests.conftest import close, make_app

POSTGRESQL = PGDialect()  # type: ignore[no-untyped-call]
SCRIPTS = sorted((Path(migrations.__path__[0]) / "versions").glob("[0-9]*.py"))
VERSIONS = [script.stem for script in SCRIPTS if "as_sql" not in script.read_text()]
"""The migrations that change tables, and not rows alone."""


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
            insert("player", id=number, club_id=club, uid=str(number), name=name, folded=folded)
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
        insert("night", id=1, uid="n", time_zone="UTC", currency="", changed_on="2026-11-25", **started)
        for play, game in enumerate(("bishop", "chevalier"), start=1):
            rules = {"game": game, "options": "{}", "dealer": 0, "stopped": False}
            kept = {"keeps_result": False, "counted": 0}
            insert("play", id=play, uid=game, night_id=1, **started, **rules, **kept)
            for number, entry in enumerate(entries, start=1):
                hand = {"number": number, "entry": entry, "complete": True}
                insert("hand", id=10 * play + number, play_id=play, **hand)
        db.session.commit()
        bring_to("head")
        found = db.session.execute(text("SELECT entry FROM hand ORDER BY id")).scalars().all()
    close(old)
    assert found == ['{"bid":4}', *entries[1:], *entries]


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
