"""An evening on a phone without JavaScript: everything works through ordinary forms."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table


@pytest.mark.journey
def test_an_evening_works_without_javascript(plain_phone: Page, page_problems: list[str]) -> None:
    phone, table = plain_phone, Table(plain_phone)
    table.sit_down("Ann, Bea", "Cal")
    phone.get_by_label("Someone new").fill("Dee")
    table.add_players()

    table.choose("Coralon")
    for name, place in {"Cal": "1", "Ann": "2", "Bea": "3", "Dee": ""}.items():
        phone.get_by_role("combobox", name=name).select_option(place)
    table.tap(phone.get_by_role("group", name="Who deals first?").get_by_label("Bea"))
    phone.get_by_label("Target").fill("20")
    table.follow(table.button("Start Coralon"))
    expect(phone.locator(".board .name")).to_have_text(["Cal", "Ann", "Bea"])
    expect(phone.get_by_role("heading", name="Hand 1 Bea deals")).to_be_visible()

    table.bid("Cal", 6)
    table.follow(table.button("Trees"))
    table.open_take()
    write(phone, Cal=7, Ann=5, Bea=5)
    table.save()
    expect(phone.get_by_text("Tricks must add up to 18, not 17.")).to_be_visible()
    expect(table.figure("Ann")).to_have_value("5")
    page_problems.clear()  # a browser notes that the answer was a refusal
    write(phone, Bea=6)
    table.follow(table.button("See what it scores"))
    expect(table.preview).to_contain_text("Cal +7: took 7 tricks, 1 over the bid of 6")
    table.expect_totals(0, 0, 0)
    table.save()
    table.expect_totals(7, 5, 6)

    table.tap(table.hands.first.locator("summary"))
    table.follow(table.link("Correct hand 1"))
    write(phone, Cal=6, Ann=6)
    table.follow(table.button("See what would change"))
    expect(table.preview).to_contain_text("Cal +6: took exactly the 6 tricks bid")
    table.save()
    table.expect_totals(6, 0, 0)
    table.follow(table.button("Undo"))
    table.expect_totals(7, 5, 6)

    table.change_game()
    table.follow(table.button("Remove hand 1"))
    table.change_game()
    table.follow(table.button("Restore hand 1"))
    table.expect_totals(7, 5, 6)
    table.tap(table.menu)
    table.follow(table.button("End game"))
    expect(phone.get_by_text("Ended early with 7 points, 1 ahead of Bea.")).to_be_visible()
    table.follow(table.again_button)
    expect(phone.get_by_role("heading", name="Hand 1 Cal deals")).to_be_visible()


def write(phone: Page, **figures: int) -> None:
    for name, figure in figures.items():
        phone.get_by_role("spinbutton", name=name).fill(str(figure))
