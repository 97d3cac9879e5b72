"""The menu of the sheet."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import CAST, Table, deal

SOON = 20_000


@pytest.fixture
def table(phone: Page) -> Table:
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    return table


def test_it_begins_with_what_is_used_often_whatever_was_open_before(table: Table) -> None:
    often = table.page.locator(".menu > div > div > :visible")
    rest = table.button("Remove hand 1")
    table.change_game()
    expect(rest).to_be_visible()
    table.tap(table.menu)
    table.tap(table.menu)
    expect(often).to_have_count(8)
    expect(rest).to_be_hidden()


def test_the_rest_takes_the_place_of_what_is_used_often_and_fits_on_the_screen(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 640})
    table.change_game()
    expect(table.button("Remove hand 1")).to_be_visible()
    expect(table.button("End game")).to_be_hidden()
    menu = table.page.locator(".menu > div")
    assert menu.evaluate("menu => menu.scrollHeight <= menu.clientHeight")


@pytest.mark.usefixtures("requests_may_fail")
def test_without_a_network_it_offers_nothing_that_needs_the_server(table: Table) -> None:
    links = table.page.locator(".menu a").filter(visible=True)
    table.change_game()
    expect(links).not_to_have_count(0)
    table.page.context.set_offline(True)
    expect(links).to_have_count(0, timeout=SOON)
    expect(table.button("Remove hand 1")).to_be_visible()
    expect(table.fold("Export")).to_be_hidden()
    table.tap(table.fold("More about this game"))
    expect(table.button("End game")).to_be_visible()
    expect(links).to_have_count(0)
