"""Moving everything into another database: into a new file of SQLite, or into one on a server."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic import command
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy import Connection, Engine, inspect, select
from sqlalchemy.engine import URL

from scorekeeper.domain import EarlierDatabase, NewerDatabase, StorageError, StorageFault
from scorekeeper.store import database
from scorekeeper.store.addresses import address_of_file
from scorekeeper.store.database import db, migrate
from scorekeeper.store.health import (
    BEFORE_1_0,
    EARLIER,
    EMPTY,
    NEWER,
    UNREACHABLE,
    database_state,
    migrations,
)
from scorekeeper.store.models import Club
from scorekeeper.store.transfer.copying import copy_rows, snapshot
from scorekeeper.store.transfer.sqlite_backup import (
    OUR_TABLES,
    BackupError,
    flush_logs,
    open_existing,
    tables_of,
)


def copy_into_file(source: URL, file: Path) -> dict[str, int]:
    """Copy a database into an empty file of SQLite, and return how many rows each table has.

    The file is of the same version as the source. Raises BackupError, StorageError.
    """
    with snapshot(source) as here:
        heads = MigrationContext.configure(here).get_current_heads()
        if not heads:
            raise BackupError("There is nothing to back up yet.")
        if not migrations()[1].issuperset(heads):
            raise EarlierDatabase if BEFORE_1_0.issuperset(heads) else NewerDatabase
        with opened(address_of_file(file)) as engine:
            bring_to(*heads)
            with engine.connect().execution_options(writes=True) as there, there.begin():
                rows = copy_rows(here, there)
    # A backup is one file.
    flush_logs(file)
    return rows


def copy_into_server(source: URL, target: URL, only_if_empty: bool = False) -> dict[str, int]:
    """Replace everything in a database on a server, and return how many rows each table has.

    All of it is one transaction: until that has ended, what was there before is still there. If it must be
    empty, clubs in it are refused. Raises BackupError, EarlierDatabase, NewerDatabase, StorageError.
    """
    with snapshot(source) as here, opened(target) as engine:
        state = database_state()
        if state == UNREACHABLE:
            raise StorageError(StorageFault.UNREADABLE)
        if state == NEWER:
            raise NewerDatabase
        if state == EARLIER:
            raise EarlierDatabase
        with engine.connect().execution_options(writes=True) as there, there.begin():
            if state == EMPTY and OUR_TABLES & set(inspect(there).get_table_names()):
                raise BackupError("The target is a database of another program. Make an empty one.")
            bring_to("head", within=there)
            # A migration waits for others longer than anyone does at a terminal.
            there.exec_driver_sql("SET LOCAL lock_timeout = DEFAULT")
            if only_if_empty:
                refuse_clubs(there)
            return copy_rows(here, there)


HAS_CLUBS = (
    "The target has clubs in it, so nothing was copied. Name an empty database, or a file that doesn't exist."
)


def refuse_clubs(connection: Connection) -> None:
    """Raise BackupError if there are clubs in a database."""
    if connection.execute(select(Club.id).limit(1)).first():
        raise BackupError(HAS_CLUBS)


def refuse_clubs_in(file: Path) -> None:
    """Raise BackupError if a file is anything but a database without clubs; it may be missing."""
    if not file.exists() or not (file.is_file() and file.stat().st_size):
        if file.is_dir():
            raise BackupError(f"{file} is a folder. Name a file in it.")
        return
    try:
        with closing(open_existing(file)) as found:
            if not tables_of(found) >= OUR_TABLES:
                raise BackupError(f"{file} is a file of another program. Name one that doesn't exist yet.")
            if found.execute("SELECT 1 FROM club").fetchone():
                raise BackupError(HAS_CLUBS)
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{file} can't be used: {error}. Name a file that doesn't exist yet.") from None


@contextmanager
def opened(url: URL) -> Iterator[Engine]:
    """Yield what connects to another database than the app's; migrations find it too."""
    app = Flask(__name__)
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=url.render_as_string(hide_password=False),
        SQLALCHEMY_ENGINE_OPTIONS={"hide_parameters": True},
    )
    database.init_app(app)
    with app.app_context():
        try:
            yield db.engine
        finally:
            db.session.remove()
            db.engine.dispose()


def bring_to(*versions: str, within: Connection | None = None) -> None:
    """Bring the database that is opened to these versions, within a transaction of its own or another one."""
    config = migrate.get_config()
    if within is not None:
        config.attributes["connection"] = within
    for version in versions:
        command.upgrade(config, version)
