"""Taking seats by tapping the players in order."""

from playwright.sync_api import Page, expect

from tests.browser.table import CAST, Table


def test_house_rules_name_the_players_who_are_seated(phone: Page) -> None:
    table = Table(phone)
    table.sit_down(*CAST, "Eva")
    night = phone.url.partition("#")[0]
    phone.goto(f"{night}/games/bishop")
    target, seats = phone.get_by_label("Target"), phone.locator(".seats .pad")
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
    expect(phone.get_by_role("radio", name="All to the most stones")).not_to_be_checked()
    table.follow(table.button("Start Noble’s Estate"))
    expect(phone.get_by_role("heading", name="Hand 1")).to_be_visible()


def test_seat_one_deals_first_until_someone_else_is_chosen(phone: Page) -> None:
    table = Table(phone)
    table.sit_down(*CAST)
    phone.goto(f"{phone.url.partition('#')[0]}/games/coralon")
    seats = phone.locator(".seats .pad")
    ann, bea = phone.get_by_role("radio", name="Ann"), phone.get_by_role("radio", name="Bea")
    expect(ann).to_be_checked()
    table.tap(seats.get_by_role("button", name="Ann"))
    expect(bea).to_be_checked()
    table.tap(seats.get_by_role("button", name="Ann"))
    table.tap(table.chip("Ann"))
    expect(ann).to_be_checked()
    table.tap(table.button("Start over"))
    for name in reversed(CAST):
        table.tap(seats.get_by_role("button", name=name))
    expect(phone.get_by_role("radio", name=CAST[-1])).to_be_checked()
