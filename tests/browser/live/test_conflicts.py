"""Something waits without a network while another phone changes the same thing, and a person decides."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

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
        theirs: what the other phone does.
        said: what the phone says of the waiting one then.
        way: the button that does mine.
        shows: what the page shows afterwards.
    """

    page: str
    mine: Do
    theirs: Do
    said: str
    way: str
    shows: tuple[str, str]


def menu(says: str) -> Do:
    def choose(table: Table) -> None:
        table.tap(table.menu)
        table.tap(table.button(says))

    return choose


def another_hand(table: Table) -> None:
    table.recorded(deal("Cal", 3, 3, 5, 3, 2))


def lend(table: Table) -> None:
    table.tap(table.page.get_by_role("group", name="To").get_by_role("radio", name="Ann", exact=True))
    table.page.get_by_label("Coins", exact=True).fill("7")
    table.tap(table.button("Record"))


def all_paid(table: Table) -> None:
    table.page.goto(SETTLE)
    table.tap(table.button("Mark as paid: Ann pays Bea"))
    expect(table.page.locator(".payments .when")).to_have_count(1)


MEETINGS = {
    "the end": Meeting(
        SHEET, menu("End game"), another_hand, "saved hand 2: Cal bid 3", "End game", ("#due", "won")
    ),
    "coins": Meeting(
        BANK, lend, all_paid, "Ann paid Bea 2 coins", "Record", (".entries", "Ann borrowed 7 coins")
    ),
}


def met(phone: Page, new_phone: NewPhone, case: Meeting) -> Table:
    """Return a phone of the table on which something was entered without a network, after the other one."""
    one = Table(phone)
    coins = case.page != SHEET
    one.seated(
        "coralon", *CAST, **({"target": 5, "wager": 2} if coins else {}), played=[deal("Bea", 5, 5, 3, 3, 2)]
    )
    other = Table(new_phone(like=phone))
    with other.page.expect_request("**/live?*"):
        other.page.goto(case.page)
    other.page.context.set_offline(True)
    case.mine(other)
    expect(line(other)).to_contain_text("waiting", timeout=SOON)
    case.theirs(one)
    other.page.context.set_offline(False)
    expect(line(other)).to_contain_text("not saved", timeout=SOON)
    return other


def line(table: Table) -> Locator:
    return table.page.locator(".connection")


@pytest.mark.usefixtures("requests_may_fail")
@pytest.mark.parametrize("case", MEETINGS.values(), ids=list(MEETINGS))
def test_it_waits_until_someone_taps_again(phone: Page, new_phone: NewPhone, case: Meeting) -> None:
    other = met(phone, new_phone, case)
    other.page.reload()
    other.tap(line(other).get_by_role("button"))
    kept = other.page.locator("section.waiting")
    expect(kept).to_contain_text(case.said)
    check_accessibility(other.page)
    other.tap(kept.get_by_role("button", name="Try again"))
    other.tap(other.button(case.way))
    expect(line(other)).to_be_empty()
    where, shown = case.shows
    expect(other.page.locator(where).first).to_contain_text(shown)


@pytest.mark.usefixtures("requests_may_fail")
def test_undo_is_never_done_to_something_else(phone: Page, new_phone: NewPhone) -> None:
    undo = Meeting(SHEET, menu("Remove hand 1"), another_hand, "", "", ("", ""))
    other = met(phone, new_phone, undo)
    other.tap(line(other).get_by_role("button"))
    other.tap(other.page.locator("section.waiting").get_by_role("button", name="Discard"))
    expect(line(other)).to_be_empty()
    expect(other.hands).to_have_count(2)


@pytest.mark.usefixtures("requests_may_fail")
def test_house_rules_that_come_back_can_be_changed_further(phone: Page, new_phone: NewPhone) -> None:
    one = Table(phone)
    one.seated("coralon", *CAST)
    other = Table(new_phone(like=phone))
    other.page.route("**/live?*", lambda route: route.abort())
    other.page.goto(f"{SHEET}/settings")
    one.recorded(deal("Bea", 5, 5, 3, 3, 2))
    other.page.get_by_label("Target").fill("30")
    other.tap(other.button("Save changes"))
    expect(other.page.get_by_role("alert")).to_contain_text("saved hand 1")
    for name in ("Start over", "Dee", "Cal", "Bea", "Ann"):
        other.tap(other.page.locator(".seats").get_by_role("button", name=name))
    expect(other.page.locator(".look")).to_contain_text("Dee deals next")
    other.tap(other.button("Save changes"))
    expect(other.page).to_have_url(re.compile(f"{SHEET}$"))
