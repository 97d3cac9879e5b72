"""The state of the database: whether it answers and is as this version of the app needs it."""

from collections.abc import Collection
from functools import cache

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.domain import BEFORE_1_0, StorageError
from scorekeeper.store.database import db, migrate

CURRENT, OUTDATED, NEWER = "ok", "needs migration", "is of a newer version"
EARLIER = BEFORE_1_0
EMPTY, UNREACHABLE = "is empty", "does not answer"

EARLIER_MIGRATIONS = frozenset(
    [*(f"{number:04}" for number in range(1, 13)), "1.0", "1.0.1", *(f"1.{number}" for number in range(1, 7))]
)
"""The migrations before that of version 1.0.0. A database that ends with one is left as it is."""


def database_state() -> str:
    """Return how the database is: CURRENT, OUTDATED, EARLIER, NEWER, EMPTY or UNREACHABLE."""
    try:
        with db.engine.connect().execution_options(needs_file=True) as connection:
            found = MigrationContext.configure(connection).get_current_heads()
    except (SQLAlchemyError, StorageError):
        return UNREACHABLE
    return state_after(found)


def state_after(applied: Collection[str]) -> str:
    """Return how a database is that these migrations have left as it is: all but UNREACHABLE."""
    if not applied:
        return EMPTY
    newest, known = migrations()
    if newest.issuperset(applied):
        return CURRENT
    if EARLIER_MIGRATIONS.issuperset(applied):
        return EARLIER
    return OUTDATED if known.issuperset(applied) else NEWER


@cache
def migrations() -> tuple[frozenset[str], frozenset[str]]:
    """Return the newest migrations, after which this version can use the database, and all it knows."""
    scripts = ScriptDirectory(migrate.directory)
    return frozenset(scripts.get_heads()), frozenset(one.revision for one in scripts.walk_revisions())
