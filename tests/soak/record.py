"""What the phones have seen during the evening: answers, their times, and what was refused."""

from collections import Counter
from statistics import quantiles
from threading import Lock
from time import monotonic

REFUSED_ON_PURPOSE = (503, 507)
"""The answers of a server that is busy or has no room, after which a phone tries again."""


class Record:
    """What was answered, counted by all phones at once.

    Attributes:
        counts: how often something happened, by what it is called in the table.
        statuses: answers by status.
        failures: what should never happen, in words.
        seconds: how long each answer took.
        story: what went wrong on purpose, each with its time since the start.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.counts = Counter[str]()
        self.statuses = Counter[int]()
        self.failures: list[str] = []
        self.seconds: list[float] = []
        self.story: list[tuple[float, str]] = []
        self.start = monotonic()

    def count(self, what: str) -> None:
        """Count something that happened."""
        with self.lock:
            self.counts[what] += 1

    @property
    def time(self) -> float:
        """The seconds since the start."""
        return monotonic() - self.start

    def tell(self, what: str) -> None:
        """Note what goes wrong on purpose."""
        self.story.append((self.time, what))

    def fail(self, what: str) -> None:
        """Note what should not have happened."""
        with self.lock:
            self.failures.append(f"{what} (at {self.time:.0f} s)")

    def answered(self, status: int, seconds: float, what: str) -> None:
        """Note an answer."""
        with self.lock:
            self.statuses[status] += 1
            self.seconds.append(seconds)
        if status >= 500 and status not in REFUSED_ON_PURPOSE:
            self.fail(f"{what} was answered with {status}")

    def shares(self) -> tuple[float, float, float]:
        """Return how long half, 95% and 99% of the answers took at most, in seconds."""
        if len(self.seconds) < 2:
            return 0, 0, 0
        cuts = quantiles(self.seconds, n=100)
        return cuts[49], cuts[94], cuts[98]
