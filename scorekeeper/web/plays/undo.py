"""The newest change of a play: what it was, and how long one tap undoes it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scorekeeper.domain import CORRECTED, ENTERED, RESTORED, UNDONE
from scorekeeper.store.models import now

UNDO_FOR = timedelta(minutes=1)

SAID = {ENTERED: "saved", RESTORED: "brought back"}


@dataclass(frozen=True)
class Undo:
    """The newest change while it can be undone with one tap.

    Attributes:
        action: the last part of the address that undoes it.
        happened: what it was, in words.
        button: what the button says.
        seconds: how long it is offered from now on.
        revision_id: the change of a hand; None for the end of the game.
    """

    action: str
    happened: str
    button: str
    seconds: int
    revision_id: int | None = None


def undo_left(since: datetime) -> int:
    """For how many seconds a change is still undone with one tap; 0 once it is too late."""
    left = since + UNDO_FOR - now()
    return int(left.total_seconds()) + 1 if left > timedelta() else 0


def happened(change: Any, number: int, opened: str = "bid") -> str:
    """The newest change in words."""
    if change.action == UNDONE:
        # Undoing is undone in turn, so only what came of it can be said for certain.
        now_so = "is not entered any more" if change.gone else "stands as before"
        return f"Hand {number} {now_so if change.gone or change.complete else f'is at its {opened} again'}"
    if change.complete:
        return f"Hand {number} {SAID.get(change.action, change.action)}"
    # A suit that was set as trump is a change of the bid as well.
    word = "changed" if change.action == CORRECTED else SAID.get(change.action, change.action)
    return f"{opened.capitalize()} for hand {number} {word}"
