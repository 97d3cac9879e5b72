"""A game as its course: a line for each side, named with its total where it ends.

Everything is placed in percent of the drawing, whose size the page or the picture sets, so that words keep
theirs. Every line has its player's own mark and colour and a dash of its own, so that colour alone carries
no meaning; and every course comes with its figures as a table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.rules.engine import Result
from scorekeeper.rules.outcome import MISSED, OTHER
from scorekeeper.rules.saying import And, Say
from scorekeeper.rules.table import PerSeat, Seat, Stay
from scorekeeper.rules.words import figure, short_names, signed, text_width
from scorekeeper.web.drawings.layout import Tick, spread_labels, thin_labels

DASHES = ("8 4", "2 4", "12 4 2 4", "5 3", "12 3 2 3 2 3", "1 3", "16 5")

PLOT = 88
"""The height of the lines; below them are the numbers of hands."""

HEADROOM = 5
"""The room above the highest figure."""

PHONE = 38
"""The width of the narrowest phone in letters of a label."""

MOST_LABELS = 10
"""With more lines than this, the drawing is taller."""

LINE_HEIGHT, TALL_LINE_HEIGHT = 8.4, 4.5
"""The height of a label, and in a taller drawing."""

MARK = 3
"""The width of a mark, in letters."""

WIDEST_LABELS, WHOLE_NAMES = 55, 34
"""The most room that labels take, in percent, and that in which names are written whole."""

SHORTEST_COURSE = 2
"""With fewer hands than this, the course of a game says nothing."""


@dataclass(frozen=True)
class Series:
    """The figures of a side.

    Attributes:
        name, short: its name, and a shorter one for a drawing without room for it.
        values: one figure for each step, or None.
        marks: the ids of its players, which set the marks and the colour.
        won: whether it won.
        bids: the steps with a bid of its own, and whether it was made.
    """

    name: str
    values: Sequence[int | None]
    marks: Sequence[int]
    short: str = ""
    won: bool = False
    bids: Mapping[int, bool] = field(default_factory=dict)

    @property
    def last(self) -> int:
        return next(value for value in reversed(self.values) if value is not None)


class Dot(NamedTuple):
    """A bid on a line: where it is, and whether it was made."""

    x: float
    y: float
    made: bool


class CourseLine(NamedTuple):
    """One line: its points in percent of the plot, dash and dots, the height of its end, and its label."""

    series: Series
    points: str
    dash: str
    dots: Sequence[Dot]
    end: float
    label: Tick


@dataclass(frozen=True)
class CourseDrawing:
    """The course of a game, or of coins over nights.

    Attributes:
        title, summary: what it shows, and the result in a sentence.
        wide: the width of the plot; the labels are beside it.
        tall: whether so many labels need a taller drawing.
        lines: the lines, the winners' last, as they are above the others.
        columns: the labels below the plot.
        zero: the height of zero.
        target: the height of the target and its figure; None without one.
        has_bids: whether any line has a bid.
        steps, series: the figures for the table.
    """

    title: Say
    summary: Say
    wide: float
    tall: bool
    lines: Sequence[CourseLine]
    columns: Sequence[Tick]
    zero: float
    target: Tick | None
    has_bids: bool
    steps: Sequence[str]
    series: Sequence[Series]


def draw_course(
    title: Say,
    steps: Sequence[str],
    series: Sequence[Series],
    *,
    positions: Sequence[int] | None = None,
    target: int | None = None,
    letters: int = PHONE,
    plain: bool = False,
    line_height: float = LINE_HEIGHT,
    write: Callable[[int], str] = figure,
) -> CourseDrawing:
    """Return the course of some series over steps: at least one step, and a figure in every series.

    ``positions`` are the positions of the steps, such as the days of their dates; by default they are evenly
    spaced. ``letters`` is the width of the whole drawing in letters of a label, and ``line_height`` that of a
    label in percent. A ``plain`` drawing has marks at the ends of its lines, but no words and no bids.
    ``write`` writes the last figures.
    """
    known = [value for one in series for value in one.values if value is not None]
    low, high = min(0, *known), max(0, target or 0, *known)

    def room(words: Sequence[str]) -> float:
        marked = (text_width(said) + MARK * len(one.marks) for said, one in zip(words, series, strict=True))
        return 100 * (max(marked) + 1) / letters

    words = ["" if plain else str(_say_last(one.name, one, write)) for one in series]
    if not plain and room(words) > WHOLE_NAMES:
        words = [str(_say_last(one.short or one.name, one, write)) for one in series]
    wide = 100 - min(room(words), WIDEST_LABELS)
    tall = len(series) > MOST_LABELS

    def height(value: int) -> float:
        return HEADROOM + (100 - HEADROOM) * (high - value) / ((high - low) or 1)

    at = [*range(len(steps))] if positions is None else positions
    xs = [100 * (place - at[0]) / ((at[-1] - at[0]) or 1) for place in at]
    ends = [height(one.last) * PLOT / 100 for one in series]
    tops = spread_labels(ends, TALL_LINE_HEIGHT if tall else line_height, HEADROOM, PLOT)
    best = sorted(series, key=lambda one: -one.last)
    dash, winners = iter(DASHES * len(series)), sum(one.won for one in series)
    lines = []
    for one, said, end, top in zip(series, words, ends, tops, strict=True):
        points = [f"{x:.1f},{height(y):.1f}" for x, y in zip(xs, one.values, strict=True) if y is not None]
        dots = [
            Dot(xs[step] * wide / 100, height(value) * PLOT / 100, made)
            for step, made in one.bids.items()
            if not plain and (value := one.values[step]) is not None
        ]
        alone = len(series) == 1 or (one.won and winners == 1)
        lines.append(
            CourseLine(one, " ".join(points), "" if alone else next(dash), dots, end, Tick(top, said))
        )
    return CourseDrawing(
        title=title,
        summary=Say(
            "At the end: {figures}.", figures=And(*(_say_last(one.name, one, write) for one in best))
        ),
        wide=wide,
        tall=tall,
        lines=sorted(lines, key=lambda line: line.series.won),
        columns=thin_labels([x * wide / 100 for x in xs], steps, 100 / letters),
        zero=height(0) * PLOT / 100,
        target=None if target is None else Tick(height(target) * PLOT / 100, figure(target)),
        has_bids=not plain and any(one.bids for one in series),
        steps=steps,
        series=series,
    )


def _say_last(name: str, series: Series, write: Callable[[int], str]) -> Say:
    return Say("{name} {figure}", name=name, figure=write(series.last))


def telling_course(result: Result, ids: Sequence[int]) -> CourseDrawing | None:
    """Return the course of a game; None if it says nothing, as it has too few hands."""
    return course_of_game(result, ids) if len(result.hands) >= SHORTEST_COURSE else None


def course_of_game(
    result: Result,
    ids: Sequence[int],
    letters: int = PHONE,
    plain: bool = False,
    line_height: float = LINE_HEIGHT,
) -> CourseDrawing | None:
    """Return the course of the totals, from before the first hand; None if no hand was played.

    ``ids`` are those of the players, by seat; the others are as in ``draw_course``.
    """
    setup, hands = result.setup, result.hands
    if not hands:
        return None
    short = short_names(setup.table.players)
    course = [setup.opening.totals, *(played.totals for played in hands)]
    steps = [str(number) for number in range(len(course))]
    if result.totals != result.state.totals:
        # Coins that were given back.
        course, steps = [*course, result.totals], [*steps, "end"]
    series = [
        Series(
            str(And(*setup.table.names(side))),
            _totals_of(result, side[0], course),
            [ids[seat] for seat in side],
            str(And(*(short[seat] for seat in side))),
            bool(result.ending and side[0] in result.ending.winners),
            dict(_bids(result, side)),
        )
        for side in setup.sides
        if side[0] in setup.table.at(len(hands)).arrived
    ]
    title = Say("Totals, {hand} by {hand}", hand=setup.game.hand_noun)
    write = signed if setup.unit == "coins" else figure
    return draw_course(
        title,
        steps,
        series,
        target=setup.target,
        letters=letters,
        plain=plain,
        line_height=line_height,
        write=write,
    )


def _totals_of(result: Result, seat: Seat, course: Sequence[PerSeat]) -> list[int | None]:
    """Return the total of a seat at each step of the course, while its player is there."""
    stay = result.setup.table.stays.get(seat, Stay())
    came = (stay.first or 1) - 1
    totals = [
        total[seat] if came <= step and (stay.last is None or step <= stay.last) else None
        for step, total in enumerate(course)
    ]
    if came:
        first = result.hands[came]
        totals[came] = first.totals[seat] - first.scores[seat]
    return totals


def _bids(result: Result, side: Sequence[Seat]) -> Iterator[tuple[int, bool]]:
    """Yield the number of each hand for which a side bid, and whether it made its bid."""
    for number, played in enumerate(result.hands, start=1):
        call, outcome = played.hand.call, result.setup.game.outcomes[played.outcome].result
        if call and call.player in side and outcome != OTHER:
            yield number, outcome != MISSED
