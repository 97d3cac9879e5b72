"""The picture of a season to send: who leads, the table with nights side by side, and the course."""

from functools import partial

from flask import Blueprint, Response

from scorekeeper.rules.saying import Say
from scorekeeper.rules.words import figure
from scorekeeper.store.history.seasons import WINS
from scorekeeper.web.drawings.picture import GAP, draw_head, place_course, send_picture
from scorekeeper.web.drawings.picture_rows import MOST_ROWS, place_players
from scorekeeper.web.filters import say_days
from scorekeeper.web.history.seasons import blocks_of, course_of_season, open_season
from scorekeeper.web.wording.seasons import first_in, say_season

bp = Blueprint("season_picture", __name__, url_prefix="/clubs/<int:club_id>/seasons")

PLACE, NIGHTS = 1.2, 74
"""The room of a place, in sizes of the type, and the width of the word above the nights."""


@bp.get("/<int:season_id>/season.svg")
def picture(club_id: int, season_id: int) -> Response:
    """Send the table of a season as a picture."""
    opened = open_season(club_id, season_id)
    shown, rows = opened.season, opened.table.rows
    days = Say("{name}, {days}", name=shown.name, days=say_days(shown.since, shown.until))
    first = [row.person_id for row in first_in(rows)]
    head = draw_head(str(days), [*map(str, say_season(rows, opened.over))], first)
    people = [(row.person_id, row.name) for row in rows[:MOST_ROWS]]
    points = [figure(row.points) for row in rows[:MOST_ROWS]]
    placed = place_players(people, points, head.bottom + GAP / 2, indent=PLACE)
    return send_picture(
        "history/blocks_picture.svg",
        f"season-{shown.until}",
        head=head,
        placed=placed,
        blocks=blocks_of(opened),
        table=rows,
        indent=PLACE,
        said="won" if opened.rules.counting == WINS else "points",
        nights=placed.right - GAP,
        width=placed.right - GAP * 2 - NIGHTS - placed.left,
        drawn=place_course(
            partial(course_of_season, opened), str(Say("Night by night")), None, placed.bottom
        ),
    )
