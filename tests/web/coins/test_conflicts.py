"""Coins entered while others changed those of the night: both sides are shown, and nothing counts twice."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.phone import Fields, Phone
from tests.web.purse import BANK, SETTLE, bea_wins, payments, record
from tests.web.purse import history as history_with_times

Sent = tuple[str, Fields]


def sides(phone: Phone) -> list[str]:
    """Return the main thing that each side of the conflict says."""
    assert phone.status == 409
    return phone.page.one("section", "conflict").texts("p", "headline")


def history(phone: Phone) -> list[str]:
    """Return the postings as sentences, newest first."""
    return [re.split(r" \d\d:\d\d", said)[0] for said in history_with_times(phone)]


def ways(phone: Phone) -> list[str]:
    return phone.page.one("section", "conflict").texts("button")


def changed(sent: Sent, **typed: object) -> Sent:
    """Return a form that was sent, with other values under the same id, as if changed while it waited."""
    path, fields = sent
    kept = [(name, value) for name, value in fields if name not in typed]
    values = [
        (name, one) for name, each in typed.items() for one in (each if isinstance(each, list) else [each])
    ]
    return path, [*kept, *((name, str(value)) for name, value in values)]


def loan(phone: Phone, **typed: Any) -> Sent:
    usual: dict[str, Any] = {"kind": "loan", "giver": "house", "taker": 1, "coins": 5}
    return phone.open(BANK).form("Record", **usual | typed)


def stakes(phone: Phone) -> Sent:
    return phone.open(BANK).form("Hand out", to=[1, 2], stake=10)


FIRST = "Ann borrowed 5 coins from the house"
CHANGED: dict[str, tuple[Callable[[Phone], Sent], dict[str, object], list[str]]] = {
    "other coins": (loan, {"coins": 7}, [FIRST, "Ann borrowed 7 coins from the house"]),
    "another player": (loan, {"taker": 2}, [FIRST, "Bea borrowed 5 coins from the house"]),
    "another note": (loan, {"note": "for tea"}, [FIRST, FIRST]),
    "a stake for others": (
        stakes,
        {"to": [3]},
        ["Ann and Bea got 10 coins each to start with", "Cal got 10 coins to start with"],
    ),
    "a stake for more players": (
        stakes,
        {"to": [1, 2, 3]},
        ["Ann and Bea got 10 coins each to start with", "Ann, Bea and Cal got 10 coins each to start with"],
    ),
    "a bigger stake for others": (
        stakes,
        {"to": [3, 4], "stake": 20},
        ["Ann and Bea got 10 coins each to start with", "Cal and Dee got 20 coins each to start with"],
    ),
}
each_change = pytest.mark.parametrize(("enter", "typed", "said"), CHANGED.values(), ids=list(CHANGED))


@each_change
@pytest.mark.parametrize("choice", ["Keep it as recorded", "Use mine instead", "Record mine as well"])
def test_coins_changed_after_they_had_arrived_count_once(
    owner: Phone,
    enter: Callable[[Phone], Sent],
    typed: dict[str, object],
    said: list[str],
    choice: str,
) -> None:
    first = enter(owner)
    owner.replay(*first)
    before, second = history(owner), changed(first, **typed)
    owner.replay(*second)
    assert sides(owner) == said
    assert ways(owner) == ["Keep it as recorded", "Use mine instead", "Record mine as well"]
    assert history(owner) == before
    again = owner.replay(*second).form(choice)
    for form in (again, again, second, first):
        assert owner.replay(*form).status == 200
    number = len(typed["to"]) if isinstance(typed.get("to"), list) else 1  # type: ignore[arg-type]
    assert len(history(owner)) == len(before) + (0 if choice == "Keep it as recorded" else number)
    undone = [row for row in owner.page.one("ul", "entries").all("li") if row.all("s")]
    assert len(undone) == (len(before) if choice == "Use mine instead" else 0)


def test_coins_that_have_been_undone_since_are_not_undone_again(owner: Phone) -> None:
    first = loan(owner)
    owner.replay(*first).tap("Undo")
    owner.replay(*changed(first, coins=7))
    assert ways(owner) == ["Keep it as recorded", "Record mine as well"]


def test_coins_for_a_player_who_was_removed_can_be_recorded(owner: Phone, friend: Phone) -> None:
    kept = loan(friend, taker=4)
    owner.open("/nights/1").tap("Remove Dee")
    friend.replay(*kept)
    assert sides(friend) == ["Dee isn’t here tonight.", "Dee borrowed 5 coins from the house"]
    assert ways(friend) == ["Discard mine", "Add Dee and record mine"]
    friend.tap("Add Dee and record mine")
    assert history(owner) == ["Dee borrowed 5 coins from the house"]
    assert "Dee" in owner.open("/nights/1").page.one("ul", "guests").text


@pytest.mark.parametrize("records", [False, True])
def test_coins_entered_before_everyone_settled_up_wait_for_a_decision(
    owner: Phone, friend: Phone, records: bool
) -> None:
    bea_wins(owner)
    kept = loan(friend)
    owner.open(SETTLE).tap("Mark as paid: Ann pays Bea")
    friend.replay(*kept)
    assert sides(friend) == ["Ann paid Bea 2 coins.", FIRST]
    assert ways(friend) == ["Discard mine", "Record mine anyway"]
    friend.tap("Record mine anyway" if records else "Discard mine")
    assert (FIRST in history(owner)) == records


def test_coins_entered_after_settling_up_are_recorded(owner: Phone) -> None:
    bea_wins(owner).open(SETTLE).tap("Mark as paid: Ann pays Bea")
    assert owner.replay(*loan(owner)).status == 200


def test_a_repayment_of_more_than_is_owed_now_shows_what_is_owed(owner: Phone, friend: Phone) -> None:
    record(owner, "loan", "Ann", "Bea", 5)
    kept = friend.open(BANK).form("Record", kind="repayment", giver=2, taker=1, coins=5)
    record(owner, "repayment", "Bea", "Ann", 2)
    friend.replay(*kept)
    assert sides(friend) == ["Bea owes Ann 3 coins.", "Bea repaid Ann 5 coins"]
    friend.tap("Record 3 coins as repaid")
    assert history(owner)[0] == "Bea repaid Ann 3 coins"


def test_a_repayment_of_more_than_is_owed_is_refused_where_nothing_has_changed(owner: Phone) -> None:
    record(owner, "loan", "Ann", "Bea", 5)
    record(owner, "repayment", "Bea", "Ann", 6)
    owner.refused("coins", "Bea owes Ann only 5.")


def settled_otherwise(owner: Phone, friend: Phone) -> Phone:
    """Mark a payment as paid on a phone after another one has changed what is paid."""
    bea_wins(owner)
    kept = friend.open(SETTLE).form("Mark as paid: Ann pays Bea")
    record(owner, "gift", "Ann", "Bea", 4)
    return friend.replay(*kept)


def test_a_changed_payment_is_shown_beside_the_one_that_was_made(owner: Phone, friend: Phone) -> None:
    settled_otherwise(owner, friend)
    theirs, mine = sides(friend)
    assert "Ann pays Bea 6 coins" in theirs
    assert mine == "Ann paid Bea 2 coins."
    assert ways(friend) == ["Keep theirs", "Mark 6 coins as paid", "Mark 2 coins as paid anyway"]


@pytest.mark.parametrize(
    ("choice", "paid", "left"),
    [
        ("Keep theirs", [], "Ann pays Bea 6"),
        ("Mark 6 coins as paid", ["Ann paid Bea 6 coins"], "✓ Ann paid Bea 6"),
        ("Mark 2 coins as paid anyway", ["Ann paid Bea 2 coins"], "Ann pays Bea 4"),
    ],
)
def test_each_choice_pays_what_it_says(
    owner: Phone, friend: Phone, choice: str, paid: list[str], left: str
) -> None:
    again = settled_otherwise(owner, friend).form(choice)
    for _ in range(2):
        assert friend.replay(*again).status == 200
    assert history(owner)[:-1] == paid
    assert any(one.startswith(left) for one in payments(owner)), payments(owner)


def test_loans_that_have_changed_are_shown_before_they_are_returned(owner: Phone, friend: Phone) -> None:
    record(owner, "loan", "Ann", "Bea", 5)
    kept = friend.open(SETTLE).form("Mark as returned")
    record(owner, "loan", "Ann", "Bea", 2)
    friend.replay(*kept)
    assert sides(friend) == ["Bea owes Ann 7 coins", "Bea repaid Ann 5 coins"]
    friend.tap("Mark what is owed now as returned")
    assert history(owner)[0] == "Bea repaid Ann 7 coins"


def test_coins_that_cannot_be_recorded_again_say_why(owner: Phone, friend: Phone) -> None:
    record(owner, "loan", "Ann", "Bea", 5)
    record(owner, "repayment", "Bea", "Ann", 5).tap("Undo")
    kept = friend.open(BANK).form("Redo")
    record(owner, "repayment", "Bea", "Ann", 4)
    friend.replay(*kept)
    assert sides(friend) == ["Bea owes Ann 1 coin.", "Bea repaid Ann 5 coins"]
    assert ways(friend) == ["Discard mine"]


def test_a_choice_leads_back_to_the_page_that_it_was_made_on(owner: Phone, friend: Phone) -> None:
    settled_otherwise(owner, friend).tap("Keep theirs")
    assert friend.path == SETTLE


def test_a_payment_for_a_deleted_night_is_shown_in_words(owner: Phone, friend: Phone) -> None:
    bea_wins(owner)
    kept = friend.open(SETTLE).form("Mark as paid: Ann pays Bea")
    owner.open("/nights/1").tap("Delete night")
    friend.replay(*kept)
    assert sides(friend) == ["This night was deleted.", "Ann paid Bea 2 coins"]
    assert ways(friend) == ["Discard mine", "Save mine again"]
