"""A game of the players' own: named, set up with columns, played with the keypad, and found the next time."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.table import CAST, Table

COLUMNS = (("towns", ""), ("territory", "2"), ("penalties", "-1"))


def name_and_columns(phone: Page, table: Table) -> None:
    """Fill in the form of Carcassonne, adding columns and removing one."""
    phone.get_by_role("textbox", name=re.compile("^Name")).fill("Carcassonne")
    expect(phone.get_by_label("Column 1", exact=True)).to_be_hidden()
    phone.get_by_role("radio", name="Columns").check(force=True)
    add = phone.get_by_role("button", name="Add a column")
    for at, (name, weight) in enumerate((("oops", "9"), *COLUMNS), start=1):
        if not phone.get_by_label(f"Column {at}", exact=True).is_visible():
            table.tap(add)
        phone.get_by_label(f"Column {at}", exact=True).fill(name)
        phone.get_by_label(f"Points each, column {at}", exact=True).fill(weight)
    table.tap(phone.get_by_role("button", name="Remove column 1"))
    expect(phone.get_by_label("Column 1", exact=True)).to_have_value("towns")
    expect(phone.get_by_label("Column 4", exact=True)).to_be_hidden()


def box(phone: Page, column: int, seat: int) -> None:
    """Tap the box of a player in a column."""
    phone.locator(f"[name=columns-{column}-{seat}]").tap()


def test_carcassonne_with_three_columns_is_found_the_next_time(phone: Page) -> None:
    table = Table(phone)
    table.sit_down(*CAST)
    table.choose("Your own game")
    name_and_columns(phone, table)
    check_page(phone)
    table.follow(table.button("Start game"))
    expect(phone.get_by_role("heading", name="Carcassonne")).to_be_visible()

    box(phone, 0, 0)
    table.enter(1, 2)
    box(phone, 1, 1)
    table.enter(3)
    box(phone, 2, 3)
    table.enter(5)
    expect(table.preview).to_contain_text("territory 3 × 2")
    first, second = (phone.locator(f"[name=columns-{at}-1]").bounding_box() for at in (0, 1))
    total = phone.get_by_role("region", name="Totals").locator(".total").nth(1).bounding_box()
    assert first
    assert second
    assert total
    assert first["x"] == second["x"]
    assert first["x"] <= total["x"] + total["width"] / 2 <= first["x"] + first["width"]
    check_page(phone)
    table.save()
    table.expect_totals(12, 6, 0, -5)

    # A real keyboard types as well, and the ± key makes a figure negative.
    box(phone, 1, 2)
    phone.keyboard.type("10")
    box(phone, 0, 0)
    table.enter(2)
    table.tap(table.keypad.get_by_role("button", name="plus or minus"))
    table.save()
    table.expect_totals(10, 6, 20, -5)

    phone.goto(phone.url.replace("/plays/1", "/nights/1"))
    table.choose("Carcassonne")
    expect(phone.get_by_text("towns, territory × 2, penalties × −1")).to_be_visible()
    table.follow(table.button("Start Carcassonne"))
    expect(phone.get_by_role("group", name="territory × 2")).to_be_visible()


def test_teams_win_rounds_at_a_tap(phone: Page) -> None:
    table = Table(phone)
    night, _ = table.gathered(*CAST)
    phone.goto(f"{night}/games/tally")
    phone.get_by_role("textbox", name=re.compile("^Name")).fill("Kicker")
    phone.get_by_role("radio", name="Who won").check(force=True)
    table.tap(table.fold("More settings"))
    phone.get_by_role("spinbutton", name="Teams").fill("2")
    expect(phone.get_by_text("Teams: Ann and Cal; Bea and Dee.")).to_be_visible()
    table.follow(table.button("Start game"))
    phone.get_by_role("checkbox", name="Bea and Dee").check(force=True)
    check_page(phone)
    table.save()
    table.expect_totals(0, 1)
    expect(table.hands).to_contain_text("Bea and Dee won")


def test_a_wrong_figure_behind_the_fold_is_shown(phone: Page) -> None:
    table = Table(phone)
    night, _ = table.gathered(*CAST)
    phone.goto(f"{night}/games/tally")
    fold, target = table.fold("More settings"), phone.get_by_role("spinbutton", name="Target")
    table.tap(fold)
    target.fill("0")
    table.tap(fold)
    table.tap(table.button("Start game"))
    expect(target).to_be_focused()


def test_the_keypad_adds_up_and_has_halves(phone: Page) -> None:
    table = Table(phone)
    table.seated("tally", *CAST, halves="on")
    for key in ("1", "2", "and a half", "plus", "7"):
        table.tap(table.key(key))
    expect(phone.locator("[name=points-0]")).to_have_value("12½+7")
    table.tap(table.key("Next"))
    expect(phone.locator("[name=points-0]")).to_have_value("19½")
    for key in ("8", "plus", "3", "plus or minus"):
        table.tap(table.key(key))
    expect(phone.locator("[name=points-1]")).to_have_value("8-3")
    for typed in ("20.5", "20,5"):
        phone.locator("[name=points-2]").fill(typed)
        expect(phone.locator("[name=points-2]")).to_have_value("20½")
    check_page(phone)
    table.save()
    expect(phone.locator(".board .total")).to_have_text(["19½", "5", "20½", "0"])
