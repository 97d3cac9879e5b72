"""Results that are kept with finished games, so that pages which need no more need not score their hands.

With each result goes a proof: a digest of the game, its hands and the result itself. While what is stored has
the same digest, it is what was scored. A hand or figure that was overwritten otherwise gives another one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.store.models import Chair, Play
from scorekeeper.store.plays.play_snapshot import PlaySnapshot
from scorekeeper.store.plays.sheet import Sheet, digest

VERSION = 1
"""The version of what is kept of a result. Raise it when that is worked out differently."""

FIGURES = ("total", "payout", "won")
"""What is kept of a result with each seat."""


def proof_of(sheet: Sheet, seats: Sequence[Mapping[str, Any]]) -> str:
    """Return the proof that this result, given by its seats, is that of this sheet."""
    return _proof(sheet, (seat[name] for seat in seats for name in FIGURES))


def is_proven(sheet: Sheet) -> bool:
    """Return whether the result that is kept of a finished game is that of its hands, as far as is known.

    False only says that it must be scored to find out.
    """
    play = sheet.play
    if isinstance(play, PlaySnapshot) or play.ended_at is None or not play.proof or sheet.damaged:
        return False
    return play.proof == _proof(sheet, (getattr(chair, name) for chair in play.seats for name in FIGURES))


def standing(play: Play) -> list[tuple[list[str], int]]:
    """Return the names and the total of each side, as they are kept of a finished game."""
    sides: dict[int, list[Chair]] = {}
    for chair in play.seats:
        sides.setdefault(chair.place if chair.side is None else chair.side, []).append(chair)
    return [([chair.name for chair in chairs], chairs[0].total or 0) for _, chairs in sorted(sides.items())]


def _proof(sheet: Sheet, figures: Iterable[object]) -> str:
    setup, hands = sheet.key
    return digest((f"{VERSION} {[*figures]}", setup, *hands))
