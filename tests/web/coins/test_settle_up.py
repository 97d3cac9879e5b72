"""Settling up: who pays whom, marking it as paid, and what a coin is worth."""

import re

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import (
    BANK,
    SETTLE,
    bea_wins,
    fortune,
    payments,
    positions,
    record,
    still_to_pay,
    won,
)
from tests.web.table import start, whole


def play_for_coins(scene: Scene) -> None:
    bea_wins(scene.owner).open(SETTLE)


@pytest.fixture
def played(scene: Scene, owner: Phone) -> Phone:
    """Play a game in which Bea wins six coins, two from each of the others."""
    scene.after(play_for_coins)
    return owner


def text(phone: Phone) -> str:
    """Return the text to share."""
    return "".join(str(words) for words in phone.page.one("textarea", "told").inside)


def paid(phone: Phone, debtor: str, creditor: str = "Bea") -> Phone:
    return phone.open(SETTLE).tap(f"Mark as paid: {debtor} pays {creditor}")


def test_the_coins_link_to_settling_up(played: Phone) -> None:
    assert played.open(BANK).follow("Settle up").path == SETTLE


def test_it_says_who_pays_whom_in_the_fewest_payments(played: Phone) -> None:
    assert payments(played) == ["Ann pays Bea 2 coins", "Cal pays Bea 2 coins", "Dee pays Bea 2 coins"]
    assert "3 payments, the fewest possible." in played.page


def test_with_very_many_people_fewer_payments_may_be_possible(owner: Phone) -> None:
    names = [f"Guest {number}" for number in range(1, 13)]
    owner.tap("Add", name=", ".join(names))
    for person in range(1, 17):
        owner.send(BANK, kind="gift", giver=person, taker=person % 16 + 1, coins=person**3 + 2 * person)
    owner.open(SETTLE)
    assert "With this many people, fewer may be possible." in owner.page


def test_one_tap_marks_a_payment_as_paid(played: Phone) -> None:
    paid(played, "Cal")
    assert played.path == SETTLE
    cal = next(row for row in payments(played) if "Cal" in row)
    assert re.fullmatch(r"Cal pays Bea 2 coins paid \d\d:\d\d", cal)
    assert played.page.one("h2", "apart").text == "Who pays whom 1 of 3 paid"
    assert played.page.one("button", "ticked")["aria-label"] == "Undo: Cal paid Bea"
    assert won(played) == {"Ann": "−2", "Bea": "+6", "Cal": "−2", "Dee": "−2"}


def test_what_was_won_stays_once_everyone_has_paid(played: Phone) -> None:
    assert still_to_pay(played) == ["to pay 2 coins", "gets 6 coins", "to pay 2 coins", "to pay 2 coins"]
    paid(played, "Cal")
    assert still_to_pay(played) == ["to pay 2 coins", "gets 4 coins", "paid", "to pay 2 coins"]
    for name in ("Ann", "Dee"):
        paid(played, name)
    assert still_to_pay(played) == ["paid", "paid", "paid", "paid"]
    assert won(played) == {"Ann": "−2", "Bea": "+6", "Cal": "−2", "Dee": "−2"}
    played.open(SETTLE)
    assert "Everyone has paid." in played.page
    assert "All settled." in played.page


def test_a_payment_is_undone_where_it_was_marked(played: Phone) -> None:
    before = payments(played)
    paid(played, "Ann").tap("Undo: Ann paid Bea")
    assert (played.path, payments(played)) == (SETTLE, before)


def test_a_payment_that_was_never_due_is_a_conflict(played: Phone) -> None:
    assert played.send(f"{BANK}/pay", debtor=1, creditor=2, coins=999, since=0).status == 409
    assert played.send(f"{BANK}/pay", debtor="x").status == 409


@pytest.mark.parametrize("page", [BANK, SETTLE])
def test_the_coins_of_a_running_game_are_shown_apart(played: Phone, page: str) -> None:
    fortune(played)
    assert won(played) == {"Ann": "−2", "Bea": "+6", "Cal": "−2", "Dee": "−2"}
    running = played.open(page).page.one("section", **{"aria-labelledby": "running"})
    assert running.one("a").text == "House of Fortune Ann −1 Bea −1 Cal −1 Dee −1 on the table 4"


def test_it_says_how_the_sums_add_up(played: Phone) -> None:
    shares = played.open(SETTLE).page.one("section", **{"data-part": "shares"}).one("tbody")
    assert shares.texts("tr") == ["Ann −2", "Bea +6", "Cal −2", "Dee −2"]


def test_nobody_pays_if_nothing_was_won(owner: Phone) -> None:
    whole(start(owner), "Bea", 5, (3, 5, 3, 2))
    assert "Nobody has to pay." in owner.open(SETTLE).page


# --- Loans ---


