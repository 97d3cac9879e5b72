"""Bars, which ``templates/drawings/bars.html`` draws; each comes with its figures as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.rules.words import figure, listed
from scorekeeper.web.drawings.layout import truncate

WIDTH = 360
"""The width of a drawing: about that of a phone held upright. A wider page scales it up."""

LETTER = 7.8
"""The width of a letter, slightly generous."""

MARK = 14
"""The width of the mark before a name."""


class Bar(NamedTuple):
    """A bar: ``words`` are written at its end, by default its figure. ``mark`` is a player's id."""

    name: str
    value: int
    mark: int | None = None
    words: str = ""


class DrawnBar(NamedTuple):
    """A bar as it is drawn: its words and name as they fit, its start, its length, and how far down."""

    bar: Bar
    words: str
    name: str
    x: float
    length: float
    y: int


@dataclass(frozen=True)
class BarChart:
    """A chart with horizontal bars.

    Attributes:
        title, summary: what it shows, and the result in a sentence.
        height, zero: the height, and where zero is from the left.
        bars: the bars as they are drawn.
    """

    title: str
    summary: str
    height: int
    zero: float
    bars: Sequence[DrawnBar]


def bar_chart(title: str, bars: Sequence[Bar]) -> BarChart:
    """Return the chart of some bars, at least one; negative ones extend to the left."""
    words = [bar.words or figure(bar.value) for bar in bars]
    low, high = min(0, *(bar.value for bar in bars)), max(0, *(bar.value for bar in bars))
    left, right = (LETTER * max(map(len, words)) + 8 if low else 0), WIDTH - LETTER * max(map(len, words)) - 8
    unit = (right - left) / ((high - low) or 1)
    zero = left - low * unit
    drawn = []
    for number, (bar, said) in enumerate(zip(bars, words, strict=True)):
        length = max(abs(bar.value) * unit, 1.5)
        x = zero if bar.value >= 0 else zero - length
        drawn.append(
            DrawnBar(bar, said, truncate(bar.name, (WIDTH - MARK - 8) / LETTER), x, length, 44 * number)
        )
    summary = listed(f"{bar.name} {said}" for bar, said in zip(bars, words, strict=True))
    return BarChart(title, f"{summary}.", 44 * len(bars), zero, drawn)
