"""Charts, worked out here and drawn as SVG by ``templates/charts.html``.

Every line has its player's own mark and colour, a dash of its own and its name at its end, so that nothing is
told by colour alone; and every chart brings its figures as a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple, TypeAlias

from scorekeeper.rules.words import figure, listed
from scorekeeper.web.history.svg_layout import LEADING, LETTER, WIDTH, Tick, cut, room, scale, spaced, spread

HEIGHT = 250
"""Of a drawing with few lines."""

Point: TypeAlias = tuple[float, float]

MARK = 14
"""Room for the mark before a label."""

WIDEST = 150
"""Room for a label; a longer name is cut there, and the table has it in full."""

DASHES = ("", "8 4", "2 4", "12 4 2 4", "5 3", "12 3 2 3 2 3", "1 3", "16 5")

MARKED = 16
"""A line with more points than this is marked only at some of them."""


class Series(NamedTuple):
    """Somebody's figures, one for each step, None where there is none; and the player's id, for the mark."""

    name: str
    values: Sequence[int | None]
    mark: int


class Line(NamedTuple):
    """One line: its path, its dash, the points to be marked, and the label beside its end."""

    series: Series
    path: str
    dash: str
    dots: Sequence[Point]
    end: Point
    label: Tick


@dataclass(frozen=True)
class LineChart:
    """A chart with lines.

    Attributes:
        title, told: what it shows, and what came of it in a sentence.
        height, left, right: of the drawing; where its lines begin and end.
        bottom: where its lowest figure stands.
        rows, columns: what stands at the axes.
        lines: as they are drawn.
        steps, series: its figures, as for the table.
    """

    title: str
    told: str
    height: int
    left: float
    right: float
    bottom: float
    rows: Sequence[Tick]
    columns: Sequence[Tick]
    lines: Sequence[Line]
    steps: Sequence[str]
    series: Sequence[Series]


class Bar(NamedTuple):
    """A bar to be drawn; ``words`` stand at its end, normally the figure. ``mark`` is a player's id."""

    name: str
    value: int
    mark: int | None = None
    words: str = ""


class Drawn(NamedTuple):
    """A bar as it is drawn: what it is of, its words and its name, from where, how long, and how far down."""

    bar: Bar
    words: str
    name: str
    x: float
    length: float
    y: int


@dataclass(frozen=True)
class BarChart:
    """A chart with bars that lie one below the other; the attributes are as for lines."""

    title: str
    told: str
    height: int
    zero: float
    bars: Sequence[Drawn]


def line_chart(
    title: str,
    steps: Sequence[str],
    series: Sequence[Series],
    places: Sequence[int] | None = None,
    from_zero: bool = True,
) -> LineChart:
    """Lines over steps, each with its words; at least one step, and a figure for every series.

    ``places`` say how far apart the steps stand, such as the days of their dates; normally all the same.
    With ``from_zero`` nothing is always among the figures.
    """
    figures = [value for one in series for value in one.values if value is not None]
    rows = scale(min([*figures, 0] if from_zero else figures), max([*figures, 0] if from_zero else figures))
    last = [next(value for value in reversed(one.values) if value is not None) for one in series]
    labels = [label(one.name, figure(value)) for one, value in zip(series, last, strict=True)]
    height = max(HEIGHT, LEADING * (len(series) + 2))
    left = LETTER * max(len(figure(row)) for row in rows) + 6
    right = WIDTH - MARK - 8 - max(map(room, labels))
    top, bottom = 12.0, height - 26.0
    places = range(len(steps)) if places is None else places
    wide = (places[-1] - places[0]) or 1
    xs = [left + (right - left) * (place - places[0]) / wide for place in places]

    def y(value: int) -> float:
        return bottom - (bottom - top) * (value - rows[0]) / (rows[-1] - rows[0])

    every = ceil(len(steps) / 6) if len(steps) > MARKED else 1
    lines = []
    for number, at in enumerate(spread([y(value) for value in last], top, bottom)):
        one = series[number]
        points = [(x, y(value)) for x, value in zip(xs, one.values, strict=True) if value is not None]
        path = " ".join(f"{x:.1f},{down:.1f}" for x, down in points)
        # Staggered, so that the marks of two lines that run together do not all fall on each other.
        dots, dash = points[number % every :: every], DASHES[number % len(DASHES)]
        lines.append(Line(one, path, dash, dots, points[-1], Tick(at, labels[number])))
    best = sorted(range(len(series)), key=lambda number: -last[number])
    return LineChart(
        title=title,
        told=f"At the end: {listed(f'{series[number].name} {figure(last[number])}' for number in best)}.",
        height=height,
        left=left,
        right=right,
        bottom=bottom,
        rows=[Tick(y(row), figure(row)) for row in rows],
        columns=spaced(xs, steps),
        lines=lines,
        steps=steps,
        series=series,
    )


def bar_chart(title: str, bars: Sequence[Bar]) -> BarChart:
    """Bars below each other, at least one; those of less than nothing go to the left."""
    words = [bar.words or figure(bar.value) for bar in bars]
    low, high = min(0, *(bar.value for bar in bars)), max(0, *(bar.value for bar in bars))
    left, right = (LETTER * max(map(len, words)) + 8 if low else 0), WIDTH - LETTER * max(map(len, words)) - 8
    unit = (right - left) / ((high - low) or 1)
    zero = left - low * unit
    drawn = []
    for number, (bar, said) in enumerate(zip(bars, words, strict=True)):
        length = max(abs(bar.value) * unit, 1.5)
        x = zero if bar.value >= 0 else zero - length
        drawn.append(Drawn(bar, said, cut(bar.name, WIDTH - MARK - 8), x, length, 44 * number))
    told = listed(f"{bar.name} {said}" for bar, said in zip(bars, words, strict=True))
    return BarChart(title, f"{told}.", 44 * len(bars), zero, drawn)


def label(name: str, figures: str) -> str:
    """A name with its figure, the name cut where there is no room for it."""
    return f"{cut(name, WIDEST - room(f' {figures}'))} {figures}"
