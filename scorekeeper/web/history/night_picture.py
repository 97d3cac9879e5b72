"""The picture of a night to send: who won most games, the night as a strip, one game, and the best hand."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, Response

from scorekeeper.rules.saying import Amount, Say
from scorekeeper.rules.words import signed
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.history.night_recap import BestHand, NightRecap, Recap
from scorekeeper.store.models import Night
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.time_zones import evening_of
from scorekeeper.web.clubs import access
from scorekeeper.web.drawings.layout import Tick
from scorekeeper.web.drawings.picture import (
    GAP,
    draw_best_hand,
    draw_game,
    draw_head,
    send_picture,
    strokes_of_best,
)
from scorekeeper.web.drawings.picture_rows import PlayerRows, place_players
from scorekeeper.web.filters import evening, iso_day
from scorekeeper.web.history.night_recap import recap_of, strip_of
from scorekeeper.web.nights.tonight import GuestRow
from scorekeeper.web.wording.nights import say_wins

bp = Blueprint("night_picture", __name__, url_prefix="/nights/<int:night_id>")

WIDEST_WON, WON_WIDTH = 170, 60
"""The most room of strokes for games won, and the width of the word above them."""

STROKES = 28
"""The height of strokes in their own drawing."""

LARGEST_LANE, LANE = 1.9, 22
"""The largest scale of lines, of which 1 is that of a page, and the height of a row with that one."""

WITH_MINUTES = 420
"""The width from which hours are written out."""


class StripDrawing(NamedTuple):
    """The strip of a night.

    Attributes:
        placed: its rows, with the coins if there are any.
        guests: the players, each with their line and strokes for games won.
        hours: the hours above them.
        minutes: what follows an hour.
        won: where the strokes begin.
        width: the width of the lines.
        scale: how much larger they are than on a page.
        strokes: how large the strokes are.
        has_coins: whether there are coins.
    """

    placed: PlayerRows
    guests: Sequence[GuestRow]
    hours: Sequence[Tick]
    minutes: str
    won: float
    width: float
    scale: float
    strokes: float
    has_coins: bool


@bp.get("/recap.svg")
def picture(night_id: int) -> Response:
    """Send what a night came to as a picture, without the games that are still running."""
    night = access.night_or_404(night_id)
    found = recap_of(night, finished=True)
    there = evening_of(night.started_at, night.time_zone)
    head = draw_head(
        f"{there:%A} night, {evening(night.started_at, night.time_zone)}",
        [*map(str, say_wins(found, len(found.sheets)))],
        found.winners,
    )
    strip = draw_rows(night, found, head.bottom + GAP / 2)
    top = strip.placed.bottom if strip else head.bottom + GAP
    drawn, sheet = None, longest(found.counting)
    if sheet:
        result, best = sheet.result, best_of(found, sheet)
        played = Amount(len(result.hands), result.setup.game.hand_noun)
        caption = str(Say("{game}, in {hands}", game=result.setup.title, hands=played))
        game = best.sheet.result.setup.title if best and best.sheet is not sheet else ""
        best_drawn = draw_best_hand(best, top, game) if best else None
        drawn = draw_game(result, sheet.play.person_ids, caption, best_drawn, top)
    return send_picture(
        "history/night_picture.svg",
        f"game-night-{iso_day(night.started_at, night.time_zone)}",
        head=head,
        strip=strip,
        drawn=drawn,
    )


def longest(sheets: Sequence[Sheet]) -> Sheet | None:
    """Return the game with the most hands, the first of several; None if no hand was played."""
    sheet = max(sheets, key=lambda one: len(one.result.hands), default=None)
    return sheet if sheet and sheet.result.hands else None


def best_of(recap: Recap, shown: Sheet | None = None) -> BestHand | None:
    """Return the best hand of all: rather one with strokes, and rather of the game that is shown.

    Scores of different games don't compare.
    """
    drawn = [(best, strokes_of_best(best)) for best in recap.best]
    ranked = [(bool(strokes and strokes.rule), bool(strokes), best.sheet is shown) for best, strokes in drawn]
    return max(zip(ranked, recap.best, strict=True), key=lambda each: each[0], default=((), None))[1]


def draw_rows(night: Night, recap: NightRecap, top: float) -> StripDrawing | None:
    """Return a night as a strip from a height on; None if no game was finished."""
    bank = bank_of(night)
    strip = strip_of(night, recap, bank)
    if strip is None:
        return None
    coins = [signed(row.coins) for row in strip.rows] if bank.used else []
    placed = place_players([(row.person, row.name) for row in strip.rows], coins, top)
    widest = max((row.strokes.width for row in strip.rows if row.strokes), default=1)
    scale = min(placed.height * 0.5 / STROKES, WIDEST_WON / widest)
    won = placed.right - GAP * 0.75 - max(widest * scale, WON_WIDTH)
    width = won - GAP - placed.left
    return StripDrawing(
        placed=placed,
        guests=strip.rows,
        hours=strip.hours,
        minutes=":00" if width >= WITH_MINUTES else "",
        won=won,
        width=width,
        scale=min(LARGEST_LANE, placed.height / LANE),
        strokes=scale,
        has_coins=bank.used,
    )
