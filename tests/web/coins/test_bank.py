"""The coins of a night: what comes in from games, what is written down, and taking it back."""

import re
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Player
from tests.web.phone import Phone
from tests.web.purse import (
    BANK,
    IDS,
    SETTLE,
    bea_wins,
    cal_won_after_all,
    fortune,
    stand,
    won,
    write,
    written,
)
from tests.web.table import start, whole

GENEROUS = "Who gives: the house only lends. Choose a player."


def law(phone: Phone) -> str:
    return phone.open(BANK).page.one("p", "sum").text


# --- Games ---


def test_the_night_offers_its_coins_once_there_are_two_players(owner: Phone) -> None:
    assert owner.follow("Stakes, loans and side bets").path == BANK
    assert won(owner) == {}


def test_what_a_game_pays_is_there_when_it_ends(owner: Phone) -> None:
    bea_wins(owner)
    assert won(owner) == {"Ann": "−2", "Bea": "+6", "Cal": "−2", "Dee": "−2"}


def test_the_end_of_a_game_for_coins_leads_to_the_bank_in_one_tap(owner: Phone) -> None:
    assert bea_wins(owner).follow("Everybody’s coins tonight").path == BANK


def test_the_end_of_a_game_without_coins_says_nothing_of_them(owner: Phone) -> None:
    assert "coins tonight" not in bea_wins(owner, wager=0).page


def test_a_correction_after_the_end_corrects_the_coins(owner: Phone) -> None:
    cal_won_after_all(bea_wins(owner))
    assert won(owner) == {"Ann": "−2", "Bea": "−2", "Cal": "+6", "Dee": "−2"}


def test_a_deleted_game_pays_nothing(owner: Phone) -> None:
    bea_wins(owner).tap("Delete this game")
    assert won(owner) == {}


def test_the_night_shows_who_has_won_and_lost(owner: Phone) -> None:
    bea_wins(owner).open("/nights/1")
    links = [link.text for link in owner.page.all("a") if link["href"].endswith("/bank")]
    assert links == ["Won and lost Ann −2 Bea +6 Cal −2 Dee −2"]


# --- It adds up ---


def test_the_page_shows_that_it_adds_up(owner: Phone) -> None:
    assert law(owner) == "0 with the players − 0 lent by the house = 0"
    write(owner, "loan", "the house", "Ann", 20)
    fortune(owner)
    assert law(owner) == "16 with the players + 4 on the table − 20 lent by the house = 0"


def test_coins_that_do_not_add_up_are_shown_and_cannot_be_settled(owner: Phone) -> None:
    bea_wins(owner)
    with owner.client.application.app_context():
        db.session.execute(update(Chair).where(Chair.place == 0).values(payout=50))
        db.session.commit()
    assert law(owner).endswith("= 52")
    for path in (BANK, SETTLE, f"{BANK}/players/1"):
        assert any(
            "are not what its hands give, and they add up to 52" in it for it in owner.open(path).problems
        )
    assert not owner.open(SETTLE).page.all("button", "primary")
    assert "Something is wrong with the coins" in owner.open("/nights/1").page
    owner.open("/plays/1").tap("Take back hand 1").tap("Bring back hand 1")
    assert law(owner).endswith("= 0")


# --- Writing down ---


def test_a_loan_of_the_house_takes_two_taps(owner: Phone) -> None:
    owner.open(BANK).tap("20", taker=1)
    assert written(owner)[0].startswith("Ann borrowed 20 coins from the house")
    assert won(owner) == {}
    assert stand(owner) == {"Ann": "holds 20 and owes the house 20"}


@pytest.mark.parametrize(
    ("kind", "giver", "taker", "says"),
    [
        ("loan", "Bea", "Ann", "Ann borrowed 7 coins from Bea"),
        ("side bet", "Bea", "Ann", "Ann won a side bet of 7 coins from Bea"),
        ("gift", "Bea", "Ann", "Bea gave Ann 7 coins"),
    ],
)
def test_what_happened_is_said_in_words_with_note_time_and_phone(
    owner: Phone, kind: str, giver: str, taker: str, says: str
) -> None:
    write(owner, kind, giver, taker, 7, note=" rain  before ten ")
    assert re.fullmatch(rf"{says} rain before ten \d\d:\d\d, iPhone", written(owner)[0])


def test_something_borrowed_is_given_back_in_parts(owner: Phone) -> None:
    write(owner, "loan", "Bea", "Ann", 7)
    write(owner, "repayment", "Ann", "Bea", 3)
    assert stand(owner) == {"Ann": "holds 4 and owes Bea 4", "Bea": "holds −4 and gets 4 back from Ann"}


