"""Trump, shown large during the play."""

import pytest

from tests.web.phone import Phone
from tests.web.table import bid, start, took


@pytest.fixture
def playing(coralon: Phone) -> Phone:
    """Return the sheet while a hand is played."""
    return bid(coralon, "Bea", 5)


def trump(phone: Phone) -> str:
    found = phone.page.all("span", "soki")
    return found[0].text if found else ""


def test_every_suit_has_its_shape_and_its_name(playing: Phone) -> None:
    suits = playing.page.one("form", "suits").all("button")
    assert [suit.text for suit in suits] == ["Anchors", "Crowns", "Cups", "Locks", "Trees", "No trump"]
    assert all(suit.all("svg") for suit in suits)


def test_one_tap_sets_trump(playing: Phone) -> None:
    assert trump(playing.tap("Crowns")) == "Crowns"
    assert [suit.text for suit in playing.page.all("button", **{"aria-pressed": "true"})] == ["Crowns"]
    assert trump(playing.reload()) == "Crowns"


def test_another_tap_changes_trump(playing: Phone) -> None:
    assert trump(playing.tap("Crowns").tap("Trees")) == "Trees"


def test_tapping_the_same_suit_again_clears_trump(playing: Phone) -> None:
    assert trump(playing.tap("Crowns").tap("Crowns")) == ""


def test_trump_stays_with_the_hand_that_is_saved(playing: Phone) -> None:
    playing.tap("Locks").tap("Save hand 1", **took(3, 5, 3, 2)).follow("Correct hand 1")
    assert playing.value("trump") == "locks"


def test_a_changed_bid_keeps_its_trump(playing: Phone) -> None:
    playing.tap("Locks").follow("Change the bid")
    assert trump(bid(playing, "Cal", 6)) == "Locks"


def test_a_suit_that_does_not_exist_is_refused(playing: Phone) -> None:
    playing.send("/plays/1/trump", trump="hearts")
    assert playing.status == 422
    assert "Trump must be anchors, crowns, cups, locks, trees or none." in playing.page
    assert trump(playing.open("/plays/1")) == ""


def test_without_a_hand_in_progress_there_is_no_trump_to_set(coralon: Phone) -> None:
    coralon.send("/plays/1/trump", trump="crowns")
    assert coralon.status == 409


def test_a_game_without_suits_asks_for_none(owner: Phone) -> None:
    owner.open("/nights/1/games/tally").tap("Start game")
    assert not owner.page.all("form", "suits")
    assert not owner.page.all("input", name="trump")


@pytest.mark.parametrize("game", ["Coralon", "Whist"])
def test_trump_and_dealer_can_be_left_out(owner: Phone, game: str) -> None:
    start(owner, game)
    assert (owner.value("trump"), owner.value("dealer")) == ("", "")
    said = [label.text for label in owner.page.all("label", "chip")]
    assert "Not recorded" in said
    assert "Next in turn" in said
