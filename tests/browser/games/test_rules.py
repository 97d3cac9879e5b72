"""The rules pages on the narrowest phone, and finding a game."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import CATALOGUE
from tests.browser.accessibility import check_page
from tests.browser.layout import overhang, small_targets
from tests.browser.table import CAST, Table

PAGES = (
    *("/games", "/reference/vines-deck", "/reference/poker-hands"),
    *("/games/coralon", "/games/hazard"),
)
"""Pages of each kind."""


def test_every_page_is_accessible_and_fits_a_narrow_phone_and_a_thumb(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    for path in PAGES:
        phone.goto(path)
        check_page(phone)
    for key in CATALOGUE:
        phone.goto(f"/games/{key}")
        assert (overhang(phone), small_targets(phone)) == (0, []), key


@pytest.mark.journey
def test_a_game_is_found_while_one_of_its_names_is_typed_without_accents(phone: Page) -> None:
    table = Table(phone)
    night, _ = table.gathered(*CAST)
    phone.goto(f"{night}/games")
    field, found = phone.get_by_label("Find a game"), phone.locator(".games b:visible")
    offered = found.all_inner_texts()
    assert len(offered) == 14
    field.press_sequentially("LAFORET")
    expect(found).to_have_text(["Coralon", "Coralon, Partners", "Thieves"])
    expect(phone.locator("h2:visible")).to_have_text(["Vines deck"])
    check_page(phone)
    field.fill("kew")
    expect(found).to_have_text(["Up and Down", "Up and Down, Points"])
    field.fill("judgement")
    expect(found).to_have_text(["Oh Hell"])
    field.fill("polo")
    expect(phone.locator("#no-game")).to_have_text("No game by that name.")
    expect(phone.locator("h2:visible")).to_have_count(0)
    expect(phone.get_by_role("link", name="Your own game")).to_be_in_viewport(ratio=1)
    field.fill("")
    expect(found).to_have_text(offered)
    expect(phone.get_by_text("With five:")).to_be_visible()


def test_the_whole_row_starts_its_game_and_the_words_beside_it_the_variant(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 640})
    table = Table(phone)
    night, _ = table.gathered(*CAST)
    phone.goto(f"{night}/games")
    expect(phone.get_by_role("link", name="Your own game")).to_be_in_viewport(ratio=1)
    row = phone.locator(".games li", has_text="Coralon").first
    place, seats = row.bounding_box(), row.get_by_text("3–6").bounding_box()
    assert place
    assert seats
    for x, y in ((place["x"] + 2, place["y"] + place["height"] - 2), (seats["x"] + 4, seats["y"] + 4)):
        with phone.expect_navigation(url="**/games/coralon"):
            phone.touchscreen.tap(x, y)
        phone.go_back()
    table.follow(row.get_by_text("or partners"))
    expect(phone.get_by_role("heading", name="Coralon, Partners")).to_be_visible()
