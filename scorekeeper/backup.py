"""Backing up and restoring everything, from the command line."""

from datetime import datetime
from pathlib import Path

from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from scorekeeper.store.models import now
from scorekeeper.store.transfer import sqlite_backup


def back_up(file: str, overwrite: bool) -> str:
    """Copy everything that is kept into a file; says so. Raises CopyError."""
    target = Path(file)
    app = create_app()
    size = sqlite_backup.back_up(app, target, overwrite)
    return (
        f"Everything is in {target} now, {size:,} bytes. Keep it on another machine.\n"
        f"{Path(app.instance_path) / 'secret_key'} is not in it. Without it, and at every other address, "
        "phones open their club's link once more. Keep that too, or make a new one with “scorekeeper link”."
    )


def restore(file: str, at: datetime | None = None) -> str:
    """Put a backup in the place of everything that is kept; says what became of that. Raises CopyError."""
    source = Path(file)
    app = create_app()
    database = sqlite_backup.database_file(app)
    with sqlite_backup.alone(database):
        sqlite_backup.check(source)
        if database.exists() and source.samefile(database):
            raise sqlite_backup.CopyError(f"{source} is what is kept now, and no backup of it.")
        new = database.with_name(database.name + ".new")
        try:
            sqlite_backup.copy_of(source, new)
            # Made newer before anybody sees it: if that fails, all is as it was.
            bring_up_to_date(new)
            kept = sqlite_backup.put_in_place(new, database, at or now())
        finally:
            new.unlink(missing_ok=True)
    said = f"Everything is as it was in {source}."
    said = f"{said} What was there before is in {kept}." if kept else said
    return (
        f"{said}\nPhones that knew another machine open their club's link once more, with the new address. "
        "Nobody has it? “scorekeeper link” makes a new one."
    )


def bring_up_to_date(database: Path) -> None:
    """Bring a database that nobody uses yet to the newest state of the tables."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{database}"})
    upgrade(app)
    with app.app_context():
        db.engine.dispose()
