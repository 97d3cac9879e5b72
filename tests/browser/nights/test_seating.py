"""Seating everyone at tables, which all phones see."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility, check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, LONG_NAMES, Table

EIGHT = [*CAST, "Eve", "Fay", "Gus", "Hal"]


def people_at(page: Page, table: int) -> list[str]:
    """Return who sits at a table of the round, in seat order."""
    return page.locator(".round .tables section").nth(table - 1).locator("bdi").all_inner_texts()


@pytest.mark.journey
def test_eight_players_are_seated_at_two_tables_and_then_with_others(new_phone: NewPhone) -> None:
    host = Table(new_phone(reduced_motion="no-preference"))
    night, _ = host.gathered(*EIGHT)
    other = new_phone(like=host.page, reduced_motion="no-preference")
    with other.expect_request("**/live?*"):
        other.goto(night)
    host.page.goto(f"{night}/games/whist")
    host.follow(host.button("Seat everyone"))
    for page in (host.page, other):
        expect(page.locator(".round.drawing .hidden").first).to_be_hidden()
    for page in (host.page, other):
        expect(page.locator(".round.drawing")).to_have_count(0)
        check_accessibility(page)
    first = people_at(host.page, 1)
    assert people_at(other, 1) == first
    assert sorted([*first, *people_at(host.page, 2)]) == EIGHT

    one, two, three, four = people_at(other, 2)
    host.follow(host.link("Start at Table 2"))
    host.follow(host.button("Start Whist"))
    expect(host.page.get_by_text(f"{one} and {three}").first).to_be_visible()
    expect(other.locator(".round .playing a")).to_be_visible()
    expect(other.locator(".round.drawing")).to_have_count(0)

    host.page.goto(night)
    host.tap(host.button("Next round"))
    expect(other.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(other.locator(".round .playing a")).to_be_visible()
    check_page(host.page)
    met = {one, two, three, four}
    assert len(met & {*people_at(other, 1)}) == 2


def test_the_list_to_print_has_nothing_to_tap(phone: Page) -> None:
    table = Table(phone)
    night, _ = table.gathered(*LONG_NAMES, *CAST[1:])
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(f"{night}/games/whist")
    table.follow(table.button("Seat everyone"))
    check_page(phone)
    table.follow(table.link("List to print"))
    check_page(phone)
    phone.emulate_media(media="print")
    assert [name.strip() for name in phone.locator("h3").all_inner_texts()] == [
        "Table 1",
        "Table 2",
        "Sit out",
    ]
    expect(phone.locator(".round li")).to_have_count(9)
    expect(phone.get_by_role("link", name=re.compile("^Start"))).to_have_count(0)
