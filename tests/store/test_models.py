"""The migrations create exactly the tables of the models, on any database."""

import re
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from flask import Flask
from flask_migrate import downgrade as _downgrade
from flask_migrate import upgrade as _upgrade
from sqlalchemy import Table, inspect, text
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.schema import CreateTable

from scorekeeper.store import migrations, upgrade
from scorekeeper.store.database import Base, db
from scorekeeper.store.history.games import GameFilter, find_games
from scorekeeper.store.models import Play
from tests.conftest import close, make_app

POSTGRESQL = PGDialect()  # type: ignore[no-untyped-call]
VERSIONS = sorted(file.stem for file in (Path(migrations.__path__[0]) / "versions").glob("[0-9]*.py"))


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


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Flask]:
    """Yield an app with a database of the first version, and a game in it."""
    old = make_app(tmp_path / "scorekeeper.db")
    with old.app_context():
        _upgrade(revision="0001")
        for statement in (
            "INSERT INTO club VALUES (1, 'Our table', 'hash', '2025-01-02 19:00:00')",
            "INSERT INTO night VALUES (1, 1, '2025-01-02 19:00:00')",
            "INSERT INTO player VALUES (1, 1, 'Ann', 'ann'), (2, 1, 'Bea', 'bea')",
            "INSERT INTO guest VALUES (1, 1, 1), (2, 1, 2)",
            "INSERT INTO play VALUES (1, 1, 'tally', '{}', 0, 0, '2025-01-02 19:00:00', NULL, NULL, '')",
            "INSERT INTO chair VALUES (1, 0, 1, 'Ann', NULL, NULL, NULL), (1, 1, 2, 'Bea', NULL, NULL, NULL)",
            """INSERT INTO hand VALUES (1, 1, 1, '{"note":"The cat"}', 1), (2, 1, 2, NULL, 1)""",
            """INSERT INTO hand VALUES (3, 1, 4, '{"note":""}', 1), (4, 1, 3, '{"note":"\\n“Über”"}', 1)""",
            "INSERT INTO revision VALUES (1, 1, 1, '2025-01-02', 'a phone', 'entered', '{}', 1, NULL)",
        ):
            db.session.execute(text(statement))
        db.session.commit()
    yield old
    close(old)


def test_the_newest_migration_keeps_old_data(old: Flask) -> None:
    upgrade(old)
    with old.app_context():
        play = db.session.get_one(Play, 1)
        assert (play.club_id, len(play.uid), len(play.night.uid)) == (1, 32, 32)
        assert play.hand_notes == "The cat\n\n“Über”"
        assert [chair.name for chair in play.seats] == ["Ann", "Bea"]
        assert [game.id for game in find_games(1, GameFilter(words="uber cat")).rows] == [1]
        assert play.night.changed_on == date(2025, 1, 2)
        assert db.session.scalar(text("SELECT count(*) FROM revision")) == 1
        assert db.session.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_downgrading_to_the_first_version_keeps_its_data(old: Flask) -> None:
    def kept() -> dict[str, list[dict[str, object]]]:
        with old.app_context():
            tables = inspect(db.engine).get_table_names()
            rows = {table: db.session.execute(text(f"SELECT * FROM {table}")).mappings() for table in tables}
            return {table: [{**row} for row in found] for table, found in rows.items()}

    before = kept()
    upgrade(old)
    with old.app_context():
        _downgrade(revision="0001")
    assert kept() == before


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("way", ["upgrade", "downgrade"])
def test_a_migration_runs_on_other_databases_too(version: str, way: str) -> None:
    written = StringIO()
    context = MigrationContext.configure(
        dialect_name="postgresql", opts={"as_sql": True, "output_buffer": written}
    )
    with Operations.context(context):
        getattr(import_module(f"scorekeeper.store.migrations.versions.{version}"), way)()
    assert re.search("TABLE|TRIGGER", written.getvalue())


@pytest.mark.parametrize("table", Base.metadata.sorted_tables, ids=str)
def test_a_table_has_only_types_that_every_database_has(table: Table) -> None:
    assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=POSTGRESQL))
    for column in table.columns:
        kept_as = getattr(column.type, "impl", column.type)
        assert type(kept_as).__module__ == "sqlalchemy.sql.sqltypes", column
