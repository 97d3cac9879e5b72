"""The offer to undo the newest change: what it was, and for how long it can be undone with one tap."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scorekeeper.rules.game import Game
from scorekeeper.store.clock import clock
from scorekeeper.store.plays.change_log import LoggedChange
from scorekeeper.web.plays.changes.wording import describe_change_made

UNDO_FOR = timedelta(minutes=1)


@dataclass(frozen=True)
class UndoOffer:
    """The newest change while it can be undone with one tap.

    Attributes:
        action: the last part of the address that undoes it.
        status: what happened, in words.
        button: what the button says.
        since: when it was made.
    """

    action: str
    status: str
    button: str
    since: datetime

    @property
    def seconds(self) -> int:
        """How long it is offered from now on."""
        return undo_left(self.since)


def undo_left(since: datetime) -> int:
    """Return the seconds for which a change can still be undone with one tap; 0 if that is over."""
    age = clock.age(since)
    left = UNDO_FOR.total_seconds() - age if age is not None else 0
    return int(left) + 1 if left > 0 else 0


def offer_undo(change: LoggedChange, game: Game[Any, Any]) -> UndoOffer:
    """Return the offer to undo the newest change, or to redo it if it was undone."""
    said = describe_change_made(change, game, brief=True)
    return UndoOffer("undo", said, "Redo" if change.undone else "Undo", change.row.at)
