"""House rules that several games share: the way in which the deal passes."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL, DEE, EVE
from tests.rules.sheets import answer, cases, each, fields, refused, sheet

HANDS: dict[str, dict[str, Any]] = {
    "nobles-estate": {
        "winner": ANN,
        "cards_left": dict.fromkeys((BEA, CAL, DEE), 1),
        "mistress": None,
        "beggar": None,
    },
    "tarock": {"points": each(20)},
    "jeu-de-tarock": {"attacker": ANN, "contract": "prise", "target": 51, "taken": 60},
    "whist": {"winner": ANN, "tricks": 7},
    "commander-captain-company": {"commander": ANN, "captain": None, "company": BEA},
}


@cases(
    "direction, own, dealers",
    {
        "to the left unless agreed": ({}, {}, [BEA, CAL, DEE]),
        "to the left": ({"direction": "left"}, {}, [BEA, CAL, DEE]),
        "to the right": ({"direction": "right"}, {}, [BEA, ANN, DEE]),
        "to the right, from a dealer who was corrected": (
            {"direction": "right"},
            {"dealer": DEE},
            [BEA, DEE, CAL],
        ),
    },
)
@pytest.mark.parametrize("game", HANDS)
def test_the_deal_passes(game: str, direction: Any, own: dict[str, str], dealers: list[str]) -> None:
    scored = answer(game, HANDS[game], {**HANDS[game], **own}, dealer=BEA, options=direction)
    assert [*(hand["dealer"] for hand in scored["hands"]), scored["next_dealer"]] == dealers


@cases(
    "direction, shares",
    {
        "from the dealer’s left": ("left", {ANN: 2, BEA: 2, CAL: 0, DEE: 3, EVE: 3}),
        "from the dealer’s right": ("right", {ANN: 3, BEA: 3, CAL: 0, DEE: 2, EVE: 2}),
    },
)
def test_odd_coins_of_a_pot_follow_the_deal(direction: str, shares: dict[str, int]) -> None:
    lost = {"attacker": CAL, "contract": "prise", "target": 51, "taken": 50, "dealer": CAL}
    options = {"wager": 2, "direction": direction}
    scored = answer("jeu-de-tarock", lost, n=5, options=options, finished=True)
    assert {player: coins + 2 for player, coins in scored["payout"].items()} == shares


@pytest.mark.parametrize("game", ["coralon", "lansquenet", "hazard", "tally"])
def test_other_games_pass_the_deal_to_the_left(game: str) -> None:
    assert fields(refused(sheet(game, options={"direction": "right"}))) == ["direction"]
