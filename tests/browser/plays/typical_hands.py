"""A typical hand of every game, and how many taps it may cost from the sheet back to the sheet."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.browser.table import CAST


class Typical(NamedTuple):
    """A hand as most of them are.

    Attributes:
        taps: the most that it may cost.
        hand: the hand as JSON.
        players: who plays.
    """

    taps: int
    hand: Mapping[str, Any]
    players: tuple[str, ...] = CAST


def each(*values: Any) -> dict[str, Any]:
    """Return a value for each of Ann, Bea, Cal and Dee."""
    return dict(zip(CAST, values, strict=True))


def sides(bidders: int, others: int) -> dict[str, int]:
    return {"bidders": bidders, "others": others}


def bid(bidder: str, bid: int, **play: Any) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, **play}


FIVE = (*CAST, "Eva")
BLOCK = bid("Bea", 6, block="war", partner="Dee", made=True)

TYPICAL = {
    "coralon": Typical(7, bid("Bea", 5, tricks=each(1, 6, 3, 3))),
    "coralon-partners": Typical(5, bid("Bea", 5, tricks=6)),
    "thief": Typical(11, bid("Bea", 5, tricks=each(2, 5, 3, 3), thieves=each(0, 2, 1, 1))),
    "thieves": Typical(7, bid("Bea", 5, tricks=6, thieves=sides(2, 3))),
    "ducks-and-geese": Typical(9, bid("Bea", 9, tricks=4, ducks=sides(3, 1), geese=sides(2, 1))),
    "dog": Typical(7, bid("Bea", 7, tricks=4, tars=sides(3, 1))),
    "ducks-and-geese-cutthroat": Typical(
        12, bid("Bea", 5, tricks=3, ducks=each(0, 2, 2, 1), geese=each(0, 1, 1, 2))
    ),
    "bishop": Typical(7, BLOCK, FIVE),
    "baronet": Typical(7, BLOCK, FIVE),
    "chevalier": Typical(7, bid("Bea", 7, clean=sides(4, 3), poisoned=sides(1, 2))),
    "up-and-down": Typical(6, {"leader": "Bea", "partner": "Dee", "points": sides(9, 6)}, FIVE),
    "up-and-down-points": Typical(7, bid("Bea", 12, partner="Dee", points=sides(13, 4)), FIVE),
    "nobles-estate": Typical(
        8, {"winner": "Bea", "mistress": "Cal", "beggar": None, "cards_left": {"Ann": 2, "Cal": 4, "Dee": 1}}
    ),
    "tarock": Typical(12, {"points": each(15, 20, 30, 20)}),
    "jeu-de-tarock": Typical(9, {"attacker": "Bea", "contract": "garde", "target": 41, "taken": 48}),
    "tally": Typical(12, {"points": each(15, 20, 30, 20)}),
    "whist": Typical(2, {"winner": "Bea", "tricks": 9}),
    "commander-captain-company": Typical(4, {"commander": "Ann", "captain": "Bea", "company": "Ann"}),
    "lansquenet": Typical(
        9, {"collected": {"Bea": 5, "Cal": 3}, "standing": {"Bea": 4, "Dee": 2}, "result": "bank"}
    ),
    "hazard": Typical(
        9,
        {
            "bank": "Ann",
            "shooter": "Bea",
            "main": 7,
            "bets": [
                {"player": "Bea", "on": "win", "coins": 5},
                {"player": "Cal", "on": "lose", "coins": 3},
            ],
            "rolls": [5, 5],
        },
    ),
    "house-of-fortune": Typical(1, {"roll": 5}),
    "ship-captain-crew": Typical(5, {"cargo": each(9, None, 5, 7)}),
    "caravan": Typical(5, {"cargo": each(9, None, 5, 7)}),
}
