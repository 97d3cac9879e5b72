"""What players say they have of the hand in progress, once the keeper has asked the table.

A game keeps it as ``claims``: the number of the ``hand``, and ``figures``, a part of that hand's JSON with
seats for names: ``{"tricks": {"0": 3, "2": 5}}``. It is nothing but a proposal: the keeper saves the hand as
ever, with other figures if need be. What is said of another hand than the one in progress counts for nothing,
so that an answer that comes late does no harm.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from scorekeeper.rules.table import Seat
from scorekeeper.store.plays.changes import update_play
from scorekeeper.store.plays.sheet import Sheet

Claims: TypeAlias = Mapping[str, Mapping[str, Any]]
"""The value of each seat that has answered, under the seat's digits, by the name of the entry."""


def claims_of(sheet: Sheet) -> Claims | None:
    """Return what was said of the hand in progress; None if nobody has asked the table."""
    claims = sheet.play.claims
    return claims["figures"] if claims and claims["hand"] == sheet.number else None


def ask_table(sheet: Sheet) -> None:
    """Ask everyone for their figures of the hand in progress, from the beginning."""
    _keep(sheet, {})


def stop_asking(sheet: Sheet) -> None:
    """Ask no longer; what was said is forgotten."""
    update_play(sheet.play.id, claims=None)


def claim(sheet: Sheet, seat: Seat, number: int, said: Mapping[str, Any]) -> bool:
    """Keep what a player says of a hand, instead of what they said before.

    Args:
        sheet: the game.
        seat: the player's.
        number: the hand that they were asked about.
        said: their values by the names of the entries, which the rules accept.

    Returns:
        Whether it counts: the table is asked about that hand.
    """
    claims = claims_of(sheet)
    if claims is None or number != sheet.number:
        return False
    _keep(
        sheet,
        {**claims, **{name: {**claims.get(name, {}), str(seat): value} for name, value in said.items()}},
    )
    return True


def _keep(sheet: Sheet, figures: Claims) -> None:
    update_play(sheet.play.id, claims={"hand": sheet.number, "figures": figures})
