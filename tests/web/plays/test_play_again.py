"""“Same again”: the same seats and house rules, and the next dealer."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import start, totals, whole

SEATS: dict[str, Any] = {"seat-1": 2, "seat-2": 4, "seat-3": 1, "seat-4": 3}


@pytest.fixture
def over(owner: Phone) -> Phone:
    """Return a game that Bea has won; Cal, Ann, Dee and Bea sat in this order, and Ann dealt once."""
    start(owner, target=5, zero_bids="on", dealer="Ann", **SEATS)
    return whole(owner, "Bea", 5, (3, 3, 2, 5))


def test_the_same_players_sit_in_the_same_seats(over: Phone) -> None:
    over.tap("Play again")
    assert over.path == "/plays/2"
    assert totals(over) == {"Cal": 0, "Ann": 0, "Dee": 0, "Bea": 0}


def test_the_house_rules_stay(over: Phone) -> None:
    over.tap("Play again")
    assert over.page.texts("p", "to-go")[0] == "5 to go"
    assert "Zero" in over.page.texts("button")


def test_the_deal_moves_on(over: Phone) -> None:
    over.tap("Play again")
    assert over.page.one("section", "board").texts("p", "role") == ["", "", "deals", "bids first"]


def test_the_previous_game_is_unchanged(over: Phone) -> None:
    over.tap("Play again").open("/plays/1")
    assert "Bea won" in over.page
