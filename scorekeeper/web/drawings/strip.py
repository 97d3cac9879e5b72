"""A night as a strip: a row for each player, with a line for each game they played, and where they won.

Everything is placed in percent of the width. Where the times say little, such as after a day's break, games
have the same width each.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from scorekeeper.web.drawings.layout import Tick

LONGEST_NIGHT = timedelta(hours=14)
MOST_HOURS = 5
"""The most hours that are named."""

GAP = 1.0
"""The room between two games."""

SHORTEST = 2.0
"""The shortest line."""


class Spell(NamedTuple):
    """One game of the night.

    Attributes:
        start, end: when it began and ended, as the night's clock says; no end while it runs.
        players, winners: the ids of those who played, and who won.
        parts: from where to where those played who joined or left it, as parts of its hands.
    """

    start: datetime
    end: datetime | None
    players: Sequence[int]
    winners: Sequence[int] = ()
    parts: Mapping[int, tuple[float, float]] = {}


class Segment(NamedTuple):
    """A line while a player played: from where to where, and whether they won or still play."""

    left: float
    right: float
    won: bool
    running: bool


class Lane(NamedTuple):
    """The row of a player: their lines, and games won.

    Attributes:
        player: their id.
        segments: their lines in order.
        came: where the first one starts; None if they haven't played.
        wins: how many games they won.
    """

    player: int
    segments: Sequence[Segment]
    came: float | None
    wins: int


class Strip(NamedTuple):
    """A night.

    Attributes:
        lanes: a row for each player.
        hours: the hours above them; none where games have the same width.
    """

    lanes: Sequence[Lane]
    hours: Sequence[Tick]


def draw_strip(players: Sequence[int], spells: Sequence[Spell], now: datetime) -> Strip | None:
    """Return the strip of a night with these players; None before its first game.

    ``now`` is the time on the night's clock, up to which running games are drawn.
    """
    if not spells:
        return None
    spells = sorted(spells, key=lambda spell: spell.start)
    start = spells[0].start
    end = max(now if spell.end is None else spell.end for spell in spells)
    is_timed = timedelta(0) < end - start <= LONGEST_NIGHT and all(
        start <= spell.start <= (spell.end or now) for spell in spells
    )
    if is_timed:
        whole = end - start
        spans = [((one.start - start) / whole, ((one.end or now) - start) / whole) for one in spells]
    else:
        spans = [(at / len(spells), (at + 1) / len(spells)) for at in range(len(spells))]
    hours = list(_hours(start, end)) if is_timed else []
    return Strip([_lane(player, spells, spans) for player in players], hours)


def _lane(player: int, spells: Sequence[Spell], spans: Sequence[tuple[float, float]]) -> Lane:
    segments = [
        _segment(player, spell, left, right)
        for spell, (left, right) in zip(spells, spans, strict=True)
        if player in spell.players
    ]
    came = segments[0].left if segments else None
    return Lane(player, segments, came, sum(segment.won for segment in segments))


def _segment(player: int, spell: Spell, left: float, right: float) -> Segment:
    joined, left_at = spell.parts.get(player, (0, 1))
    start, end = left + joined * (right - left), left + left_at * (right - left)
    return Segment(
        100 * start,
        max(100 * end - (0 if end == 1 else GAP), 100 * start + SHORTEST),
        player in spell.winners,
        spell.end is None and left_at == 1,
    )


def _hours(start: datetime, end: datetime) -> Iterator[Tick]:
    """Yield the full hours between two times, or every second, third … one where there are many."""
    first = start.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    hours = int((end - first) / timedelta(hours=1)) + 1 if end >= first else 0
    step = -(-hours // MOST_HOURS) or 1
    for hour in range(0, hours, step):
        at = first + timedelta(hours=hour)
        yield Tick(100 * ((at - start) / (end - start)), f"{at:%H}")
