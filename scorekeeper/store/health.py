"""Whether the database answers and is as this version of the app needs it."""

from functools import cache

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.store.database import db, migrate

CURRENT, OUTDATED, EMPTY, UNREACHABLE = "ok", "needs migration", "is empty", "does not answer"


def database_state() -> str:
    """Return how the database is: CURRENT, OUTDATED, EMPTY or UNREACHABLE."""
    try:
        with db.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_heads()
    except SQLAlchemyError:
        return UNREACHABLE
    if not found:
        return EMPTY
    return CURRENT if set(found) == newest_versions() else OUTDATED


@cache
def newest_versions() -> frozenset[str]:
    """Return the migrations after which the database is as this version of the app needs it."""
    return frozenset(ScriptDirectory(migrate.directory).get_heads())
