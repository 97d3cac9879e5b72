"""Settling up: who pays whom, marking it as done, and what a coin is worth."""

import pytest

from tests.web.phone import Phone
from tests.web.purse import BANK, SETTLE, bea_wins, cal_won_after_all, fortune, payments, stand, won, write
from tests.web.table import start, whole


@pytest.fixture
def played(owner: Phone) -> Phone:
    """Bea has won six coins, two of each."""
    return bea_wins(owner).open(SETTLE)


def text(phone: Phone) -> str:
    """What there is to tell the others."""
    return "".join(str(words) for words in phone.page.one("textarea", "told").inside)


def done(phone: Phone, debtor: str, creditor: str = "Bea") -> Phone:
    return phone.open(SETTLE).tap(f"{debtor} has paid {creditor}")


def test_the_bank_leads_to_settling_up(played: Phone) -> None:
    assert played.open(BANK).follow("Settle up").path == SETTLE


def test_it_says_who_pays_whom_and_that_fewer_payments_cannot_do(played: Phone) -> None:
    assert payments(played) == ["Ann pays Bea 2 coins", "Cal pays Bea 2 coins", "Dee pays Bea 2 coins"]
    assert "3 payments in all: it cannot be done with fewer." in played.page


def test_with_very_many_people_it_says_that_fewer_may_do(owner: Phone) -> None:
    names = [f"Guest {number}" for number in range(1, 13)]
    owner.tap("Add", name=", ".join(names))
    for person in range(1, 17):
        owner.send(BANK, kind="gift", giver=person, taker=person % 16 + 1, coins=person**3 + 2 * person)
    owner.open(SETTLE)
    assert "For so many people this is a good way, and perhaps it can be done with fewer." in owner.page


def test_one_tap_marks_a_payment_as_done(played: Phone) -> None:
    done(played, "Cal")
    assert played.path == SETTLE
    cal = next(row for row in payments(played) if row.startswith("Cal"))
    assert cal.startswith("Cal paid Bea 2 coins")
    assert cal.endswith("iPhone")
    assert won(played) == {"Ann": "−2", "Bea": "+4", "Dee": "−2"}


def test_when_all_is_paid_everybody_stands_at_zero(played: Phone) -> None:
    for name in ("Ann", "Cal", "Dee"):
        done(played, name)
    assert won(played) == {}
    played.open(SETTLE)
    assert "All is paid: nobody has won or lost any more." in played.page
    assert "Everybody stands at zero, and so does the house." in played.page


def test_a_payment_is_undone(played: Phone) -> None:
    before = payments(played)
    done(played, "Ann").tap("Undo")
    assert (played.path, payments(played)) == (SETTLE, before)


def test_a_payment_of_long_ago_is_undone_in_its_line(played: Phone) -> None:
    before = payments(played)
    done(played, "Ann").tap("Ann has not paid Bea after all")
    assert (played.path, payments(played)) == (SETTLE, before)


def test_a_payment_marked_on_two_phones_counts_once(played: Phone, friend: Phone) -> None:
    _, theirs = friend.open(SETTLE).filled("Ann has paid Bea")
    done(played, "Ann")
    friend.replay(f"{BANK}/pay", theirs)
    assert (friend.status, friend.path) == (200, SETTLE)
    assert won(played) == {"Bea": "+4", "Cal": "−2", "Dee": "−2"}


def test_a_payment_that_a_correction_has_changed_is_not_marked(played: Phone, friend: Phone) -> None:
    _, theirs = friend.open(SETTLE).filled("Ann has paid Bea")
    cal_won_after_all(played)
    assert friend.replay(f"{BANK}/pay", theirs).status == 409
    assert "Who pays whom has changed meanwhile. Nothing was changed." in friend.page
    assert won(played) == {"Ann": "−2", "Bea": "−2", "Cal": "+6", "Dee": "−2"}


def test_a_correction_after_payments_leaves_only_the_rest_to_pay(played: Phone) -> None:
    for name in ("Ann", "Cal", "Dee"):
        done(played, name)
    cal_won_after_all(played)
    assert payments(played) == ["Bea pays Cal 8 coins"]
    before = "Ann paid Bea 2 coins; Cal paid Bea 2 coins; Dee paid Bea 2 coins: that is counted already."
    assert before in played.page


def test_a_payment_that_was_never_due_is_a_conflict(played: Phone) -> None:
    assert played.send(f"{BANK}/pay", debtor=1, creditor=2, coins=999, since=0).status == 409
    assert played.send(f"{BANK}/pay", debtor="x").status == 409


def test_a_game_that_is_on_is_settled_later(played: Phone) -> None:
    fortune(played)
    assert payments(played)[0] == "Ann pays Bea 2 coins"
    assert "House of Fortune is still being played; its coins are settled when it is over." in played.page


