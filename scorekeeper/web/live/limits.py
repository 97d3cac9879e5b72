"""The number of pages that may follow changes: each takes a thread, and ordinary requests need some too."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from threading import Lock
from typing import Protocol

from scorekeeper.store.live.versions import Topic

MOST_STREAMS = 800
"""Streams in each worker process: those of 200 tables with four phones each, however they are spread."""

MOST_PER_ADDRESS = 40
"""How many of them one address may take; a whole table may have one, or with IPv6 share one home."""

WITHOUT_DELAY = 20
"""Pages of one game or night that may all fetch a change at the same moment."""

DELAY = 12
"""Milliseconds by which each further page spreads their fetches: a little longer than drawing one takes."""


class OpenStream(Protocol):
    """A stream that takes a place.

    Attributes:
        topic: what its page shows.
    """

    topic: Topic

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
        self._followers: Counter[Topic] = Counter()

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
                self._followers[stream.topic] += 1
            return free

    def free(self, address: str, stream: OpenStream) -> None:
        """Give back the place of a stream."""
        with self._lock:
            self._remove(address, stream)

    def _is_free(self, address: str) -> bool:
        return self._count() < self.most and len(self._open.get(address, ())) < self.most_per_address

    def _count(self) -> int:
        return sum(map(len, self._open.values()))

    def _end_gone(self, addresses: Iterable[str]) -> None:
        """End the streams of these addresses to phones that have gone, and count them no more."""
        for address in [*addresses]:
            for stream in [each for each in self._open.get(address, ()) if each.has_hung_up()]:
                self._remove(address, stream)
                stream.end()

    def _remove(self, address: str, stream: OpenStream) -> None:
        """Count a stream no more; it may have been removed before."""
        streams = self._open.get(address, set())
        if stream in streams:
            streams.remove(stream)
            self._followers[stream.topic] -= 1
        if not self._followers[stream.topic]:
            del self._followers[stream.topic]
        if not streams:
            self._open.pop(address, None)

    @property
    def taken(self) -> int:
        """The number of places that are taken."""
        with self._lock:
            return self._count()

    def delay(self, topic: Topic) -> int:
        """Return the most milliseconds by which pages put off a fetch, so that not all come at once."""
        with self._lock:
            return DELAY * max(0, self._followers[topic] - WITHOUT_DELAY)
