"""Hands in a few words, as lists of hands show them."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.engine import play
from scorekeeper.rules.sheet import set_up
from tests.rules.cast import ANN, BEA, CAL, DEE, EVE
from tests.rules.sheets import cases, each, sheet

Hand = Mapping[str, Any]
POINTS = {"bidders": 13, "others": 4}


@cases(
    "game, n, options, hand, told",
    {
        "a bid": ("coralon", 4, {}, {"bidder": BEA, "bid": 3, "tricks": each(4, 3, 3, 3)}, "Bea bid 3"),
        "with a partner of this hand": (
            "bishop",
            5,
            {},
            {"bidder": BEA, "bid": 6, "block": "war", "partner": DEE, "made": True},
            "Bea bid 6 for War with Dee",
        ),
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
        "a dealer forfeits": ("dog", 4, {}, {"forfeit": True}, "Ann forfeited"),
        "the dealer takes it back": ("up-and-down", 5, {}, {"taken_back": True}, "Ann took the hand back"),
        "who was last to pay": (
            "up-and-down",
            5,
            {"opening": "informal"},
            {"no_leader": True, "last": EVE},
            "Nobody led, and Eve paid last",
        ),
        "who has the bank": ("lansquenet", 4, {}, {"result": "returned"}, "Ann held the bank"),
        "who buys it": ("lansquenet", 4, {}, {"sold_to": BEA, "price": 5}, "Bea bought the bank for 5 coins"),
        "most card points": ("tarock", 3, {}, {"points": {ANN: 20, BEA: 30.5}}, "Bea took 30½ card points"),
        "without those who forfeited": (
            "tarock",
            3,
            {},
            {"points": {ANN: 0.5, BEA: 30.5}, "forfeited": [BEA]},
            "Ann took ½ card point",
        ),
        "tied card points": ("tarock", 3, {}, {"points": {ANN: 9, BEA: 9}}, "Ann and Bea took 9 card points"),
        "a roll": ("house-of-fortune", 4, {}, {"roll": 7}, "Ann rolled 7"),
        "most points": ("tally", 4, {}, {"points": {ANN: 5, CAL: 12}}, "Cal scored the most, +12"),
        "the fewest win": (
            "tally",
            3,
            {"lowest_wins": True},
            {"points": each(5, -2, 4)},
            "Bea scored the least, −2",
        ),
        "points of a team": (
            "tally",
            4,
            {"teams": 2},
            {"points": {ANN: 5}},
            "Ann and Cal scored the most, +5",
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
