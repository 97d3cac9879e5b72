"""A tap does nothing to what has just appeared under it; what was there takes taps as they come."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import CAST, Table

GAPS = (40, pytest.param(150, marks=pytest.mark.journey), 300)
"""Milliseconds between the two taps of a double tap."""


@pytest.fixture
def table(phone: Page) -> Table:
    return Table(phone)


def tap_twice(what: Locator, gap: int) -> None:
    """Tap where something is, and once more on the same place, whatever is there by then."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    what.page.touchscreen.tap(x, y)
    what.page.wait_for_timeout(gap)
    what.page.touchscreen.tap(x, y)


@pytest.mark.parametrize("gap", GAPS)
def test_adding_players_with_a_double_tap_takes_nobody_off_the_night(table: Table, gap: int) -> None:
    page = table.page
    page.goto("/")
    table.follow(table.button("Start a game night"))
    with page.expect_response("**/live/main.js"):
        page.reload()
    for names in (CAST, ("Eva", "Fay"), ("Gil",)):
        page.locator("input.names").fill(", ".join(names))
        table.see()
        tap_twice(table.button("Add"), gap)
        table.see()
    expect(page.locator(".guests tbody tr")).to_have_count(7)
    page.reload()
    expect(page.locator(".guests tbody tr")).to_have_count(7)


@pytest.mark.parametrize("gap", GAPS)
def test_a_double_tap_on_save_does_nothing_to_what_appears_there(table: Table, gap: int) -> None:
    table.seated("coralon", *CAST)
    page = table.page
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    table.see()
    expect(table.save_button).to_have_text(re.compile("^Save"))
    tap_twice(table.save_button, gap)
    expect(table.hands).to_have_count(1)
    table.see()
    changed = (
        "[...document.querySelectorAll('main input')].filter((each) => each.checked !== each.defaultChecked)"
    )
    assert page.evaluate(f"{changed}.length") == 0
    assert page.evaluate("[...document.querySelectorAll('main details[open]')].length") == 0


@pytest.mark.parametrize("gap", GAPS)
def test_a_double_tap_on_the_pad_that_asks_a_player_is_one_answer(table: Table, gap: int) -> None:
    page = table.page
    table.seated("ducks-and-geese-cutthroat", *CAST)
    night = page.evaluate("document.querySelector('.back').pathname")
    table.send(f"{night}/me", player=2)
    with page.expect_request("**/live?*"):
        page.reload()
    table.bid("Bea", 4)
    table.tap(table.button("Ask the table"))
    question = page.locator("[data-part=question]")
    table.see()
    tap_twice(question.get_by_role("group", name=re.compile("tricks")).get_by_role("button", name="2"), gap)
    expect(question).to_contain_text(re.compile("You said.*2"))
    table.see()
    # Of the ducks nothing was said.
    assert page.locator("[data-figures]").get_attribute("data-figures") == '{"tricks": "2"}'


def test_taps_on_what_stays_where_it_is_count_as_quickly_as_they_come(table: Table) -> None:
    table.seated("coralon", *CAST)
    table.bid("Bea", 5)
    table.open_take()
    table.see()
    tap_twice(table.key(3), 50)
    table.expect_figures(Bea=3, Cal=3)