def test_one_coin_is_one_coin(owner: Phone) -> None:
    assert written(write(owner, "gift", "Ann", "Bea", 1))[0].startswith("Ann gave Bea 1 coin ")


def test_stakes_are_handed_out_to_everybody(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20)
    assert len(written(owner)) == 4
    assert stand(owner) == dict.fromkeys(("Ann", "Bea", "Cal", "Dee"), "holds 20 and owes the house 20")


def test_stakes_are_handed_out_to_those_who_are_chosen(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20, to=[4])
    assert stand(owner) == {"Dee": "holds 20 and owes the house 20"}


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"coins": 5}, "taker", "Who gets: choose one."),
        ({"coins": 5, "giver": 1, "taker": 1}, "taker", "Who gets: somebody else than the one who gives."),
        (
            {"coins": 5, "kind": "gift", "taker": 1},
            "giver",
            "Who gives: the house only lends. Choose a player.",
        ),
        ({"coins": "", "taker": 1}, "coins", "Coins: say how many."),
        ({"coins": "2.5", "taker": 1}, "coins", "Coins: write a whole number, such as 20."),
        ({"coins": "-5", "taker": 1}, "coins", "Coins: write a whole number, such as 20."),
        ({"coins": "٣", "taker": 1}, "coins", "Coins: write a whole number, such as 20."),
        ({"coins": "0", "taker": 1}, "coins", "Coins: from 1 to 1000000000."),
        (
            {"coins": 5, "kind": "repayment", "giver": 1, "taker": "house"},
            "coins",
            "Coins: Ann has no coins of the house’s to give back.",
        ),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(
    owner: Phone, typed: dict[str, Any], field: str, sentence: str
) -> None:
    owner.open(BANK).tap("Write it down", note="a note", **typed)
    owner.refused(field, sentence)
    assert (owner.value("note"), owner.value("coins")) == ("a note", str(typed["coins"]))
    assert not written(owner)


def test_a_note_that_is_too_long_is_refused_and_not_cut(owner: Phone) -> None:
    write(owner, "loan", "the house", "Ann", 5, note="x" * 281)
    owner.refused("note", "Note: it has 281 characters; there is room for 280.")
    assert not written(owner)


def test_stakes_that_cannot_be_are_refused(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake="many")
    owner.refused("stake", "Coins for each: write a whole number, such as 20.")
    owner.open(BANK).tap("Hand out", stake=20, to=[])
    assert owner.status == 422
    assert owner.problems == ["Stakes: choose who gets one."]
    assert not written(owner)


