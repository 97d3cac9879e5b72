"""How many taps a hand costs in each game, from the sheet back to the sheet."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, expect

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.sheet import set_up
from scorekeeper.store import upgrade
from tests.browser.browser import PHONE
from tests.browser.server import serving
from tests.browser.table import CAST, Table, deal
from tests.browser.thumb import enter
from tests.conftest import make_app


class LazyThumb(Table):
    """A thumb that never scrolls: everything it taps must be in view."""

    def tap(self, what: Locator) -> None:
        expect(what).to_be_in_viewport(ratio=1)
        super().tap(what)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of one app for all games."""
    app = make_app(tmp_path_factory.mktemp("taps") / "scores.db")
    upgrade(app)
    with serving(app) as address:
        yield address


@pytest.fixture
def table(browser: Browser, server: str) -> Iterator[LazyThumb]:
    """Yield a phone whose taps are counted."""
    context = browser.new_context(**PHONE, base_url=server)
    yield LazyThumb(context.new_page())
    context.close()


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


def test_every_game_with_hands_of_its_own_has_a_typical_one() -> None:
    assert TYPICAL.keys() == CATALOGUE.keys() - {"tally"}


@pytest.mark.parametrize("key", TYPICAL)
def test_a_typical_hand_costs_few_taps(table: LazyThumb, key: str) -> None:
    most, hand, players = TYPICAL[key]
    game = CATALOGUE[key]
    setup = set_up({"scoresheet": 1, "game": key, "players": list(players), "hands": []})
    table.seated(key, *players)
    enter(table, game, setup.table, hand)
    expect(table.hands).to_have_count(1)
    assert table.taps <= most


def test_the_next_hand_costs_as_many_taps_with_the_undo_of_the_first_above_it(table: LazyThumb) -> None:
    table.seated("coralon", *CAST)
    table.play(deal("Bea", 5, 6, 3, 3), deal("Cal", 2, 3, 3, 3))
    table.expect_totals(4, 10, 6, 6)
    assert table.taps == 14


def test_a_round_of_hazard_with_the_same_bets_costs_six_taps(table: LazyThumb) -> None:
    setup = set_up({"scoresheet": 1, "game": "hazard", "players": list(CAST), "hands": []})
    table.seated("hazard", *CAST)
    enter(table, CATALOGUE["hazard"], setup.table, {**TYPICAL["hazard"].hand, "rolls": [7]})
    table.taps = 0
    table.tap(table.page.locator("[name=main][value='6']"))
    table.tap(table.button("Same bets as before"))
    table.follow(table.button("Save the stakes"))
    table.take(6)
    table.save()
    table.expect_totals(-4, 10, -6, 0)
    assert table.taps == 6
