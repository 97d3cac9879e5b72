"""The layout of charts, which ``templates/history/charts.html`` draws as SVG.

Every line has its player's own mark and colour, a dash of its own and its name at its end, so that colour
alone carries no meaning; and every chart comes with its figures as a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple, TypeAlias

from scorekeeper.rules.words import figure, listed
from scorekeeper.web.history.drawing import (
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

    @property
    def last(self) -> int:
        """The last figure."""
        return next(value for value in reversed(self.values) if value is not None)


class PlotArea(NamedTuple):
    """The area of a chart's lines: its edges, and the figures at its bottom and at its top."""

    left: float
    right: float
    top: float
    bottom: float
    lowest: int
    highest: int

    def xs(self, places: Sequence[int]) -> list[float]:
        """Return how far to the right each place is, from the left edge to the right one."""
        wide = (places[-1] - places[0]) or 1
        return [self.left + (self.right - self.left) * (place - places[0]) / wide for place in places]

    def y(self, value: int) -> float:
        """Return how far down a figure is."""
        return self.bottom - (self.bottom - self.top) * (value - self.lowest) / (self.highest - self.lowest)


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
    rows = _axis(series, from_zero)
    labels = [name_with_figure(one.name, figure(one.last)) for one in series]
    height = max(HEIGHT, LEADING * (len(series) + 2))
    area = PlotArea(
        left=LETTER * max(len(figure(row)) for row in rows) + 6,
        right=WIDTH - MARK - 8 - max(map(text_width, labels)),
        top=12.0,
        bottom=height - 26.0,
        lowest=rows[0],
        highest=rows[-1],
    )
    xs = area.xs(range(len(steps)) if places is None else places)
    tops = spread_labels([area.y(one.last) for one in series], area.top, area.bottom)
    best = sorted(series, key=lambda one: -one.last)
    return LineChart(
        title=title,
        summary=f"At the end: {listed(f'{one.name} {figure(one.last)}' for one in best)}.",
        height=height,
        left=area.left,
        right=area.right,
        bottom=area.bottom,
        rows=[Tick(area.y(row), figure(row)) for row in rows],
        columns=thin_labels(xs, steps),
        lines=[
            _line(number, one, _points(one, xs, area), Tick(tops[number], labels[number]))
            for number, one in enumerate(series)
        ],
        steps=steps,
        series=series,
    )


def _axis(series: Sequence[Series], from_zero: bool) -> Sequence[int]:
    """Return the figures beside the lines, from the lowest to the highest."""
    figures = [value for one in series for value in one.values if value is not None]
    if from_zero:
        figures.append(0)
    return axis_values(min(figures), max(figures))


def _points(series: Series, xs: Sequence[float], area: PlotArea) -> list[Point]:
    """Return where the figures of a series are."""
    placed = zip(xs, series.values, strict=True)
    return [(x, area.y(value)) for x, value in placed if value is not None]


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
