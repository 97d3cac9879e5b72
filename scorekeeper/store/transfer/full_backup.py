"""Backing up the whole database as one file, which is a database of SQLite wherever the app's own is.

The file doesn't hold the key that signs cookies (``instance/secret_key``). After restoring it on another
machine, phones have to open their club's link once more.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import NamedTuple

from flask import Flask
from sqlalchemy import Inspector, inspect

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.addresses import address_of, file_of_database
from scorekeeper.store.database import begin_writing, db
from scorekeeper.store.models import Backup
from scorekeeper.store.storage import fault_of
from scorekeeper.store.transfer import backup_log
from scorekeeper.store.transfer.backup_checksum import add_checksum
from scorekeeper.store.transfer.moving import copy_into_file
from scorekeeper.store.transfer.sqlite_backup import BackupError, check_backup, vacuum_into


class BackupMade(NamedTuple):
    """A backup: the size of its file in bytes, and whether the database says that it was made."""

    size: int
    is_recorded: bool


def copy_database(app: Flask, target: Path, overwrite: bool = False) -> BackupMade:
    """Copy the database, as it is at one moment, into a file, and return what was made.

    People can go on playing while it runs. Raises BackupError, and StorageError for a database on a server.
    """
    source = file_of_database(app)
    if source and not source.exists():
        raise BackupError("There is nothing to back up yet.")
    try:
        is_same = bool(source and target.exists() and target.samefile(source))
        if target.exists() and (not overwrite or is_same or not target.is_file()):
            raise BackupError(f"{target} already exists and was left alone. Choose another name.")
        with temporary_file(target) as temporary:
            vacuum_into(source, temporary) if source else copy_into_file(address_of(app), temporary)
            check_backup(temporary)
            add_checksum(temporary)
            temporary.replace(target)
    except OSError as error:
        raise BackupError(f"{target} can't be written: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise BackupError(f"The backup could not be made: {_reason(error, source, target)}.") from None
    size = target.stat().st_size
    return BackupMade(size, _record_backup(app, size))


def _reason(error: sqlite3.Error, source: Path | None, target: Path) -> str:
    """Return why a backup could not be made, and what to do about it."""
    fault = fault_of(error)
    if fault == StorageFault.FULL:
        return f"the disk of {target} is full. Make room on it, or choose another"
    if fault == StorageFault.DAMAGED and source:
        return f"{source} is damaged. Keep a copy of it, and restore the newest backup that you have"
    return str(error)


@contextmanager
def temporary_file(target: Path) -> Iterator[Path]:
    """Create a file beside the target that only its owner can read, and delete it if it is left over."""
    # A backup holds what opens every club, so nobody else may read it even for a moment.
    handle, name = mkstemp(".part", target.name + ".", target.parent)
    os.close(handle)
    try:
        yield Path(name)
    finally:
        with suppress(OSError):
            Path(name).unlink()


def _can_be_recorded(found: Inspector) -> bool:
    """Return whether a database has what a record of a backup takes."""
    needed = {column.name for column in Backup.__table__.columns}
    table = Backup.__tablename__
    return found.has_table(table) and needed <= {column["name"] for column in found.get_columns(table)}


def _record_backup(app: Flask, size: int) -> bool:
    """Record a backup, and return whether that worked: it may have been made because the disk is full."""
    with app.app_context():
        try:
            # A backup is also made before a migration, when there may be no such table or column yet.
            if _can_be_recorded(inspect(db.engine)):
                begin_writing()
                backup_log.record_full_backup(size)
                db.session.commit()
        except StorageError:
            return False
        finally:
            db.session.remove()
            db.engine.dispose()
    return True
