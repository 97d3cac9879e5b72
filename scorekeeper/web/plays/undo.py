"""The offer to undo the newest change: what it was, and for how long it can be undone with one tap."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scorekeeper.domain import CORRECTED, ENTERED, REMOVED, RESTORED, UNDONE
from scorekeeper.rules.game import Game
from scorekeeper.store.database import now

UNDO_FOR = timedelta(minutes=1)

DONE = {
    (ENTERED, True): "{hand} saved",
    (ENTERED, False): "{bid} saved",
    (CORRECTED, True): "{hand} corrected",
    (CORRECTED, False): "{bid} changed",
    (REMOVED, True): "{hand} removed",
    (REMOVED, False): "{bid} removed",
    (RESTORED, True): "{hand} restored",
    (RESTORED, False): "{bid} restored",
}
"""What to say after a change, by its action and whether the hand was complete."""

REVERSED = {
    (ENTERED, True): "{hand} undone",
    (ENTERED, False): "{bid} undone",
    (CORRECTED, True): "Correction undone",
    (CORRECTED, False): "Change undone",
    (REMOVED, True): "Removal undone",
    (REMOVED, False): "Removal undone",
    (RESTORED, True): "Restore undone",
    (RESTORED, False): "Restore undone",
}
"""What to say after a change was undone."""


@dataclass(frozen=True)
class UndoOffer:
    """The newest change while it can be undone with one tap.

    Attributes:
        action: the last part of the address that undoes it.
        status: what happened, in words.
        button: what the button says.
        seconds: how long it is offered from now on.
    """

    action: str
    status: str
    button: str
    seconds: int


def undo_left(since: datetime) -> int:
    """Return the seconds for which a change can still be undone with one tap; 0 if that is over."""
    left = since + UNDO_FOR - now()
    return int(left.total_seconds()) + 1 if left > timedelta() else 0


def offer_undo(changes: Iterable[Any], number: int, game: Game[Any, Any], seconds: int) -> UndoOffer:
    """Return the offer to undo the newest of these changes, newest first, which is one of hand ``number``.

    Changes that undid others are followed back to the one that they undid or redid.
    """
    words = {"hand": f"{game.hand_noun.one.capitalize()} {number}", "bid": game.bid_noun.capitalize()}
    undone = False
    for change in changes:
        if change.action != UNDONE:
            break
        undone = not undone
    # The history of an imported game may begin with any change.
    status = (REVERSED if undone else DONE).get((change.action, change.complete), "{hand} changed")
    return UndoOffer("undo", status.format(**words), "Redo" if undone else "Undo", seconds)
