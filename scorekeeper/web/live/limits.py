"""How many pages may follow changes at once: each takes a thread, and ordinary requests need some too."""

from collections import defaultdict
from collections.abc import Iterable
from threading import Lock
from typing import Protocol

MOST_STREAMS = 400
"""Streams in each worker process: 500 phones fit into two, however unevenly they are spread."""

MOST_PER_ADDRESS = 40
"""How many of them one address may take; behind some routers a whole table has one address."""

WITHOUT_DELAY = 20
"""Pages that may all fetch a change at the same moment."""

DELAY = 12
"""Milliseconds by which each further page spreads their fetches: a little longer than drawing one takes."""


class OpenStream(Protocol):
    """A stream that takes a place."""

    def has_hung_up(self) -> bool:
        """Return whether the phone has gone, which the stream itself would notice only later."""

    def end(self) -> None:
        """End the stream soon."""


class StreamLimits:
    """The places for streams in this process, and which addresses have taken them.

    Attributes:
        most: how many there are.
        most_per_address: how many of them one address may take.
    """

    def __init__(self, most: int, most_per_address: int) -> None:
        self.most, self.most_per_address = most, most_per_address
        self._lock = Lock()
        self._open: defaultdict[str, set[OpenStream]] = defaultdict(set)

    def take(self, address: str, stream: OpenStream) -> bool:
        """Take a place for a stream to an address, and return whether there was one.

        A phone that goes from page to page gives up the place of the page it left; if there is none left,
        everyone who has gone does.
        """
        with self._lock:
            self._end_gone([address])
            if not self._is_free(address):
                self._end_gone(self._open)
            free = self._is_free(address)
            if free:
                self._open[address].add(stream)
            return free

    def free(self, address: str, stream: OpenStream) -> None:
        """Give back the place of a stream."""
        with self._lock:
            streams = self._open.get(address, set())
            streams.discard(stream)
            if not streams:
                self._open.pop(address, None)

    def _is_free(self, address: str) -> bool:
        return self._count() < self.most and len(self._open.get(address, ())) < self.most_per_address

    def _count(self) -> int:
        return sum(map(len, self._open.values()))

    def _end_gone(self, addresses: Iterable[str]) -> None:
        """End the streams of these addresses to phones that have gone, and count them no more."""
        for address in addresses:
            streams = self._open.get(address, set())
            for stream in [stream for stream in streams if stream.has_hung_up()]:
                streams.discard(stream)
                stream.end()

    @property
    def taken(self) -> int:
        """How many places are taken."""
        with self._lock:
            return self._count()

    @property
    def delay(self) -> int:
        """Milliseconds by which a page should put off its fetch at most, so that not all come at once."""
        return DELAY * max(0, self.taken - WITHOUT_DELAY)
