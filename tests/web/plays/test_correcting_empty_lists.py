"""A hand with an empty list can be opened and saved again."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import save_button

SPECIAL = {"special_rolls": "on"}
HANDS: dict[str, Any] = {
    "hazard without a bet": (
        ("hazard", "Hazard", {}),
        {"bank": "Ann", "shooter": "Bea", "main": 7, "rolls": "7"},
    ),
    "lansquenet without a stake": (("lansquenet", "Lansquenet", {}), {"result": "bank"}),
    "nobody is left to bring in a cargo": (
        ("ship-captain-crew", "Ship, Captain, and Crew", SPECIAL),
        {f"shipwreck-{seat}": "withdrew" for seat in range(4)},
    ),
}


@pytest.mark.parametrize(("game", "hand"), HANDS.values(), ids=HANDS)
def test_an_empty_list_is_saved_again(
    owner: Phone, game: tuple[str, str, dict[str, Any]], hand: dict[str, Any]
) -> None:
    key, name, rules = game
    owner.open(f"/nights/1/games/{key}").tap(f"Start {name}", **rules).open("/plays/1?whole")
    owner.tap(save_button(owner), **hand)
    assert owner.status == 200, owner.problems
    owner.open("/plays/1/hands/1")
    owner.tap(save_button(owner), note="a word")
    assert owner.status == 200, owner.problems
    assert "a word" in owner.open("/plays/1").page.one("p", "note")
