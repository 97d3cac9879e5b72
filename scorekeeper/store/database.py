"""The database: how it is reached, and how its connections behave."""

from pathlib import Path
from typing import Any

from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.orm import DeclarativeBase

# Names for constraints, so that later migrations can find them on every database.
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


AT_ONCE = 500
"""As many of the things asked for are named in one statement; databases take no more than so many."""


class Base(DeclarativeBase):
    """The base of all tables."""

    metadata = MetaData(naming_convention=NAMING)


db = SQLAlchemy(model_class=Base)
migrate = Migrate(db=db, directory=str(Path(__file__).parent / "migrations"))


def begin_writing() -> None:
    """Begin this request's transaction as one that writes.

    SQLite must know before the first read: two requests that read and then write could otherwise
    both read the same state, and the second would fail. Other databases lock the play's row instead.
    """
    db.session.connection(execution_options={"writes": True})


def prepare_sqlite(engine: Engine) -> None:
    """Make SQLite's connections safe: foreign keys, a log that readers need not wait for, full flushes."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        # The driver begins transactions too late on its own; they are begun below instead.
        connection.isolation_level = None
        # Its own knows the letters of English only; a search shall find Über by über.
        connection.create_function("lower", 1, lower, deterministic=True)
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "busy_timeout = 10000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def lower(words: str | None) -> str | None:
    """Words in small letters."""
    return words.lower() if isinstance(words, str) else words


def init_app(app: Flask) -> None:
    """Connect the app to its database."""
    db.init_app(app)
    migrate.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            prepare_sqlite(db.engine)
