"""The rules pages on the narrowest phone, and finding a game."""

from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import CATALOGUE
from tests.browser.accessibility import check_page
from tests.browser.layout import overhang, small_targets
from tests.browser.table import CAST, Table

PAGES = (
    *("/games", "/games?q=bridge", "/reference/vines-deck", "/reference/poker-hands"),
    *("/games/coralon", "/games/hazard", "/games/tally"),
)
"""Pages of each kind."""


def test_every_page_is_accessible_and_fits_a_narrow_phone_and_a_thumb(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    for path in PAGES:
        phone.goto(path)
        if path == "/games":
            # The marks for a number of players are below it.
            columns = phone.locator(".players tr").evaluate_all(
                "rows => rows.map(row => [...row.cells].map(cell => cell.getBoundingClientRect().x))"
            )
            assert all(column == columns[0] for column in columns)
        check_page(phone)
    for key in CATALOGUE:
        phone.goto(f"/games/{key}")
        assert (overhang(phone), small_targets(phone)) == (0, []), key


def test_a_game_is_found_while_one_of_its_names_is_typed_without_accents(phone: Page) -> None:
    table = Table(phone)
    table.sit_down(*CAST)
    table.follow(table.link("Start a game"))
    phone.get_by_label("Find a game").press_sequentially("LAFORET")
    found = phone.locator(".games b:visible")
    expect(found).to_have_text(["Coralon", "Coralon, Partners", "Thieves"])
    expect(phone.locator("h2:visible")).to_have_text(["For 4 players"])
    phone.get_by_label("Find a game").fill("bridge")
    expect(phone.locator("#no-game")).to_have_text("No game by that name.")
    expect(phone.locator("h2:visible")).to_have_count(0)
