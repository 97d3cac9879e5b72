"""The overview of a night's coins: what games pay, and recording, undoing and redoing postings."""

import re
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair
from tests.web.phone import Phone
from tests.web.purse import (
    BANK,
    SETTLE,
    bea_wins,
    fortune,
    history,
    positions,
    record,
    won,
)

# --- Games ---


def test_a_night_with_two_players_links_to_its_coins(owner: Phone) -> None:
    assert owner.follow("Stakes and side bets").path == BANK
    assert won(owner) == {}


def test_a_finished_game_pays(owner: Phone) -> None:
    bea_wins(owner)
    assert won(owner) == {"Ann": "−2", "Bea": "+6", "Cal": "−2", "Dee": "−2"}


def test_a_finished_coin_game_links_to_settling_up(owner: Phone) -> None:
    assert bea_wins(owner).follow("Settle up").path == SETTLE


def test_a_game_without_coins_does_not_mention_them(owner: Phone) -> None:
    assert "coins tonight" not in bea_wins(owner, wager=0).page


def test_the_night_shows_who_has_won_and_lost(owner: Phone) -> None:
    bea_wins(owner).open("/nights/1")
    links = owner.page.one("table", "guests").texts("a")
    assert links == ["−2", "+6", "−2", "−2"]
    assert owner.follow("+6").path == f"{BANK}/players/2"
    assert owner.open("/nights/1").page.one("p", "ends").all("a")[0]["href"] == BANK


def test_the_night_says_that_running_games_are_not_included(owner: Phone) -> None:
    said = "Coins of running games aren’t included."
    assert said not in bea_wins(owner).open("/nights/1").page
    assert said in fortune(owner).open("/nights/1").page


def test_the_form_for_coins_is_folded_until_it_is_asked_for_or_refused(owner: Phone) -> None:
    def is_open() -> bool:
        return "open" in owner.page.one("details", id="record").attrs

    record(owner, "gift", "Ann", "Cal", 5).open(BANK)
    assert not is_open()
    owner.open(SETTLE).follow("Loan, bet, gift or payment")
    assert is_open()
    record(owner, "gift", "Ann", "Cal", "many")
    assert (owner.status, is_open()) == (422, True)


# --- It adds up ---


def test_coins_that_do_not_add_up_are_reported_and_cannot_be_settled(owner: Phone) -> None:
    bea_wins(owner)
    with owner.client.application.app_context():
        db.session.execute(update(Chair).where(Chair.place == 0).values(payout=50))
        db.session.commit()
    for path in (BANK, SETTLE, f"{BANK}/players/1"):
        assert any("The coins don’t add up." in it for it in owner.open(path).problems)
    assert not owner.open(SETTLE).page.all("button", "primary")
    assert "Something is wrong with the coins" in owner.open("/nights/1").page
    owner.open("/plays/1").tap("Remove hand 1").tap("Restore hand 1")
    assert not owner.open(BANK).problems


# --- Recording ---


def test_a_loan_from_the_house_takes_two_taps(owner: Phone) -> None:
    owner.open(BANK).tap("20", taker=1)
    assert history(owner)[0].startswith("Ann borrowed 20 coins from the house")
    assert won(owner) == {}
    assert positions(owner) == {"Ann": "Borrowed 20 from the house"}


@pytest.mark.parametrize(
    ("kind", "giver", "taker", "says"),
    [
        ("loan", "Bea", "Ann", "Ann borrowed 7 coins from Bea"),
        ("side bet", "Bea", "Ann", "Ann won 7 coins from Bea in a side bet"),
        ("gift", "Bea", "Ann", "Bea gave Ann 7 coins"),
    ],
)
def test_a_posting_is_a_sentence_with_note_time_and_phone(
    owner: Phone, kind: str, giver: str, taker: str, says: str
) -> None:
    record(owner, kind, giver, taker, 7, note=" rain  before ten ")
    assert re.fullmatch(rf"{says} rain before ten \d\d:\d\d, iPhone", history(owner)[0])


def test_one_coin_is_singular(owner: Phone) -> None:
    assert history(record(owner, "gift", "Ann", "Bea", 1))[0].startswith("Ann gave Bea 1 coin ")


def test_stakes_go_to_everyone_here(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20)
    assert positions(owner) == dict.fromkeys(("Ann", "Bea", "Cal", "Dee"), "Borrowed 20 from the house")


def test_stakes_go_only_to_the_players_chosen(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20, to=[4])
    assert positions(owner) == {"Dee": "Borrowed 20 from the house"}


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"coins": 5}, "taker", "Choose who gets the coins."),
        ({"coins": 5, "giver": 1, "taker": 1}, "taker", "Choose someone other than the giver."),
        (
            {"coins": 5, "kind": "gift", "taker": 1},
            "giver",
            "The house only lends coins. Choose a player.",
        ),
        ({"coins": "", "taker": 1}, "coins", "Enter how many coins."),
        ({"coins": "2.5", "taker": 1}, "coins", "Enter a whole number of coins, such as 20."),
        ({"coins": "0", "taker": 1}, "coins", "Enter a number of coins from 1 to 1,000,000,000."),
        (
            {"coins": 5, "kind": "repayment", "giver": 1, "taker": "house"},
            "coins",
            "Ann doesn’t owe the house any coins.",
        ),
    ],
)
def test_an_impossible_posting_is_refused_beside_its_field(
    owner: Phone, typed: dict[str, Any], field: str, sentence: str
) -> None:
    owner.open(BANK).tap("Record", note="a note", **typed)
    owner.refused(field, sentence)
    assert (owner.value("note"), owner.value("coins")) == ("a note", str(typed["coins"]))
    assert not history(owner)


def test_impossible_stakes_are_refused(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake="many")
    owner.refused("stake", "Enter a whole number of coins, such as 20.")
    owner.open(BANK).tap("Hand out", stake=20, to=[])
    assert owner.status == 422
    assert owner.problems == ["Choose who gets a stake."]
    assert not history(owner)


# --- Two taps, two phones, undo and redo ---


def test_the_newest_posting_can_be_undone_with_one_tap(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 7)
    assert owner.page.one("form", "undo").one("span").text == "Ann gave Bea 7 coins"
    owner.tap("Undo")
    assert won(owner) == {}
    assert not owner.page.all("form", "undo")


def test_all_stakes_are_one_line_and_redone_together(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20)
    owner.open(BANK).tap("Undo: Ann, Bea, Cal and Dee got 20 coins each to start with").tap("Redo")
    assert len(positions(owner)) == 4
    again, before = history(owner)
    assert "undone" not in again
    assert "undone" in before
    assert "Redo" not in owner.page.texts("button")


def test_an_undone_posting_stays_visible_and_can_be_redone(owner: Phone, friend: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 7)
    friend.open(BANK).tap("Undo: Ann gave Bea 7 coins")
    assert won(friend) == {}
    assert re.search(r"iPhone; undone \d\d:\d\d, Android phone", history(friend)[0])
    friend.tap("Redo")
    assert won(friend) == {"Ann": "−7", "Bea": "+7"}
    assert len(history(friend)) == 2
    assert "Redo" not in friend.page.texts("button")


def test_postings_of_another_night_cannot_be_undone_here(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Bea", 7)
    owner.open("/").tap("Start a game night")
    owner.send("/nights/2/bank/take-back", posting=1)
    assert owner.send("/nights/2/bank/bring-back", posting=1).status == 404
    assert won(owner) == {"Ann": "−7", "Bea": "+7"}
