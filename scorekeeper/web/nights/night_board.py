"""The board of a night for the room: every running game, who leads it, and the standing of the night."""

from collections.abc import Sequence
from math import ceil

from flask import Blueprint, render_template, request

from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.nights.tonight import games_at_tables, night_standing, seated_twice, sheets_of_night
from scorekeeper.web.plays.board import watching_address

bp = Blueprint("night_board", __name__, url_prefix="/nights/<int:night_id>")

MOST_BELOW, MOST_BESIDE = 10, 4
"""The most players of the standing who are below each other, and the most such columns."""

MOST_SIDES = 6
"""The most sides of a game that are shown; of more, those who lead."""

MOST_ACROSS, MOST_FREE = 5, 10
"""The most games in a row, and the most players without a game in a line."""

CODE = 8
"""The lines that the QR code takes below the standing."""

GAME, NOTE, STANDING = 3.4, 1.3, 2.2
"""The lines of a game besides its sides, of a note below the games, and of the standing besides its rows."""

GAME_WIDTH, STANDING_WIDTH = 12.2, 14.8
"""The widths of a game and of the standing beside the games, in ems; the style sheet has them, too."""

HEIGHT = 0.45
"""The height of a line if a television had a single one, as a part of its width."""

LINES = (12, 14, 16, 18, 20, 22, 24, 27, 30, 34, 37, 40, 50)
"""The numbers of lines on a screen for which the style sheet knows how large text may be."""


@bp.get("/board")
@declares(offline_copy="night")
def night_board(night_id: int) -> str:
    """Show what is played at each table and the standing of a night, and the QR code if asked for."""
    night = access.night_or_404(night_id)
    sheets = sheets_of_night(night)
    standing = night_standing(night, sheets)
    places = games_at_tables(night, sheets, MOST_SIDES)
    running = [place.game for place in places if place.game and not place.game.ended]
    rows, code = standing.strip.rows, watching_address(night_id) if "qr" in request.args else None
    best = rows[: MOST_BELOW * MOST_BESIDE]
    free = [row for row in rows if row.is_here and not row.plays_now] if running else []
    twice = seated_twice(rows, running)
    sides = [len(place.game.sides) if place.game else 0 for place in places]
    return render_template(
        "nights/board.html",
        night=night,
        places=places,
        standing=standing,
        people={row.person: row for row in rows},
        columns=[best[first : first + MOST_BELOW] for first in range(0, len(best), MOST_BELOW)],
        shape=evening_shape(
            sides,
            len(best),
            len(twice) + ceil(len(free) / MOST_FREE),
            CODE if code is not None else 2 + 1.5 * bool(standing.season),
        ),
        free=free,
        twice=twice,
        code=code,
    )


def evening_shape(sides: Sequence[int], players: int, notes: int, below: float) -> str:
    """Return the classes for how many games are in a row, and how many lines a wide screen has.

    ``sides`` has how many of each game are shown; ``notes`` is how many lines are below them, and ``below``
    how many are below the standing. The standing of few players is beside the games. As many of these are in
    a row as leave most room for text.
    """
    beside = players <= MOST_BELOW and len(sides) <= MOST_BESIDE

    def lines(across: int) -> float:
        rows = [sides[first : first + across] for first in range(0, len(sides), across)]
        games = sum(max(row) + GAME for row in rows) + NOTE * notes
        standing = min(players, MOST_BELOW) + STANDING
        return max(games, standing + below) if beside else games + standing

    def text_size(across: int) -> float:
        return min(HEIGHT / lines(across), 1 / (GAME_WIDTH * across + STANDING_WIDTH * beside))

    across = max(range(1, MOST_ACROSS + 1), key=text_size)
    known = next((known for known in LINES if known >= round(lines(across))), LINES[-1])
    return f"across-{across} lines-{known}{' besides' * beside}"
