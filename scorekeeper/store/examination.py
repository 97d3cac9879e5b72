"""Looking at a database without changing anything about it, not even creating it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, func, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from scorekeeper.domain import StorageError
from scorekeeper.store.addresses import file_of
from scorekeeper.store.database import readable
from scorekeeper.store.health import CURRENT, UNREACHABLE, state_after
from scorekeeper.store.models import Night, Play, Revision, Transfer
from scorekeeper.store.storage import tell_faults

DATED = (Night.started_at, Play.started_at, Play.ended_at, Revision.at, Transfer.at)


@dataclass(frozen=True)
class Examination:
    """What was found.

    Attributes:
        state: how the database is, in the words of ``store/health.py``.
        damage: what is wrong with its file; empty if nothing is.
        newest: when the newest entry was made; None if there is none.
    """

    state: str
    damage: str = ""
    newest: datetime | None = None


def examine(url: str | URL) -> Examination:
    """Return how the database at this address is. Its file, if it has one, must exist."""
    try:
        with connected(url) as connection:
            if damage := damage_in(connection):
                return Examination(UNREACHABLE, damage)
            state = state_after(MigrationContext.configure(connection).get_current_heads())
            return Examination(state, newest=newest_entry(connection) if state == CURRENT else None)
    except StorageError as error:
        return Examination(UNREACHABLE, error.reason)
    except DatabaseError as error:
        return Examination(UNREACHABLE, str(error.orig).strip().partition("\n")[0])
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        return Examination(UNREACHABLE, str(error).partition("\n")[0])


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


def newest_entry(connection: Connection) -> datetime | None:
    """Return when the newest entry of all was made."""
    newest = (connection.scalar(select(func.max(column))) for column in DATED)
    return max(filter(None, newest), default=None)
