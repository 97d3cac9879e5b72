"""Files of SQLite: opening one, and putting another in its place."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from tempfile import mkstemp
from urllib.parse import quote

from scorekeeper.domain import BackupError
from scorekeeper.store.private_files import make_private

LOG_SUFFIXES = ("-wal", "-shm", "-journal")
"""The suffixes of the files in which SQLite keeps what isn't in the database file yet, or not for certain."""

CANNOT_WRITE = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR")
"""How the names of the errors begin that SQLite has where it can't write beside a file."""


def tables_of(database: sqlite3.Connection) -> set[str]:
    """Return the tables of a database."""
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def replace_database(new: Path, database: Path, at: datetime) -> Path | None:
    """Replace the database, keep the old one beside it, and return where; None if there was none.

    One of the two is in place at any moment. Raises BackupError while anyone has the old one open.
    """
    kept = None
    beside = unused_name(database, f"before-{at.astimezone():%Y%m%d-%H%M%S}")
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
    """Return a connection to a database file, which must exist; one that only reads if that is all it can.

    SQLite needs room beside a file to read it safely. That doesn't matter while nobody can write there: then
    it is read as it is, unless part of it is still in its log.
    """
    # Only a URI can say that a missing file must not be created.
    address = f"file:{quote(str(file.absolute()))}"
    connection = sqlite3.connect(f"{address}?mode=rw", uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.OperationalError as error:
        log = file.with_name(f"{file.name}-wal")
        cannot_write = error.sqlite_errorname.startswith(CANNOT_WRITE)
        if not cannot_write or not file.exists() or (log.exists() and log.stat().st_size):
            connection.close()
            raise
    except sqlite3.DatabaseError:
        connection.close()
        raise
    else:
        return connection
    connection.close()
    return sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True, isolation_level=None)
