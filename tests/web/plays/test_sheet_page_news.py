"""The newest change of a game in a sentence, for other phones."""

import re

import pytest

from tests.web.phone import Phone
from tests.web.table import bid, whole

TRICKS = (3, 5, 3, 2)


@pytest.fixture
def played(coralon: Phone) -> Phone:
    """Return a sheet with one hand."""
    return whole(coralon, "Bea", 5, TRICKS)


def news(phone: Phone) -> str:
    """Return what the page tells others of the newest change."""
    return phone.page.one(id="news").text


def notice(phone: Phone) -> str:
    """Return what the page tells those whose form it concerns, without the name of the phone."""
    said = phone.page.one(id="news")["data-notice"]
    return re.sub(r"^\w+( \w+)? (?=saved|corrected|changed|removed|restored|undid|put)", "", said)


def test_nothing_is_told_before_the_first_hand(coralon: Phone) -> None:
    assert news(coralon) == ""


def test_others_hear_of_a_hand_what_it_leaves_and_of_a_bid_who_saved_it(played: Phone) -> None:
    assert news(played) == "Bea bid 5 and made it exactly. Bea, 35 to go. Bea deals."
    bid(played, "Cal", 4)
    assert news(played) == played.page.one(id="news")["data-notice"]


def test_a_hand_and_the_next_bid_are_told(played: Phone) -> None:
    assert notice(played) == "saved hand 1: Bea bid 5 and made it exactly."
    bid(played, "Cal", 4)
    assert notice(played) == "saved the bid of hand 2: Cal bid 4."
    played.tap("Crowns")
    assert notice(played) == "changed the trump of hand 2: Cal bid 4 with Crowns as trump."


def test_the_page_of_a_hand_tells_of_it_as_well(played: Phone) -> None:
    played.open("/plays/1/hands/1").tap("Save hand 1", bid=4).open("/plays/1/hands/1")
    assert notice(played) == "corrected hand 1: bid 5 → 4."


def test_a_removed_hand_is_told_by_its_number(played: Phone) -> None:
    assert notice(played.tap("Remove hand 1")) == "removed hand 1."
    assert notice(played.tap("Undo")) == "put hand 1 back: Bea bid 5 and made it exactly."


def test_the_winner_is_told_with_the_last_hand(played: Phone) -> None:
    assert notice(played.tap("End game")) == "The game was ended."
    played.tap("Continue this game")
    for _ in range(4):
        whole(played, "Bea", 10, (1, 10, 1, 1))
    assert notice(played).endswith("Bea won.")


def test_a_deleted_game_is_told(played: Phone) -> None:
    played.tap("Delete game").open("/plays/1")
    assert notice(played) == "This game was deleted."


def test_every_change_has_another_id(played: Phone) -> None:
    before = played.page.one(id="news")["data-change"]
    whole(played, "Cal", 4, (3, 3, 4, 3))
    assert played.page.one(id="news")["data-change"] != before
