"""The picture of a season to send: who leads, the table with nights side by side, and the course."""

from typing import NamedTuple

from flask import Blueprint, Response

from scorekeeper.rules.saying import Say
from scorekeeper.rules.words import figure, short_names, text_width
from scorekeeper.store.history.seasons import WINS, SeasonRow
from scorekeeper.web.drawings.blocks import BlockLane
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
    """A row of the table: it, its name, lane and points, and its height on the paper."""

    row: SeasonRow
    name: Lines
    lane: BlockLane | None
    points: Lines
    y: float


@bp.get("/<int:season_id>/season.svg")
def picture(club_id: int, season_id: int) -> Response:
    """Send the table of a season as a picture."""
    opened = open_season(club_id, season_id)
    one, rows, drawing = opened.season, opened.table.rows[:MOST_ROWS], blocks_of(opened)
    days = Say(
        "{name}, {since} to {until}", name=one.name, since=short_day(one.since), until=short_day(one.until)
    )
    first = [row.person_id for row in first_in(rows)]
    head = draw_head(str(days), [*map(str, say_season(opened.table.rows, opened.over))], first)
    top = head.bottom + GAP / 2 + HEADER
    height, size = row_size(max(len(rows), 1))
    wide = min(max((text_width(row.name) for row in rows), default=0) * size * LETTER, WIDEST_NAME)
    figures = (text_width(figure(row.points)) * size * FIGURE for row in rows)
    numbers = min(max(POINTS, *figures), WIDEST_COINS)
    lanes = {lane.player: lane for lane in drawing.lanes} if drawing else {}
    short = short_names([row.name for row in rows])
    placed = [
        PlacedRow(
            row,
            fit([row.name, short[at]], wide, [(size, 1)]),
            lanes.get(row.person_id),
            fit_figure(figure(row.points), numbers, size * 1.1),
            top + height * at,
        )
        for at, row in enumerate(rows)
    ]
    left = MARGIN + size * (1.2 + MARK) + wide + GAP
    return send_picture(
        "history/season_picture.svg",
        f"season-{one.until}",
        head=head,
        rows=placed,
        drawing=drawing,
        height=height,
        size=size,
        lanes=left,
        nights=WIDTH - MARGIN - numbers - GAP,
        width=WIDTH - MARGIN - numbers - GAP * 2 - NIGHTS - left,
        said="won" if opened.rules.counting == WINS else "points",
        drawn=place_course(
            lambda letters, plain: course_of_season(opened, letters, plain),
            str(Say("Night by night")),
            None,
            top + height * len(placed),
        ),
    )
