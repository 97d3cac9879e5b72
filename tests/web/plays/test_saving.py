"""Entering the tricks after the play, or a whole hand at once, and trump."""

from typing import Any

import pytest

from scorekeeper.store.plays import stored_hands
from tests.web.phone import Phone
from tests.web.table import bid, hands, save, start, took, totals, undo, whole

TRICKS = (3, 5, 3, 2)
THIEVES: dict[str, Any] = {"thieves-0": 2, "thieves-1": 1}


@pytest.fixture
def playing(coralon: Phone) -> Phone:
    """Return the sheet while a hand is played."""
    return bid(coralon, "Bea", 5)


def test_a_hand_is_saved_in_two_steps(playing: Phone) -> None:
    playing.tap("Save hand 1", **took(*TRICKS))
    assert playing.path == "/plays/1"
    assert totals(playing) == {"Ann": 0, "Bea": 5, "Cal": 0, "Dee": 0}
    assert undo(playing) == "Hand 1 saved"


def test_the_bidder_counts_first_below_their_total(coralon: Phone) -> None:
    bid(coralon, "Cal", 5)
    asked = [field["name"] for field in coralon.page.all("input", type="number")]
    assert asked == ["tricks-0", "tricks-1", "tricks-2", "tricks-3"]
    turns = [label["data-turn"] or "0" for label in coralon.page.all("label", "place")]
    assert turns == ["2", "3", "0", "1"]


def test_a_whole_hand_is_entered_at_once(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS, trump="cups", dealer="Dee", note="At once")
    assert hands(coralon)[0].endswith("Ann 0, Bea +5, Cal 0, Dee 0")
    assert "Dee dealt." in coralon.page


def test_a_whole_hand_replaces_one_that_is_half_entered(playing: Phone) -> None:
    whole(playing, "Cal", 3, TRICKS)
    assert len(hands(playing)) == 1
    assert "Cal bid 3" in hands(playing)[0]
    assert "Hand 2" in playing.page.one("section", "panel").one("h2")


def test_partners_enter_one_figure_and_thieves_two(owner: Phone) -> None:
    start(owner, "Thieves")
    bid(owner, "Ann", 7)
    labels = [label.text for label in owner.page.all("label", "place")]
    assert labels[-2:] == ["Ann and Cal", "Bea and Dee"]
    owner.tap("Save hand 1", tricks=8, **THIEVES)
    assert totals(owner) == {"Ann and Cal": 10, "Bea and Dee": 6}


def test_a_blank_figure_counts_as_zero_where_the_game_allows_it(owner: Phone) -> None:
    save(start(owner, "Tally"), **{"points-0": 4, "points-2": "−3"})
    assert totals(owner) == {"Ann": 4, "Bea": 0, "Cal": -3, "Dee": 0}


REFUSED = {
    "too few tricks": ((3, 5, 3, 1), "Tricks must add up to 13, not 12."),
    "no number": ((3, "five", 3, 2), "Bea’s tricks must be a whole number."),
}


