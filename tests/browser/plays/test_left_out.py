"""A figure that is left out counts as 0 only after the page has said so, and never ends a game."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility
from tests.browser.layout import overhang
from tests.browser.table import CAST, LazyThumb, Table

SAID = "Ann and Dee: nothing entered, counts as 0."


@pytest.fixture
def table(phone: Page) -> Table:
    return Table(phone)


def type_points(table: Table, **points: int) -> None:
    """Type the points of some players, who are tapped first."""
    for name, figure in points.items():
        table.tap(table.figure(name))
        table.enter(figure)


def test_the_line_before_save_says_what_counts_as_zero(phone: Page) -> None:
    table = LazyThumb(phone)
    table.seated("tally", *CAST)
    type_points(table, Bea=7, Cal=5)
    said = table.preview.get_by_text(SAID)
    expect(said).to_be_in_viewport(ratio=1)
    saves = table.save_button.bounding_box()
    words = said.bounding_box()
    assert saves
    assert words
    assert words["y"] + words["height"] <= saves["y"]
    check_accessibility(phone)
    table.save()
    table.expect_totals(0, 7, 5, 0)


def test_a_figure_that_could_decide_is_asked_for(table: Table) -> None:
    table.seated("tally", *CAST, hands=1, lowest_wins="on")
    type_points(table, Bea=7, Cal=5, Dee=9)
    expect(table.preview).to_have_text("Enter the points of Ann too, or 0: this round ends the game.")
    expect(table.save_button).to_have_text("Next: Ann’s points")
    check_accessibility(table.page)
    table.tap(table.save_button)
    expect(table.marked).to_have_text("Ann")
    table.enter(8)
    table.save()
    expect(table.panel.locator("h2")).to_have_text("Cal won")


def test_a_figure_is_no_longer_asked_for_once_the_game_goes_on(table: Table) -> None:
    table.seated("tally", *CAST, target=9)
    type_points(table, Bea=9)
    expect(table.save_button).to_have_text(re.compile("^Next: "))
    table.tap(table.figure("Bea"))
    table.tap(table.key("delete"))
    table.enter(8)
    expect(table.save_button).to_have_text("Save round 1")


def test_columns_are_asked_for_row_by_row_at_the_end(table: Table) -> None:
    columns = {"columns-by": "columns", "columns-0-name": "Towns", "columns-1-name": "Roads"}
    table.seated("tally", *CAST, target=4, **columns)
    for player in range(4):
        table.tap(table.page.locator(f"[name=columns-0-{player}]"))
        table.enter(4 - player)
    expect(table.preview).to_contain_text("Enter the roads of Ann, Bea, Cal and Dee too, or 0")
    expect(table.save_button).to_have_text("Next: Ann’s roads")
    for player in range(4):
        table.tap(table.page.locator(f"[name=columns-1-{player}]"))
        table.enter(0)
    table.save()
    expect(table.panel.locator("h2")).to_have_text("Ann won")


def test_a_game_of_thief_does_not_end_without_its_thieves(table: Table) -> None:
    table.seated("thief", *CAST, target=5)
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    expect(table.save_button).to_have_text("Next: Bea’s thieves")
    table.enter(0, 0, 0, 0)
    table.save()
    expect(table.panel.locator("h2")).to_have_text("Bea won")


def test_thieves_that_nobody_entered_are_named_before_they_count_as_zero(table: Table) -> None:
    table.seated("thief", *CAST)
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    expect(table.preview).to_contain_text("Thieves: nothing entered, counts as 0.")
    assert overhang(table.page) == 0
    table.save()
    table.expect_totals(0, 5, 0, 0)


def test_without_a_script_the_page_says_it_before_it_saves(plain_phone: Page) -> None:
    table = Table(plain_phone)
    table.seated("tally", *CAST)
    for name, figure in (("Bea", 7), ("Cal", 5)):
        table.figure(name).fill(str(figure))
    table.follow(table.save_button)
    expect(table.page.get_by_text(SAID)).to_be_visible()
    expect(table.hands).to_have_count(0)
    table.follow(table.save_button)
    table.expect_totals(0, 7, 5, 0)
