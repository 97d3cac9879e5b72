"""The totals of a running game apart: as large as a screen in the room allows, and as a chart."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from flask import Blueprint, render_template, request, url_for

from scorekeeper.domain import Role
from scorekeeper.rules.engine import Result
from scorekeeper.rules.saying import NOTHING
from scorekeeper.rules.words import short_names, text_width
from scorekeeper.store.models import Play
from scorekeeper.store.plays.plays import next_play
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.inviting import find_link, link_address
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.course import CourseDrawing, course_of_game
from scorekeeper.web.history.recap import agreed_rules
from scorekeeper.web.nights.tonight import NightStanding, night_standing, sheets_of_night
from scorekeeper.web.plays.claims import TableQuestion, flagged_hands
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.panels import draw_bid, due_panel, tally_night
from scorekeeper.web.plays.scores import newest_rows
from scorekeeper.web.plays.sheet import draw_board
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.wording.news import newest_news

bp = Blueprint("board", __name__, url_prefix="/plays/<int:play_id>")

DIGIT = 0.7
"""The width of a digit, as a part of its height."""

FIGURE = 0.45
"""The part of a side's height that its figure takes."""

MOST_COLUMNS = 8

LETTERS = (5, 7, 9, 12, 15, 18, 21, 24, 30, 40, 80)
"""The numbers of letters for which the style sheet knows how large names may be."""

MOST_FIGURES = 12

MARK = 2.5
"""The width of a mark and the gaps beside it, in letters."""

MOST_WITH_COURSE = 10
"""With more sides than this, the room is for their figures."""

LONG_NAME = 15
"""The letters of a name for which each sentence has room."""

COURSE_LETTERS = 36
"""The width of the course at the end of a game, in letters."""

COURSE_LINE, COURSE_MARK = 14, 11
"""The height of a label and of a mark alone at the end of a line of the course, in percent of little room."""


class Screen(NamedTuple):
    """A kind of screen, and how high the place for the totals is on it, as a part of its width."""

    name: str
    height: float


SCREENS = (Screen("tv", 0.3), Screen("tablet", 0.34), Screen("upright", 0.65), Screen("phone", 1.1))


MOST_GUESTS, MOST_OF_MANY = 8, 6
"""The most players of the night who are shown between two games, and the most of many."""


class RoomPage(SheetPage):
    """What is said below the totals, with the beginnings of names where one of them is long."""

    @cached_property
    def result(self) -> Result:
        """The score after every complete hand."""
        found = self.sheet.result
        setup, names = found.setup, found.setup.table.players
        if max(map(text_width, names)) <= LONG_NAME:
            return found
        brief = replace(setup.table, players=tuple(short_names(names)))
        return replace(found, setup=replace(setup, table=brief))


@bp.get("/board")
@declares(offline_copy="night")
def board(play_id: int) -> str:
    """Show the totals, the bid and the last hand to everyone in the room, and the QR code if asked for.

    As an ``overlay`` it lies over the picture of a stream, without bar and background.
    """
    sheet = load_sheet(play_id)
    whole, page = SheetPage(sheet), RoomPage(sheet)
    here, panel = url_for("sheet.sheet", play_id=play_id), due_panel(page, "")
    following = next_play(page.sheet.play) if panel == "over" else None
    return render_template(
        "plays/board.html",
        view=page,
        here=here,
        panel=panel,
        board=draw_board(whole, here, room=True),
        shape=board_shape(whole),
        flagged=flagged_hands(page),
        newest=newest_rows(page.result, 1)[0] if page.result.hands else None,
        news=newest_news(whole),
        bid_drawn=draw_bid(page),
        night_tally=tally_night(page),
        outcomes=page.forecast.prospects(page.bidding) if page.bidding else [],
        worth=page.bidding.decided_by(page.table) if page.bidding else NOTHING,
        course=board_course(page, over=panel == "over"),
        question=TableQuestion(page),
        agreed=agreed_rules(page.setup),
        many=len(page.columns) > MOST_WITH_COURSE,
        code=watching_address(page.sheet.play.night_id, play_id) if "qr" in request.args else None,
        overlay="overlay" in request.args,
        following=following,
        standing=standing_after(page.sheet.play) if panel == "over" and not following else None,
    )


@bp.get("/chart")
@declares(offline_copy="night")
def chart(play_id: int) -> str:
    """Show the chart that the sheet unfolds below the totals."""
    page = SheetPage(load_sheet(play_id))
    drawn = course_of_game(page.result, page.sheet.play.person_ids)
    return render_template("plays/chart.html", view=page, play=page.sheet.play, chart=drawn)


def watching_address(night_id: int, play_id: int | None = None) -> str:
    """Return the address that lets another phone watch a night or a game; empty if there is none to show."""
    link = find_link(access.night_or_404(night_id, deleted=True), Role.VIEWER)
    return link_address(link, play_id) if link else ""


def standing_after(play: Play) -> NightStanding:
    """Return the night of a game so far; of many players only those who won most."""
    standing = night_standing(play.night, sheets_of_night(play.night))
    rows = standing.strip.rows
    if len(rows) > MOST_GUESTS:
        rows = [row for row in rows[:MOST_OF_MANY] if row.wins or row.coins]
    return standing._replace(strip=replace(standing.strip, rows=rows))


def board_course(page: SheetPage, over: bool) -> CourseDrawing | None:
    """Return the course of the game, at the end with names; None if there is no room or no hand."""
    if len(page.columns) > MOST_WITH_COURSE:
        return None
    ids, line_height = page.sheet.play.person_ids, COURSE_LINE if over else COURSE_MARK
    return course_of_game(page.result, ids, COURSE_LETTERS, plain=not over, line_height=line_height)


def board_shape(page: SheetPage) -> str:
    """Return the classes for the columns of each kind of screen, and how long names and figures are."""
    sides = page.columns
    # Columns change at most once as totals grow, so that everyone stays in the same place.
    digits = 3 if page.digits <= 3 else 5
    shapes = [
        f"{screen.name}-{best_columns(len(sides), digits, screen.height * FIGURE)}" for screen in SCREENS
    ]
    figures = min(max(len(side.shown) for side in sides), MOST_FIGURES)
    brief = short_names(page.table.players)
    whole = letters_of([side.names for side in sides])
    short = letters_of([[brief[seat] for seat in side.seats] for side in sides])
    return " ".join([*shapes, f"letters-{whole}", f"brief-{short}", f"figures-{figures}"])


def letters_of(sides: Sequence[Sequence[str]]) -> int:
    """Return how many letters the longest names of a side have, with their marks, as one of LETTERS."""
    return at_least(max(sum(at_least(text_width(name)) + MARK for name in names) for names in sides))


def at_least(letters: float) -> int:
    """Return as many letters, or the next more for which there is a style."""
    return next((known for known in LETTERS if known >= letters), LETTERS[-1])


def best_columns(sides: int, digits: int, height: float) -> int:
    """Return in how many columns the figures are largest, for a place of width 1.

    ``height`` is what all rows of figures have together.
    """

    def figure_height(columns: int) -> float:
        rows = -(-sides // columns)
        return min(1 / columns / digits / DIGIT, height / rows)

    return max(range(1, min(sides, MOST_COLUMNS) + 1), key=figure_height)
