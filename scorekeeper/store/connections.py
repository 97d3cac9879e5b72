"""How SQLite's and PostgreSQL's connections are set up, and what a transaction on them sees of others."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import has_request_context, request
from sqlalchemy import Connection, Engine, event

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.private_files import make_private

A_TRY = 0.03
"""Seconds that SQLite waits at a time for others to save, before it is asked again."""

READ_COMMITTED, REPEATABLE_READ = 2, 3
"""How PostgreSQL's driver calls what a transaction sees of others."""

IN_TRANSACTION = 2
"""How it calls the state of a connection whose transaction has met no error."""

APPLICATION = "scorekeeper"
"""What PostgreSQL calls the connections of the app."""


def prepare_sqlite(engine: Engine, busy_seconds: Callable[[], float]) -> None:
    """Set up SQLite's connections: foreign keys, a write-ahead log, full flushes, and how long to wait."""

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
            f"busy_timeout = {round(1000 * busy_seconds())}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("writes"):
            begin_in_turn(connection, busy_seconds())
        else:
            connection.exec_driver_sql("BEGIN")


def begin_in_turn(connection: Connection, seconds: float) -> None:
    """Begin a transaction that writes, and wait for others as long as this at most. Raises StorageError.

    SQLite asks less and less often whether the one before is done, so that those who come later are served
    first. Told to begin again after a moment, it asks every few milliseconds.
    """
    until = time.monotonic() + seconds
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
