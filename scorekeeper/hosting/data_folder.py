"""The data folder: its key, whether a start can use it, and that no empty database replaces one that is gone.

Once a database has been made, a note beside it says so. Where the note is missing, the key tells that there
was one.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from flask import Flask

from scorekeeper.domain import DataError, StorageError, StorageFault
from scorekeeper.files.replacing import LOG_SUFFIXES, dated_name, unused_name
from scorekeeper.settings import SHORTEST_KEY
from scorekeeper.store import upgrade
from scorekeeper.store.addresses import address_of_file, file_of_database
from scorekeeper.store.examination import connected
from scorekeeper.store.health import EMPTY, database_state
from scorekeeper.store.private_files import make_private_folder
from scorekeeper.store.storage import fault_of

KEY, DATABASE = "secret_key", "scorekeeper.db"

ON_SERVER = "database"
"""The name to which a database on a server is noted."""

NOTE = ".made"
"""The ending that turns the name of a database into the name of the note about it."""

NOT_YET = "No database has been made here yet.\n"
MADE = "A database has been made here. If it is gone, the next start asks before it makes an empty one.\n"

NEW_KEY = (
    "Put a copy of the right one there. If you have none, “scorekeeper serve --new-key” makes a new one: "
    "each phone must then open its club's link again, and “scorekeeper link” makes new links."
)

ADVICE = {
    StorageFault.BUSY: "Another program uses it. Try again in a moment.",
    StorageFault.FULL_OR_READ_ONLY: "Make room on its disk, and let the user who runs Scorekeeper write to "
    "it and to its folder, or name another folder with --data.",
    StorageFault.OTHER: "Check its disk, or the server that it is on. If it is damaged or gone, keep a copy "
    "of what is left, and restore the newest backup with “scorekeeper restore FILE”.",
}
"""Advice for each fault."""


OF_STORAGE = (StorageError, OSError, sqlite3.Error)
"""The errors of a database and of the disk it is on."""


@contextmanager
def explained(what: object, kinds: tuple[type[Exception], ...] = OF_STORAGE) -> Iterator[None]:
    """Raise DataError, which says what to do, instead of errors of the database or of the disk it is on.

    Where what is used is another file, errors of these ``kinds`` alone are about it.
    """
    try:
        yield
    except kinds as error:
        if isinstance(error, sqlite3.Error) and fault_of(error) is None:
            raise
        raise DataError(explanation(error, what)) from error


def explanation(error: Exception, what: object = "The database") -> str:
    """Return what is wrong with the database, or with the disk it is on, and what to do."""
    fault = error.fault if isinstance(error, StorageError) else fault_of(error)
    where = getattr(error, "filename", None) or what
    reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
    wrong, advice = (fault.value, f" {ADVICE[fault]}") if fault else ("can't be used", "")
    return f"{where} {wrong} ({reason}).{advice}"


def secret_key(folder: Path, make_new: bool = False) -> str:
    """Return the key that signs cookies, which is made at the first start and then kept.

    Another key would sign every phone out, so where phones are known the key must be there, unless the caller
    says that a new one may be made (``make_new``). Raises DataError.
    """
    file = folder / KEY
    with explained(file):
        make_private_folder(folder)
        key, wrong = read_key(file)
        if not wrong:
            return key
        is_known = key or knows_phones(folder / DATABASE) or has_note(folder / ON_SERVER)
        if not make_new and is_known:
            raise DataError(f"{file}, which keeps phones signed in, {wrong}. {NEW_KEY}")
        if key:
            file.replace(unused_name(file, "unusable"))
        if not text_of_note(folder / DATABASE):
            note_of(folder / DATABASE).write_text(NOT_YET)
        return make_key(file)


def read_key(file: Path) -> tuple[str, str]:
    """Return what is in the file of the key, and what is wrong with that; an empty text if nothing is."""
    try:
        key = file.read_bytes().decode("ascii")
    except FileNotFoundError:
        return "", "is missing"
    except IsADirectoryError:
        return "folder", "is a folder, not a file"
    except PermissionError:
        raise DataError(f"{file} can't be read. Let the user who runs Scorekeeper read it.") from None
    except UnicodeDecodeError:
        return "binary", "is damaged: what is in it is no key"
    if not key.strip():
        return "", "is empty"
    is_usable = len(key.strip()) >= SHORTEST_KEY and key.strip().isprintable()
    return key, "" if is_usable else "is damaged: what is in it is too short for a key"


def make_key(file: Path) -> str:
    """Write a new key into a file, and return it."""
    # Written to another file first, readable only by its owner: an interrupted start leaves no empty key.
    aside = file.with_suffix(".new")
    with open(os.open(aside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as new:
        new.write(token_hex())
    aside.replace(file)
    return file.read_text()


def knows_phones(database: Path) -> bool:
    """Return whether there are phones in a database, which a new key would sign out."""
    if "phone" not in tables_in(database):
        return False
    with connected(address_of_file(database)) as found:
        return found.exec_driver_sql("SELECT 1 FROM phone LIMIT 1").first() is not None


def tables_in(database: Path) -> set[str]:
    """Return the tables in a file of SQLite; none if it is missing or empty. It is not created."""
    if not database.is_file() or not database.stat().st_size:
        return set()
    with connected(address_of_file(database)) as found:
        return set(found.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())


def note_of(database: Path) -> Path:
    """Return the file of the note that a database has been made."""
    return database.with_name(database.name + NOTE)


def text_of_note(database: Path) -> str:
    """Return what the note about a database says; nothing if there is none, or if the disk was full then."""
    note = note_of(database)
    return note.read_text(errors="replace") if note.exists() else ""


def begin(app: Flask) -> None:
    """Bring the database up to date; an empty one is made at the first start alone. Raises DataError."""
    check_database(app)
    bring_up_to_date(app)


def bring_up_to_date(app: Flask) -> None:
    """Bring the database up to date, and note that there is one. Raises DataError."""
    database = file_of_database(app)
    with explained(database or "The database"):
        upgrade(app)
    with suppress(OSError):
        note_of(database or server_note(app)).write_text(MADE)


def server_note(app: Flask) -> Path:
    """Return the name to which a database on a server is noted."""
    return Path(app.instance_path) / ON_SERVER


def check_database(app: Flask, new: bool = False) -> None:
    """Raise DataError if the database can't be used, or is gone and none that is ``new`` is asked for."""
    database = file_of_database(app)
    with explained(database or "The database"):
        if database:
            make_private_folder(database.parent)
            check_files(database)
            gone = what_is_gone(database)
        else:
            gone = "The database is empty" if has_note(server_note(app)) and is_empty_on_server(app) else ""
        if not new:
            refuse_lost(gone)
        if gone and database:
            set_aside(database)


