"""The database: how its connections are set up, and the times and ids that it stores."""

import os
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from flask import Flask, has_request_context, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    DateTime,
    Dialect,
    Engine,
    MetaData,
    Numeric,
    Table,
    TypeDecorator,
    event,
)
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeEngine

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.rules.halves import as_number, read_points
from scorekeeper.store.private_files import make_private
from scorekeeper.store.storage import tell_faults

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

A_TRY = 0.03
"""Seconds that SQLite waits at a time for others to save, before it is asked again."""

READ_COMMITTED, REPEATABLE_READ = 2, 3
"""How PostgreSQL's driver calls what a transaction sees of others."""

IN_TRANSACTION = 2
"""How it calls the state of a connection whose transaction has met no error."""

APPLICATION = "scorekeeper"
"""The name that the app's connections have in PostgreSQL."""


class Base(DeclarativeBase):
    """The base of all tables."""

    metadata = MetaData(naming_convention=NAMING)

    @classmethod
    def __table_cls__(cls, *args: Any, **options: Any) -> Table:
        """Return the table of a model, in which no number is used again (``store/numbers.py``)."""
        has_number = any(isinstance(one, Column) and one.key == "id" for one in args)
        return Table(*args, sqlite_autoincrement=has_number, **options)


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


class Points(TypeDecorator[int]):
    """Points, which may end in a half; SQLite takes them where there are mostly whole numbers."""

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return the type of a database."""
        return dialect.type_descriptor(Numeric(20, 1) if dialect.name == "postgresql" else BigInteger())

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | float | None:
        """Return the number to be stored."""
        return None if value is None else as_number(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> int | None:
        """Return the points that were stored."""
        return None if value is None else read_points(value)


db = SQLAlchemy(model_class=Base)


def identity_of(file: str) -> tuple[int, int] | None:
    """Return what tells a file from every other one; None if there is none at this path."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def guard_file(engine: Engine) -> None:
    """Let nobody write into SQLite's file once there is another one, or none, at its path.

    SQLite would go on writing into a file that nobody can find any more. Nor is a missing one created while
    the app is running. Pages are still drawn from what is open, unless a connection has ``needs_file``.
    """
    path = engine.url.database or ""
    if not path or path == ":memory:" or not Path(path).is_absolute():
        return
    known: tuple[int, int] | None = None

    def refuse_another() -> None:
        if known and identity_of(path) != known:
            raise StorageError(StorageFault.OTHER, f"{path} is missing, or was moved or replaced")

    @event.listens_for(engine, "do_connect")
    def before_connecting(*_: object) -> None:
        refuse_another()

    @event.listens_for(engine, "connect")
    def connected(*_: object) -> None:
        nonlocal known
        known = identity_of(path)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("writes") or options.get("needs_file"):
            refuse_another()

    @event.listens_for(engine, "engine_disposed")
    def disposed(_: Any) -> None:
        nonlocal known
        known = None


def prepare_sqlite(engine: Engine, busy_seconds: Callable[[], float]) -> None:
    """Set up SQLite's connections: their log, flushes, keys, what is overwritten, and how long to wait."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _: object) -> None:
        # Before there are logs: they get the mode of the database.
        make_private(Path(engine.url.database or ""))
        # The driver would begin transactions too late, so they are begun below.
        connection.isolation_level = None
        # Damaged text is left to the code that reads it, so that it does not make a whole page fail.
        connection.text_factory = readable
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            # What is erased must not stay readable in the file.
            "secure_delete = ON",
            f"busy_timeout = {round(1000 * busy_seconds())}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("writes"):
            begin_when_free(connection, busy_seconds(), options.get("waits", BUSY_SECONDS))
        else:
            connection.exec_driver_sql("BEGIN")


def begin_when_free(connection: Connection, seconds: float, at_most: float) -> None:
    """Begin a transaction that writes once no other one does.

    Raises StorageError after so many seconds, and ``at_most`` as many as this transaction may wait.

    SQLite asks less and less often whether the one before is done, so that those who come later are served
    first. Told to begin again after a moment, it asks every few milliseconds.
    """
    until = time.monotonic() + min(seconds, at_most)
    driver: Any = connection.connection.dbapi_connection
    driver.execute(f"PRAGMA busy_timeout = {round(1000 * min(A_TRY, seconds))}")
    try:
        while True:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                return
            except StorageError as error:
                if error.fault is not StorageFault.BUSY or time.monotonic() >= until:
                    raise
    finally:
        driver.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")


def prepare_postgresql(engine: Engine, busy_seconds: Callable[[], float]) -> None:
    """Set up PostgreSQL's connections: their name, how long to wait, and what a transaction sees of others.

    One that writes sees whatever was saved before each statement, which nobody else changes once its turn
    has come. Any other sees one state of the database, and that of a page can write nothing.
    """

    @event.listens_for(engine, "do_connect")
    def before_connecting(_dialect: object, _record: object, _values: object, settings: Any) -> None:
        # With PostgreSQL's own cost of looking a row up, it reads those of all clubs to find those of one.
        ours = f"-c lock_timeout={round(1000 * busy_seconds())} -c random_page_cost=1.1"
        settings.setdefault("application_name", APPLICATION)
        settings["options"] = f"{settings.get('options', '')} {ours}".strip()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        driver: Any = connection.connection.dbapi_connection
        options = connection.get_execution_options()
        writes = bool(options.get("writes"))
        # The driver says both as it begins the transaction, which takes no further statement.
        driver.isolation_level = READ_COMMITTED if writes else REPEATABLE_READ
        is_page = has_request_context() and request.method in ("GET", "HEAD")
        reads = options.get("reads") or (is_page and not writes)
        # Otherwise as the server has it: a replica refuses what may write before it has written anything.
        driver.read_only = reads or None

    @event.listens_for(engine, "rollback")
    def rollback(connection: Connection) -> None:
        if connection.invalidated:  # it was lost, and its transaction with it
            return
        driver: Any = connection.connection.dbapi_connection
        # Where nothing was written, either will do; but the driver forgets the statements that it has
        # prepared when it rolls back, and planning them again takes longer than running them.
        only_read = driver.read_only and driver.info.transaction_status == IN_TRANSACTION
        try:
            driver.commit() if only_read else driver.rollback()
        except connection.dialect.loaded_dbapi.Error:
            # The connection is lost and its transaction with it, so there is nothing left to roll back.
            connection.invalidate()


def readable(text: bytes) -> str:
    """Return text as SQLite has it, with another character where it is damaged."""
    return text.decode("utf-8", "replace")


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
    app.config.setdefault("BUSY_SECONDS", BUSY_SECONDS)
    with app.app_context():
        tell_faults(db.engine)
        if db.engine.dialect.name == "sqlite":
            guard_file(db.engine)
            prepare_sqlite(db.engine, lambda: app.config["BUSY_SECONDS"])
        elif db.engine.dialect.name == "postgresql":
            prepare_postgresql(db.engine, lambda: app.config["BUSY_SECONDS"])
