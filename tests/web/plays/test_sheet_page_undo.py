"""Undo: for a minute after every change, with one tap."""

from collections.abc import Callable

import pytest

from tests.web.phone import Phone
from tests.web.table import bid, hands, menu, start, took, totals, undo, whole

TRICKS = (3, 5, 3, 2)


def state(phone: Phone) -> tuple[list[str], dict[str, int], list[str]]:
    """Return everything that a change can change on a sheet."""
    phone.open("/plays/1")
    return hands(phone), totals(phone), phone.page.one(id="due").text.split()


def enter(phone: Phone) -> Phone:
    return whole(phone, "Cal", 4, (3, 3, 5, 2))


CHANGES: dict[str, tuple[str, Callable[[Phone], Phone]]] = {
    "a bid": ("Bid saved", lambda phone: bid(phone, "Cal", 4)),
    "a whole hand": ("Hand 2 saved", enter),
    "a correction": ("Hand 1 corrected", lambda on: on.open("/plays/1/hands/1").tap("Save hand 1", bid=4)),
    "a removed hand": ("Hand 1 removed", lambda phone: phone.tap("Remove hand 1")),
}


@pytest.fixture
def played(coralon: Phone) -> Phone:
    """Return a sheet with one hand."""
    return whole(coralon, "Bea", 5, TRICKS)


@pytest.mark.parametrize(("said", "change"), CHANGES.values(), ids=list(CHANGES))
def test_undo_says_what_it_undoes_and_restores_the_sheet_before_until_redo(
    played: Phone, said: str, change: Callable[[Phone], Phone]
) -> None:
    before = state(played)
    assert undo(change(played)) == said
    changed = state(played)
    assert changed != before
    assert state(played.tap("Undo")) == before
    assert state(played.tap("Redo")) == changed


def test_undoing_a_hand_saved_after_its_bid_restores_the_bid(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("Save hand 1", **took(*TRICKS)).tap("Undo")
    assert "Bea bid 5" in coralon.page.one("h2", "called")
    assert not hands(coralon)


def test_trump_is_taken_back_where_it_was_set(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("Crowns")
    assert undo(coralon) == ""
    assert not coralon.tap("Crowns").page.all("span", "soki")


def test_a_roll_is_removed_in_the_menu_alone(owner: Phone) -> None:
    start(owner, "House of Fortune").tap("9")
    assert undo(owner) == "Roll 1 saved"
    assert owner.page.texts("button").count("Remove roll 1") == menu(owner).count("Remove roll 1") == 1


def test_the_status_says_what_undo_did(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("Save hand 1", **took(3, 5, 3, 2)).tap("Undo")
    assert undo(coralon) == "Hand 1 undone"
    assert undo(coralon.tap("Redo")) == "Hand 1 saved again"


def test_a_late_tap_on_undo_still_works(played: Phone, pass_time: Callable[[int], None]) -> None:
    pass_time(90)
    assert not hands(played.tap("Undo"))


def test_nothing_can_be_undone_before_the_first_change(coralon: Phone) -> None:
    assert undo(coralon) == ""
    assert coralon.send("/plays/1/undo", change=1).status == 409


def test_undo_undoes_only_the_change_that_its_button_named(played: Phone, friend: Phone) -> None:
    _, sent = friend.open("/plays/1").filled("Undo")
    # The sheet is as it was, but its newest change is another one.
    played.open("/plays/1").tap("Undo").tap("Redo")
    for _ in range(2):
        assert friend.replay("/plays/1/undo", sent).status == 409
        assert undo(friend) == "iPhone saved hand 1 again"
    assert not hands(friend.tap("Undo"))


def test_undo_on_another_phone_says_who_saved_the_bid(played: Phone, friend: Phone) -> None:
    bid(friend.open("/plays/1"), "Cal", 4)
    assert undo(friend) == "Bid saved"
    assert undo(played.open("/plays/1")) == "Android phone saved the bid"
