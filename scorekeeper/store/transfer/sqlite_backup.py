"""Files of SQLite: whether one is a sound backup, copying it, and replacing the database by it."""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from urllib.parse import quote

from alembic.script import ScriptDirectory

from scorekeeper.store.database import migrate
from scorekeeper.store.private_files import make_private
from scorekeeper.store.transfer.backup_checksum import set_mark, why_damaged

OUR_TABLES = {"alembic_version", "club", "night", "play", "hand", "revision"}
"""Tables that every database of this app has."""

LOG_SUFFIXES = ("-wal", "-shm", "-journal")
"""The suffixes of the files in which SQLite keeps what isn't in the database file yet, or not for certain."""


CANNOT_WRITE = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR")
"""How the names of the errors begin that SQLite has where it can't write beside a file."""


class BackupError(Exception):
    """A backup that can't be made or restored; the message says why, as a sentence."""


def check_backup(file: Path) -> None:
    """Raise BackupError unless a file is an undamaged backup that this version of Scorekeeper understands."""
    try:
        if not file.is_file():
            raise BackupError(f"{file} doesn't exist or isn't a file.")
        if why := why_damaged(file):
            raise BackupError(f"{file} is damaged: {why}. Use another copy of it, or another backup.")
        with closing(open_existing(file)) as copy:
            versions = _checked_versions(file, copy)
    except sqlite3.DatabaseError as error:
        not_a_database = getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB"
        why = "not a Scorekeeper backup" if not_a_database else f"damaged: {error}"
        raise BackupError(f"{file} is {why}.") from None
    except OSError as error:
        raise BackupError(f"{file} can't be read: {error.strerror}.") from None
    if not versions <= _known_versions():
        raise BackupError(f"{file} was made by a newer version of Scorekeeper. Update this one first.")


def _checked_versions(file: Path, copy: sqlite3.Connection) -> set[str]:
    """Return the migrations that a backup has been through. Raises BackupError unless it is sound."""
    if (found := copy.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
        raise BackupError(f"{file} is damaged: {found}.")
    if not tables_of(copy) >= OUR_TABLES:
        raise BackupError(f"{file} is a database, but not a Scorekeeper backup.")
    if copy.execute("PRAGMA foreign_key_check").fetchone():
        raise BackupError(f"{file} is damaged: it refers to rows that are missing.")
    return {version for (version,) in copy.execute("SELECT version_num FROM alembic_version")}


def tables_of(database: sqlite3.Connection) -> set[str]:
    """Return the tables of a database."""
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _known_versions() -> set[str]:
    return {found.revision for found in ScriptDirectory(migrate.directory).walk_revisions()}


def copy_backup(source: Path, target: Path) -> None:
    """Copy a backup into a file that only its owner can read. Raises BackupError."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        vacuum_into(source, target)
        set_mark(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{source} can't be copied: {error}.") from None


def replace_database(new: Path, database: Path, at: datetime) -> Path | None:
    """Replace the database, keep the old one beside it, and return where; None if there was none.

    One of the two is in place at any moment. Raises BackupError while anyone has the old one open.
    """
    kept = None
    beside = unused_name(database, f"before-{at.astimezone():%Y%m%d-%H%M%S}")
    try:
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


def unused_name(database: Path, what: str) -> Path:
    """Return an unused name beside the database for a copy of it."""
    suffixes = chain([""], map("-{}".format, count(2)))
    names = (f"{database.stem}-{what}{suffix}{database.suffix}" for suffix in suffixes)
    return next(path for name in names if not (path := database.with_name(name)).exists())


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


def vacuum_into(source: Path, target: Path) -> None:
    """Write a database, as it is at one moment, into an empty file."""
    with closing(open_existing(source)) as database:
        database.execute("VACUUM INTO ?", (str(target),))


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
