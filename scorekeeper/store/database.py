"""The database, its transactions, and the times and ids that it stores."""

import time
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    Connection,
    DateTime,
    Dialect,
    MetaData,
    TypeDecorator,
)
from sqlalchemy.orm import DeclarativeBase

from scorekeeper.store.connections import prepare_postgresql, prepare_sqlite
from scorekeeper.store.storage import guard_file, tell_faults

if TYPE_CHECKING:
    from scorekeeper.store.turns import Turn

# Names for constraints, so that migrations can find them on every database.
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


LARGEST_ID = 2**31 - 1
"""The largest id the database can store."""

LARGEST_SUM = 2**63 - 1
"""The most coins the database can store."""

BUSY_SECONDS = 5.0
"""Seconds that a change waits while others are saved; each of them takes far less."""

AT_ONCE = 500
"""The most values in one statement; databases limit them."""


class Base(DeclarativeBase):
    """The base of all tables."""

    metadata = MetaData(naming_convention=NAMING)


def now() -> datetime:
    """Return what the machine's clock says, in UTC."""
    return datetime.fromtimestamp(time.time(), UTC)


def today() -> date:
    """Return the day of the machine's clock, in UTC."""
    return now().date()


def new_uid() -> str:
    """Return a new unique id, which stays the same on every computer that imports it."""
    return uuid4().hex


class UtcDateTime(TypeDecorator[datetime]):
    """A time in UTC, also on databases that do not store the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC, to be stored."""
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return a stored time with its zone."""
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


db = SQLAlchemy(model_class=Base)
migrate = Migrate(db=db, directory=str(Path(__file__).parent / "migrations"))


def begin_writing(*turns: "Turn") -> None:
    """Begin this request's transaction as one that writes, and wait for its turns (see ``store/turns.py``).

    The database must know before the first read: otherwise two requests could read the same state before
    they write, and the second would fail or undo what the first has done.
    """
    begun = db.session.connection(execution_options={"writes": True})
    db.session.info["turns"] = turns
    _wait_for(begun, turns)


def begin_reading() -> None:
    """Begin this request's transaction as one that can't write, as that of a page is anyway."""
    db.session.connection(execution_options={"reads": True})


def wait_for_turn(turn: "Turn") -> None:
    """Wait for a turn that was not known yet when this transaction began to write."""
    db.session.info["turns"] += (turn,)
    _wait_for(db.session.connection(), (turn,))


def commit_and_go_on() -> None:
    """Commit what was written so far, and begin to write again when the same turns come."""
    db.session.commit()
    begin_writing(*db.session.info["turns"])


def _wait_for(connection: Connection, turns: Iterable["Turn"]) -> None:
    if connection.dialect.name == "postgresql":
        for turn in turns:
            connection.execute(turn)


def init_app(app: Flask) -> None:
    """Connect the app to its database."""
    if app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgresql"):
        # A connection may have been closed by the server, or on the way to it, while nobody used it.
        options = {
            "pool_pre_ping": True,
            "pool_timeout": BUSY_SECONDS,
            **app.config.get("SQLALCHEMY_ENGINE_OPTIONS", {}),
        }
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = options
    db.init_app(app)
    migrate.init_app(app)
    app.config.setdefault("BUSY_SECONDS", BUSY_SECONDS)
    with app.app_context():
        tell_faults(db.engine)
        if db.engine.dialect.name == "sqlite":
            guard_file(db.engine)
            prepare_sqlite(db.engine, lambda: app.config["BUSY_SECONDS"])
        elif db.engine.dialect.name == "postgresql":
            prepare_postgresql(db.engine, lambda: app.config["BUSY_SECONDS"])
