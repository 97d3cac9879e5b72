"""The picture of a night to send: who won most games, the night as a strip, one game, and the best hand."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, Response

from scorekeeper.rules.saying import Amount, Say
from scorekeeper.rules.words import signed, text_width
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.history.night_recap import BestHand, NightRecap
from scorekeeper.store.models import Night
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.time_zones import local
from scorekeeper.web.clubs import access
from scorekeeper.web.drawings.layout import Tick
from scorekeeper.web.drawings.picture import (
    FIGURE,
    GAP,
    LETTER,
    MARGIN,
    WIDTH,
    Lines,
    draw_best_hand,
    draw_game,
    draw_head,
    fit,
    fit_figure,
    send_picture,
    strokes_of_best,
)
from scorekeeper.web.drawings.strip import Lane
from scorekeeper.web.drawings.strokes import StrokesDrawing
from scorekeeper.web.filters import day, iso_day
from scorekeeper.web.history.night_recap import recap_of, strip_of
from scorekeeper.web.wording.nights import say_wins

bp = Blueprint("night_picture", __name__, url_prefix="/nights/<int:night_id>")

ROWS: Sequence[tuple[int, float, float]] = ((5, 80, 36), (8, 60, 30), (12, 44, 26), (20, 30, 20))
"""For up to so many players: the height of a row, and the size of its type."""

ALL_ROWS = 600
"""The height of the rows of more players."""

HEADER = 70
"""The height of the hours above them."""

MARK = 1.2
"""The room of a mark, in sizes of the type beside it."""

WIDEST_NAME, WIDEST_WON, WIDEST_COINS = 300, 170, 200
"""The most room of names, of strokes for games won, and of coins."""

COINS = 1.1
"""The size of coins, in sizes of the names."""

WON_WIDTH = 60
"""The width of the word above the strokes."""

STROKES = 28
"""The height of strokes in their own drawing."""

LARGEST_LANE, LANE = 1.9, 22
"""The largest scale of lines, of which 1 is that of a page, and the height of a row with that one."""

WITH_MINUTES = 420
"""The width from which hours are written out."""


class PlacedPlayer(NamedTuple):
    """A player on the strip: the id, name, line, strokes for games won and coins."""

    player: int
    name: Lines
    lane: Lane | None
    won: StrokesDrawing | None
    coins: Lines | None
    y: float


class StripDrawing(NamedTuple):
    """The strip of a night.

    Attributes:
        rows, height, size: its rows, their height, and the size of their type.
        hours: the hours above them.
        minutes: what follows an hour.
        lanes, won: where the lines begin, and the strokes.
        width: the width of the lines.
        scale: how much larger they are than on a page.
        strokes: how large the strokes are.
        has_coins: whether there are coins.
        top, bottom: where the rows begin and end.
    """

    rows: Sequence[PlacedPlayer]
    height: float
    size: float
    hours: Sequence[Tick]
    minutes: str
    lanes: float
    won: float
    width: float
    scale: float
    strokes: float
    has_coins: bool
    top: float
    bottom: float


@bp.get("/recap.svg")
def picture(night_id: int) -> Response:
    """Send what a night came to as a picture, without the games that are still running."""
    night = access.night_or_404(night_id)
    found = recap_of(night, finished=True)
    there = local(night.started_at, night.time_zone)
    head = draw_head(
        f"{there:%A} night, {day(night.started_at, night.time_zone)}",
        [*map(str, say_wins(found, len(found.sheets)))],
        found.winners,
    )
    strip = draw_rows(night, found, head.bottom + GAP / 2)
    top = strip.bottom if strip else head.bottom + GAP
    drawn, sheet = None, longest(found.sheets)
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


def best_of(recap: NightRecap, shown: Sheet) -> BestHand | None:
    """Return the best hand of the night: rather one with strokes, and rather of the game that is shown.

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
    height, size = row_size(len(strip.rows))
    coins = [signed(row.coins) for row in strip.rows] if bank.used else []
    coin_width = min(max(map(text_width, coins), default=0) * size * COINS * FIGURE, WIDEST_COINS)
    name_width = min(max(text_width(row.name) for row in strip.rows) * size * LETTER, WIDEST_NAME)
    widest = max((row.strokes.width for row in strip.rows if row.strokes), default=1)
    scale = min(height * 0.5 / STROKES, WIDEST_WON / widest)
    lanes = MARGIN + size * MARK + name_width + GAP
    won = WIDTH - MARGIN - coin_width - GAP * 0.75 - max(widest * scale, WON_WIDTH)
    rows = [
        PlacedPlayer(
            row.person,
            fit([row.name, row.short], name_width, [(size, 1)]),
            row.lane,
            row.strokes,
            fit_figure(coins[at], coin_width, size * COINS) if coins else None,
            top + HEADER + height * at,
        )
        for at, row in enumerate(strip.rows)
    ]
    return StripDrawing(
        rows=rows,
        height=height,
        size=size,
        hours=strip.hours,
        minutes=":00" if won - GAP - lanes >= WITH_MINUTES else "",
        lanes=lanes,
        won=won,
        width=won - GAP - lanes,
        scale=min(LARGEST_LANE, height / LANE),
        strokes=scale,
        has_coins=bank.used,
        top=top + HEADER,
        bottom=top + HEADER + height * len(rows),
    )


def row_size(players: int) -> tuple[float, float]:
    """Return the height of a row, and the size of its type."""
    every = ALL_ROWS / players
    return next(((height, size) for most, height, size in ROWS if players <= most), (every, every * 0.66))
