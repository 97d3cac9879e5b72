"""Which games count in statistics: those of a club that are over and not deleted."""

from dataclasses import dataclass
from datetime import date, datetime, time


@dataclass(frozen=True)
class Scope:
    """Which games count; empty attributes don't matter.

    Attributes:
        club_id: the club whose games count.
        game: the key of the only game that counts.
        since, until: the first and last day on which a game started, in the app's time zone.
    """

    club_id: int
    game: str = ""
    since: date | None = None
    until: date | None = None


def start_of_day(day: date) -> datetime:
    """Return when a day starts in the app's time zone."""
    return datetime.combine(day, time.min).astimezone()
