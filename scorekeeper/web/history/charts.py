"""The layout of charts, which ``templates/history/charts.html`` draws as SVG.

Every line has its player's own mark and colour, a dash of its own and its name at its end, so that colour
alone carries no meaning; and every chart comes with its figures as a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple, TypeAlias

from scorekeeper.rules.words import figure, listed
from scorekeeper.web.history.svg_layout import (
    LEADING,
    LETTER,
    WIDTH,
    Tick,
    axis_values,
    spread_labels,
    text_width,
    thin_labels,
    truncate,
)

HEIGHT = 250
"""The height of a chart with few lines."""

Point: TypeAlias = tuple[float, float]

MARK = 14
"""The width of the mark before a label."""

MAX_LABEL_WIDTH = 150
"""The room for a label; a longer name is truncated, and the table has it in full."""

DASHES = ("", "8 4", "2 4", "12 4 2 4", "5 3", "12 3 2 3 2 3", "1 3", "16 5")

MAX_MARKS = 16
"""A line with more points than this has marks at only some of them."""


class Series(NamedTuple):
    """Someone's figures, one for each step or None, and the player's id, which sets the mark."""

    name: str
    values: Sequence[int | None]
    mark: int


class ChartLine(NamedTuple):
    """One line: its path, its dash, the points with marks, and the label beside its end."""

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
        title, summary: what it shows, and the result in a sentence.
        height, left, right: the height, and where the lines start and end.
        bottom: the position of the lowest figure.
        rows, columns: the ticks of the axes.
        lines: the lines as they are drawn.
        steps, series: the figures for the table.
    """

    title: str
    summary: str
    height: int
    left: float
    right: float
    bottom: float
    rows: Sequence[Tick]
    columns: Sequence[Tick]
    lines: Sequence[ChartLine]
    steps: Sequence[str]
    series: Sequence[Series]


class Bar(NamedTuple):
    """A bar: ``words`` are written at its end, by default its figure. ``mark`` is a player's id."""

    name: str
    value: int
    mark: int | None = None
    words: str = ""


class DrawnBar(NamedTuple):
    """A bar as it is drawn: its words, its truncated name, where it starts, its length, and how far down."""

    bar: Bar
    words: str
    name: str
    x: float
    length: float
    y: int


@dataclass(frozen=True)
class BarChart:
    """A chart with horizontal bars; its attributes are those of a line chart."""

    title: str
    summary: str
    height: int
    zero: float
    bars: Sequence[DrawnBar]


def line_chart(
    title: str,
    steps: Sequence[str],
    series: Sequence[Series],
    places: Sequence[int] | None = None,
    from_zero: bool = True,
) -> LineChart:
    """Return the chart of some series over steps: at least one step, and a figure in every series.

    ``places`` are the positions of the steps, such as the days of their dates; by default they are evenly
    spaced. With ``from_zero``, the axis includes zero.
    """
    figures = [value for one in series for value in one.values if value is not None]
    rows = axis_values(
        min([*figures, 0] if from_zero else figures), max([*figures, 0] if from_zero else figures)
    )
    last = [next(value for value in reversed(one.values) if value is not None) for one in series]
    labels = [name_with_figure(one.name, figure(value)) for one, value in zip(series, last, strict=True)]
    height = max(HEIGHT, LEADING * (len(series) + 2))
    left = LETTER * max(len(figure(row)) for row in rows) + 6
    right = WIDTH - MARK - 8 - max(map(text_width, labels))
    top, bottom = 12.0, height - 26.0
    places = range(len(steps)) if places is None else places
    wide = (places[-1] - places[0]) or 1
    xs = [left + (right - left) * (place - places[0]) / wide for place in places]

    def y(value: int) -> float:
        return bottom - (bottom - top) * (value - rows[0]) / (rows[-1] - rows[0])

    tops = spread_labels([y(value) for value in last], top, bottom)
    points = [
        [(x, y(value)) for x, value in zip(xs, one.values, strict=True) if value is not None]
        for one in series
    ]
    lines = [
        _line(number, series[number], points[number], Tick(tops[number], labels[number]))
        for number in range(len(series))
    ]
    best = sorted(range(len(series)), key=lambda number: -last[number])
    return LineChart(
        title=title,
        summary=f"At the end: {listed(f'{series[number].name} {figure(last[number])}' for number in best)}.",
        height=height,
        left=left,
        right=right,
        bottom=bottom,
        rows=[Tick(y(row), figure(row)) for row in rows],
        columns=thin_labels(xs, steps),
        lines=lines,
        steps=steps,
        series=series,
    )


def _line(number: int, series: Series, points: Sequence[Point], label: Tick) -> ChartLine:
    """Return a line through these points; ``number`` counts the lines of the chart."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    every = ceil(len(series.values) / 6) if len(series.values) > MAX_MARKS else 1
    # Staggered, so that the marks of two lines that coincide don't cover each other.
    dots, dash = points[number % every :: every], DASHES[number % len(DASHES)]
    return ChartLine(series, path, dash, dots, points[-1], label)


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
        drawn.append(DrawnBar(bar, said, truncate(bar.name, WIDTH - MARK - 8), x, length, 44 * number))
    summary = listed(f"{bar.name} {said}" for bar, said in zip(bars, words, strict=True))
    return BarChart(title, f"{summary}.", 44 * len(bars), zero, drawn)


def name_with_figure(name: str, figures: str) -> str:
    """Return a name with its figure, the name truncated to fit."""
    return f"{truncate(name, MAX_LABEL_WIDTH - text_width(f' {figures}'))} {figures}"
