"""Figures shrink until they fit, whatever the font."""

import pytest
from playwright.sync_api import Page

from tests.browser.layout import overhang
from tests.browser.table import CAST, LONG_NAMES, Table

FONTS = ("DejaVu Sans", "Noto Sans")
"""A wide font and an ordinary one; where one is missing, the browser's default is tested instead."""

NINE_DIGITS = "999999999"

OVERFLOWING = """() => [...document.querySelectorAll(".total, .scores > *, .place input, .keypad button")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.outerHTML.slice(0, 90)}: ${one.scrollWidth} in ${one.clientWidth}`)"""

BROKEN = """() => [...document.querySelectorAll(".total, .scores > *")]
  .filter((one) => {
    // A total after a hand is drawn before its score.
    const styles = [getComputedStyle(one), getComputedStyle(one, "::before")];
    const sizes = styles.map(({ fontSize }) => parseFloat(fontSize));
    return one.getBoundingClientRect().height > 1.6 * Math.max(...sizes);
  })
  .map((one) => one.outerHTML)"""


IN_FONT = """(font) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { font-family: '${font}' !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
"""Shows everything on a page in one font."""


@pytest.fixture
def table(phone: Page) -> Table:
    """Return the narrowest phone."""
    phone.set_viewport_size({"width": 320, "height": 568})
    return Table(phone)


def expect_fit(table: Table) -> None:
    page = table.page
    for font in FONTS:
        page.evaluate(IN_FONT, font)
        assert (overhang(page), page.evaluate(OVERFLOWING), page.evaluate(BROKEN)) == (0, [], []), font


@pytest.mark.parametrize("players", [2, 4, 6])
def test_nine_digits_fit_their_places_and_the_totals(table: Table, players: int) -> None:
    names = [*LONG_NAMES, *CAST][:players]
    table.seated("tally", *names)
    for place in table.page.locator(".place input").all():
        place.fill(NINE_DIGITS)
    expect_fit(table)
    table.save()
    table.tap(table.hands.first.locator("summary"))
    expect_fit(table)


@pytest.mark.parametrize("players", [5, 20])
def test_a_hundred_and_a_thousand_down_are_on_one_line(table: Table, players: int) -> None:
    table.seated("tally", *[f"Player {number}" for number in range(players)], target=500)
    points = {f"points-{seat}": (100, -1000, 7)[seat % 3] for seat in range(players)}
    table.send(f"{table.page.url}/hands", **points)
    table.page.reload()
    expect_fit(table)
    table.tap(table.chip("Totals"))
    expect_fit(table)
