"""From the form of a hand to its JSON, on the server and on a phone that scores without it."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.table import Setup
from scorekeeper.web.forms import compound_widgets, game_widgets  # noqa: F401 - registered
from scorekeeper.web.forms.entry_form import to_json
from scorekeeper.web.forms.form_model import Typed


def hand_class(game: Game[Any, Any], typed: Typed) -> type[Hand]:
    """Return the declaration that a form was drawn from: the game's hand, or an alternative to one."""
    return game.special_by_key.get(typed.get("alone", ""), game.hand)


def read_hand(setup: Setup, typed: Typed, bidding: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the JSON of the hand in progress, with its bid unless the form has all of it."""
    entries = setup.game.entries[hand_class(setup.game, typed)]
    known = {} if typed.keys() & {"whole", "alone"} else bidding
    return to_json(entries, typed, setup.table, known)
