"""What tells a process that the database may have changed."""

from typing import Protocol

from sqlalchemy import Connection


class Signal(Protocol):
    """Tells whether anything in the database may have changed since the last time it was asked.

    Attributes:
        pause: for how many seconds to wait before asking again.
    """

    pause: float

    def is_raised(self) -> bool:
        """Return whether there may be a change."""


class DataVersion:
    """The counter that SQLite keeps for a connection of the commits of all others; reading it is cheap."""

    pause = 0.05

    def __init__(self, connection: Connection) -> None:
        self._driver = connection.connection.driver_connection
        self._known = None

    def is_raised(self) -> bool:
        """Return whether any other connection, of any process, has committed a change."""
        assert self._driver
        known, (self._known,) = self._known, self._driver.execute("PRAGMA data_version").fetchone()
        return self._known != known


class Always:
    """For databases that don't say whether anything has changed: the versions are read every time."""

    pause = 0.5

    def is_raised(self) -> bool:
        """Return True."""
        return True


def signal_of(connection: Connection) -> Signal:
    """Return what tells of changes in the database of this connection."""
    return DataVersion(connection) if connection.dialect.name == "sqlite" else Always()
