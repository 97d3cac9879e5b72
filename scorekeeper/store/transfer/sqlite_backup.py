"""Backing up and restoring the whole database as one file.

The file doesn't hold the key that signs cookies (``instance/secret_key``). After restoring it on another
machine, phones have to open their club's link once more.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from tempfile import mkstemp
from typing import NamedTuple
from urllib.parse import quote

from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import inspect

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.database import begin_writing, db, migrate
from scorekeeper.store.private_files import make_private
from scorekeeper.store.storage import fault_of
from scorekeeper.store.transfer import backup_log
from scorekeeper.store.transfer.backup_checksum import add_checksum, set_mark, why_damaged

OUR_TABLES = {"alembic_version", "club", "night", "play", "hand", "revision"}
"""Tables that every database of this app has."""

LOG_SUFFIXES = ("-wal", "-shm", "-journal")
"""The suffixes of the files in which SQLite keeps what isn't in the database file yet, or not for certain."""


CANNOT_WRITE = ("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_IOERR")
"""How the names of the errors begin that SQLite has where it can't write beside a file."""


class BackupError(Exception):
    """A backup that can't be made or restored; the message says why, as a sentence."""


class BackupMade(NamedTuple):
    """A backup: the size of its file in bytes, and whether the database says that it was made."""

    size: int
    is_recorded: bool


def database_file(app: Flask) -> Path:
    """Return the path of the app's database. Raises BackupError if that isn't a file."""
    with app.app_context():
        url = db.engine.url
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BackupError(
            f"The database is {url.get_backend_name()}, which has its own tools: "
            "use pg_dump to back it up and pg_restore to restore it."
        )
    return Path(url.database)


def copy_database(app: Flask, target: Path, overwrite: bool = False) -> BackupMade:
    """Copy the database, as it is at one moment, into a file, and return what was made.

    People can go on playing while it runs. Raises BackupError.
    """
    source = database_file(app)
    if not source.exists():
        raise BackupError("There is nothing to back up yet.")
    try:
        if target.exists() and (not overwrite or target.samefile(source) or not target.is_file()):
            raise BackupError(f"{target} already exists and was left alone. Choose another name.")
        with _temporary_file(target) as temporary:
            _vacuum_into(source, temporary)
            check_backup(temporary)
            add_checksum(temporary)
            temporary.replace(target)
    except OSError as error:
        raise BackupError(f"{target} can't be written: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise BackupError(f"The backup could not be made: {_reason(error, source, target)}.") from None
    size = target.stat().st_size
    return BackupMade(size, _record_backup(app, size))


def _reason(error: sqlite3.Error, source: Path, target: Path) -> str:
    """Return why a backup could not be made, and what to do about it."""
    fault = fault_of(error)
    if fault == StorageFault.FULL:
        return f"the disk of {target} is full. Make room on it, or choose another"
    if fault == StorageFault.DAMAGED:
        return f"{source} is damaged. Keep a copy of it, and restore the newest backup that you have"
    return str(error)


@contextmanager
def _temporary_file(target: Path) -> Iterator[Path]:
    """Create a file beside the target that only its owner can read, and delete it if it is left over."""
    # A backup holds what opens every club, so nobody else may read it even for a moment.
    handle, name = mkstemp(".part", target.name + ".", target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        with suppress(OSError):
            Path(name).unlink()


def _record_backup(app: Flask, size: int) -> bool:
    """Record a backup, and return whether that worked: it may have been made because the disk is full."""
    with app.app_context():
        try:
            # A backup is also made before a migration, when the table may not exist yet.
            if inspect(db.engine).has_table("backup"):
                begin_writing()
                backup_log.record_full_backup(size)
                db.session.commit()
        except StorageError:
            return False
        finally:
            db.session.remove()
            db.engine.dispose()
    return True


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
    tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables >= OUR_TABLES:
        raise BackupError(f"{file} is a database, but not a Scorekeeper backup.")
    if copy.execute("PRAGMA foreign_key_check").fetchone():
        raise BackupError(f"{file} is damaged: it refers to rows that are missing.")
    return {version for (version,) in copy.execute("SELECT version_num FROM alembic_version")}


def _known_versions() -> set[str]:
    return {found.revision for found in ScriptDirectory(migrate.directory).walk_revisions()}


def copy_backup(source: Path, target: Path) -> None:
    """Copy a backup into a file that only its owner can read. Raises BackupError."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        _vacuum_into(source, target)
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
            _flush_logs(database)
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


def _flush_logs(database: Path) -> None:
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


def _vacuum_into(source: Path, target: Path) -> None:
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
