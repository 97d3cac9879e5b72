"""What tells a process that the database may have changed."""

from collections.abc import Callable, Collection
from time import sleep
from typing import Protocol, TypeAlias

from sqlalchemy import Connection

from scorekeeper.store.live.versions import Topic

Changed: TypeAlias = Collection[Topic] | None
"""The topics that may have changed; None where anything may have."""

CHANNEL = "scorekeeper"
"""The channel on which PostgreSQL's triggers tell of changes: see the migration that makes them."""


class Signal(Protocol):
    """Tells what may have changed in the database; the first time, anything may have."""

    def wait(self) -> Changed:
        """Return what may have changed since the last time, waiting no longer than a fraction of a second."""


class DataVersion:
    """The counter that SQLite keeps for a connection of the commits of all others; reading it is cheap."""

    pause = 0.05

    def __init__(self, connection: Connection) -> None:
        self._driver = connection.connection.driver_connection
        self._known: int | None = None

    def wait(self) -> Changed:
        """Return that anything may have if any other connection, of any process, has committed a change."""
        if self._known is not None:
            sleep(self.pause)
        assert self._driver
        known, (self._known,) = self._known, self._driver.execute("PRAGMA data_version").fetchone()
        return None if self._known != known else ()


class Notifications:
    """What PostgreSQL sends to everyone who listens, on any machine, as soon as a change is committed."""

    longest = 0.1
    """Seconds to wait at most: a page opened since may have missed a change."""

    def __init__(self, connection: Connection) -> None:
        self._driver = connection.connection.driver_connection
        # It listens until it is closed, so nobody else may get it from the pool.
        connection.detach()
        with connection.begin():
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        self._is_new = True

    def wait(self) -> Changed:
        """Return the topics of which a notification came."""
        if self._is_new:
            self._is_new = False
            return None
        assert self._driver
        changed: set[Topic] = set()
        for notification in self._driver.notifies(timeout=self.longest, stop_after=1):
            topics = topics_in(notification.payload)
            if topics is None:
                return None
            changed.update(topics)
        return changed


def topics_in(payload: str) -> Changed:
    """Return what a notification tells of, such as "play 3,play 4"."""
    if not payload:
        return None
    named = (each.split(" ") for each in payload.split(","))
    return [Topic(kind, int(number)) for kind, number in named]  # type: ignore[arg-type]


SIGNALS: dict[str, Callable[[Connection], Signal]] = {"sqlite": DataVersion, "postgresql": Notifications}


def signal_of(connection: Connection) -> Signal:
    """Return what tells of changes in the database of this connection."""
    return SIGNALS[connection.dialect.name](connection)
