"""The commands that back up, restore and copy the whole database."""

from pathlib import Path
from secrets import token_hex

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.domain import BackupError, DataError
from scorekeeper.files.backups import (
    back_up,
    lines_of,
    restored_lines,
    snapshot,
)
from scorekeeper.files.kinds import is_database
from scorekeeper.files.replacing import dated_name, lock_for_restoring
from scorekeeper.files.restoring import fill_database
from scorekeeper.files.streams import file_to_read, name_to_write
from scorekeeper.hosting.data_folder import DATABASE, explained, what_is_gone
from scorekeeper.settings import SettingError, read_one
from scorekeeper.store.addresses import (
    Address,
    address_of,
    address_of_file,
    file_of,
    file_of_database,
    parsed,
    shown,
)
from scorekeeper.store.database import db
from scorekeeper.store.examination import what_is_wrong
from scorekeeper.store.health import EMPTY, OUTDATED, database_state

NOT_RECORDED = (
    "The database itself can't be written, so the app's page of backups won't show this one. "
    "“scorekeeper doctor” says what is wrong.\n"
)

BACKUP = ".backup"
"""The ending of the names of files in which the app itself keeps a backup."""


def back_up_to(file: str, overwrite: bool) -> str:
    """Back up the whole database to a file, and return a message about it. Raises BackupError."""
    target = Path(file)
    # Without the key, which may be what is damaged.
    app = create_app({"SECRET_KEY": token_hex()})
    refuse_if_gone(app)
    with explained("The database"):
        size, is_recorded = back_up(app, target, overwrite)
    return (
        f"Backed up everything to {name_to_write(target)} ({size:,} bytes). Keep a copy on another machine.\n"
        f"{'' if is_recorded else NOT_RECORDED}"
        f"The backup doesn't include {Path(app.instance_path) / 'secret_key'}. Without that file, or at a "
        "new address, each phone must open its club's link again. Keep the file too, or make a new link with "
        "“scorekeeper link”."
    )


def refuse_if_gone(app: Flask) -> None:
    """Raise DataError if there was a database, and it is gone or damaged."""
    if database := file_of_database(app):
        with explained(database):
            gone = what_is_gone(database)
        if gone:
            raise DataError(
                f"{gone}, so there is nothing to back up. If it is on another disk, connect that."
            )


def restore_from(file: str) -> str:
    """Replace the database with a backup, and return a message about it. Raises BackupError, DataError."""
    # The phones of another machine must join again in any case, so its key isn't missed.
    app = create_app({"NEW_KEY": True})
    url = address_of(app)
    with app.app_context():
        # The lock counts connections.
        db.engine.dispose()
    with file_to_read(Path(file)) as (source, name), explained("The database"), lock_for_restoring(url):
        database = file_of(url)
        if is_database(source) and database and database.exists() and source.samefile(database):
            raise BackupError(f"{source} is the current database, not a backup of it.")
        with restored_lines(source, name) as lines:
            on_server = None if database else keep_what_is_on_server(app)
            _, kept = fill_database(url, lines)
    kept = kept or on_server
    previous = f" The previous database is now {kept}." if kept else ""
    return (
        f"Restored everything from {name}.{previous}\n"
        "Phones that used another machine must open their club's link again, at the new address. "
        "If nobody has the link, “scorekeeper link” makes a new one."
    )


def keep_what_is_on_server(app: Flask) -> Path | None:
    """Back up the database on a server, and return the file; None if it is empty. Raises BackupError."""
    with app.app_context():
        if database_state() == EMPTY:
            return None
    kept = dated_name(Path(app.instance_path) / DATABASE, "before", BACKUP)
    back_up(app, kept)
    return kept


def back_up_before_update(app: Flask) -> str:
    """Back up a database that the next migration will change, and return a message about it; usually empty.

    Raises BackupError, DataError.
    """
    with app.app_context():
        if database_state() != OUTDATED:
            return ""
    database = file_of_database(app) or Path(app.instance_path) / DATABASE
    kept = dated_name(database, "before-update", BACKUP)
    with explained("The database"):
        back_up(app, kept)
    return f"This version changes the database. It was backed up to {kept} first."


def copy_everything(source: str, target: str) -> str:
    """Copy a database to another address or file, and return a message with the rows of each table.

    Raises BackupError, DataError, SettingError.
    """
    here, there = named_database("FROM", source), named_database("TO", target)
    if here == there:
        raise BackupError("FROM and TO are the same database.")
    refuse_source(here)
    with explained(shown(there)), lock_for_restoring(there), snapshot(here) as connection:
        rows, _ = fill_database(there, lines_of(connection), only_if_empty=True)
    lines = [f"{count:>12,}  {table}" for table, count in sorted(rows.items())]
    return "\n".join(
        [
            f"Copied everything from {shown(here)} to {shown(there)}. Rows in each table, all compared:",
            *lines,
            f"{sum(rows.values()):>12,}  in all",
            "What is entered from now on isn't copied: let the app use the new database from its next start. "
            "Keep the file secret_key where it is, and phones stay signed in.",
        ]
    )


def named_database(name: str, text: str) -> Address:
    """Return the address of a database, which may be given as a file. Raises SettingError."""
    if "://" in text:
        return parsed(read_one(name, "database_url", text))
    if not text.strip():
        raise SettingError(
            f"{name} must be a file, or an address such as postgresql://user@host/scorekeeper."
        )
    return address_of_file(Path(text).expanduser())


def refuse_source(source: Address) -> None:
    """Raise DataError unless a database can be copied."""
    file = file_of(source)
    if file and not is_database(file):
        raise DataError(f"{file} isn't a database. “scorekeeper restore” reads backups.")
    with explained(shown(source)):
        wrong = what_is_wrong(source)
    if wrong:
        raise DataError(f"{shown(source)} {wrong}. Nothing was copied.")
