"""A recipe is tried on a phone: a hand is tapped in, its lines light up, and the game can be saved."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_page
from tests.browser.table import CAST, Table


def try_out(phone: Page, key: str) -> Table:
    """Return a table that tries a recipe of the gallery."""
    table = Table(phone)
    table.sit_down(*CAST)
    phone.goto(f"/games/make?of={key}&night=1#scores")
    table.follow(table.button("Try it"))
    return table


@pytest.mark.journey
def test_the_lines_of_wizard_light_up_as_a_hand_is_tapped_in(phone: Page) -> None:
    table = try_out(phone, "wizard")
    lines, lit = phone.locator(".recipe-lines > li"), phone.locator(".recipe-lines > .lit")
    table.follow(table.button("Hand 10"))
    expect(lines).to_have_count(2)
    expect(lines.first).to_be_visible()
    check_page(phone)
    expect(table.save_button).to_have_text(re.compile("bid$"))
    table.enter(3, 2, 4)
    expect(lit).to_have_count(0)
    table.enter(3, 1)
    expect(lit).to_have_count(2)
    expect(lit.first).to_contain_text("Bea +50: made 3 exactly")
    expect(phone.locator(".after dd").first).to_have_text("scores −20")
    expect(table.button("Save the game")).to_be_in_viewport(ratio=1)
    check_page(phone)

    phone.locator("[name=took-1]").tap()
    table.tap(table.key(2))
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("Bea −10: bid 3 but took 2")

    table.follow(table.button("Scores"))
    expect(phone.get_by_role("heading", name="Say how it scores")).to_be_visible()
    table.follow(table.button("Try it"))
    table.enter(0, 0, 0, 0, 1)
    table.follow(table.button("Save the game"))
    expect(phone.get_by_role("button", name="Start Wizard")).to_be_visible()


def test_many_lines_beside_the_form_scroll_from_the_keyboard(phone: Page) -> None:
    phone.set_viewport_size({"width": 844, "height": 390})
    table = try_out(phone, "spades")
    table.enter(5, 3, 4, 7, 5)
    expect(phone.locator(".recipe-lines > .lit").first).to_be_visible()
    check_page(phone)
