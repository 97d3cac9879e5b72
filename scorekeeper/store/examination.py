"""Looking at a database without changing anything about it, not even creating it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL

from scorekeeper.store.addresses import file_of
from scorekeeper.store.database import readable
from scorekeeper.store.health import EARLIER, EMPTY, NEWER, OUTDATED, migrations_of, state_after
from scorekeeper.store.storage import tell_faults

OF_ANOTHER_VERSION = {
    OUTDATED: "is of an older version of Scorekeeper. Start this one on it once: it makes a backup first",
    EARLIER: f"{EARLIER}. Use another data folder (--data), or another address",
    NEWER: "is of a newer version of Scorekeeper. Use that version, or restore a backup of this one",
    EMPTY: "is empty. Check its address, or start the app on it if this is a new installation",
}
"""What is wrong with a database that is not as this version needs it, and what to do."""


def what_is_wrong(url: str | URL) -> str:
    """Return what is wrong with a database, to follow its name; empty if nothing is. Raises StorageError.

    Its file, if it has one, must exist.
    """
    with connected(url) as connection:
        if damage := damage_in(connection):
            return f"is damaged: {damage}. Keep a copy of it, and restore the newest backup"
        state = state_after(migrations_of(connection))
        return OF_ANOTHER_VERSION.get(state, "")


@contextmanager
def connected(url: str | URL) -> Iterator[Connection]:
    """Yield a connection that only reads. Raises StorageError."""
    file = file_of(url)
    engine = reader_of(file) if file else create_engine(url, hide_parameters=True)
    tell_faults(engine)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def reader_of(file: Path) -> Engine:
    """Return what reads a file of SQLite; a connection as the app makes it would write into it."""
    # Without a log nobody has it open; SQLite would leave files beside it that the app may not write to.
    how = "mode=ro" if file.with_name(f"{file.name}-wal").exists() else "mode=ro&immutable=1"
    address = f"file:{quote(str(file.absolute()))}?{how}"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(address, uri=True, isolation_level=None)
        connection.text_factory = readable
        return connection

    return create_engine("sqlite://", creator=connect)


def damage_in(connection: Connection) -> str:
    """Return what SQLite finds wrong with its file; empty if nothing is."""
    if connection.dialect.name != "sqlite":
        return ""
    found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
    return "" if found == "ok" else " ".join(found.split())
