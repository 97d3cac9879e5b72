"""Nights side by side: a lane for each player, and in it a column for each night with a block for each win.

What isn't wins is a bar in each column. What was dropped is paler, and the base line has a gap where the
player wasn't there. Everything is placed in percent of a lane; ``templates/drawings/blocks.html`` draws it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

FEWEST_COLUMNS, MOST_COLUMNS = 8, 40
"""The columns for which a lane has room at least and at most; more nights are added up by weeks or longer."""

COLUMN_WIDTH = 0.74
"""The width of a block in its column."""

FEWEST_BLOCKS, MOST_BLOCKS = 3, 8
"""A lane is so many blocks high at least; with more than the most they aren't drawn apart."""

GAP_ABOVE = 0.16
"""The gap above a block, in heights of a block."""

ROOM_FOR_TWO = 50
"""The width of the columns from which the first and the last label have room."""

SPANS: Sequence[Callable[[int, date], object]] = (
    lambda at, _: at,
    lambda _, day: day.isocalendar()[:2],
    lambda _, day: (day.year, day.month),
    lambda _, day: day.year,
)
"""What a column may be, the shortest first: a night, a week, a month or a year."""


class Worth(NamedTuple):
    """The results of a night: what counts, and what was dropped."""

    kept: int
    dropped: int = 0

    def plus(self, other: "Worth") -> "Worth":
        """Return what both are worth together."""
        return Worth(self.kept + other.kept, self.dropped + other.dropped)


class Block(NamedTuple):
    """A block or a bar: its place, and whether it counts."""

    x: float
    y: float
    width: float
    height: float
    counts: bool


class BlockLane(NamedTuple):
    """The lane of a player: their id, blocks, and the parts of the base line, from where to where."""

    player: int
    blocks: Sequence[Block]
    base: Sequence[tuple[float, float]]


class BlocksDrawing(NamedTuple):
    """Nights side by side.

    Attributes:
        lanes: one for each player, by their id.
        zero: the height of the base line.
        first, last: what stands above the first column and the last one; the last may be empty.
        wide: where the last column ends.
    """

    lanes: Mapping[int, BlockLane]
    zero: float
    first: str
    last: str
    wide: float


def draw_blocks(
    nights: Mapping[int, date], players: Mapping[int, Iterable[tuple[int, Worth]]], *, wins: bool = False
) -> BlocksDrawing | None:
    """Return nights as blocks; None without any.

    ``nights`` has the day of each by its id, in order of time. ``players`` has, by theirs, the results of the
    nights on which they were there, with the ids of these. With ``wins`` there is a block for each.
    """
    if not nights:
        return None
    columns, days = _columns(nights), [*nights.values()]
    last = max(columns.values())
    lanes = {player: _merge(results, columns) for player, results in players.items()}
    sums = [worth for lane in lanes.values() for worth in lane.values()]
    high = max((sum(max(part, 0) for part in worth) for worth in sums), default=0)
    low = min((sum(min(part, 0) for part in worth) for worth in sums), default=0)
    high = max(high, FEWEST_BLOCKS) if wins else high
    step, unit = 100 / max(last + 1, FEWEST_COLUMNS), 100 / (float(high - low) or 1)
    zero, apart = float(high) * unit, wins and high <= MOST_BLOCKS
    drawn = {
        player: BlockLane(
            player,
            [
                part
                for at, worth in lane.items()
                for part in _stack(at * step, step, worth, zero, unit, apart)
            ],
            [*_base(lane, step)],
        )
        for player, lane in lanes.items()
    }
    wide = (last + COLUMN_WIDTH) * step
    return BlocksDrawing(drawn, zero, *_labels(days[0], days[-1], wide), wide)


def _columns(nights: Mapping[int, date]) -> dict[int, int]:
    """Return the column of each night."""
    for span in SPANS:
        spans = {night: span(at, day) for at, (night, day) in enumerate(nights.items())}
        places = {one: place for place, one in enumerate(dict.fromkeys(spans.values()))}
        if len(places) <= MOST_COLUMNS:
            break
    return {night: places[one] for night, one in spans.items()}


def _merge(results: Iterable[tuple[int, Worth]], columns: Mapping[int, int]) -> dict[int, Worth]:
    """Return what each column is worth, given the results of nights and the columns of these."""
    merged: dict[int, Worth] = {}
    for night, worth in results:
        merged[columns[night]] = merged.get(columns[night], Worth(0)).plus(worth)
    return dict(sorted(merged.items()))


def _stack(x: float, step: float, worth: Worth, zero: float, unit: float, apart: bool) -> Iterator[Block]:
    """Yield the blocks of a column: above the base line, and below it what is negative."""
    above = below = zero
    for amount, counts in zip(worth, (True, False), strict=True):
        for part in [1] * amount if apart else [amount] * bool(amount):
            height = float(abs(part)) * unit
            above, below = (above - height, below) if part > 0 else (above, below + height)
            gap = GAP_ABOVE * height if apart else 0
            y = above + gap if part > 0 else below - height
            yield Block(x, y, step * COLUMN_WIDTH, height - gap, counts)


def _base(lane: Mapping[int, Worth], step: float) -> Iterator[tuple[float, float]]:
    """Yield the parts of the base line: each goes on as long as the player was there every night."""
    for _, run in groupby(enumerate(lane), lambda one: one[1] - one[0]):
        there = [column for _, column in run]
        yield there[0] * step, (there[-1] + COLUMN_WIDTH) * step


def _labels(first: date, last: date, wide: float) -> tuple[str, str]:
    """Return the month of the first and of the last night, or their years, as one label if both don't fit."""
    months = 12 * (last.year - first.year) + last.month - first.month
    named = "%b" if months < 12 else "%Y"
    start, end = f"{first:{named}}", f"{last:{named}}"
    if start == end:
        return start, ""
    return (start, end) if wide >= ROOM_FOR_TWO else (f"{start}–{end}", "")
