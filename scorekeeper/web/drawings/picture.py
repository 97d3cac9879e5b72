"""Pictures to send: one sheet of paper, always of the same size, as an SVG file.

``templates/drawings/picture.svg`` has what all of them have: a date, a headline, the course of a game, its
best hand, and the sign of the app. Text is fitted by estimated widths: first in a smaller size, then with the
shortest beginnings of names, so that no name is cut.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Response, make_response, render_template

from scorekeeper.rules.engine import Result
from scorekeeper.rules.saying import And, Numbered, Say
from scorekeeper.rules.strokes import strokes
from scorekeeper.rules.words import short_names, signed, text_width
from scorekeeper.store.history.night_recap import BestHand
from scorekeeper.web.assets import content, palette
from scorekeeper.web.drawings.course import (
    LINE_HEIGHT,
    TALL_LINE_HEIGHT,
    WIDEST_LABELS,
    CourseDrawing,
    course_of_game,
)
from scorekeeper.web.drawings.layout import balance
from scorekeeper.web.drawings.strokes import StrokesDrawing, draw_strokes

WIDTH, HEIGHT = 1080, 1350
MARGIN = 72
ROOM = WIDTH - 2 * MARGIN

LETTER, FIGURE = 0.56, 0.64
"""The width of a letter and of a digit in ems, slightly generous."""

LEADING = 1.2
"""The distance between two lines of text in ems."""

DATE = 104
"""The height on which the date stands."""

BOTTOM = 1226
"""The end of the contents, above the sign of the app."""

GAP = 40

CAPTION = 72
"""The height of a caption with the hairline above it."""

Steps = Sequence[tuple[float, int]]
"""Sizes of type, the largest first, and how many lines each may have."""

CAPTIONS: Steps = ((30, 1), (24, 1))
HEADLINES: Steps = ((78, 1), (66, 1), (66, 2), (54, 2), (44, 2))
LONG_HEADLINES: Steps = ((44, 3), (36, 4), (28, 5))
SENTENCES: Steps = ((34, 2), (30, 2), (30, 3), (26, 4))
BEST_HANDS: Steps = ((38, 2), (32, 3), (28, 4), (24, 5))
ASIDES: Steps = ((26, 2), (22, 3), (20, 4))

MOST_MARKS = 3
"""The most winners who have their marks beside the headline."""

HEADLINE_MARK = 64
"""The room of a mark beside the headline."""

LABELS = (26, 22, 18)
"""The sizes of the names in a course."""

MARK_IN_COURSE = 0.77
"""The size of a mark beside them, in ems."""

STACKED = 620
"""The height from which the course is as wide as the picture, with the best hand below it."""

BEST_WIDTH, BEST_HEIGHT = 308, 170
"""The room of the best hand: its width beside the course, its height below it."""

BEST_MARK = 44
"""The room of a mark beside its words."""

STROKES_HEIGHT = 144
LARGEST_FIGURE = 96


class Lines(NamedTuple):
    """Lines of text and the size of their type."""

    words: Sequence[str]
    size: float

    @property
    def leading(self) -> float:
        """The distance from one line to the next."""
        return self.size * LEADING

    @property
    def height(self) -> float:
        """The height of all lines."""
        return self.leading * len(self.words)


class Box(NamedTuple):
    """A rectangle on the paper."""

    x: float
    y: float
    width: float
    height: float


class Head(NamedTuple):
    """The top of a picture.

    Attributes:
        date: the line above the headline.
        headline, marks: the headline, and the players whose marks are beside it.
        indent: how far to the right it begins.
        sentence: what is said below it.
        y: the heights on which the headline and the sentence stand.
        bottom: where the rest of the picture begins.
    """

    date: Lines
    headline: Lines
    marks: Sequence[int]
    indent: float
    sentence: Lines
    y: tuple[float, float]
    bottom: float


@dataclass(frozen=True)
class BestHandDrawing:
    """The best hand of a game or a night.

    Attributes:
        marks, indent: the ids of the players who scored it, and the room of their marks.
        caption: what stands above it.
        heading, aside: what they did, and which hand it was.
        strokes: what they took; None where the score says more.
        figure: their score instead.
        words, drawn: where the words are, and the strokes or the figure.
    """

    marks: Sequence[int]
    indent: float
    caption: Lines
    heading: Lines
    aside: Lines
    strokes: StrokesDrawing | None
    figure: Lines
    words: Box
    drawn: Box


@dataclass(frozen=True)
class GameDrawing:
    """The course of a game, and a best hand.

    Attributes:
        top: where both begin.
        caption: what stands above the course.
        course, size: the course, and the size of its names.
        mark: the size of its marks.
        box: where it is.
        best: the best hand; None if there is none.
    """

    top: float
    caption: Lines
    course: CourseDrawing
    size: float
    mark: float
    box: Box
    best: BestHandDrawing | None


def fit(
    versions: Sequence[str], width: float, steps: Steps, *, last: Steps = (), height: float = HEIGHT
) -> Lines:
    """Return the first version of a text that fits, in the largest size in which it does.

    The last version may also have the ``last`` sizes. If it still doesn't fit, it is made as small as it
    must be.
    """
    lines, most = Lines([], 0), 0
    for said, sizes in [*((said, steps) for said in versions), (versions[-1], last)]:
        for size, most in sizes:
            lines = Lines(balance(said, width / size / LETTER), size)
            if len(lines.words) <= most and lines.height <= height:
                return lines
    while len(lines.words) > most or lines.height > height:
        size = lines.size - 1
        lines = Lines(balance(versions[-1], width / size / LETTER), size)
    return lines


def fit_figure(figure: str, width: float, size: float) -> Lines:
    """Return a figure in this size, or as small as it must be to fit into a width."""
    return Lines([figure], min(size, width / FIGURE / text_width(figure)))


def draw_head(date: str, versions: Sequence[str], marks: Sequence[int] = (), sentence: str = "") -> Head:
    """Return the top of a picture; ``versions`` of the headline have longer and shorter names."""
    marks = marks if len(marks) <= MOST_MARKS else ()
    indent = HEADLINE_MARK * len(marks) + 16 if marks else 0
    headline = fit(versions, ROOM - indent, HEADLINES, last=LONG_HEADLINES)
    first = DATE + 20 + headline.size * 0.92
    bottom = first + headline.height - headline.leading + headline.size * 0.3
    said = fit([sentence], ROOM, SENTENCES)
    below = bottom + 16 + said.size
    if sentence:
        bottom = below + said.height - said.leading + said.size * 0.3
    return Head(fit([date], ROOM, CAPTIONS), headline, marks, indent, said, (first, below), bottom)


def draw_game(
    result: Result, ids: Sequence[int], caption: str, best: BestHandDrawing | None, top: float
) -> GameDrawing | None:
    """Return the course of a game from a height on, beside a best hand; None if no hand was played.

    ``ids`` are those of the players, by seat.
    """
    return place_course(partial(course_of_game, result, ids), caption, best, top)


def place_course(
    draw: Callable[[int, bool], CourseDrawing | None], caption: str, best: BestHandDrawing | None, top: float
) -> GameDrawing | None:
    """Return a course from a height on, beside a best hand; None if there is none.

    ``draw`` draws it so many letters wide, plain or not.
    """
    box = course_box(top, best is not None)
    said = fit([caption], box.width, CAPTIONS)
    for size in LABELS:
        course = draw(int(box.width / size / LETTER), False)
        if course is None:
            return None
        line = box.height * (TALL_LINE_HEIGHT if course.tall else LINE_HEIGHT) / 100
        if size <= line and course.wide > 100 - WIDEST_LABELS:
            return GameDrawing(top, said, course, size, size * MARK_IN_COURSE, box, best)
    course = draw(int(box.width / LABELS[-1] / LETTER), True)
    assert course
    mark = min(LABELS[0] * MARK_IN_COURSE, box.height * 0.9 / len(course.series))
    return GameDrawing(top, said, course, LABELS[-1], mark, box, best)


def course_box(top: float, beside: bool) -> Box:
    """Return where the course of a game is, from a height on and with or without a best hand."""
    y = top + CAPTION
    if is_stacked(top):
        return Box(MARGIN, y, ROOM, BOTTOM - y - (BEST_HEIGHT + CAPTION + GAP / 2 if beside else 0))
    return Box(MARGIN, y, ROOM - (BEST_WIDTH + GAP if beside else 0), BOTTOM - y)


def is_stacked(top: float) -> bool:
    """Return whether the best hand is below the course: there is room from this height on."""
    return BOTTOM - top >= STACKED


def draw_best_hand(best: BestHand, top: float, game: str = "") -> BestHandDrawing:
    """Return a best hand for the place that it has from a height on; ``game`` is named with it."""
    ids = best.sheet.play.person_ids
    setup, played = best.sheet.result.setup, best.sheet.result.hands[best.number - 1]
    names, summary, drawing = setup.names(best.seats), str(setup.summary(played)), strokes_of_best(best)
    noun = setup.game.hand_noun
    message = "{Hand} of {game}" if game else "{Hand}"
    which = Say(message, hand=Numbered(noun, best.number), game=game)
    short = short_names(setup.table.players)
    versions = [summary] if drawing else [str(And(*names)), str(And(*(short[seat] for seat in best.seats)))]
    marks = [ids[seat] for seat in best.seats] if len(best.seats) <= MOST_MARKS else []
    words = best_box(top)
    indent = BEST_MARK * len(marks)
    heading = fit(versions, words.width - indent, BEST_HANDS, height=words.height / 2)
    aside = fit(
        [str(which if drawing else Say("{hand}: {summary}", hand=which, summary=summary))],
        words.width,
        ASIDES,
        height=words.height * 0.3,
    )
    if is_stacked(top):
        drawn = Box(words.x + words.width + GAP, words.y, BEST_WIDTH, words.height)
    else:
        y = words.y + heading.height + aside.height + GAP / 2
        drawn = Box(words.x, y, words.width, min(STROKES_HEIGHT, BOTTOM - y))
    figure = fit_figure(signed(best.score), drawn.width, min(LARGEST_FIGURE, drawn.height))
    caption = fit([str(Say("Best {hand}", hand=noun))], words.width, CAPTIONS)
    return BestHandDrawing(marks, indent, caption, heading, aside, drawing, figure, words, drawn)


def strokes_of_best(best: BestHand, missed: bool = False) -> StrokesDrawing | None:
    """Return a best hand, or one in which a bid was ``missed``, as strokes; None if it isn't about them."""
    setup, played = best.sheet.result.setup, best.sheet.result.hands[best.number - 1]
    bidder = played.hand.call
    for side, taken in zip(setup.sides, strokes(setup, played.hand), strict=True):
        is_theirs = {*best.seats} <= {*side} and (bidder is None or bidder.player in side)
        if is_theirs and taken and (taken.taken or missed):
            has_missed = (taken.taken or 0) < (taken.bid or 0)
            return draw_strokes(taken) if has_missed == missed else None
    return None


