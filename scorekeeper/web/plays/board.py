"""The totals of a running game apart: as large as a screen in the room allows, and as a chart."""

from typing import NamedTuple

from flask import Blueprint, render_template, request, url_for

from scorekeeper.domain import Role
from scorekeeper.store.plays.plays import next_play
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.inviting import find_link, link_address
from scorekeeper.web.declared import declares
from scorekeeper.web.history.recap import course_of
from scorekeeper.web.plays.fragments import draw_board
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.panels import due_panel
from scorekeeper.web.plays.scores import newest_rows
from scorekeeper.web.plays.sheet_page import SheetPage

bp = Blueprint("board", __name__, url_prefix="/plays/<int:play_id>")

DIGIT = 0.7
"""How wide a digit is, as a part of its height."""

FIGURE = 0.5
"""How much of a side's height its figure takes."""

MOST_COLUMNS = 8
MOST_LETTERS = 24


class Screen(NamedTuple):
    """A kind of screen, and how high the place for the totals is on it, as a part of its width."""

    name: str
    height: float


SCREENS = (Screen("tv", 0.36), Screen("tablet", 0.45), Screen("upright", 0.85), Screen("phone", 1.35))


@bp.get("/board")
@declares(offline_copy="night")
def board(play_id: int) -> str:
    """Show the totals, the bid and the last hand to everyone in the room, and the QR code if asked for."""
    page = SheetPage(load_sheet(play_id))
    here, panel = url_for("sheet.sheet", play_id=play_id), due_panel(page, "")
    return render_template(
        "plays/board.html",
        view=page,
        here=here,
        panel=panel,
        board=draw_board(page, here),
        shape=board_shape(page),
        last=next(iter(newest_rows(page.result, min(len(page.result.hands), 1))), None),
        code=watching_address(page.sheet.play.night_id) if "qr" in request.args else None,
        following=next_play(page.sheet.play) if panel == "over" else None,
    )


@bp.get("/chart")
@declares(offline_copy="night")
def chart(play_id: int) -> str:
    """Show the chart that the sheet unfolds below the totals."""
    page = SheetPage(load_sheet(play_id))
    return render_template("plays/chart.html", view=page, play=page.sheet.play, chart=course_of(page))


def watching_address(night_id: int) -> str:
    """Return the address that lets another phone watch a night; empty if there is none to show."""
    link = find_link(access.night_or_404(night_id, deleted=True), Role.VIEWER)
    return link_address(link) if link else ""


def board_shape(page: SheetPage) -> str:
    """Return the classes that say how many columns each kind of screen gets, and how long the names are."""
    sides = page.columns
    # Columns change at most once as totals grow, so that everyone stays in the same place.
    digits = 3 if page.digits <= 3 else 6
    # A mark and a gap take about two letters.
    letters = max(sum(len(name) + 2 for name in side.names) for side in sides)
    shapes = [f"{screen.name}-{best_columns(len(sides), digits, screen.height)}" for screen in SCREENS]
    names = f"letters-{min(letters, MOST_LETTERS)}"
    return " ".join([*shapes, names, *(["goalless"] if page.goalless else [])])


def best_columns(sides: int, digits: int, height: float) -> int:
    """Return in how many columns the figures are largest, for a place of this height and of width 1."""

    def figure_height(columns: int) -> float:
        rows = -(-sides // columns)
        return min(1 / columns / digits / DIGIT, FIGURE * height / rows)

    return max(range(1, min(sides, MOST_COLUMNS) + 1), key=figure_height)
