"""Replacing a database: the lock that keeps the app out, and a file put in the place of another."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from itertools import chain, count
from pathlib import Path
from tempfile import mkstemp
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.domain import BackupError, StorageError
from scorekeeper.store.addresses import file_of
from scorekeeper.store.database import APPLICATION, now
from scorekeeper.store.private_files import ONLY_OWNER, make_private, make_private_folder
from scorekeeper.store.storage import tell_faults

LOG_SUFFIXES = ("-wal", "-shm", "-journal")
"""The suffixes of the files in which SQLite keeps what isn't in the database file yet, or not for certain."""

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


def replace_database(new: Path, database: Path) -> Path | None:
    """Replace the database, keep the old one beside it, and return where; None if there was none.

    One of the two is in place at any moment. Raises BackupError while anyone has the old one open.
    """
    kept = None
    beside = dated_name(database, "before")
    try:
        flush_logs(new)
        if database.exists():
            flush_logs(database)
            kept = beside
            make_private(database)
            shutil.copy2(database, kept)
        for suffix in LOG_SUFFIXES:
            # The log of a lost or unreadable database would be written into the new one by SQLite.
            if (log := database.with_name(database.name + suffix)).exists():
                log.replace(beside.with_name(beside.name + suffix))
        new.replace(database)
    except OSError as error:
        raise BackupError(f"The backup can't be put in place: {error.strerror}.") from None
    return kept


def dated_name(database: Path, what: str, suffix: str = "") -> Path:
    """Return an unused name beside the database for a copy of it, with the time."""
    return unused_name(database, f"{what}-{now().astimezone():%Y%m%d-%H%M%S}", suffix)


def unused_name(database: Path, what: str, suffix: str = "") -> Path:
    """Return an unused name beside the database for a copy of it."""
    numbers = chain([""], map("-{}".format, count(2)))
    names = (f"{database.stem}-{what}{number}{suffix or database.suffix}" for number in numbers)
    return next(path for name in names if not (path := database.with_name(name)).exists())


@contextmanager
def temporary_file(target: Path) -> Iterator[Path]:
    """Create a file beside the target that only its owner can read, and delete it if it is left over."""
    # A backup holds what opens every club, so nobody else may read it even for a moment.
    handle, name = mkstemp(".part", target.name + ".", target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for end in ("", *LOG_SUFFIXES):
            with suppress(OSError):
                Path(name + end).unlink()


def flush_logs(database: Path) -> None:
    """Write SQLite's logs into the database file, which works only while nobody has it open.

    A database that can't be read is left as it is: that may be why it is being replaced.
    """
    try:
        with closing(open_existing(database)) as old:
            old.execute("PRAGMA busy_timeout = 0")
            old.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise BackupError("The database is in use. Stop whatever is using it first.") from None
        raise BackupError(f"The database can't be set aside: {error}.") from None
    except sqlite3.DatabaseError:
        pass


def open_existing(file: Path) -> sqlite3.Connection:
    """Return a connection to a database file, which must exist."""
    # Only a URI can say that a missing file must not be created.
    return sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=rw", uri=True, isolation_level=None)
