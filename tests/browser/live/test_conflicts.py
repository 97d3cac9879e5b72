"""Something waits on a phone without a network while another phone changes the same thing: both are shown."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table, deal

SHEET, BANK, SETTLE = "/plays/1", "/nights/1/bank", "/nights/1/bank/settle"
SOON = 20_000
Do = Callable[[Table], None]


class Meeting(NamedTuple):
    """Two changes that meet.

    Attributes:
        page: where the waiting one is entered.
        mine: enters it.
        theirs: what the other phone does meanwhile.
        said: what each side says.
        way: the button that does mine.
        shows: what the page shows afterwards.
    """

    page: str
    mine: Do
    theirs: Do
    said: tuple[str, str]
    way: str
    shows: tuple[str, str]


def tap(says: str) -> Do:
    return lambda table: table.tap(table.button(says))


def menu(says: str) -> Do:
    def choose(table: Table) -> None:
        table.tap(table.menu)
        table.tap(table.button(says))

    return choose


def another_hand(table: Table) -> None:
    table.recorded(deal("Cal", 3, 3, 5, 3, 2))


def bid_and_finish(table: Table) -> None:
    table.take(4, 4, 3)
    table.save()


def lend(table: Table) -> None:
    table.tap(table.page.get_by_role("group", name="To").get_by_role("radio", name="Ann", exact=True))
    table.page.get_by_label("Coins", exact=True).fill("7")
    table.tap(table.button("Record"))


def all_paid(table: Table) -> None:
    table.page.goto(SETTLE)
    table.tap(table.button("Mark as paid: Ann pays Bea"))
    expect(table.page.locator(".line .when")).to_have_count(1)


def gift(table: Table) -> None:
    table.send(BANK, kind="gift", giver=1, taker=2, coins=4)


MEETINGS = {
    "undo": Meeting(
        SHEET,
        tap("Undo"),
        another_hand,
        ("hand 3", "Undo: Hand 2 saved"),
        "Remove hand 2 anyway",
        (".hand .what", "Cal bid 3"),
    ),
    "trump": Meeting(
        SHEET,
        tap("Cups"),
        bid_and_finish,
        ("saved hand 2", "Trump of hand 2: Cups"),
        "Correct hand 2 with mine",
        ('.hand >> role=img[name="Cups"]', ""),
    ),
    "the end": Meeting(
        SHEET, menu("End game"), another_hand, ("hand 2", "End game"), "End game anyway", ("#due", "won")
    ),
    "coins": Meeting(
        BANK,
        lend,
        all_paid,
        ("Ann paid Bea", "Ann borrowed 7 coins"),
        "Record mine anyway",
        (".entries", "Ann borrowed 7 coins"),
    ),
    "a payment": Meeting(
        SETTLE,
        tap("Mark as paid: Ann pays Bea"),
        gift,
        ("Ann pays Bea 6 coins", "Ann paid Bea 2 coins"),
        "Mark 6 coins as paid",
        (".line >> nth=0", "6 coins"),
    ),
}


@pytest.fixture
def two(phone: Page, new_phone: NewPhone, request: pytest.FixtureRequest) -> tuple[Table, Table]:
    """Return two phones of the same table, the second one on the page of the meeting."""
    # The id begins with the database, which may be either.
    meeting = request.node.callspec.id.partition("-")[2]
    case = MEETINGS[meeting]
    one = Table(phone)
    coins = case.page != SHEET
    one.seated("coralon", *CAST, **({"target": 5, "wager": 2} if coins else {}))
    one.recorded(deal("Bea", 5, 5, 3, 3, 2))
    if meeting == "trump":
        one.bid("Dee", 4)
    other = Table(new_phone(like=phone))
    with other.page.expect_request("**/live?*"):
        other.page.goto(case.page)
    if meeting == "undo":
        # A phone is offered to undo what it has seen arrive.
        one.page.reload()
        one.play(deal("Cal", 4, 3, 5, 3))
        expect(other.hands).to_have_count(2)
    return one, other


@pytest.mark.usefixtures("requests_may_fail")
@pytest.mark.parametrize("case", MEETINGS.values(), ids=list(MEETINGS))
def test_both_sides_wait_for_a_decision(two: tuple[Table, Table], case: Meeting) -> None:
    one, other = two
    conflict, line = other.page.locator(".conflict"), other.page.locator(".connection")
    other.page.context.set_offline(True)
    case.mine(other)
    expect(line).to_contain_text("waiting", timeout=SOON)
    case.theirs(one)
    other.page.context.set_offline(False)
    expect(conflict).to_have_count(1, timeout=SOON)
    other.page.reload()
    for side, said in zip(("first", "last"), case.said, strict=True):
        expect(conflict.locator(f".both > div:{side}-child")).to_contain_text(said, timeout=SOON)
    check_accessibility(other.page)
    other.tap(other.button(case.way))
    expect(conflict).to_have_count(0)
    expect(line).to_be_empty()
    where, shown = case.shows
    expect(other.page.locator(where).first).to_contain_text(shown)
