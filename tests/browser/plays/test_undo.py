"""Undo is offered for a minute after a change, on the phones that saw it happen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.layout import allow_motion, shifts, unmoved
from tests.browser.table import CAST, Table, deal


@pytest.fixture
def table(phone: Page) -> Table:
    """Return a table after three hands of Coralon."""
    table = Table(phone)
    table.seated("coralon", *CAST, target=40)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2), deal("Cal", 4, 5, 3, 3, 2), deal("Dee", 2, 5, 3, 3, 2))
    return table


@pytest.mark.journey
def test_undo_disappears_after_its_minute_and_keeps_its_room(phone: Page) -> None:
    phone.clock.install()
    allow_motion(phone)
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    undo = table.button("Undo")
    with unmoved(phone.locator(".panel")):
        phone.clock.run_for("00:55")
        expect(undo).to_be_visible()
        phone.clock.run_for("00:06")
        expect(undo).to_be_hidden()
    assert shifts(phone) == []
    # Opening the sheet again does not prolong it.
    phone.reload()
    expect(table.hands).to_have_count(1)
    expect(undo).to_be_hidden()


def test_the_bid_is_changed_where_it_could_be_undone(phone: Page) -> None:
    phone.clock.install()
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.bid("Bea", 5)
    undo, change = table.button("Undo"), table.link("Change the bid")
    expect(undo).to_be_visible()
    expect(change).to_be_hidden()
    with unmoved(table.button("Ask the table")):
        phone.clock.run_for("01:01")
        expect(undo).to_be_hidden()
        expect(change).to_be_visible()


def test_a_phone_that_opens_the_sheet_later_is_not_offered_undo(table: Table, new_phone: NewPhone) -> None:
    expect(table.button("Undo")).to_be_visible()
    other = Table(new_phone(like=table.page))
    other.page.goto(table.page.url)
    expect(other.hands).to_have_count(3)
    expect(other.button("Undo")).to_be_hidden()
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    expect(other.page.locator(".undo")).to_contain_text("Hand 4 saved")
    expect(other.button("Undo")).to_be_visible()


def test_a_game_that_is_continued_later_offers_to_undo_no_hand(table: Table, new_phone: NewPhone) -> None:
    table.tap(table.menu)
    table.follow(table.button("End game"))
    other = Table(new_phone(like=table.page))
    other.page.goto(table.page.url)
    other.tap(other.menu)
    other.follow(other.button("Continue this game"))
    expect(other.page.locator(".undo")).to_contain_text("Hand 3 saved")
    expect(other.button("Undo")).to_be_hidden()
    other.play(deal("Bea", 5, 5, 3, 3))
    expect(other.button("Undo")).to_be_visible()


@pytest.mark.usefixtures("requests_may_fail")
def test_an_undo_in_the_history_that_is_too_late_leads_to_the_sheet(table: Table) -> None:
    table.page.goto(f"{table.page.url}/history")
    table.page.locator("input[name=change]").evaluate("(input) => { input.value = 1 }")
    table.page.get_by_role("button", name="Undo").first.tap()
    expect(table.page.locator("link[href*='plays/sheet']")).to_have_count(1)
    expect(table.page.locator(".problem")).to_be_visible()
