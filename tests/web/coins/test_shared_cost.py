"""Shared costs: who paid how much for whom, and what the pages say about it."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.purse import BANK, IDS, SETTLE, history, payments, record, won

COST = f"{BANK}/cost"
MONEY = {"unit": "money", "value": "0", "currency": "€"}


def share(phone: Phone, payer: str, amount: object, **typed: Any) -> Phone:
    """Record a cost, in coins and shared by everyone here unless it is typed otherwise."""
    return phone.open(COST).tap("Save cost", payer=IDS[payer], amount=amount, **{"unit": "coins", **typed})


def columns(phone: Phone) -> dict[str, list[str]]:
    """Return the columns of how it adds up, by player."""
    rows = phone.open(SETTLE).page.one("table", "shares").all("tr")
    return {row.one("bdi").text: row.texts("td")[:-1] for row in rows[1:]}


def test_a_cost_in_coins_is_shared_by_everyone_here(owner: Phone) -> None:
    share(owner, "Bea", 10, note="pizza")
    said = "Bea paid 10 coins for pizza, shared by Ann, Bea, Cal and Dee"
    assert owner.page.one("form", "undo").one("span").text == said
    assert [line.startswith(said) for line in history(owner)] == [True]
    assert won(owner) == {}
    assert payments(owner)[0].startswith("Ann pays Bea 3 coins")


def test_a_cost_in_money_says_what_coins_are_worth(owner: Phone) -> None:
    record(owner, "gift", "Ann", "Cal", 5)
    share(owner, "Bea", "40", note="pizza", **{**MONEY, "value": "0,10"})
    assert "Bea paid €40.00 for pizza, shared by Ann, Bea, Cal and Dee" in history(owner)[0]
    assert columns(owner) == {
        "Ann": ["−0.50", "−10.00", "−10.50"],
        "Bea": ["", "+30.00", "+30.00"],
        "Cal": ["+0.50", "−10.00", "−9.50"],
        "Dee": ["", "−10.00", "−10.00"],
    }
    assert owner.page.one("table", "shares").texts("th")[1:4] == ["coins", "pizza", "in all"]
    share(owner, "Cal", "8", note="drinks", unit="money", to=[IDS["Dee"]])
    assert "Cal paid €8.00 for drinks, all for Dee" in history(owner)[0]
    assert "costs" in owner.open(SETTLE).page.one("table", "shares").texts("th")


def test_beside_what_was_won_in_coins_it_is_said_that_payments_include_a_cost(owner: Phone) -> None:
    share(owner, "Bea", "40", note="pizza", **MONEY)
    assert "Payments include pizza." in owner.open(BANK).page.texts("p", "help")
    share(owner, "Cal", "8", note="drinks", unit="money")
    assert "Payments include shared costs." in owner.open(BANK).page.texts("p", "help")


def test_a_cost_is_in_money_and_asks_for_the_currency_once(owner: Phone) -> None:
    assert "Currency" in owner.open(COST).page
    assert (owner.value("unit"), owner.value("value")) == ("money", "0")
    owner.tap("Save cost", payer=2, amount="40", currency="kr", value="")
    assert "Bea paid 40 kr, shared by" in history(owner)[0]
    owner.open("/").tap("Start a game night").tap("Add", name="Ann, Bea").open("/nights/2/bank/cost")
    assert "Currency" not in owner.page
    owner.tap("Save cost", payer=2, amount="8")
    assert "Bea paid 8 kr, shared by Ann and Bea" in owner.page


def test_the_currency_is_remembered_from_another_night_of_the_club(owner: Phone) -> None:
    owner.open("/").tap("Start a game night").tap("Add", name="Ann, Bea")
    share(owner, "Bea", "40", **MONEY)
    owner.open("/nights/2/bank/cost").tap("Save cost", payer=2, amount="8")
    assert "Bea paid €8.00, shared by Ann and Bea" in owner.page


def test_what_a_coin_is_worth_is_asked_only_where_coins_were_played_for(owner: Phone) -> None:
    assert "What is one coin worth" not in owner.open(COST).page
    record(owner, "gift", "Ann", "Cal", 5)
    assert "What is one coin worth tonight?" in owner.open(COST).page
    share(owner, "Bea", "40", **MONEY)
    assert "Coins aren’t included: they’re just for counting." in owner.open(SETTLE).page


def test_a_cost_is_shared_by_parts_by_those_ticked(owner: Phone) -> None:
    share(owner, "Bea", 8, to=[1, 2, 3], part=["2", "1", "1", "5"])
    assert "Bea paid 8 coins, shared by Ann (4 coins), Bea (2 coins) and Cal (2 coins)" in history(owner)[0]
    share(owner, "Bea", 8, part=["0", "1", "", "1"])
    assert "shared by Bea (3 coins)" not in history(owner)[0]
    assert "Bea paid 8 coins, shared by Bea, Cal and Dee" in history(owner)[0]


def test_a_cost_is_undone_and_redone_as_a_whole(owner: Phone) -> None:
    share(owner, "Bea", 9, note="pizza").tap("Undo")
    assert payments(owner) == []
    owner.open(BANK).tap("Redo")
    again, undone = history(owner)
    assert "undone" not in again
    assert "undone" in undone
    assert len(payments(owner)) == 3


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"payer": ""}, "payer", "Choose who paid."),
        ({"amount": ""}, "amount", "Enter how much it was."),
        ({"amount": "2.5"}, "amount", "Enter a whole number of coins, such as 20."),
        ({"amount": "0"}, "amount", "Enter a number of coins from 1 to 1,000,000,000."),
        ({"amount": "1.234", **MONEY}, "amount", "Enter an amount such as 12.50, with at most two decimals."),
        ({"amount": "0", **MONEY}, "amount", "Enter at least 0.01."),
        ({"unit": ""}, "unit", "Choose money or coins."),
        ({**MONEY, "currency": ""}, "currency", "Enter the currency, such as €."),
        ({"to": []}, "to", "Choose who shares the cost."),
        ({"part": ["0", "0", "0", "0"]}, "to", "Choose who shares the cost."),
        ({"part": ["100", "1", "1", "1"]}, "part", "Enter parts as whole numbers from 0 to 99."),
        ({"note": "x" * 281}, "note", "There is room for 280 characters."),
    ],
)
def test_an_impossible_cost_keeps_what_was_typed(
    owner: Phone, typed: dict[str, Any], field: str, sentence: str
) -> None:
    entered = {"payer": "2", "unit": "coins", "amount": "8", "note": "pizza", "to": ["1", "2", "3", "4"]}
    entered = {**entered, "sharer": ["1", "2", "3", "4"], "part": ["1", "1", "1", "1"], **typed}
    owner.open(COST).send(COST, **entered)
    assert owner.status == 422
    assert sentence in owner.problems
    assert owner.page.all("p", id=f"wrong-{field}")
    assert (owner.value("amount"), owner.value("note")) == (entered["amount"], entered["note"])
    assert not history(owner)


def test_a_form_that_was_sent_already_and_says_something_else_is_refused(owner: Phone) -> None:
    path, sent = owner.open(COST).form("Save cost", payer=2, amount=8, unit="coins")
    owner.replay(path, sent)
    changed = [(name, "9" if name == "amount" else value) for name, value in sent]
    assert owner.replay(path, changed).status == 409
    assert "You’ve already recorded this: Bea paid 8 coins" in owner.page
    assert len(history(owner)) == 1


def test_what_coins_are_worth_is_kept_when_the_cost_is_refused(owner: Phone) -> None:
    path, sent = owner.open(COST).form("Save cost", payer=2, amount=8, unit="coins")
    owner.replay(path, sent)
    typed = {"unit": "money", "value": "0.10", "currency": "€"}
    changed = [(name, typed.get(name, value)) for name, value in sent]
    assert owner.replay(path, changed).status == 409
    assert (owner.value("value"), owner.value("currency")) == ("0.10", "€")
    owner.tap("Save cost")
    assert "Bea paid €8.00" in history(owner)[0]


def test_what_coins_are_worth_is_not_changed_by_a_cost(owner: Phone, friend: Phone) -> None:
    path, sent = owner.open(COST).form("Save cost", payer=2, amount=8, **MONEY)
    friend.open(SETTLE).tap("Save", value="0.10", currency="€")
    assert owner.replay(path, sent).status == 409
    assert owner.problems == [
        "Someone has said what coins are worth: 1 coin = €0.10. Tap again to save the cost."
    ]
    owner.tap("Save cost")
    assert "Bea paid €8.00" in history(owner)[0]
