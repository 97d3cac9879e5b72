"""Every change is told differently once it is done, undone and redone."""

import json
from itertools import pairwise
from types import SimpleNamespace

from scorekeeper.domain import HAND_ACTIONS
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store.plays.change_log import GameLayout, LoggedChange, SeatedPlayer
from scorekeeper.web.plays.changes.wording import DEEDS, describe_change_made

GAME = CATALOGUE["coralon"]
SEATS = tuple(SeatedPlayer(number, name) for number, name in enumerate(("Ann", "Bea", "Cal", "Dee"), start=1))
BEFORE = GameLayout("coralon", (7, 8, 9), {"target": 40}, 0, SEATS)
AFTER = GameLayout("coralon", (8, 7, 9), {"target": 30}, 0, SEATS)


def told(action: str, complete: bool, times: int) -> str:
    """Return the words for a change of the first hand after it was undone and redone some times."""
    layout = json.dumps({"swapped": [[1, 2], 1, 3]})
    row = SimpleNamespace(action=action, complete=complete, hand_id=7, layout=layout)
    return describe_change_made(LoggedChange(row, row, times, BEFORE, AFTER), GAME)


def test_no_two_states_of_any_change_are_told_in_the_same_words() -> None:
    told_of = {(*key, times): told(*key, times) for key in DEEDS for times in range(3)}
    # What undoing an undone change is called, it is also called the time after next.
    assert len(set(told_of.values())) == len(told_of), sorted(told_of.values())
    assert {action for action, _ in DEEDS} == set(HAND_ACTIONS) - {"undone"}


def test_undoing_again_and_again_alternates() -> None:
    for key in DEEDS:
        said = [told(*key, times) for times in range(7)]
        assert all(one != next_one for one, next_one in pairwise(said)), said