def best_box(top: float) -> Box:
    """Return where the words of a best hand are."""
    if is_stacked(top):
        return Box(MARGIN, BOTTOM - BEST_HEIGHT, (ROOM - GAP) / 2, BEST_HEIGHT)
    y = top + CAPTION
    return Box(WIDTH - MARGIN - BEST_WIDTH, y, BEST_WIDTH, BOTTOM - y)


def send_picture(template: str, name: str, **context: Any) -> Response:
    """Return a drawing as a file of this name; the template gets its colors (``ink``) and the marks."""
    marks = content("marks.svg").partition(">")[2].rpartition("<")[0]
    size = {"WIDTH": WIDTH, "HEIGHT": HEIGHT, "MARGIN": MARGIN, "DATE": DATE, "CAPTION": CAPTION}
    apart = {"HEADLINE_MARK": HEADLINE_MARK, "BEST_MARK": BEST_MARK}
    drawing = render_template(template, ink=palette("light"), marks=marks, **size, **apart, **context)
    answer = make_response("".join(filter(is_allowed_in_xml, drawing)))
    answer.mimetype = "image/svg+xml"
    answer.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}.svg"
    return answer


def is_allowed_in_xml(letter: str) -> bool:
    """Return whether XML allows a character; names may contain a few that it doesn't."""
    return letter >= " " or letter in "\n\t" if letter < "\ufffe" else letter > "\uffff"
