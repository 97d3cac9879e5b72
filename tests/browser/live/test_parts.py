"""The pages of a night follow what other phones save, part by part."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPhone
from tests.browser.live.conftest import beside
from tests.browser.table import CAST, Table, deal


@pytest.fixture
def table(phone: Page) -> Table:
    table = Table(phone)
    table.seated("coralon", *CAST)
    return table


def test_the_night_shows_new_guests_and_results_while_a_name_is_typed(
    table: Table, new_phone: NewPhone
) -> None:
    night = beside(table, new_phone, "/nights/1").page
    night.get_by_label("Someone new").fill("Gus")
    table.play(deal("Bea", 5, 5, 3, 3))
    expect(night.locator("[data-part=running] small")).to_have_text("1 hand so far")
    table.page.goto("/nights/1")
    table.page.get_by_label("Someone new").fill("Zoe")
    table.add_players()
    expect(night.locator(".guests li")).to_have_count(5)
    expect(night.locator("#who")).to_contain_text("5")
    expect(night.get_by_label("Someone new")).to_have_value("Gus")
    assert night.evaluate("window.mark")


def test_the_coins_and_settling_up_show_what_is_recorded(table: Table, new_phone: NewPhone) -> None:
    coins = beside(table, new_phone, "/nights/1/bank").page
    settle = beside(table, new_phone, "/nights/1/bank/settle").page
    statement = beside(table, new_phone, "/nights/1/bank").page
    coins.get_by_label("Note (optional)").fill("half a note")
    table.page.goto("/nights/1/bank")
    table.tap(table.page.get_by_role("group", name="To").get_by_role("radio", name="Ann"))
    table.follow(table.button("20"))
    expect(coins.get_by_role("heading", name="History")).to_be_visible()
    expect(coins.get_by_label("Note (optional)")).to_have_value("half a note")
    expect(settle.get_by_role("button", name="Mark as returned")).to_be_visible()
    table.follow(table.page.locator(".purses a").first)
    statement.goto(table.page.url)
    table.page.goto("/nights/1/bank/settle")
    table.tap(table.page.get_by_role("button", name="Mark as returned"))
    expect(statement.locator("tbody tr")).to_have_count(2)
    expect(settle.get_by_role("button", name="Undo: Ann repaid the house 20 coins")).to_be_visible()
    for page in (settle, coins):
        assert page.evaluate("window.mark")


def test_the_recap_shows_new_hands(table: Table, new_phone: NewPhone) -> None:
    recap = beside(table, new_phone, f"{table.page.url}/recap").page
    table.play(deal("Bea", 5, 5, 3, 3))
    expect(recap.locator(".every > li")).to_have_count(1)
    assert recap.evaluate("window.mark")


def test_the_page_of_a_hand_shows_that_it_was_removed(table: Table, new_phone: NewPhone) -> None:
    table.play(deal("Bea", 5, 5, 3, 3))
    hand = beside(table, new_phone, f"{table.page.url}/hands/1").page
    table.tap(table.menu)
    table.follow(table.button("Remove hand 1"))
    expect(hand.get_by_role("heading", name="Removed")).to_be_visible()
    expect(hand.get_by_role("heading", name="Correct this hand")).to_have_count(0)
    assert hand.evaluate("window.mark")


@pytest.mark.usefixtures("requests_may_fail")
def test_the_page_of_a_hand_that_is_gone_leads_to_the_sheet(table: Table, new_phone: NewPhone) -> None:
    table.play(deal("Bea", 5, 5, 3, 3))
    hand = beside(table, new_phone, f"{table.page.url}/hands/1").page
    table.follow(table.button("Undo"))
    expect(hand.locator(".called")).to_contain_text("Bea bid 5")


def test_a_deleted_night_shows_on_its_pages_and_its_games(table: Table, new_phone: NewPhone) -> None:
    sheet = beside(table, new_phone, table.page.url).page
    coins = beside(table, new_phone, "/nights/1/bank").page
    table.page.goto("/nights/1")
    table.follow(table.button("Delete night"))
    expect(sheet.locator("#due")).to_have_text("The night of this game was deleted")
    expect(coins.get_by_role("heading", name="This night was deleted")).to_be_visible()
    table.follow(table.button("Restore"))
    expect(sheet.locator("#due")).to_contain_text("Hand 1")