def test_somebody_of_another_club_cannot_be_named(owner: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night").tap("Add", name="Mia, Finn")
    owner.open(BANK).send(BANK, kind="gift", giver=1, taker=5, coins=5)
    assert owner.status == 422
    assert "choose somebody who is here tonight" in owner.page
    owner.send(f"{BANK}/stakes", stake=5, to=["1", "5"])
    assert owner.status == 422
    assert "Mia" not in owner.open(BANK).page


# --- Two taps, two phones, and taking back ---


def test_a_second_tap_writes_it_down_once(owner: Phone) -> None:
    _, sent = owner.open(BANK).filled("20", taker=1)
    for _ in range(2):
        assert owner.replay(BANK, sent).status == 200
    assert len(written(owner)) == 1


def test_an_old_form_sent_with_something_else_is_a_conflict(owner: Phone) -> None:
    _, sent = owner.open(BANK).filled("20", taker=1)
    owner.replay(BANK, sent)
    owner.replay(BANK, [*[(name, value) for name, value in sent if name != "taker"], ("taker", "2")])
    assert owner.status == 409
    assert owner.follow("Back to the coins").path == BANK
    assert len(written(owner)) == 1


def test_what_was_written_down_can_be_undone_for_a_minute(owner: Phone) -> None:
    write(owner, "gift", "Ann", "Bea", 7)
    assert owner.page.one("form", "undo").one("span").text == "Ann gave Bea 7 coins"
    owner.tap("Undo")
    assert won(owner) == {}
    assert not owner.page.all("form", "undo")


def test_all_stakes_are_undone_together(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20)
    said = owner.page.one("form", "undo").one("span").text
    assert said == "Ann, Bea, Cal and Dee got 20 coins each to start with"
    owner.tap("Undo")
    assert stand(owner) == {}


def test_what_is_taken_back_stays_to_be_seen_and_can_come_back(owner: Phone, friend: Phone) -> None:
    write(owner, "gift", "Ann", "Bea", 7)
    friend.open(BANK).tap("Take back: Ann gave Bea 7 coins")
    assert won(friend) == {}
    assert re.search(r"iPhone; taken back \d\d:\d\d, Android phone", written(friend)[0])
    friend.tap("Bring it back")
    assert won(friend) == {"Ann": "−7", "Bea": "+7"}
    assert len(written(friend)) == 2
    assert "Bring it back" not in friend.page.texts("button")


def test_entries_of_another_night_cannot_be_taken_back_here(owner: Phone) -> None:
    write(owner, "gift", "Ann", "Bea", 7)
    owner.open("/").tap("Start a game night")
    owner.send("/nights/2/bank/take-back", entry=1)
    assert owner.send("/nights/2/bank/bring-back", entry=1).status == 404
    assert won(owner) == {"Ann": "−7", "Bea": "+7"}


# --- A player's page ---


def test_a_players_page_says_where_every_coin_came_from(owner: Phone) -> None:
    bea_wins(owner)
    write(owner, "loan", "the house", "Bea", 10)
    write(owner, "side bet", "Bea", "Cal", 3, note="rain before ten")
    owner.open(BANK).follow("Bea")
    rows = [[cell.text for cell in row if cell.tag in ("th", "td")] for row in owner.page.all("tr")[1:]]
    assert [[re.sub(r"\d\d:\d\d", "21:14", cell) for cell in row] for row in rows] == [
        ["Coralon 21:14", "+6", "6"],
        ["Bea borrowed 10 coins from the house 21:14, iPhone", "+10", "16"],
        ["Cal won a side bet of 3 coins from Bea rain before ten 21:14, iPhone", "−3", "13"],
    ]
    assert owner.page.one("h2", "called").text == "+3 coins won"
    assert "Holds 13 and owes the house 10." in owner.page
    assert owner.follow("Coralon").path == "/plays/1"


def test_a_game_that_is_on_says_so_on_the_players_page(owner: Phone) -> None:
    fortune(owner)
    owner.open(f"{BANK}/players/1")
    assert "House of Fortune still being played" in owner.page.one("tbody")


def test_a_player_without_coins_has_an_empty_page(owner: Phone) -> None:
    assert "No coins yet tonight." in owner.open(f"{BANK}/players/1").page


def test_somebody_who_was_not_there_has_no_page(owner: Phone) -> None:
    assert owner.open(f"{BANK}/players/99").status == 404


def test_who_left_keeps_their_coins(owner: Phone) -> None:
    write(owner, "gift", "Ann", "Bea", 7)
    owner.open("/nights/1").tap("Ann leaves")
    assert won(owner) == {"Ann": "−7", "Bea": "+7"}


def test_players_who_are_one_person_have_one_purse(owner: Phone) -> None:
    bea_wins(owner)
    with owner.client.application.app_context():
        db.session.get_one(Player, IDS["Dee"]).person_id = 1
        db.session.commit()
    assert won(owner) == {"Ann": "−4", "Bea": "+6", "Cal": "−2"}


def test_a_game_that_goes_on_after_its_end_takes_its_coins_back(owner: Phone) -> None:
    whole(start(owner, wager=2), "Bea", 5, (3, 5, 3, 2)).tap("End the game here")
    assert won(owner)["Bea"] == "+6"
    owner.open("/plays/1").tap("Go on with this game")
    assert won(owner) == {}


ENDLESS = "9" * 5000
"""More digits than Python reads, let alone the database."""


@pytest.mark.parametrize(
    ("path", "typed", "status"),
    [
        pytest.param("", {"kind": "loan", "giver": "house", "taker": ENDLESS, "coins": 5}, 422, id="a loan"),
        pytest.param("", {"kind": "loan", "giver": "house", "taker": "1", "coins": ENDLESS}, 422, id="coins"),
        pytest.param("/stakes", {"to": ENDLESS, "stake": 5}, 422, id="a stake"),
        pytest.param("/give-back", {"debt": f"{ENDLESS}-house-5"}, 200, id="a debtor"),
        pytest.param("/give-back", {"debt": f"1-house-{ENDLESS}"}, 200, id="a debt"),
        pytest.param("/bring-back", {"entry": ENDLESS}, 404, id="an entry"),
    ],
)
def test_a_number_without_end_is_nobody_and_nothing(
    owner: Phone, path: str, typed: dict[str, Any], status: int
) -> None:
    owner.open(BANK)
    assert owner.send(BANK + path, **typed).status == status
    assert written(owner) == []
