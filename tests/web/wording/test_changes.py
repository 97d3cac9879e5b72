"""Every change is told differently once it is done, undone and redone."""

import json
from itertools import pairwise, product
from types import SimpleNamespace

from scorekeeper.domain import CORRECTED, ENTERED, HAND_ACTIONS, REMOVED, RESTORED
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store.plays.change_log import GameLayout, LoggedChange, SeatedPlayer
from scorekeeper.web.wording.changes import DEEDS, say_done

GAME = CATALOGUE["coralon"]
SEATS = tuple(SeatedPlayer(number, name) for number, name in enumerate(("Ann", "Bea", "Cal", "Dee"), start=1))
BEFORE = GameLayout("coralon", (7, 8, 9), {"target": 40}, 0, SEATS)
AFTER = GameLayout("coralon", (8, 7, 9), {"target": 30}, 0, SEATS)


def told(action: str, complete: bool, times: int) -> str:
    """Return the words for a change of the first hand after it was undone and redone some times."""
    layout = json.dumps({"swapped": [[1, 2], 1, 3]})
    row = SimpleNamespace(action=action, complete=complete, hand_id=7, layout=layout, entry=None)
    return str(say_done(LoggedChange(row, row, times, BEFORE, AFTER), GAME))


KINDS = [*product(DEEDS, (True,)), *product((ENTERED, CORRECTED, REMOVED, RESTORED), (False,))]
"""Every kind of change of a hand, a game, and a bid."""


def test_no_two_states_of_any_change_are_told_in_the_same_words() -> None:
    told_of = {(*key, times): told(*key, times) for key in KINDS for times in range(3)}
    # What undoing an undone change is called, it is also called the time after next.
    assert len(set(told_of.values())) == len(told_of), sorted(told_of.values())
    assert DEEDS.keys() == set(HAND_ACTIONS) - {"undone"}


def test_undoing_again_and_again_alternates() -> None:
    for key in KINDS:
        said = [told(*key, times) for times in range(7)]
        assert all(one != next_one for one, next_one in pairwise(said)), said
