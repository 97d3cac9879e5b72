"""Before the first tap, what is asked and its keys are wholly in sight on every screen.

test_every_game.py looks at each game like this.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import set_up
from tests.browser.plays.typical_hands import TYPICAL
from tests.browser.table import CAST, Table
from tests.browser.thumb import enter

SIZES = ((390, 844), (320, 568), (844, 390), (1280, 800))

LONG = {
    "nobles-estate": 3,
    "tarock": 0,
    "jeu-de-tarock": 3,
    "commander-captain-company": 2,
    "lansquenet": 2,
    "hazard": 4,
}
"""Games that ask more than some screens hold, and how many of these show the first questions alone."""

LOOK = """
() => {
  const form = document.querySelector(".now .panel form.entry");
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isWhole = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const points = [[left + 3, top + 3], [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]];
    return isShown(element) && top >= 0 && bottom <= innerHeight && points.every(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there && (element.contains(there) || there.contains(element));
    });
  };
  const find = (selector) => [...form.querySelectorAll(selector)].filter((element) =>
    element.offsetWidth > 1 && element.checkVisibility({ visibilityProperty: true })
      && !element.closest("details:not([open])"));
  const all = find("legend, .chip, .key, .place input, .switch, .keypad button, .buttons .primary");
  const [choice] = find("fieldset[data-needed].chips:not(:has(:checked))");
  const first = choice ?? find(".place.marked, .key")[0].closest("fieldset");
  const keys = find(`[data-name="${first.dataset.name}"] :is(.chip, .key, .place.marked input)`);
  return {
    cut: all.filter(isShown).filter((element) => !isWhole(element)).map((element) => element.outerHTML),
    first: [...keys, ...(choice ? [] : find(".keypad button"))].every(isWhole),
    hidden: all.filter((element) => !isShown(element)).map((element) => element.outerHTML.slice(0, 60)),
  };
}
"""


def expect_in_sight(phone: Page, game: Game[Any, Any]) -> None:
    """Check a sheet before its first tap on every screen, and go back to the one that it was on."""
    usual = phone.viewport_size
    assert usual
    small = 0
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        if game.key in LONG:
            phone.reload()
        if phone.locator(".now .entry .keypad").count():
            expect(phone.locator(".entry[data-ready]")).not_to_have_count(0)
        found = phone.evaluate(LOOK)
        assert (found["cut"], found["first"]) == ([], True), f"{width} × {height}"
        small += bool(found["hidden"])
    assert small <= LONG.get(game.key, 0)
    phone.set_viewport_size(usual)
    if game.key in LONG:
        phone.reload()


COLUMNS = {f"columns-{at}-name": name for at, name in enumerate(("towns", "roads", "fields"))}


@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("caravan", {"special_rolls": "on"}),
        ("tally", {"columns-by": "columns", **COLUMNS}),
    ],
)
def test_the_first_of_many_lines_is_in_sight_with_its_keys(
    phone: Page, key: str, rules: dict[str, Any]
) -> None:
    table = Table(phone)
    table.seated(key, *CAST, **rules)
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        phone.reload()
        expect(phone.locator(".entry[data-ready]")).not_to_have_count(0)
        expect(phone.locator(".cut .marked")).to_have_count(0)
        found = phone.evaluate(LOOK)
        # The smallest phone may have no room for the keys too, which are below then.
        assert (found["cut"], found["first"]) == ([], True) or height == 568, f"{width} × {height}"


@pytest.mark.parametrize("key", ["up-and-down-points", "ducks-and-geese", "thief"])
def test_what_is_asked_after_the_bid_is_wholly_in_sight_too(phone: Page, key: str) -> None:
    table = Table(phone)
    table.seated(key, *TYPICAL[key].players)
    table.bid("Bea", 9)
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        phone.reload()
        expect(phone.locator(".take > .entry[data-ready]")).not_to_have_count(0)
        table.open_take()
        expect(phone.locator(".take .buttons .primary")).to_be_in_viewport()
        found = phone.evaluate(LOOK)
        assert (found["cut"], found["first"]) == ([], True), f"{width} × {height}"


def test_a_phone_on_its_side_shows_what_a_bid_brings_and_what_a_hand_scores_beside_the_boxes(
    phone: Page,
) -> None:
    table = Table(phone)
    phone.set_viewport_size({"width": 844, "height": 390})
    table.seated("ducks-and-geese", *CAST)
    expect(phone.locator(".foretold .outcomes")).to_be_in_viewport(ratio=1)
    table.seated("thief", *CAST)
    table.bid("Bea", 5)
    table.take(5, 3, 3)
    for shown in (
        phone.locator(".after"),
        phone.locator(".headline"),
        table.key(0),
        table.marked.locator("input"),
    ):
        expect(shown).to_be_in_viewport(ratio=1)
    # Upright, only what the keys would cover is above them.
    phone.set_viewport_size({"width": 390, "height": 844})
    expect(phone.locator(".in-sight .after")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".in-sight .headline")).to_have_count(0)


@pytest.mark.journey
def test_what_waits_below_the_edge_comes_into_sight_with_its_keys_when_its_turn_comes(phone: Page) -> None:
    table = Table(phone)
    phone.set_viewport_size({"width": 320, "height": 640})
    table.seated("jeu-de-tarock", *CAST)
    expect(phone.locator(".entry[data-ready]")).not_to_have_count(0)
    expect(phone.locator(".stage")).to_have_css("opacity", "0")
    table.tap(table.chip("Bea"))
    table.tap(phone.locator("[data-name=contract] .chip").nth(1))
    expect(phone.locator(".stage")).to_have_css("opacity", "1")
    expect(table.marked.locator("input")).to_be_in_viewport(ratio=1)
    expect(table.key(0)).to_be_in_viewport(ratio=1)
    assert phone.evaluate(LOOK)["first"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640)])
def test_large_text_leaves_the_keys_in_sight_with_their_place(phone: Page, width: int, height: int) -> None:
    table = Table(phone)
    phone.set_viewport_size({"width": width, "height": height})
    table.seated("thief", *CAST)
    table.bid("Ann", 4)
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(phone.locator(".take > .entry[data-ready]")).not_to_have_count(0)
    table.open_take()
    expect(phone.locator(".take .stage")).to_have_css("opacity", "1")
    # Once the tricks are in, the totals so far are shown as well.
    for tricks in (4, 3, 3):
        expect(table.marked.locator("input")).to_be_in_viewport(ratio=1)
        expect(table.key(13)).to_be_in_viewport(ratio=1)
        table.tap(table.key(tricks))
    expect(phone.locator(".change")).to_be_visible()
    expect(table.marked.locator("input")).to_be_in_viewport(ratio=1)
    expect(table.key(11)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640)])
def test_what_stays_on_the_sheet_while_the_table_is_asked_is_whole(
    phone: Page, width: int, height: int
) -> None:
    table = Table(phone)
    phone.set_viewport_size({"width": width, "height": height})
    table.seated("thief", *CAST)
    table.bid("Ann", 6)
    table.follow(table.button("Ask the table"))
    expect(phone.locator("[data-part=answers] li")).to_have_count(4)
    assert phone.locator(".suits").evaluate("suits => suits.getBoundingClientRect().bottom") <= phone.locator(
        ".take > summary"
    ).evaluate("enter => enter.getBoundingClientRect().top")


def test_a_hand_that_comes_back_while_the_table_is_asked_has_its_keys_above_save(phone: Page) -> None:
    table = Table(phone)
    table.seated("thief", *CAST)
    table.bid("Ann", 6)
    table.follow(table.button("Ask the table"))
    table.take(4, 3, 3)
    expect(phone.locator(".change")).to_be_visible()
    sheet = phone.url
    phone.goto("/")
    phone.goto(sheet)
    # A look at the page counts as a tap, which would let it scroll.
    phone.wait_for_load_state("networkidle")
    expect(table.button("Save with 4 blanks as 0")).to_be_visible()
    expect(table.key(7)).to_be_in_viewport(ratio=1)
    assert phone.evaluate(LOOK)["cut"] == []
    assert phone.evaluate("scrollY") == 0


def test_of_bets_that_have_no_room_the_edge_hides_rows_and_not_the_form(phone: Page) -> None:
    table = Table(phone)
    table.seated("hazard", *CAST)
    setup = set_up({"scoresheet": 1, "game": "hazard", "players": list(CAST), "hands": []})
    enter(table, CATALOGUE["hazard"], setup.table, {**TYPICAL["hazard"].hand, "rolls": [7]})
    expect(phone.locator(".entry[data-ready]")).not_to_have_count(0)
    expect(phone.locator(".bets .cut")).not_to_have_count(0)
    expect(phone.locator(".bets:not(.cut)")).to_be_visible()
    assert phone.evaluate(LOOK)["cut"] == []
