"""The lock that keeps a database from being replaced while the app is running, on any machine."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.domain import BackupError, StorageError
from scorekeeper.store.addresses import file_of
from scorekeeper.store.connections import APPLICATION
from scorekeeper.store.private_files import ONLY_OWNER, make_private_folder
from scorekeeper.store.storage import tell_faults

LOCK = int.from_bytes(b"Scorekpr")
"""The number of the lock among those of a database on a server; others have two numbers."""

TO_CLOSE = 2.0
"""Seconds that the server may take to notice that a connection was closed."""

BEING_RESTORED = "A backup is being restored. Try again in a moment."

OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name = :name AND pid <> pg_backend_pid()"
)


@contextmanager
def lock_for_serving(url: URL) -> Iterator[None]:
    """Hold a database while it is served. Raises BackupError while a backup is being restored."""
    if file := file_of(url):
        with _locked_file(file, LOCK_SH, BEING_RESTORED):
            yield
    else:
        with _locked_on_server(url, "pg_try_advisory_lock_shared", BEING_RESTORED):
            yield


@contextmanager
def lock_for_restoring(url: URL) -> Iterator[None]:
    """Hold a database while everything in it is replaced. Raises BackupError while the app is running."""
    if file := file_of(url):
        with _locked_file(file, LOCK_EX, "Scorekeeper is running. Stop it before you restore a backup."):
            yield
        return
    refusal = "Scorekeeper is running on this database. Stop it on every machine first."
    with _locked_on_server(url, "pg_try_advisory_lock", refusal) as connection:
        # A server whose lock was lost, as PostgreSQL was restarted, still has its connections.
        until = time.monotonic() + TO_CLOSE
        while connection.execute(OTHERS, {"name": APPLICATION}).scalar_one():
            if time.monotonic() > until:
                raise BackupError(refusal)
            time.sleep(0.05)
        yield


@contextmanager
def _locked_file(database: Path, operation: int, refusal: str) -> Iterator[None]:
    """Lock a file beside the database; the lock ends with the processes that hold it, however they end."""
    make_private_folder(database.parent)
    file = database.with_name(database.name + ".lock")
    try:
        file.touch(ONLY_OWNER)
    except OSError as error:
        raise BackupError(f"{file} can't be written: {error.strerror}.") from None
    with file.open("a") as lock:
        try:
            flock(lock, operation | LOCK_NB)
        except OSError:
            raise BackupError(refusal) from None
        yield


@contextmanager
def _locked_on_server(url: URL, function: str, refusal: str) -> Iterator[Connection]:
    """Yield the connection with the lock, which ends with it. Raises BackupError, StorageError."""
    engine = create_engine(url, hide_parameters=True, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    tell_faults(engine)
    connection = engine.connect()
    # No pool may close it: the workers of the server are forks of the process that has it.
    connection.detach()
    owner = os.getpid()
    try:
        if not connection.execute(text(f"SELECT {function}(:lock)"), {"lock": LOCK}).scalar_one():
            raise BackupError(refusal)
        yield connection
    finally:
        # A worker that ends passes here too; it would end the connection of all.
        if os.getpid() == owner:
            # The server takes a moment to notice that a connection was closed, and someone may wait for this.
            with suppress(SQLAlchemyError, StorageError):
                connection.execute(text("SELECT pg_advisory_unlock_all()"))
            connection.close()
