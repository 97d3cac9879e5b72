"""A hand as strokes: one for each trick, in gates of five, above a rule as long as the bid.

Symbols of ``marks.svg`` have the strokes, so that scripts and pictures draw the same ones
(``static/plays/group.js``).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules.strokes import Strokes

GATE = 5
GATE_WIDTH, LEFT, FIRST, APART, RIGHT = 54, 2, 10, 10, 48
"""The distance between gates; and in a gate its beginning, its first stroke, their distance and its end."""

MOST_STROKES = 20
"""More than this are not drawn: the figure says it."""


class StrokeGroup(NamedTuple):
    """A gate, or the strokes of one that isn't full: the symbol, and how far to the right it is."""

    symbol: str
    x: int


class StrokesDrawing(NamedTuple):
    """The strokes of one side.

    Attributes:
        left, width: what is drawn, from left to right.
        taken: the strokes for what was taken.
        open: thinner ones for the whole bid, which show where it was missed or is still being played.
        rule: the left and right end of the rule; None without a bid.
        outcome: "exact", "over", "missed" or "playing" beside a bid, else empty.
    """

    left: int
    width: int
    taken: tuple[StrokeGroup, ...]
    open: tuple[StrokeGroup, ...]
    rule: tuple[int, int] | None
    outcome: str


def draw_hand(sides: Sequence[Strokes | None]) -> Sequence[StrokesDrawing | None]:
    """Return the strokes of each side of a hand; none if one of them has too many."""
    drawn = [side and draw_strokes(side) for side in sides]
    return drawn if drawn.count(None) == sides.count(None) else [None] * len(sides)


def draw_strokes(strokes: Strokes) -> StrokesDrawing | None:
    """Return the strokes of one side; None if they are too many."""
    taken, bid = strokes.taken or 0, strokes.bid or 0
    shown = max(taken, bid)
    if shown > MOST_STROKES:
        return None
    outcome = "" if strokes.bid is None else _outcome(strokes)
    left = FIRST if shown < GATE else LEFT
    rule = (left, _right(bid)) if bid else None
    open_strokes = tuple(_groups(bid)) if taken < bid else ()
    width = _right(shown) - left if shown else 0
    return StrokesDrawing(left - 2, width + 4, tuple(_groups(taken)), open_strokes, rule, outcome)


def _outcome(strokes: Strokes) -> str:
    if strokes.taken is None or strokes.bid is None:
        return "playing"
    if strokes.taken == strokes.bid:
        return "exact"
    return "over" if strokes.taken > strokes.bid else "missed"


def _groups(count: int) -> Iterator[StrokeGroup]:
    """Yield the gates for so many strokes, and what is left."""
    gates, rest = divmod(count, GATE)
    for gate in range(gates):
        yield StrokeGroup("strokes-5", GATE_WIDTH * gate)
    if rest:
        yield StrokeGroup(f"strokes-{rest}", GATE_WIDTH * gates)


def _right(count: int) -> int:
    """Return where so many strokes end, at least one."""
    gates, rest = divmod(count, GATE)
    return GATE_WIDTH * gates + FIRST + APART * (rest - 1) if rest else GATE_WIDTH * (gates - 1) + RIGHT
