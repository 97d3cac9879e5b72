"""Two phones: on one the score is kept, on the other a player says that a hand isn't right."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table, deal

SAID = "Bea: hand 1 isn’t right"


class Two(NamedTuple):
    """The phone on which the score is kept, and Bea's."""

    keeper: Table
    bea: Table


@pytest.fixture
def two(phone: Page, new_phone: NewPhone) -> Two:
    keeper, bea = Table(phone), Table(new_phone())
    keeper.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    invitation = keeper.page.request.get("/nights/1/invite?link=club").text()
    found = re.search(r'class="link"[^>]*>([^<]+)', invitation)
    assert found
    bea.page.goto(urlsplit(found[1]).path)
    bea.follow(bea.button("I’m Bea"))
    with bea.page.expect_request("**/live?*"):
        bea.page.goto(keeper.page.url)
    return Two(keeper, bea)


def flags(table: Table) -> Locator:
    return table.page.locator("#objections .flag")


@pytest.mark.journey
def test_a_hand_is_flagged_with_a_figure_and_corrected(two: Two) -> None:
    keeper, bea = two
    keeper.bid("Cal", 4)
    keeper.open_take()
    keeper.enter(4)
    before = [keeper.keypad.bounding_box(), keeper.figure("Cal").bounding_box()]
    bea.tap(bea.button("Not right?"))
    expect(keeper.page.locator("#changed")).to_have_text(f"{SAID}.")
    expect(bea.page.locator(".own-figure .key").first).to_be_focused()
    check_page(bea.page)
    bea.tap(bea.page.locator(".own-figure").get_by_role("button", name="4", exact=True))
    for table in two:
        expect(flags(table)).to_have_text(f"{SAID}: 4 tricks, not 5")
        expect(table.hands.first).to_contain_text("Bea: 4 tricks, not 5")
    expect(keeper.page.locator("#changed")).to_have_text(f"{SAID}: 4 tricks, not 5.")
    # Nothing has moved below the thumb of the one who keeps score, and nothing is lost.
    assert [keeper.keypad.bounding_box(), keeper.figure("Cal").bounding_box()] == before
    keeper.expect_figures(Cal=4)
    check_page(keeper.page)
    keeper.follow(keeper.page.locator(".flagged"))
    keeper.expect_figures(Bea=4)
    check_page(keeper.page)
    keeper.figure("Ann").fill("3")
    keeper.figure("Dee").fill("3")
    keeper.follow(keeper.save_button)
    for table in two:
        expect(flags(table)).to_have_count(0)
        expect(table.page.locator(".flagged")).to_have_count(0)
        expect(table.hands.first).not_to_contain_text("Bea: 4")


def test_a_flag_is_cleared_by_saying_that_the_hand_is_right(two: Two) -> None:
    keeper, bea = two
    bea.tap(bea.button("Not right?"))
    keeper.tap(keeper.button("It’s right"))
    for table in two:
        expect(flags(table)).to_have_count(0)
    expect(bea.button("Not right?")).to_be_visible()
    keeper.page.goto(f"{keeper.page.url}/history")
    expect(keeper.page.locator(".log b").first).to_have_text(re.compile("said that hand 1 is right$"))
