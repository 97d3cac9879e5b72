"""The rules pages on the narrowest phone, in light and dark, and printed."""

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import CATALOGUE
from tests.browser.accessibility import check_accessibility
from tests.browser.layout import overhang, small_targets
from tests.browser.table import CAST, Table

PAGES: Sequence[str] = (
    "/games",
    "/games?q=bridge",
    "/reference/vines-deck",
    "/reference/poker-hands",
    *(f"/games/{key}" for key in CATALOGUE),
)


def test_every_page_is_accessible_and_fits_a_narrow_phone_and_a_thumb(phone: Page) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    found = []
    for path in PAGES:
        phone.goto(path)
        found += [f"{path}: {small}" for small in small_targets(phone)]
        if pixels := overhang(phone):
            found.append(f"{path}: {pixels} pixels too wide")
        check_accessibility(phone)
    assert not found, "\n".join(found)


def test_the_rules_are_one_tap_from_the_sheet(phone: Page) -> None:
    table = Table(phone)
    table.seated("coralon", *CAST)
    table.follow(phone.get_by_role("heading", level=1).get_by_role("link"))
    expect(phone.get_by_role("heading", name="House rules")).to_be_visible()


def test_without_a_script_a_game_is_found_by_another_name(plain_phone: Page) -> None:
    plain_phone.goto("/games")
    plain_phone.get_by_label("Find a game").fill("sweep")
    plain_phone.get_by_role("button", name="Find").click()
    plain_phone.get_by_role("link", name="Chevalier").click()
    expect(plain_phone.get_by_role("heading", level=1)).to_have_text("Chevalier")


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


def test_only_the_rules_are_printed_in_black(phone: Page) -> None:
    phone.emulate_media(media="print", color_scheme="dark")
    phone.goto("/games/hazard")
    expect(phone.get_by_role("table")).to_be_visible()
    expect(phone.get_by_text("‹ Back")).to_be_hidden()
    expect(phone.get_by_role("link", name="All games")).to_be_hidden()
    ink = "getComputedStyle(document.querySelector('.rules p')).color"
    assert phone.evaluate(ink) == "rgb(0, 0, 0)"


def test_the_marks_for_a_number_of_players_are_below_it(phone: Page) -> None:
    phone.goto("/games")
    columns = phone.locator(".players tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.getBoundingClientRect().x))"
    )
    assert all(column == columns[0] for column in columns)
