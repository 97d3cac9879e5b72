"""Taking seats by tapping the players in order."""

from playwright.sync_api import Page, expect

from tests.browser.table import CAST, Table


def test_house_rules_name_the_players_who_are_seated(phone: Page) -> None:
    table = Table(phone)
    table.sit_down(*CAST, "Eva")
    night = phone.url.partition("#")[0]
    phone.goto(f"{night}/games/bishop")
    target, seats = phone.get_by_label("Target"), phone.locator(".seat-keys")
    expect(target).to_have_attribute("placeholder", "21")
    table.tap(seats.get_by_role("button", name="Ann"))
    expect(target).to_have_attribute("placeholder", "25")

    phone.goto(f"{night}/games/whist")
    expect(phone.get_by_label("Ann and Cal")).to_be_visible()
    table.tap(seats.get_by_role("button", name="Eva"))
    expect(phone.get_by_text("All 4 seats are taken.")).to_be_visible()
    table.tap(seats.get_by_role("button", name="Ann"))
    expect(phone.get_by_label("Second and fourth")).to_be_visible()


def test_an_optional_choice_is_cleared_by_another_tap(phone: Page) -> None:
    table = Table(phone)
    table.sit_down(*CAST)
    phone.goto(f"{phone.url.partition('#')[0]}/games/nobles-estate")
    table.tap(table.chip("All to the most stones"))
    table.tap(table.chip("All to the most stones"))
    seats, deals = phone.locator(".seat-keys"), phone.get_by_role("radio", name="Bea")
    table.tap(table.chip("Bea"))
    expect(deals).to_be_checked()
    # A player who gives up a seat and takes it again deals with one tap.
    table.tap(seats.get_by_role("button", name="Bea"))
    table.tap(seats.get_by_role("button", name="Bea"))
    expect(deals).not_to_be_checked()
    table.tap(table.chip("Bea"))
    expect(deals).to_be_checked()
    table.follow(table.button("Start Noble’s Estate"))
    expect(phone.get_by_role("heading", name="Hand 1")).to_be_visible()