def test_loans_and_running_games_are_no_part_of_the_sums(owner: Phone) -> None:
    bea_wins(owner, wager=3)
    fortune(owner)
    record(owner, "loan", "Bea", "Ann", 10)
    record(owner, "loan", "the house", "Cal", 5)
    assert won(owner) == {"Ann": "−3", "Bea": "+9", "Cal": "−3", "Dee": "−3"}
    assert positions(owner) == {
        "Ann": "Borrowed 10 from Bea",
        "Bea": "Lent Ann 10",
        "Cal": "Borrowed 5 from the house",
    }
    shares = owner.open(SETTLE).page.one("section", **{"data-part": "shares"}).one("tbody")
    assert shares.texts("tr") == ["Ann −3", "Bea +9", "Cal −3", "Dee −3"]


def test_all_loans_are_returned_at_once_and_only_once(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20)
    _, sent = owner.open(SETTLE).filled("Mark as returned")
    for _ in range(2):
        owner.replay(f"{BANK}/give-back", sent)
        assert owner.status == 200
    assert positions(owner) == {}
    assert "All settled." in owner.open(SETTLE).page
    owner.tap("Undo: Loans of 80 coins repaid")
    assert len(positions(owner)) == 4


def test_the_newest_payment_is_undone_with_the_loans_it_repaid(played: Phone) -> None:
    record(played, "loan", "Bea", "Ann", 5)
    for name in ("Ann", "Cal", "Dee"):
        paid(played, name)
    newest = played.open(BANK).page.one("form", "undo")
    assert newest.one("span").text == "Dee paid Bea 2 coins, and all loans were repaid"
    assert len(positions(played.tap("Undo"))) == 2


@pytest.mark.parametrize("debt", ["", "1-2", "a-b-c", "1-2-3-4", "--5"])
def test_a_made_up_debt_is_ignored(owner: Phone, debt: str) -> None:
    owner.open(BANK).send(f"{BANK}/give-back", debt=debt)
    assert owner.status == 200
    assert positions(owner) == {}


# --- What a coin is worth ---


def worth(phone: Phone, value: str, currency: str = "€", valued: str = "1") -> Phone:
    return phone.open(SETTLE).tap("Save", value=value, currency=currency, valued=valued)


@pytest.mark.parametrize(
    ("value", "currency", "amount"),
    [(".10", "€", "€0.20"), ("0,1", "kr", "0.20 kr"), ("12", "", "24.00"), ("10", "cents", "20 cents")],
)
def test_payments_are_in_money_where_a_coin_has_a_value(
    played: Phone, value: str, currency: str, amount: str
) -> None:
    worth(played, value, currency)
    assert payments(played)[0].replace("\xa0", " ") == f"Ann pays Bea {amount}"


def test_several_coins_may_have_a_value_together(played: Phone) -> None:
    worth(played, "1.00", valued="3")
    assert payments(played) == ["Cal pays Bea €0.67", "Dee pays Bea €0.67", "Ann pays Bea €0.66"]
    assert "3 coins = €1.00" in played.page


def test_a_blank_value_makes_coins_just_coins_again(played: Phone) -> None:
    worth(worth(played, "0.10"), "", "")
    assert payments(played)[0] == "Ann pays Bea 2 coins"


@pytest.mark.parametrize("value", ["ten", "0.101", "-1", "1e3", "٣", "1.2.3", "."])
def test_a_value_that_is_no_amount_is_refused_but_kept(played: Phone, value: str) -> None:
    worth(played, value, "kr")
    played.refused("value", "Enter an amount such as 12.50, with at most two decimals.")
    assert (played.value("value"), played.value("currency")) == (value, "kr")


def test_too_large_a_value_is_refused(played: Phone) -> None:
    worth(played, "1000001").refused("value", "Enter an amount of at most 1,000,000.")


def test_nobody_pays_for_coins_that_are_only_counted(played: Phone) -> None:
    assert payments(worth(played, "0")) == []
    assert "Nobody has to pay." in played.page
    assert (
        played.page.one("details", **{"data-part": "value"}).one("summary").text
        == "Coins are just for counting"
    )


@pytest.mark.parametrize("valued", ["0", "x", "-3"])
def test_a_value_of_no_coins_is_refused(played: Phone, valued: str) -> None:
    worth(played, "1", valued=valued).refused("valued", "Enter a whole number of coins, such as 1 or 20.")


def test_a_value_stays_while_amounts_are_in_money(played: Phone) -> None:
    worth(played, "0.10")
    paid(played, "Ann")
    worth(played, "").refused(
        "value", "Some amounts are in money, so enter a value; 0 if coins are just for counting."
    )


