"""A game as a whole: played again with the same seats and house rules, deleted, and restored."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import play_again, start, totals, undo, whole

SEATS: dict[str, Any] = {"seat-1": 2, "seat-2": 4, "seat-3": 1, "seat-4": 3}


@pytest.fixture
def over(owner: Phone) -> Phone:
    """Return a game that Bea has won; Cal, Ann, Dee and Bea sat in this order, and Ann dealt once."""
    start(owner, target=5, zero_bids="on", dealer="Ann", **SEATS)
    return whole(owner, "Bea", 5, (3, 3, 2, 5))


def test_the_same_players_play_again_by_the_same_rules_and_the_deal_moves_on(over: Phone) -> None:
    play_again(over)
    assert over.path == "/plays/2"
    assert totals(over) == {"Cal": 0, "Ann": 0, "Dee": 0, "Bea": 0}
    assert over.page.texts("p", "to-go")[0] == "5 to go"
    assert "Zero" in over.page.texts("button")
    assert over.page.one(id="due").text == "Hand 1 Dee deals, Bea bids first"
    assert "Bea won" in over.open("/plays/1").page


def test_a_deleted_game_is_not_listed_and_comes_back_with_one_tap(coralon: Phone) -> None:
    coralon.tap("Delete game")
    assert coralon.path == "/nights/1"
    assert not [link for link in coralon.page.all("a") if "/plays/" in link["href"]]
    assert "Recently deleted" in coralon.page
    coralon.tap("Restore")
    coralon.tap("Delete game")
    assert undo(coralon) == "Coralon deleted"
    assert coralon.tap("Undo").path == "/plays/1"
    assert undo(coralon.open("/nights/1")) == ""


def test_a_deleted_game_is_restored_with_its_hands(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).tap("Delete game").tap("Restore")
    assert coralon.path == "/plays/1"
    assert totals(coralon)["Bea"] == 5
    assert "deleted" not in coralon.open("/nights/1").page


def test_only_that_game_is_deleted(owner: Phone) -> None:
    start(owner)
    start(owner, "Tally").tap("Delete game")
    opened = {link["href"].split("/")[2] for link in owner.page.all("a") if "/plays/" in link["href"]}
    assert opened == {"1"}


def test_a_deleted_game_opened_at_its_address_says_so(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).tap("Delete game").open("/plays/1")
    assert "This game was deleted" in coralon.page
    assert coralon.page.texts("a", "primary") == ["Back to the night"]
    coralon.tap("Restore game")
    assert totals(coralon)["Bea"] == 5
