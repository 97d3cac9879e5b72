"""The pages of a night follow what other phones save, part by part, and show what loading them would."""

import re

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.sheet import set_up
from tests.browser.conftest import NewPhone
from tests.browser.live.conftest import beside
from tests.browser.plays.test_every_game import some_hands
from tests.browser.table import CAST, LONG_NAMES, Table, deal
from tests.browser.thumb import enter
from tests.rules import strategies


@pytest.fixture
def table(phone: Page) -> Table:
    table = Table(phone)
    table.seated("coralon", *CAST)
    return table


@pytest.mark.journey
def test_the_night_shows_new_guests_and_results_while_a_name_is_typed(
    table: Table, new_phone: NewPhone
) -> None:
    night = beside(table, new_phone, "/nights/1").page
    night.get_by_text("Someone came").tap()
    night.get_by_label("Someone new").fill("Gus")
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    expect(night.locator("[data-part=running] small")).to_have_text("hand 2, Bea deals")
    table.page.goto("/nights/1")
    table.tap(table.fold("Someone came"))
    table.page.get_by_label("Someone new").fill("Zoe")
    table.add_players()
    expect(night.locator(".guests tbody tr")).to_have_count(5)
    expect(night.locator("#who")).to_contain_text("5")
    expect(night.get_by_label("Someone new")).to_have_value("Gus")
    assert night.evaluate("window.mark")


def test_the_coins_and_settling_up_show_what_is_recorded(table: Table, new_phone: NewPhone) -> None:
    coins = beside(table, new_phone, "/nights/1/bank?record").page
    settle = beside(table, new_phone, "/nights/1/bank/settle").page
    statement = beside(table, new_phone, "/nights/1/bank").page
    coins.get_by_label("Note (optional)").fill("half a note")
    table.page.goto("/nights/1/bank?record")
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


@pytest.mark.usefixtures("requests_may_fail")
def test_the_recap_and_the_pages_of_a_hand_show_what_becomes_of_it(table: Table, new_phone: NewPhone) -> None:
    sheet = table.page.url
    recap = beside(table, new_phone, f"{sheet}/recap").page
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    expect(recap.locator(".every > li")).to_have_count(1)
    hand = beside(table, new_phone, f"{sheet}/hands/1").page
    table.change_game()
    table.follow(table.button("Remove hand 1"))
    expect(hand.get_by_role("heading", name="Removed")).to_be_visible()
    expect(hand.get_by_role("heading", name="Correct this hand")).to_have_count(0)
    for page in (recap, hand):
        assert page.evaluate("window.mark")

    # One that was never a hand again leads to the sheet.
    table.play(deal("Bea", 5, 5, 3, 3))
    hand.goto(f"{sheet}/hands/1")
    table.follow(table.button("Undo"))
    expect(hand.locator(".called")).to_contain_text("Bea bid 5")


def test_a_phone_that_nobody_touches_goes_along_to_the_next_game(table: Table, new_phone: NewPhone) -> None:
    table.recorded(deal("Bea", 5, 5, 3, 3, 2))
    other = new_phone(like=table.page)
    with other.expect_request("**/live?*"):
        other.goto(table.page.url)
    table.page.goto(table.page.url)
    table.tap(table.menu)
    table.follow(table.button("End game"))
    expect(other.get_by_role("heading", name="Bea won")).to_be_visible()
    table.follow(table.again_button)
    expect(other.get_by_role("link", name="Playing now: Coralon")).to_be_visible()
    expect(other).to_have_url(table.page.url, timeout=10_000)


def test_a_game_that_ended_before_its_first_hand_lists_none_until_it_goes_on(
    table: Table, new_phone: NewPhone
) -> None:
    other = beside(table, new_phone, table.page.url).page
    heading = other.get_by_role("heading", name="Hands")
    expect(heading).to_be_visible()
    table.tap(table.menu)
    table.follow(table.button("End game"))
    expect(heading).to_have_count(0)
    table.follow(table.button("Undo"))
    expect(heading).to_be_visible()


def test_a_deleted_night_shows_on_its_pages_and_its_games(table: Table, new_phone: NewPhone) -> None:
    sheet = beside(table, new_phone, table.page.url).page
    coins = beside(table, new_phone, "/nights/1/bank").page
    table.page.goto("/nights/1")
    table.tap(table.menu)
    table.follow(table.button("Delete night"))
    expect(sheet.locator("#due")).to_have_text("The night of this game was deleted")
    expect(coins.get_by_role("heading", name="This night was deleted")).to_be_visible()
    table.follow(table.button("Restore"))
    expect(sheet.locator("#due")).to_contain_text("Hand 1")


def shown(page: Page) -> list[str]:
    """Return the text of every part, once the totals have counted up."""
    for total in page.locator(".total").all():
        points = (total.get_attribute("data-total") or "").replace("-", "−")
        expect(total).to_have_text(re.compile(rf"^\+?{points}$"))
    parts: list[str] = page.locator("[data-part]").evaluate_all("all => all.map((one) => one.innerText)")
    return parts


@pytest.mark.journey
def test_a_sheet_that_follows_shows_what_a_new_one_shows(
    phone: Page, new_phone: NewPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game with coins on the table, which has every part that a sheet can have."""
    game = CATALOGUE["house-of-fortune"]
    monkeypatch.setattr(strategies, "LARGEST", 99)
    names = LONG_NAMES[: game.seats[0]]
    table = Table(phone)
    table.seated(game.key, *names)
    other = beside(table, new_phone, phone.url)
    setup = set_up({"scoresheet": 1, "game": game.key, "players": list(names), "hands": []})
    for number, raw in enumerate(some_hands(setup), start=1):
        enter(table, game, setup.table, raw)
        expect(other.hands).to_have_count(number)
    assert other.page.evaluate("window.mark")
    followed = shown(other.page)
    other.page.reload()
    assert followed == shown(other.page)