def test_a_currency_too_long_is_refused_not_cut(played: Phone) -> None:
    worth(played, "0.10", "doubloons").refused("currency", "There is room for 8 characters.")
    assert (played.value("value"), played.value("currency")) == ("0.10", "doubloons")
    assert payments(played)[0] == "Ann pays Bea 2 coins"


def test_the_next_night_uses_the_same_value(played: Phone) -> None:
    worth(played, "1.00", valued="5").open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    assert "5 coins = €1.00" in played.open("/nights/2/bank/settle").page


# --- Through one person ---


def test_all_payments_can_go_through_one_person(played: Phone, friend: Phone) -> None:
    played.open(SETTLE).tap("Ann")
    assert payments(friend) == ["Cal pays Ann 2 coins", "Dee pays Ann 2 coins", "Ann pays Bea 6 coins"]
    assert "3 payments, all with Ann." in friend.page
    friend.tap("Fewest payments")
    assert payments(played)[0] == "Ann pays Bea 2 coins"


def test_what_was_paid_before_stays_counted_when_the_plan_changes(played: Phone) -> None:
    paid(played, "Cal").tap("Ann")
    rows = payments(played)
    assert rows[:3] == ["Dee pays Ann 2 coins", "Ann pays Bea 4 coins", "Already counted"]
    assert re.fullmatch(r"Cal paid Bea 2 coins paid \d\d:\d\d", rows[3])
    played.tap("Undo: Cal paid Bea 2 coins")
    assert payments(played) == ["Cal pays Ann 2 coins", "Dee pays Ann 2 coins", "Ann pays Bea 6 coins"]


# --- What each person does ---


def test_the_shared_text_says_what_each_person_still_does(played: Phone) -> None:
    record(played, "loan", "the house", "Dee", 5)
    record(played, "loan", "Bea", "Dee", 3)
    record(played, "loan", "Cal", "Bea", 1)
    paid(played, "Ann")
    first, *lines = text(played.open(SETTLE)).split("\n")
    assert first.startswith("Ann’s table, ")
    assert lines == [
        "Bea: give back the 1 coin you borrowed from Cal. The payments stay the same.",
        "Cal: pay Bea 2 coins.",
        "Dee: pay Bea 2 coins, and give back the 5 coins you borrowed from the house and the 3 from Bea.",
    ]


def test_those_who_borrowed_the_same_are_told_together(played: Phone) -> None:
    for name in ("Ann", "Bea", "Cal"):
        record(played, "loan", "Dee", name, 20)
    said = "Ann, Bea and Cal: give back the 20 coins you each borrowed from Dee. The payments stay the same."
    assert said in played.open(SETTLE).page.one("section", **{"data-part": "pay"})


def test_coins_that_only_the_house_lent_go_back_in_the_box(played: Phone) -> None:
    played.open(BANK).tap("Hand out", stake=20)
    said = "Everyone: put your coins back in the box. The payments stay the same."
    assert said in played.open(SETTLE).page.one("section", **{"data-part": "pay"})
    assert text(played).endswith(said)
    assert "give back" not in text(played)


@pytest.mark.parametrize(("running", "end"), [(1, "House of Fortune ends"), (2, "the running games end")])
def test_loans_stay_open_while_games_are_running(played: Phone, running: int, end: str) -> None:
    record(played, "loan", "the house", "Dee", 5)
    for _ in range(running):
        fortune(played)
    assert f"Keep the coins you borrowed until {end}." in played.open(SETTLE).page
    assert "borrowed" not in text(played)
    for name in ("Ann", "Cal", "Dee"):
        paid(played, name)
    assert positions(played) == {"Dee": "Borrowed 5 from the house"}


def test_there_is_nothing_to_share_once_everyone_has_paid(played: Phone) -> None:
    record(played, "loan", "the house", "Dee", 5)
    for name in ("Ann", "Cal", "Dee"):
        paid(played, name)
    assert not played.open(SETTLE).page.all("textarea", "told")


def test_a_payment_in_part_leaves_the_rest_open(played: Phone) -> None:
    worth(played, "1.00")
    record(played, "settlement", "Ann", "Bea", "1.50")
    assert payments(played)[0] == "Cal pays Bea €2.00"
    assert "Ann pays Bea €0.50" in payments(played)


def test_a_payment_in_coins_is_a_whole_number(played: Phone) -> None:
    record(played, "settlement", "Ann", "Cal", "1.50").refused(
        "coins", "Enter a whole number of coins, such as 20."
    )
    record(played, "settlement", "Ann", "Cal", 2)
    assert "Cal pays Bea 4 coins" in payments(played)


def test_other_phones_hear_of_a_payment(owner: Phone, friend: Phone) -> None:
    bea_wins(owner)
    record(owner, "settlement", "Ann", "Bea", 2)
    assert friend.open(SETTLE).page.one(id="news").text == "Ann paid Bea 2 coins"