def test_nobody_has_to_pay_where_nothing_was_won(owner: Phone) -> None:
    whole(start(owner), "Bea", 5, (3, 5, 3, 2))
    assert "Nobody has to pay anybody." in owner.open(SETTLE).page


# --- What was lent ---


def test_what_was_lent_is_given_back_with_a_tap(owner: Phone) -> None:
    write(owner, "loan", "the house", "Ann", 20)
    write(owner, "loan", "Bea", "Ann", 5)
    owner.open(SETTLE).tap("Ann has given 5 coins back to Bea")
    assert stand(owner) == {"Ann": "holds 20 and owes the house 20"}
    assert payments(owner) == []


def test_all_is_given_back_at_once_and_only_once(owner: Phone) -> None:
    owner.open(BANK).tap("Hand out", stake=20)
    _, sent = owner.open(SETTLE).filled("All of it is given back")
    for _ in range(2):
        owner.replay(f"{BANK}/give-back", sent)
        assert owner.status == 200
    assert stand(owner) == {}
    assert "Everybody stands at zero, and so does the house." in owner.open(SETTLE).page
    assert "80 coins that had been lent were given back" in owner.page.one("form", "undo")
    owner.tap("Undo")
    assert len(stand(owner)) == 4


def test_what_changed_meanwhile_is_not_given_back(owner: Phone) -> None:
    write(owner, "loan", "Bea", "Ann", 5)
    _, sent = owner.open(SETTLE).filled("Ann has given 5 coins back to Bea")
    write(owner, "repayment", "Ann", "Bea", 2)
    assert owner.replay(f"{BANK}/give-back", sent).status == 409
    assert stand(owner)["Ann"] == "holds 3 and owes Bea 3"


@pytest.mark.parametrize("debt", ["", "1-2", "a-b-c", "1-2-3-4", "--5"])
def test_no_debt_is_made_up(owner: Phone, debt: str) -> None:
    owner.open(BANK).send(f"{BANK}/give-back", debt=debt)
    assert owner.status == 200
    assert stand(owner) == {}


# --- What a coin is worth ---


def worth(phone: Phone, value: str, currency: str = "€") -> Phone:
    return phone.open(SETTLE).tap("Save", value=value, currency=currency)


@pytest.mark.parametrize(
    ("value", "currency", "amount"),
    [(".10", "€", "€0.20"), ("0,1", "kr", "0.20 kr"), ("12", "", "24.00"), ("10", "cents", "20 cents")],
)
def test_amounts_appear_in_coins_and_in_money(played: Phone, value: str, currency: str, amount: str) -> None:
    worth(played, value, currency)
    assert payments(played)[0] == f"Ann pays Bea 2 coins {amount}"
    assert f"Ann pays Bea 2 coins ({amount})" in text(played)


def test_money_lost_has_a_minus(played: Phone) -> None:
    worth(played, "0.10").open(BANK)
    assert "−€0.20" in played.page.one("ul", "purses")


def test_nothing_written_makes_coins_only_coins_again(played: Phone) -> None:
    worth(worth(played, "0.10"), "", "")
    assert payments(played)[0] == "Ann pays Bea 2 coins"


@pytest.mark.parametrize("value", ["ten", "0.101", "-1", "1e3", "٣", "1.2.3", "."])
def test_a_worth_that_is_none_is_refused_and_kept(played: Phone, value: str) -> None:
    worth(played, value, "kr")
    played.refused("value", "One coin: write an amount such as 0.10, with two places at most.")
    assert (played.value("value"), played.value("currency")) == (value, "kr")


@pytest.mark.parametrize("value", ["0", "0.00", "1000001"])
def test_a_worth_of_nothing_or_too_much_is_refused(played: Phone, value: str) -> None:
    worth(played, value).refused("value", "One coin: it is worth more than nothing, and at most a million.")


def test_a_currency_that_is_too_long_is_refused_and_not_cut(played: Phone) -> None:
    worth(played, "0.10", "doubloons").refused(
        "currency", "Currency: it has 9 characters; there is room for 8."
    )
    assert (played.value("value"), played.value("currency")) == ("0.10", "doubloons")
    assert payments(played)[0] == "Ann pays Bea 2 coins"


def test_the_next_night_begins_with_the_same_worth(played: Phone) -> None:
    worth(played, "0.10").open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    assert "1 coin = €0.10" in played.open("/nights/2/bank/settle").page


def test_the_text_for_the_others_says_it_all(played: Phone) -> None:
    write(played, "loan", "the house", "Dee", 5)
    done(played, "Ann")
    first, *lines = text(played.open(SETTLE)).split("\n")
    assert first.startswith("Our table, ")
    assert lines == [
        "Ann pays Bea 2 coins, done",
        "Cal pays Bea 2 coins",
        "Dee pays Bea 2 coins",
        "Dee gives 5 coins back to the house",
    ]
