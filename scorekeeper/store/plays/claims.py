"""What players say they have of the hand in progress, once the keeper has asked the table.

A game keeps it as ``claims``: the ``id`` of this asking, the number of the ``hand``, who sits in the
``seats``, and ``figures``, a part of that hand's JSON with seats for names: ``{"tricks": {"0": 3, "2": 5}}``.
It is nothing but a proposal: the keeper saves the hand as ever, with other figures if need be. What is said
of another hand than the one in progress, or of an earlier asking, counts for nothing: an answer that comes
late does no harm.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.rules.claims import Claims
from scorekeeper.store.database import new_uid
from scorekeeper.store.plays.changes import update_play
from scorekeeper.store.plays.sheet import Sheet


class Asking(NamedTuple):
    """A question to the table: its id, and what was said so far."""

    id: str
    figures: Claims


def asking_of(sheet: Sheet) -> Asking | None:
    """Return what the table is asked about the hand in progress; None if nobody has asked."""
    claims = sheet.play.claims
    if not claims or (claims["hand"], claims["seats"]) != (sheet.number, _seats(sheet)):
        return None
    return Asking(claims["id"], claims["figures"])


def ask_table(sheet: Sheet) -> None:
    """Ask everyone for their figures of the hand in progress, from the beginning."""
    _keep(sheet, Asking(new_uid(), {}))


def stop_asking(sheet: Sheet) -> None:
    """Ask no longer; what was said is forgotten."""
    update_play(sheet.play.id, claims=None)


def claim(sheet: Sheet, asking: str, said: Claims) -> bool:
    """Keep what a player says, instead of what they said before.

    Args:
        sheet: the game.
        asking: the id of the question that they answer.
        said: their figures, which the rules accept.

    Returns:
        Whether it counts: that is what the table is asked now.
    """
    now = asking_of(sheet)
    if now is None or now.id != asking:
        return False
    added = {name: {**now.figures.get(name, {}), **figures} for name, figures in said.items()}
    _keep(sheet, now._replace(figures={**now.figures, **added}))
    return True


def _keep(sheet: Sheet, asking: Asking) -> None:
    claims: Mapping[str, Any] = {
        "id": asking.id,
        "hand": sheet.number,
        "seats": _seats(sheet),
        "figures": asking.figures,
    }
    update_play(sheet.play.id, claims=claims)


def _seats(sheet: Sheet) -> list[int]:
    return [seat.player_id for seat in sheet.play.seats]
