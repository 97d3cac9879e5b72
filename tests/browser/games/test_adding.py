"""A recipe is shared on one phone, opened on another club's phone, added there and started."""

import json

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.gallery.gallery import gallery
from tests.browser.accessibility import check_page
from tests.browser.conftest import NewPhone
from tests.browser.table import CAST, Table

RECIPE = json.dumps({**gallery()["wizard"].recipe, "name": "Friday’s Wizard"})


@pytest.mark.journey
def test_a_shared_recipe_is_added_by_another_club_and_started(
    phone: Page, new_phone: NewPhone, page_problems: list[str]
) -> None:
    table = Table(phone)
    table.sit_down(*CAST)
    night = phone.url.partition("#")[0]
    table.send("/games/keep", recipe=RECIPE, night=night.rpartition("/")[2])
    phone.goto(f"{night}/games")
    table.follow(table.link("Rules of Friday’s Wizard"))
    check_page(phone)
    table.follow(table.link("Share"))
    check_page(phone)
    packed = phone.locator("p.link").inner_text().rpartition("#")[2]

    theirs = Table(new_phone())
    theirs.sit_down("Zoe", "Yan", "Xue")
    theirs.page.set_viewport_size({"width": 320, "height": 568})
    theirs.page.goto(f"/games/add#{packed[:-9]}")
    expect(theirs.page.get_by_role("alert")).to_contain_text("This isn’t a whole recipe.")
    check_page(theirs.page)
    page_problems.clear()
    theirs.page.goto(f"/games/add#{packed}")
    expect(theirs.page.get_by_role("heading", name="An example")).to_be_visible()
    check_page(theirs.page)
    theirs.follow(theirs.link("All games"))
    theirs.page.go_back()
    theirs.follow(theirs.button("Add to Zoe’s table"))
    theirs.follow(theirs.link("Start Friday’s Wizard"))
    theirs.follow(theirs.button("Start Friday’s Wizard"))
    expect(theirs.page.get_by_role("heading", name="Friday’s Wizard")).to_be_visible()
    expect(theirs.panel).to_contain_text("How many did each player bid?")
