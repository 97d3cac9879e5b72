"""The state of the database: whether it answers and is as this version of the app needs it."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.domain import BEFORE_1_0, StorageError
from scorekeeper.store.database import db

CURRENT, OUTDATED, NEWER = "ok", "needs migration", "is of a newer version"
EARLIER = BEFORE_1_0
EMPTY, UNREACHABLE = "is empty", "does not answer"

EARLIER_MIGRATIONS = frozenset(
    [*(f"{number:04}" for number in range(1, 13)), "1.0", "1.0.1", *(f"1.{number}" for number in range(1, 7))]
)
"""The migrations before that of version 1.0.0. A database that ends with one is left as it is."""

MIGRATIONS = tuple(f"1.{number}" for number in range(7, 21))
"""The migrations that this version knows, oldest first: each is in ``migrations/versions``."""


def database_state() -> str:
    """Return how the database is: CURRENT, OUTDATED, EARLIER, NEWER, EMPTY or UNREACHABLE."""
    try:
        with db.engine.connect().execution_options(needs_file=True) as connection:
            found = migrations_of(connection)
    except (SQLAlchemyError, StorageError):
        return UNREACHABLE
    return state_after(found)


def state_after(applied: Collection[str]) -> str:
    """Return how a database is that these migrations have left as it is: all but UNREACHABLE."""
    if not applied:
        return EMPTY
    if {*applied} == {MIGRATIONS[-1]}:
        return CURRENT
    if EARLIER_MIGRATIONS.issuperset(applied):
        return EARLIER
    return OUTDATED if {*MIGRATIONS}.issuperset(applied) else NEWER


def migrations_of(connection: Connection) -> Sequence[str]:
    """Return the newest migration that a database has been through; none if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    return connection.scalars(text("SELECT version_num FROM alembic_version")).all()