def refuse_lost(gone: str) -> None:
    """Raise DataError if the database is gone, of which the start of the sentence says how."""
    if gone:
        raise DataError(
            f"{gone}, but there was one. Nothing was changed. If it is on another disk, connect that and "
            "start again. “scorekeeper restore FILE” restores a backup. To begin with an empty database, run "
            "“scorekeeper serve --new”."
        )


def check_files(database: Path) -> None:
    """Raise DataError unless a database can be written where it is."""
    folder = database.parent
    if database.is_dir():
        raise DataError(f"{database} is a folder. Move it away, or name another place with --data.")
    beside = (database.with_name(database.name + suffix) for suffix in (*LOG_SUFFIXES, ".lock"))
    for path in (folder, database, *beside):
        wanted = os.R_OK | os.W_OK | (os.X_OK if path == folder else 0)
        if path.exists() and not os.access(path, wanted):
            raise DataError(f"{path} can't be written. {ADVICE[StorageFault.FULL_OR_READ_ONLY]}")


def what_is_gone(database: Path) -> str:
    """Return that the database is gone, as the start of a sentence; empty if it is there or never was.

    Raises DataError for a database of another program.
    """
    tables = tables_in(database)
    if "club" in tables:
        return ""
    if tables - {"alembic_version"}:
        raise DataError(f"{database} is a database of another program. Move it away, or name another folder.")
    log = database.with_name(f"{database.name}-wal")
    if not has_note(database) and not (log.exists() and log.stat().st_size):
        return ""
    return f"{database} is {'empty' if database.exists() else 'missing'}"


def has_note(database: Path) -> bool:
    """Return whether a database has been made here, as its note says or, without one, an older key."""
    if text := text_of_note(database):
        return text != NOT_YET
    return database.name == DATABASE and (database.parent / KEY).exists()


def has_database(app: Flask) -> bool:
    """Return whether there is a database already."""
    database = file_of_database(app)
    return bool(tables_in(database)) if database else not is_empty_on_server(app)


def is_empty_on_server(app: Flask) -> bool:
    """Return whether a database on a server has no tables."""
    with app.app_context():
        return database_state() == EMPTY


def set_aside(database: Path) -> None:
    """Keep what is left of a database that is gone, so that a new one doesn't take it for its own."""
    beside = dated_name(database, "left")
    for suffix in ("", *LOG_SUFFIXES):
        if (left := database.with_name(database.name + suffix)).exists():
            left.replace(beside.with_name(beside.name + suffix))
