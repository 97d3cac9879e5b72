"""Saving the bid after the bidding; the hand is then half-entered."""

import json
from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import bid, start, totals, whole


def called(phone: Phone) -> str:
    """Return what the sheet says about the hand in progress, in large letters."""
    return phone.page.one("h2", "called").text if phone.page.all("h2", "called") else ""


def offered(phone: Phone) -> list[str]:
    """Return who can be tapped as the bidder, in order."""
    return [field["value"] for field in phone.page.all("input", name="bidder")]


def test_the_bidder_and_a_tap_on_a_number_save_the_bid(coralon: Phone) -> None:
    bid(coralon, "Bea", 5)
    assert coralon.status == 200
    assert called(coralon) == "Hand 1 Bea bid 5"
    assert set(totals(coralon).values()) == {0}
    assert "No hands yet." in coralon.page


def test_the_box_of_the_bidder_alone_has_their_mark(owner: Phone) -> None:
    bid(start(owner, "Ducks and Geese, Cutthroat"), "Cal", 6)
    tricks, _, _, cals_ducks, *_ = owner.page.all("label", "place")
    assert tricks.text == "Cal"
    assert [mark["href"] for mark in tricks.all("use")] == [mark["href"] for mark in cals_ducks.all("use")]


def test_players_are_offered_in_the_order_of_the_seats(coralon: Phone) -> None:
    assert offered(coralon) == ["0", "1", "2", "3"]
    assert coralon.page.one(id="due").text == "Hand 1 Ann deals, Bea bids first"
    coralon.send("/plays/1/bid", number=1, bidder="Dee")
    assert coralon.status == 422
    assert offered(coralon) == ["0", "1", "2", "3"]
    whole(coralon.open("/plays/1"), "Dee", 5, (3, 3, 2, 5)).open("/plays/1/hands/1")
    assert offered(coralon) == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    "game", ["Coralon", "Coralon, Partners", "Thief", "Thieves", "Ducks and Geese, Cutthroat"]
)
def test_the_dealer_must_bid_where_nobody_may_pass_a_hand(owner: Phone, game: str) -> None:
    start(owner, game)
    assert "If everyone else passes, the dealer must bid." in owner.page
    assert "Everyone passed" not in owner.page


@pytest.mark.parametrize(
    ("game", "instead"),
    [("Chevalier", "Everyone passed"), ("Jeu de Tarock", "Everyone passed"), ("Dog", "The dealer forfeits")],
)
def test_other_games_offer_what_happens_if_everyone_passes(owner: Phone, game: str, instead: str) -> None:
    start(owner, game)
    assert "the dealer must bid" not in owner.page
    assert instead in owner.page


def stakes(phone: Phone, **bets: int) -> Phone:
    fields: dict[str, Any] = {name.replace("_", "-"): coins for name, coins in bets.items()}
    return phone.tap("Save the bets", bank="Ann", shooter="Bea", main=7, **fields)


def again(phone: Phone) -> list[dict[str, str]]:
    """Return what the button for the same bets as before fills in; nothing where there is none."""
    return [json.loads(button["data-again"]) for button in phone.page.all("button", "again")]


def test_the_stakes_are_on_the_sheet_while_the_dice_are_rolled(owner: Phone) -> None:
    stakes(start(owner, "Hazard"), bets_1_win=5, bets_2_lose=3)
    terms = ["Ann holds the bank", "On the shooter: Bea 5", "Against the shooter: Cal 3"]
    assert owner.page.texts("p", "term") == terms
    assert owner.page.texts("p", "worth") == ["7 or 11 wins; 2, 3 or 12 loses"]
    assert owner.page.one("h2", "called").all("svg")


def test_bets_can_be_repeated_in_the_next_round(owner: Phone) -> None:
    assert not again(start(owner, "Hazard"))
    stakes(owner, bets_1_win=5, bets_2_lose=3).tap("Save round 1", rolls=7)
    assert again(owner) == [{"bets-1-win": "5", "bets-2-lose": "3"}]
    stakes(owner).tap("Save round 2", rolls=7)
    assert not again(owner)


