"""The picture of a game to send: who won, the standings, the course, and the best hand."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, Response

from scorekeeper.rules.saying import Amount, And, Say, Sentences
from scorekeeper.rules.words import short_names
from scorekeeper.store.history.night_recap import find_best_hand
from scorekeeper.web.drawings.picture import (
    GAP,
    MARGIN,
    ROOM,
    Lines,
    draw_best_hand,
    draw_game,
    draw_head,
    fit,
    fit_figure,
    send_picture,
)
from scorekeeper.web.filters import evening, picture_name
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.scores import Column
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.wording.nights import say_headline, say_leader

bp = Blueprint("game_picture", __name__, url_prefix="/plays/<int:play_id>")

MOST_COLUMNS = 5
"""Up to so many sides stand side by side; more stand in two columns of rows."""

NAME, TOTAL = 34, 72
TOTAL_LINE, COLUMN_HEIGHT, GAINS = 112, 144, 40
"""The size of a name and of the total below it, how far down the total stands, and the height of both.

Last, how much the gains below the totals add to it.
"""

ROWS = ((12, 54, 28), (20, 42, 24))
"""For up to so many sides: the height of a row, and the size of its type."""


class PlacedSide(NamedTuple):
    """A side in the standings: its players, name and total, and where both stand.

    Where everyone started with a stake, the coins won or lost are below the total.
    """

    marks: Sequence[int]
    name: Lines
    total: Lines
    gain: Lines | None
    won: bool
    name_at: tuple[float, float]
    total_at: tuple[float, float]


class Standings(NamedTuple):
    """The standings: their sides, the size of names, whether totals are below them, and the end."""

    sides: Sequence[PlacedSide]
    size: float
    in_columns: bool
    bottom: float


@bp.get("/recap.svg")
def picture(play_id: int) -> Response:
    """Send the result and the course as a picture."""
    view = SheetPage(load_sheet(play_id))
    result, play = view.result, view.sheet.play
    setup, ids = result.setup, play.person_ids
    date = evening(play.started_at, play.night.time_zone)
    winners = result.ending.winners if result.ending else ()
    head = draw_head(
        f"{setup.title}, {date}" if result.ending else date,
        [*map(str, say_headline(result))],
        [ids[seat] for seat in winners],
        str(Sentences(*view.course, view.about_coins) if result.ending else say_leader(result)),
    )
    standings = draw_standings(view, ids, head.bottom + GAP * 0.75)
    top, best = standings.bottom, find_best_hand(view.sheet)
    played = Amount(len(result.hands), setup.game.hand_noun)
    drawn = draw_game(
        result,
        ids,
        str(Say("In {hands}", hands=played) if result.ending else Say("So far")),
        draw_best_hand(best, top) if best else None,
        top,
    )
    return send_picture(
        "history/game_picture.svg",
        picture_name(play),
        head=head,
        standings=standings,
        drawn=drawn,
    )


def draw_standings(view: SheetPage, ids: Sequence[int], top: float) -> Standings:
    """Return the standings from a height on; ``ids`` are those of the players, by seat."""
    count = len(view.columns)
    if count <= MOST_COLUMNS:
        wide = (ROOM + GAP) / count
        sides = [
            _standing(view, ids, side, wide - GAP, NAME, TOTAL)._replace(
                name_at=(MARGIN + wide * at, top + NAME), total_at=(MARGIN + wide * at, top + TOTAL_LINE)
            )
            for at, side in enumerate(view.standings)
        ]
        gains = GAINS if any(side.gain for side in sides) else 0
        return Standings(sides, NAME, True, top + COLUMN_HEIGHT + gains)
    height, size = next(step[1:] for step in ROWS if count <= step[0])
    wide, rows = (ROOM + GAP) / 2, -(-count // 2)
    sides = []
    for at, side in enumerate(view.standings):
        x, y = MARGIN + wide * (at // rows), top + height * (at % rows) + size
        found = _standing(view, ids, side, (wide - GAP) * 0.6, size, size)
        sides.append(found._replace(name_at=(x, y), total_at=(x + wide - GAP, y)))
    return Standings(sides, size, False, top + height * rows)


def _standing(
    view: SheetPage, ids: Sequence[int], side: Column, width: float, size: float, total: float
) -> PlacedSide:
    """Return a side whose name fits into a width, and its total as well; both are not placed yet."""
    short = short_names(view.setup.table.players)
    marks = [ids[seat] for seat in side.seats]
    names = [str(And(*side.names)), str(And(*(short[seat] for seat in side.seats)))]
    name = fit(names, width - size * len(marks) - 4, [(size, 1)])
    gain = fit_figure(side.gain, width, size) if side.stake else None
    return PlacedSide(marks, name, fit_figure(side.shown, width, total), gain, side.won, (0, 0), (0, 0))
