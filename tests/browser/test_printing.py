"""Printed pages are dark on white, whatever the phone prefers, and have nothing to tap or fill in."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import CAST, Table, deal

TO_TAP = """() => [...document.querySelectorAll(
  "button, .button, input, select, textarea, summary, .bar a:not(h1 a), nav a, .chip, .place"
)].filter((one) => one.checkVisibility() && !one.matches(".hand > summary")).map((one) => one.outerHTML)"""
"""Returns what can be tapped or filled in; the rows of hands, which also fold, are text."""

INK = """() => [document.documentElement, document.querySelector("main")].map((part) => {
  const { color, backgroundColor } = getComputedStyle(part);
  return [color, backgroundColor];
})"""

BLACK, WHITE, CLEAR = "rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"

PAGES = {
    "a sheet": ("/plays/1", "Bea bid 5 and went over"),
    "a sheet whose game is over": ("/plays/2", "Bea won"),
    "a sheet on which a hand is entered at once": ("/plays/1?whole", "Bea bid 5 and went over"),
    "a hand": ("/plays/1/hands/1", "took 6 tricks"),
    "a night": ("/nights/1", "Coralon"),
    "the recap of a game": ("/plays/2/recap", "Bea won"),
    "the recap of a night": ("/nights/2/recap", "Best hands"),
    "rules": ("/games/coralon", "Goal"),
    "coins": ("/nights/2/bank", "Won and lost"),
    "settling up": ("/nights/2/bank/settle", "Ann pays Bea"),
    "how to pay": ("/nights/2/bank/settle", "How to pay Bea: @bea"),
    "statistics": ("/clubs/1/statistics", "Bea has won the most games"),
    "the recap of a year": ("/clubs/1/recap?since=", "Highlights"),
    "a season": ("/clubs/1/seasons/1", "Bea leads by"),
    "the archive": ("/clubs/1/archive", "Lansquenet"),
    "the board": ("/plays/1/board", "Coralon"),
}


@pytest.fixture
def evening(phone: Page) -> Page:
    """Return a phone that prefers dark, after two games, of which the second is over."""
    table = Table(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 6, 3, 2, 2), deal("Cal", 4, 4, 4, 2, 3)])
    table.seated("lansquenet", *CAST)
    table.send(f"{phone.url}/hands", result="players", **{"standing-1": 4, "standing-2": 2})
    table.send(f"{phone.url}/stop")
    table.send("/players/2/pay-me", pay_me="@bea")
    days = {"since": "2020-01-01", "until": "2999-12-31"}
    table.send("/clubs/1/seasons/new", name="Autumn", points="5-3-2-1", **days)
    phone.emulate_media(color_scheme="dark")
    return phone


def test_printed_pages_are_light_and_have_nothing_to_tap(evening: Page) -> None:
    for shown, (path, words) in PAGES.items():
        evening.goto(path)
        assert evening.evaluate(INK)[0][1] != WHITE, shown
        evening.emulate_media(media="print", color_scheme="dark")
        expect(evening.locator("body")).to_contain_text(words, use_inner_text=True)
        assert evening.evaluate(INK) == [[BLACK, WHITE], [BLACK, CLEAR]], shown
        assert evening.evaluate(TO_TAP) == [], shown
        evening.emulate_media(media="screen", color_scheme="dark")


@pytest.mark.journey
def test_each_of_these_pages_fits_on_paper(evening: Page) -> None:
    for path in ("/plays/1", "/plays/2", "/plays/1/board", "/nights/1", "/nights/2/bank/settle"):
        evening.goto(path)
        assert len(re.findall(rb"/Type /Page\b", evening.pdf(format="A4"))) == 1, path
