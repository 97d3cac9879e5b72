"""Removing the last hand, and restoring it."""

from collections.abc import Callable

import pytest

from tests.web.phone import Phone
from tests.web.table import bid, hands, menu, start, took, totals, whole

TRICKS = (3, 5, 3, 2)


@pytest.fixture
def played(coralon: Phone) -> Phone:
    """Play two hands, Bea's 5 and Cal's 4."""
    whole(coralon, "Bea", 5, TRICKS)
    return whole(coralon, "Cal", 4, (3, 3, 5, 2))


def test_the_last_hand_is_removed(played: Phone) -> None:
    played.tap("Remove hand 2")
    assert totals(played) == {"Ann": 0, "Bea": 5, "Cal": 0, "Dee": 0}
    assert "Hand 2" in played.page.one(id="due")


def test_a_removed_hand_can_be_restored_much_later(played: Phone, pass_time: Callable[[int], None]) -> None:
    played.tap("Remove hand 2")
    pass_time(3600)
    assert len(hands(played.reload().tap("Restore hand 2"))) == 2


def test_several_removed_hands_are_restored_in_turn(played: Phone) -> None:
    before = hands(played), totals(played)
    played.tap("Remove hand 2").tap("Remove hand 1")
    assert not hands(played)
    assert not [button for button in menu(played) if button.startswith("Remove")]
    played.tap("Restore hand 1").tap("Restore hand 2")
    assert (hands(played), totals(played)) == before
    assert not [button for button in menu(played) if button.startswith("Restore")]


def test_a_bid_is_removed_and_restored(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("Remove bid")
    assert not coralon.page.all("h2", "called")
    coralon.tap("Restore hand 1")
    assert "Bea bid 5" in coralon.page.one("h2", "called")


def test_restoring_does_not_overwrite_a_newer_entry(played: Phone) -> None:
    played.tap("Remove hand 2")
    whole(played, "Dee", 2, TRICKS)
    assert not [button for button in menu(played) if button.startswith("Restore")]
    assert played.send("/plays/1/bring-back").status == 409
    assert "There is no hand to restore." in played.page


def test_a_hand_removed_before_a_newer_entry_is_not_offered(played: Phone) -> None:
    played.tap("Remove hand 2").tap("Remove hand 1")
    whole(played, "Dee", 3, TRICKS).tap("Remove hand 1").tap("Restore hand 1")
    assert not [button for button in menu(played) if button.startswith("Restore")]


def test_a_hand_that_a_correction_removed_is_not_offered_at_its_end(owner: Phone) -> None:
    start(owner, target=10)
    for _ in range(2):
        whole(owner, "Bea", 5, TRICKS)
    owner.follow("Correct hand 1").tap("Save hand 1", bid=10, **took(1, 10, 1, 1)).tap("Save hand 1")
    owner.tap("Remove hand 1").tap("Restore hand 1")
    assert owner.page.one(id="due").text == "Bea won"
    assert not [button for button in menu(owner) if button.startswith("Restore")]


def test_nothing_can_be_removed_before_the_first_hand(coralon: Phone) -> None:
    assert coralon.send("/plays/1/take-back").status == 409
    assert "There is no hand to remove." in coralon.page


def test_the_page_of_a_removed_hand_says_so(played: Phone) -> None:
    played.tap("Remove hand 2").open("/plays/1/hands/2")
    assert "This hand does not count." in played.page
    assert played.page.one("ol", "history").texts("b") == [
        "iPhone saved this hand",
        "iPhone removed this hand",
    ]
