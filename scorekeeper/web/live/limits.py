"""How many pages may follow changes at once: each takes a thread, and ordinary requests need some too."""

from collections import Counter
from threading import Lock

MOST_STREAMS = 400
"""Streams in each worker process: 500 phones fit into two, however unevenly they are spread."""

MOST_PER_ADDRESS = 40
"""How many of them one address may take; behind some routers a whole table has one address."""

WITHOUT_DELAY = 20
"""Pages that may all fetch a change at the same moment."""

DELAY = 4
"""Milliseconds by which each further page spreads their fetches."""


class StreamLimits:
    """The places for streams in this process, and which addresses have taken them.

    Attributes:
        most: how many there are.
        most_per_address: how many of them one address may take.
    """

    def __init__(self, most: int, most_per_address: int) -> None:
        self.most, self.most_per_address = most, most_per_address
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Take a place for an address, and return whether there was one."""
        with self._lock:
            free = self._taken.total() < self.most and self._taken[address] < self.most_per_address
            if free:
                self._taken[address] += 1
            return free

    def free(self, address: str) -> None:
        """Give back a place that an address has taken."""
        with self._lock:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]

    @property
    def taken(self) -> int:
        """How many places are taken."""
        with self._lock:
            return self._taken.total()

    @property
    def delay(self) -> int:
        """Milliseconds by which a page should put off its fetch at most, so that not all come at once."""
        return DELAY * max(0, self.taken - WITHOUT_DELAY)
