"""Short ways to do at a table what people do there."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeAlias

from scorekeeper.rules.labels import relabelled_hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.table import Setup
from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Sheet

CAST = ("Ann", "Bea", "Cal", "Dee")
PHONE = "Ann’s phone"

NewPlay: TypeAlias = Callable[..., Play]


def coralon(bidder: str, bid: int, *tricks: int) -> dict[str, Any]:
    """Return a hand of Coralon."""
    return {"bidder": CAST.index(bidder), "bid": bid, "tricks": by_seat(*tricks)}


def by_seat(*figures: int) -> dict[str, int]:
    """Return the figure of each player."""
    return {str(seat): figure for seat, figure in enumerate(figures)}


def bishop(bidder: str, bid: int, partner: str | None, made: bool = True) -> dict[str, Any]:
    """Return a hand of Bishop."""
    with_whom = None if partner is None else CAST.index(partner)
    return {"bidder": CAST.index(bidder), "bid": bid, "block": "war", "partner": with_whom, "made": made}


def tally(*points: int) -> dict[str, Any]:
    """Return a hand of Tally."""
    return {"points": by_seat(*points)}


def seated(setup: Setup, hand: dict[str, Any], complete: bool = True) -> dict[str, Any]:
    """Return a hand with seats, which may be written with names."""
    table = setup.table
    with suppress(Refused):
        return relabelled_hand(
            replace(setup, table=replace(table, labels=table.players)), hand, range(table.n), complete
        )
    return hand


def enter(play: Play, *hands: dict[str, Any]) -> None:
    """Enter whole hands, one after another."""
    for hand in hands:
        correct(play, Sheet.of(play).number, hand)


def correct(play: Play, number: int, hand: dict[str, Any]) -> None:
    """Replace this hand by another."""
    sheet = Sheet.of(play)
    commands.save_hand(sheet, commands.edit_hand(sheet, number, seated(sheet.setup, hand)), PHONE)
    db.session.commit()
