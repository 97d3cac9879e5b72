"""Someone joins a running game, and someone leaves it, while another phone shows the game."""

from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table


def test_someone_joins_a_running_game_and_someone_leaves(phone: Page, new_phone: NewPhone) -> None:
    table = Table(phone)
    table.seated("tally", *CAST)
    sheet = phone.url
    table.send(f"{sheet}/hands", number=1, whole="on", **{"points-0": 5, "points-1": 3, "points-2": 2})
    phone.reload()
    other = Table(new_phone(like=phone))
    other.page.goto(sheet)

    table.change_game()
    table.follow(table.link("Change players"))
    check_accessibility(phone)
    phone.get_by_label("Name").fill("Eve")
    table.tap(table.chip("2 the average"))
    expect(table.preview).to_contain_text("with 2")
    table.follow(table.button("Save"))
    for each in (table, other):
        each.expect_totals(5, 3, 2, 0, 2)
        expect(each.panel.locator(".place input")).to_have_count(5)
    expect(other.page.locator(".undo")).to_contain_text("Eve joins from round 2 with 2")

    table.change_game()
    table.follow(table.link("Change players"))
    table.tap(table.chip("Bea"))
    expect(table.preview).to_contain_text("Bea leaves after round 1.")
    table.follow(table.button("Save"))
    for each in (table, other):
        expect(each.page.get_by_role("region", name="Totals").locator(".to-go")).to_contain_text(["left"])
        expect(each.panel.locator(".place input")).to_have_count(4)
    table.tap(table.button("Undo"))
    expect(other.panel.locator(".place input")).to_have_count(5)
