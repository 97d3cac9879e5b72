"""The commands that back up and restore the whole database."""

from datetime import datetime
from pathlib import Path
from secrets import token_hex

from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.data_folder import DATABASE, explained, what_is_gone
from scorekeeper.domain import DataError
from scorekeeper.store import upgrade
from scorekeeper.store.addresses import address_of, address_of_file, file_of_database
from scorekeeper.store.database import db, now
from scorekeeper.store.health import EMPTY, OUTDATED, database_state
from scorekeeper.store.transfer.backup_checksum import has_checksum
from scorekeeper.store.transfer.database_lock import lock_for_restoring
from scorekeeper.store.transfer.full_backup import copy_database, temporary_file
from scorekeeper.store.transfer.moving import copy_into_server
from scorekeeper.store.transfer.server_lock import server_kept_free
from scorekeeper.store.transfer.sqlite_backup import (
    BackupError,
    check_backup,
    copy_backup,
    replace_database,
    unused_name,
)

NOT_RECORDED = (
    "The database itself can't be written, so the app's page of backups won't show this one. "
    "“scorekeeper doctor” says what is wrong.\n"
)


def back_up_to(file: str, overwrite: bool) -> str:
    """Copy the whole database into a file, and return a message about it. Raises BackupError."""
    target = Path(file)
    # Without the key, which may be what is damaged.
    app = create_app({"SECRET_KEY": token_hex()})
    refuse_if_gone(app)
    with explained("The database"):
        made = copy_database(app, target, overwrite)
    return (
        f"Backed up everything to {target} ({made.size:,} bytes). Keep a copy on another machine.\n"
        f"{'' if made.is_recorded else NOT_RECORDED}"
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


def restore_from(file: str, at: datetime | None = None) -> str:
    """Replace the database with a backup, and return a message about it. Raises BackupError, DataError."""
    source = Path(file)
    # The phones of another machine must join again in any case, so its key isn't missed.
    app = create_app({"NEW_KEY": True})
    with explained("The database"):
        if database := file_of_database(app):
            kept = restore_file(source, database, at or now())
        else:
            kept = restore_into_server(app, source, at or now())
    previous = f" The previous database is now {kept}." if kept else ""
    if not has_checksum(source):
        previous += (
            "\nThis backup has no checksum, as an older version made it; what could be checked is sound."
        )
    return (
        f"Restored everything from {source}.{previous}\n"
        "Phones that used another machine must open their club's link again, at the new address. "
        "If nobody has the link, “scorekeeper link” makes a new one."
    )


def restore_file(source: Path, database: Path, at: datetime) -> Path | None:
    """Replace a database by a backup, and return where that was kept. Raises BackupError."""
    with lock_for_restoring(database):
        check_backup(source)
        if database.exists() and source.samefile(database):
            raise BackupError(f"{source} is the current database, not a backup of it.")
        new = database.with_name(database.name + ".new")
        try:
            copy_backup(source, new)
            # Migrated before anyone uses it: if that fails, nothing has changed.
            migrate_database(new)
            return replace_database(new, database, at)
        finally:
            new.unlink(missing_ok=True)


def restore_into_server(app: Flask, source: Path, at: datetime) -> Path | None:
    """Replace what is on a server by a backup, and return where that was kept. Raises BackupError."""
    folder, url = Path(app.instance_path), address_of(app)
    with app.app_context():
        # The lock counts connections.
        db.engine.dispose()
    with server_kept_free(url):
        check_backup(source)
        kept = keep_what_is_on_server(app, folder, at)
        with temporary_file(folder / "restored.db") as new:
            copy_backup(source, new)
            migrate_database(new)
            copy_into_server(address_of_file(new), url)
    return kept


def keep_what_is_on_server(app: Flask, folder: Path, at: datetime) -> Path | None:
    """Copy the database on a server into a file, and return it; None if it is empty. Raises BackupError."""
    with app.app_context():
        if database_state() == EMPTY:
            return None
    kept = unused_name(folder / DATABASE, f"before-{at.astimezone():%Y%m%d-%H%M%S}")
    copy_database(app, kept)
    return kept


def back_up_before_update(app: Flask) -> str:
    """Copy a database that the next migration will change, and return a message about it; usually empty.

    Raises BackupError, DataError.
    """
    with app.app_context():
        if database_state() != OUTDATED:
            return ""
    database = file_of_database(app) or Path(app.instance_path) / DATABASE
    kept = unused_name(database, f"before-update-{now().astimezone():%Y%m%d-%H%M%S}")
    with explained("The database"):
        copy_database(app, kept)
    return f"This version changes the database. It was backed up to {kept} first."


def migrate_database(database: Path) -> None:
    """Bring the tables of a database that nobody uses yet up to date."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{database}"})
    upgrade(app)
    with app.app_context():
        db.engine.dispose()