def test_only_possible_numbers_are_offered(coralon: Phone) -> None:
    numbers = [key["value"] for key in coralon.page.all("button", name="bid-now")]
    assert numbers == [str(number) for number in range(2, 14)]


def test_a_half_entered_hand_survives_a_reload_and_is_on_every_phone(coralon: Phone, friend: Phone) -> None:
    bid(coralon, "Bea", 5)
    assert called(coralon.reload()) == "Hand 1 Bea bid 5"
    assert called(friend.open(coralon.path)) == "Hand 1 Bea bid 5"


def test_the_bid_can_be_changed_in_its_form(coralon: Phone) -> None:
    bid(coralon, "Bea", 5, note="Quick").follow("Change the bid")
    assert (coralon.value("bidder"), coralon.value("note")) == ("Bea", "Quick")
    assert coralon.page.texts("button", "chosen") == ["5"]
    assert called(bid(coralon, "Cal", 6)) == "Hand 1 Cal bid 6"


def test_a_bid_without_a_bidder_is_refused_and_the_tapped_number_stays(coralon: Phone) -> None:
    coralon.tap("5")
    coralon.refused("bidder", "Tap who won the bid.")
    assert coralon.page.texts("button", "chosen") == ["5"]
    assert called(coralon.reload()) == ""


def test_a_bid_that_is_not_possible_is_refused(coralon: Phone) -> None:
    coralon.send("/plays/1/bid", bidder="Bea", bid=14)
    coralon.refused("bid", "Bid can be at most 13, not 14.")
    assert coralon.value("bidder") == "Bea"


def test_every_problem_with_a_bid_is_listed(coralon: Phone) -> None:
    coralon.send("/plays/1/bid", bidder="Eve", bid="lots", note="n" * 281)
    coralon.refused("bidder", "Bidder: Give a player by seat.")
    coralon.refused("bid", "Bid must be a whole number.")
    assert "Shorten the note: 281 characters, with room for 280." in coralon.problems
    assert "open" in coralon.page.one("details", "more").attrs


def test_a_long_note_counts_its_lines_as_the_phone_does(coralon: Phone) -> None:
    bid(coralon, "Bea", 5, note="line\r\n" * 56)
    assert coralon.status == 200
    assert coralon.follow("Change the bid").value("note") == ("line\n" * 56).strip()


def test_another_dealer_can_be_named_with_the_bid(coralon: Phone) -> None:
    bid(coralon, "Bea", 5, dealer="Cal")
    sides = coralon.page.all("div", "side")
    assert [len(side.all("i", "deals")) for side in sides] == [0, 0, 1, 0]


def test_a_zero_bid_is_written_as_a_word(owner: Phone) -> None:
    start(owner, zero_bids="on")
    assert called(bid(owner, "Bea", "Zero")) == "Hand 1 Bea bid zero"


@pytest.fixture
def zero(owner: Phone) -> Phone:
    """Return a game with zero bids, where “less” asks further."""
    return start(owner, zero_bids="on")


def test_a_bid_that_asks_further_needs_its_answer(zero: Phone) -> None:
    zero.tap("Save the bid", bidder="Cal", bid="less")
    zero.refused("zero_bidders", "Tap everyone who had bid zero or less.")
    assert (zero.value("bidder"), zero.value("bid")) == ("Cal", "less")
    zero.tap("Save the bid", bidder="Cal", bid="less", zero_bidders="Bea")
    assert called(zero) == "Hand 1 Cal bid less"
    zero.follow("Change the bid")
    assert (zero.value("bid"), zero.value("zero_bidders")) == ("less", "Bea")


def test_a_tapped_number_counts_more_than_a_word_chosen_before(zero: Phone) -> None:
    bid(zero, "Cal", 5, bid="less", zero_bidders="Bea")
    assert called(zero) == "Hand 1 Cal bid 5"


def test_a_game_without_bidding_asks_for_the_whole_hand(owner: Phone) -> None:
    start(owner, "Tally")
    assert owner.page.all("input", name="points-0")
    assert not owner.page.all("button", name="bid-now")
