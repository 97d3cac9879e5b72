"""Hands in a few words, as lists of hands show them."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.engine import play
from scorekeeper.rules.sheet import set_up
from tests.rules.cast import ANN, BEA, CAL, EVE
from tests.rules.sheets import cases, each, sheet

Hand = Mapping[str, Any]
POINTS = {"bidders": 13, "others": 4}


@cases(
    "game, n, options, hand, told",
    {
        "a bid": ("coralon", 4, {}, {"bidder": BEA, "bid": 3, "tricks": each(4, 3, 3, 3)}, "Bea bid 3"),
        "alone": (
            "bishop",
            5,
            {},
            {"bidder": BEA, "bid": 6, "block": "war", "partner": None, "made": True},
            "Bea bid 6 for War alone",
        ),
        "a lead with a partner": (
            "up-and-down",
            5,
            {},
            {"leader": ANN, "partner": CAL, "points": POINTS},
            "Ann led with Cal",
        ),
        "red, which has no partner": (
            "up-and-down-points",
            5,
            {},
            {"bidder": ANN, "bid": 9, "red": True, "points": {"bidders": 9, "others": 8}},
            "Ann bid 9 red",
        ),
        "who was last to pay": (
            "up-and-down",
            5,
            {"opening": "informal"},
            {"no_leader": True, "last": EVE},
            "Nobody led, and Eve paid last",
        ),
        "who buys it": ("lansquenet", 4, {}, {"sold_to": BEA, "price": 5}, "Bea bought the bank for 5 coins"),
        "most card points": ("tarock", 3, {}, {"points": {ANN: 20, BEA: 30.5}}, "Bea took 30½ card points"),
        "without those who forfeited": (
            "tarock",
            3,
            {},
            {"points": {ANN: 0.5, BEA: 30.5}, "forfeited": [BEA]},
            "Ann took ½ card point",
        ),
        "most points": ("tally", 4, {}, {"points": {ANN: 5, CAL: 12}}, "Cal scored the most, +12"),
        "the fewest win": (
            "tally",
            3,
            {"lowest_wins": True},
            {"points": each(5, -2, 4)},
            "Bea scored the least, −2",
        ),
        "points of many": (
            "tally",
            5,
            {},
            {"points": each(5, 5, 5, 5, 4)},
            "Four players scored the most, +5 each",
        ),
        "the same for all": ("tally", 3, {}, {"points": each(5, 5, 5)}, "Everyone scored +5"),
    },
)
def test_a_hand_is_described_in_a_few_words(
    game: str, n: int, options: dict[str, Any], hand: Hand, told: str
) -> None:
    setup = set_up(sheet(game, n=n, options=options))
    (played,) = play(setup, [hand]).hands
    assert str(setup.game.describe(setup.table, played)) == told
