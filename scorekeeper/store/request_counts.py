"""How often limited requests were made, counted for all processes of all servers together.

A count is kept in a transaction of its own. Where none can be kept, as while the database is busy or can only
be read, nothing was counted: that would be no reason to refuse anyone.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.domain import StorageError
from scorekeeper.store.database import db, now
from scorekeeper.store.models import RequestCount

LONGEST = 3600
"""Seconds after which every count begins again."""

ALIKE = 60
"""Seconds by which the clocks of servers may differ."""

AT_MOST = 0.5
"""Seconds that a count waits while others save; the request that is counted waits for it."""


def count_request(key: str, seconds: int, times: int = 1) -> int:
    """Count a request under a key that is new again after so many seconds, and return how often it was made.

    The request must not have written anything yet: it gives up its transaction, so that it never needs two
    connections at once.
    """
    db.session.rollback()
    try:
        with db.engine.connect().execution_options(writes=True, waits=AT_MOST) as connection:
            connection.execute(_upsert(key, seconds, times))
            found = connection.scalar(select(RequestCount.times).where(RequestCount.key == key)) or 0
            if found == times:
                # Not what others count: two that each waited for the other’s would never end.
                over = select(RequestCount.key).where(~_is_counting(LONGEST))
                over = over.with_for_update(skip_locked=True)
                connection.execute(delete(RequestCount).where(RequestCount.key.in_(over)))
            connection.commit()
            return found
    except (StorageError, SQLAlchemyError):
        return 0


def _upsert(key: str, seconds: int, times: int) -> Any:
    """Return the statement that adds to a count, or begins again with one that is over."""
    insert = postgresql.insert if db.engine.dialect.name == "postgresql" else sqlite.insert
    ends_at, goes_on = now() + timedelta(seconds=seconds), _is_counting(seconds)
    return (
        insert(RequestCount)
        .values(key=key, times=times, ends_at=ends_at)
        .on_conflict_do_update(
            index_elements=[RequestCount.key],
            set_={
                "times": case((goes_on, RequestCount.times + times), else_=times),
                "ends_at": case((goes_on, RequestCount.ends_at), else_=ends_at),
            },
        )
    )


def _is_counting(seconds: int) -> ColumnElement[bool]:
    """Return whether a count goes on; one that would last too long is from before the clock was set back."""
    at = now()
    return and_(RequestCount.ends_at > at, RequestCount.ends_at <= at + timedelta(seconds=seconds + ALIKE))


def request_count(key: str) -> tuple[int, float]:
    """Return how often a request was counted under a key, and when that begins again, since 1970."""
    try:
        with db.engine.connect() as connection:
            asked = select(RequestCount.times, RequestCount.ends_at)
            found = connection.execute(asked.where(RequestCount.key == key, _is_counting(LONGEST))).first()
    except (StorageError, SQLAlchemyError):
        found = None
    return (found.times, found.ends_at.timestamp()) if found else (0, now().timestamp())
