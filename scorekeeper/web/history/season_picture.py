"""The picture of a season to send: who leads, the table with nights side by side, and the course."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, Response

from scorekeeper.rules.saying import Say
from scorekeeper.rules.words import figure, short_names, text_width
from scorekeeper.store.history.seasons import WINS, SeasonRow
from scorekeeper.web.drawings.picture import (
    FIGURE,
    GAP,
    LETTER,
    MARGIN,
    WIDTH,
    Lines,
    draw_head,
    fit,
    fit_figure,
    place_course,
    send_picture,
)
from scorekeeper.web.history.night_picture import HEADER, MARK, WIDEST_COINS, WIDEST_NAME, row_size
from scorekeeper.web.history.seasons import blocks_of, course_of_season, open_season
from scorekeeper.web.history.statistics import short_day
from scorekeeper.web.wording.seasons import first_in, say_season

bp = Blueprint("season_picture", __name__, url_prefix="/clubs/<int:club_id>/seasons")

MOST_ROWS = 20
"""The most players; the page has everyone."""

NIGHTS, POINTS = 74, 80
"""The widths of the words above the nights and the points."""


class PlacedRow(NamedTuple):
    """A row of the table, its name and points as text, and its height on the paper."""

    row: SeasonRow
    name: Lines
    points: Lines
    y: float


class TableDrawing(NamedTuple):
    """The table of a season.

    Attributes:
        rows, height, size: its rows, their height, and the size of their type.
        lanes, width: where the nights side by side begin, and how wide they are.
        nights: where the numbers of nights end.
        bottom: where the table ends.
    """

    rows: Sequence[PlacedRow]
    height: float
    size: float
    lanes: float
    width: float
    nights: float
    bottom: float


@bp.get("/<int:season_id>/season.svg")
def picture(club_id: int, season_id: int) -> Response:
    """Send the table of a season as a picture."""
    opened = open_season(club_id, season_id)
    shown, rows = opened.season, opened.table.rows
    since, until = short_day(shown.since), short_day(shown.until)
    days = Say("{name}, {since} to {until}", name=shown.name, since=since, until=until)
    first = [row.person_id for row in first_in(rows)]
    head = draw_head(str(days), [*map(str, say_season(rows, opened.over))], first)
    table = place_table(rows[:MOST_ROWS], head.bottom + GAP / 2 + HEADER)
    return send_picture(
        "history/season_picture.svg",
        f"season-{shown.until}",
        head=head,
        table=table,
        blocks=blocks_of(opened),
        said="won" if opened.rules.counting == WINS else "points",
        drawn=place_course(
            lambda letters, plain: course_of_season(opened, letters, plain),
            str(Say("Night by night")),
            None,
            table.bottom,
        ),
    )


def place_table(rows: Sequence[SeasonRow], top: float) -> TableDrawing:
    """Return the table of a season from a height on."""
    height, size = row_size(max(len(rows), 1))
    wide = min(max((text_width(row.name) for row in rows), default=0) * size * LETTER, WIDEST_NAME)
    figures = (text_width(figure(row.points)) * size * FIGURE for row in rows)
    numbers = min(max([POINTS, *figures]), WIDEST_COINS)
    short = short_names([row.name for row in rows])
    placed = [
        PlacedRow(
            row,
            fit([row.name, brief], wide, [(size, 1)]),
            fit_figure(figure(row.points), numbers, size * 1.1),
            top + height * at,
        )
        for at, (row, brief) in enumerate(zip(rows, short, strict=True))
    ]
    lanes, nights = MARGIN + size * (1.2 + MARK) + wide + GAP, WIDTH - MARGIN - numbers - GAP
    bottom = top + height * len(rows)
    return TableDrawing(placed, height, size, lanes, nights - NIGHTS - GAP - lanes, nights, bottom)
