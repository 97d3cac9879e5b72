"""Backups of everything that is kept: a copy of the whole database in one file.

Such a copy has no key that signs cookies (``instance/secret_key``): with the key of another machine, phones
that were let in would no longer be known, and have to open their club's link once more.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from itertools import chain, count
from pathlib import Path
from tempfile import mkstemp
from typing import IO
from urllib.parse import quote

from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import inspect

from scorekeeper.store.database import begin_writing, db, migrate
from scorekeeper.store.transfer import backup_log

OURS = {"club", "night", "play", "hand", "revision"}
"""Tables that every database of ours has."""


LOGS = ("-wal", "-shm", "-journal")
"""How the files end in which SQLite keeps what is not yet, or not for certain, in the database's own."""


class CopyError(Exception):
    """A backup cannot be made or restored; the message says why, as a sentence."""


def database_file(app: Flask) -> Path:
    """Where this app keeps everything. Raises CopyError where that is no file."""
    with app.app_context():
        url = db.engine.url
    if url.get_backend_name() != "sqlite" or not url.database:
        raise CopyError(
            f"The database is {url.get_backend_name()}, which brings its own tools: "
            "use pg_dump to back it up and pg_restore to restore it."
        )
    return Path(url.database)


def back_up(app: Flask, target: Path, overwrite: bool = False) -> int:
    """Copy everything into a file, as it is at one moment, whatever is saved meanwhile; gives its bytes.

    Raises CopyError.
    """
    source = database_file(app)
    if not source.exists():
        raise CopyError("Nothing is kept yet, so there is nothing to back up.")
    aside: Path | None = None
    try:
        if target.exists() and (not overwrite or target.samefile(source) or not target.is_file()):
            raise CopyError(f"{target} is there already, and is left as it is. Choose another name.")
        # Under a name that nothing has, and readable for its owner only: it knows what opens every club.
        written, name = mkstemp(".part", target.name + ".", target.parent)
        os.close(written)
        aside = Path(name)
        with closing(_open(source)) as database:
            database.execute("VACUUM INTO ?", (str(aside),))
        check(aside)
        with aside.open("rb") as copy:
            os.fsync(copy.fileno())
        aside.replace(target)
    except OSError as error:
        raise CopyError(f"{target} cannot be written: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise CopyError(f"The backup could not be made: {error}.") from None
    finally:
        if aside is not None:
            with suppress(OSError):
                aside.unlink()
    size = target.stat().st_size
    with app.app_context():
        # A backup is also made just before the tables are brought up to date.
        if inspect(db.engine).has_table("backup"):
            begin_writing()
            backup_log.note_backup_of_everything(size)
            db.session.commit()
            db.session.remove()
        db.engine.dispose()
    return size


def check(file: Path) -> None:
    """Raise CopyError unless a file is a sound copy of ours that this Scorekeeper understands."""
    try:
        if not file.is_file():
            raise CopyError(f"{file} is not there, or is no file.")
        with closing(_open(file)) as copy:
            if (found := copy.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
                raise CopyError(f"{file} is damaged: {found}.")
            tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not {"alembic_version", *OURS} <= tables:
                raise CopyError(f"{file} is a database, but no backup of Scorekeeper.")
            if copy.execute("PRAGMA foreign_key_check").fetchone():
                raise CopyError(f"{file} is damaged: something in it refers to what is not there.")
            versions = {version for (version,) in copy.execute("SELECT version_num FROM alembic_version")}
    except sqlite3.DatabaseError as error:
        unlike = getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB"
        why = "no backup of Scorekeeper" if unlike else f"damaged: {error}"
        raise CopyError(f"{file} is {why}.") from None
    except OSError as error:
        raise CopyError(f"{file} cannot be read: {error.strerror}.") from None
    if not versions <= _migrations():
        raise CopyError(f"{file} was made by a newer Scorekeeper. Bring this one up to date first.")


def copy_of(source: Path, target: Path) -> None:
    """Copy a backup. Raises CopyError."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        with closing(_open(source)) as database:
            database.execute("VACUUM INTO ?", (str(target),))
    except (OSError, sqlite3.Error) as error:
        raise CopyError(f"{source} cannot be copied: {error}.") from None


def put_in_place(new: Path, database: Path, at: datetime) -> Path | None:
    """Let a database take the place of another, which is kept beside it; gives where, None if there was none.

    At every moment one of the two is in place. Raises CopyError while anybody has the old one open.
    """
    kept = None
    beside = _beside(database, f"{at.astimezone():%Y%m%d-%H%M%S}")
    try:
        if database.exists():
            _let_go(database)
            kept = beside
            shutil.copy2(database, kept)
        for ending in LOGS:
            # Left by one that was lost or cannot be read. SQLite would write it into the new one.
            if (log := database.with_name(database.name + ending)).exists():
                log.replace(beside.with_name(beside.name + ending))
        new.replace(database)
    except OSError as error:
        raise CopyError(f"The backup cannot be put in place: {error.strerror}.") from None
    return kept


def _beside(database: Path, moment: str) -> Path:
    """A name for what a database held until now that nothing has yet."""
    more_names = chain([""], map("-{}".format, count(2)))
    names = (f"{database.stem}-before-{moment}{more}{database.suffix}" for more in more_names)
    return next(kept for name in names if not (kept := database.with_name(name)).exists())


@contextmanager
def served(database: Path) -> Iterator[None]:
    """While it is served nobody puts another database in its place. Raises CopyError while somebody does."""
    with _locked(database, LOCK_SH, "A backup is being restored. Start again in a moment."):
        yield


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """While another database is put in its place nobody serves it. Raises CopyError while somebody does."""
    with _locked(database, LOCK_EX, "Scorekeeper is running. Stop it first, so that nothing is lost."):
        yield


@contextmanager
def _locked(database: Path, how: int, otherwise: str) -> Iterator[None]:
    """A lock in a file beside the database; it ends with the processes that have it, however they end."""
    database.parent.mkdir(exist_ok=True, parents=True)
    lock: IO[str]
    with database.with_name(database.name + ".lock").open("a") as lock:
        try:
            flock(lock, how | LOCK_NB)
        except OSError:
            raise CopyError(otherwise) from None
        yield


def _let_go(database: Path) -> None:
    """Bring what was written lately into the database's file, which only works while nobody has it open.

    One that cannot be read any more stays as it is: that may be why it is replaced.
    """
    try:
        with closing(_open(database)) as old:
            old.execute("PRAGMA busy_timeout = 0")
            old.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            in_use = "The database is in use. Stop what uses it first, so that nothing is lost."
            raise CopyError(in_use) from None
        raise CopyError(f"The database cannot be set aside: {error}.") from None
    except sqlite3.DatabaseError:
        pass


def _open(file: Path) -> sqlite3.Connection:
    # An address, since only that says: do not make a new one.
    return sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=rw", uri=True, isolation_level=None)


def _migrations() -> set[str]:
    """Every state of the tables that this Scorekeeper knows."""
    return {found.revision for found in ScriptDirectory(migrate.directory).walk_revisions()}
