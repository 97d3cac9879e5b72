"""Time that passes evenly, whatever is done to the machine's clock.

That clock may be set at any moment, and starts in the past after a power cut where it has no battery. So it
dates what people do, and decides nothing: how long ago a change was is told from how it was set lately,
and what ends some day ends by the steady time, which a wrong clock moves by no more than half a day.
"""

import time
from datetime import UTC, datetime, timedelta

TICKING = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""The system's clock that nobody can set; on Linux it also goes on while the machine sleeps."""

SET = 2.0
"""By how many seconds the clock must have moved to count as set, instead of as a little fast or slow."""

REMEMBERED = 120.0
"""For how many seconds it matters how the clock was set before."""

LONGEST_PAUSE = timedelta(hours=12)
"""What a pause between two starts counts at most; a wrong clock can make it seem years long."""


def ticks() -> float:
    """Return the seconds since some moment, which no setting of the clock changes."""
    return time.clock_gettime(TICKING)


class Clock:
    """The machine's clock as this process sees it.

    Attributes:
        ahead: by how many seconds the clock is ahead of the ticks.
        earlier: how far it was ahead before it was set, each with the tick until which that matters.
        steady_ahead: by how many seconds the steady time is ahead of the ticks.
    """

    def __init__(self) -> None:
        self.ahead = self.steady_ahead = time.time() - ticks()
        self.earlier: tuple[tuple[float, float], ...] = ()

    def age(self, moment: datetime) -> float | None:
        """Return how many seconds ago something was that the clock dated; None if that can't be told.

        It was dated before the clock was set or after: of several answers, the smallest.
        """
        here = ticks()
        self._look(here)
        aheads = (self.ahead, *(ahead for ahead, until in self.earlier if here < until))
        ages = (here + ahead - moment.timestamp() for ahead in aheads)
        return min((max(age, 0.0) for age in ages if age >= -SET), default=None)

    def _look(self, here: float) -> None:
        """Notice whether the clock was set since the last look."""
        before, self.ahead = self.ahead, time.time() - here
        if abs(self.ahead - before) > SET:
            lately = [known for known in self.earlier if here < known[1]]
            self.earlier = (*lately, (before, here + REMEMBERED))

    def steady_now(self) -> datetime:
        """Return the steady time."""
        return datetime.fromtimestamp(self.steady_ahead + ticks(), UTC)

    def resume(self, steady_at: datetime, clock_at: datetime) -> None:
        """Go on with the steady time of an earlier process; ``clock_at`` is what the clock said then."""
        now = datetime.fromtimestamp(time.time(), UTC)
        pause = min(max(now - clock_at, timedelta()), LONGEST_PAUSE)
        self.steady_ahead = (steady_at + pause).timestamp() - ticks()


clock = Clock()
"""The clock of this process; the workers are forks of one that has resumed the steady time."""


def steady_now() -> datetime:
    """Return the steady time, by which links and what came by them end."""
    return clock.steady_now()
