"""The offer to undo the newest change with one tap; the page shows it for a minute (``static/app.js``)."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.game import Game
from scorekeeper.store.plays.change_log import LoggedChange
from scorekeeper.web.plays.changes.wording import describe_change_made


@dataclass(frozen=True)
class UndoOffer:
    """The newest change, which can be undone with one tap.

    Attributes:
        action: the last part of the address that undoes it.
        status: what happened, in words.
        button: what the button says.
    """

    action: str
    status: str
    button: str


def offer_undo(change: LoggedChange, game: Game[Any, Any]) -> UndoOffer:
    """Return the offer to undo the newest change, or to redo it if it was undone."""
    said = describe_change_made(change, game, brief=True)
    return UndoOffer("undo", said, "Redo" if change.undone else "Undo")