@pytest.mark.parametrize(("tricks", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_an_impossible_hand_is_refused_and_keeps_its_figures(
    playing: Phone, tricks: tuple[object, ...], sentence: str
) -> None:
    playing.tap("Save hand 1", **took(*tricks))
    playing.refused("tricks", sentence)
    assert [playing.value(f"tricks-{seat}") for seat in range(4)] == [str(count) for count in tricks]
    assert "open" in playing.page.one("details", "take").attrs
    assert {field["aria-invalid"] for field in playing.page.all("input", type="number")} == {"true"}
    assert "Bea bid 5" in playing.open("/plays/1").page.one("h2", "called")
    assert not hands(playing)


def test_a_note_is_refused_beside_its_field(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS, note="x" * 281)
    coralon.refused("note", "Shorten the note: 281 characters, with room for 280.")


def test_a_single_figure_is_named_once_unless_it_is_somebodys(owner: Phone) -> None:
    start(owner, "Jeu de Tarock")
    assert owner.page.one("fieldset", "places")["role"] == "none"
    bid(start(owner.open("/nights/1"), "Thieves"), "Ann", 7)
    roles = {group["data-name"]: group["role"] for group in owner.page.all("fieldset", "places")}
    assert roles == {"tricks": "", "thieves": ""}


def test_a_refused_whole_hand_stays_as_it_was_typed(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 1), trump="cups", note="Kept")
    coralon.refused("tricks", "Tricks must add up to 13, not 12.")
    typed = {name: coralon.value(name) for name in ("bidder", "bid", "trump", "note", "tricks-3")}
    assert typed == {"bidder": "Bea", "bid": "5", "trump": "cups", "note": "Kept", "tricks-3": "1"}


def test_an_empty_hand_is_told_what_to_do_next_and_nothing_else(coralon: Phone) -> None:
    coralon.open("/plays/1?whole").tap("Save hand 1")
    coralon.refused("bidder", "Tap who won the bid.")
    assert coralon.problems == ["Tap who won the bid."]
    coralon.tap("Save hand 1", bidder="Bea")
    assert coralon.problems == ["Enter the bid."]
    coralon.tap("Save hand 1", bid="5", **{"tricks-0": "3"})
    assert coralon.problems == ["Enter Bea’s tricks."]


def test_a_hand_is_not_entered_after_the_end(owner: Phone) -> None:
    start(owner, target=5)
    _, sent = owner.open("/plays/1?whole").filled("Save hand 1", bidder="Bea", bid=5, **took(*TRICKS))
    owner.replay("/plays/1/hands", sent)
    later = [
        (name, value) for name, value in sent if name not in ("uid", "number", "seats", "revision", "hand-1")
    ]
    owner.replay("/plays/1/hands", later)
    assert owner.status == 422
    assert "The game was over with hand 1: Bea wins with 5." in owner.problems
    assert len(hands(owner.open("/plays/1"))) == 1


def test_a_bid_is_not_entered_after_the_end(owner: Phone) -> None:
    start(owner, target=5)
    whole(owner, "Bea", 5, TRICKS).send("/plays/1/bid", bidder="Bea", bid=5)
    assert owner.status == 409
    assert "The game is over." in owner.page


def test_a_game_that_has_as_many_hands_as_it_may_asks_for_a_new_one(
    coralon: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_hands, "MAX_HANDS", 1)
    whole(coralon, "Bea", 5, TRICKS)
    bid(coralon.open("/plays/1"), "Bea", 5)
    assert "This game has 1 hands, which is the limit. End it and start a new one." in coralon.page
    whole(coralon.open("/plays/1"), "Bea", 5, TRICKS)
    assert "which is the limit" in coralon.page
    assert len(hands(coralon.open("/plays/1"))) == 1


# Trump, shown large during the play


def trump(phone: Phone) -> str:
    found = phone.page.all("span", "soki")
    return found[0].text if found else ""


def test_every_suit_has_its_shape_and_its_name(playing: Phone) -> None:
    suits = playing.page.one("form", "suits").all("button")
    assert [suit.text for suit in suits] == ["Anchors", "Crowns", "Cups", "Locks", "Trees"]
    assert all(suit.all("svg") for suit in suits)


def test_one_tap_sets_or_changes_trump_and_another_on_the_same_suit_clears_it(playing: Phone) -> None:
    assert trump(playing.tap("Crowns")) == "Crowns"
    assert [suit.text for suit in playing.page.all("button", **{"aria-pressed": "true"})] == ["Crowns"]
    assert trump(playing.reload()) == "Crowns"
    assert trump(playing.tap("Trees")) == "Trees"
    assert trump(playing.tap("Trees")) == ""


def test_no_trump_is_offered_where_a_game_may_be_without(owner: Phone, playing: Phone) -> None:
    assert "No trump" not in playing.page
    start(owner, "Coralon, Partners")
    assert "No trump" in bid(owner, "Cal", 6).page


def test_trump_stays_with_the_hand_that_is_saved(playing: Phone) -> None:
    playing.tap("Locks").tap("Save hand 1", **took(3, 5, 3, 2)).follow("Correct hand 1")
    assert playing.value("trump") == "locks"


def test_a_changed_bid_keeps_its_trump(playing: Phone) -> None:
    playing.tap("Locks").follow("Change the bid")
    assert trump(bid(playing, "Cal", 6)) == "Locks"


def test_a_suit_that_does_not_exist_is_refused(playing: Phone) -> None:
    playing.send("/plays/1/trump", trump="hearts")
    assert playing.status == 422
    assert "Trump must be anchors, crowns, cups, locks or trees." in playing.page
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
