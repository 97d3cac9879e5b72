"""What was entered is there again after any link of the page and any way back, in the forms of every game.

``make test`` goes by some of the links and ways for a few games whose forms have other controls than the
rest; ``make links`` goes by each of them for every game.
"""

import os
import re
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.rules.catalogue import CATALOGUE, OWN_GAME
from scorekeeper.rules.sheet import set_up
from tests.browser.live.conftest import DRAFTS
from tests.browser.plays.typical_hands import TYPICAL
from tests.browser.table import CAST, Table, deal
from tests.browser.thumb import enter
from tests.rules.sheets import by_seat

EVERY = "EVERY_LINK" in os.environ
GAMES = [*TYPICAL] if EVERY else ["coralon", "hazard", "nobles-estate", "house-of-fortune"]
LINKS = 100 if EVERY else 1
"""The most links by which a page is left at a time."""

ENTERED = """() => {
  const fields = document.querySelectorAll("main :is(input:not([type=hidden]), select, textarea)");
  return [...fields].map(({ name, type, value, checked }) =>
    [name, value, ["radio", "checkbox"].includes(type) && checked]);
}"""
"""Returns what the forms of a page say."""

ELSEWHERE = r"""() => {
  const links = [...document.querySelectorAll("a[href]:not([download], [target])")].filter(({ href }) => {
    const { origin, pathname } = new URL(href);
    return origin === location.origin && pathname !== location.pathname && !/\.\w+$/.test(pathname);
  });
  const kind = (href) => new URL(href).pathname.replace(/\/hands\/\d+/, "/hands/N");
  return [...new Map(links.map(({ href }) => [kind(href), href])).values()];
}"""
"""Returns the addresses of the links that lead to other pages, one to each kind of page."""

SCROLLED = """
  window.scrolled = 0;
  addEventListener("scroll", () => (window.scrolled = Math.max(window.scrolled, scrollY)));
"""
"""Notes how far down a page has been scrolled since it was opened, if only for a moment."""


class Wanderer(Table):
    """A phone whose page is left in the middle of each form, and must then be as it was.

    Attributes:
        taps_here: how many taps the form that is open has had.
        turns: says which link, and which way back, is next.
    """

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.taps_here, self.turns = 0, count()
        page.add_init_script(SCROLLED)

    def tap(self, what: Locator) -> None:
        super().tap(what)
        self.taps_here += 1
        if self.taps_here == 2:
            self.wander()

    def follow(self, what: Locator) -> None:
        self.taps_here = 2  # It is not left while it is being sent.
        super().follow(what)
        self.taps_here = 0

    def wander(self) -> None:
        """Leave the page by its links, and come back each time."""
        # What follows from a tap is there, and kept, a moment later.
        self.page.wait_for_timeout(300)
        before, home = self.page.evaluate(ENTERED), self.page.url
        links = self.page.evaluate(ELSEWHERE)
        turn = next(self.turns)
        for at, link in enumerate(islice(links[turn % len(links) :], LINKS), start=turn):
            self.page.evaluate("link => [...document.links].find(({ href }) => href === link).click()", link)
            # To where its recipe is made, a game takes its name along, and a recap says which days it tells.
            self.page.wait_for_url(re.compile(f"^{re.escape(link)}([?&].*)?$"))
            self.come_back(home, at)
            expect_entered(self.page, before)

    def come_back(self, home: str, turn: int) -> None:
        """Come back by Back, by a link or after a reload, or with the browser opened again."""
        if turn % 3 == 0:
            self.page.go_back()
        else:
            self.page.goto(home)
        if turn % 3 == 2:
            self.page.reload()
        if turn % 3 == 1:  # Nothing that opens, then or later, scrolls the page.
            self.page.wait_for_load_state("networkidle")
            assert self.page.evaluate("scrolled") == 0


def expect_entered(page: Page, before: Any) -> None:
    """Wait until the forms of a page say what they did before."""
    for _ in range(50):
        if (now := page.evaluate(ENTERED)) == before:
            return
        page.wait_for_timeout(100)
    assert now == before


@pytest.mark.parametrize("key", GAMES)
def test_a_game_and_its_hands_are_there_again_after_each_link(phone: Page, key: str) -> None:
    typical, table = TYPICAL[key], Wanderer(phone)
    night, _ = table.gathered(*typical.players)
    phone.goto(f"{night}/games/{key}")
    change_settings(phone)
    table.wander()
    table.taps_here = 2
    phone.goto("/")
    table.seated(key, *typical.players)
    table.taps_here = 0
    sheet = {"scoresheet": 1, "game": key, "players": [*typical.players], "hands": [typical.hand]}
    stored = by_seat(sheet)
    enter(table, CATALOGUE[key], set_up(stored, by_name=False).table, stored["hands"][0])
    expect(table.hands).to_have_count(1)
    assert phone.evaluate(DRAFTS) != []  # of the game that was not started
    phone.goto(f"{phone.url.partition('#')[0]}/hands/1")
    phone.wait_for_load_state("networkidle")
    change_some(phone, "form.entry")
    table.wander()


def change_settings(phone: Page) -> None:
    """Change who sits where, and a house rule if there is one."""
    phone.wait_for_load_state("networkidle")
    phone.locator(".seats .pad button[aria-pressed=true]").nth(1).tap()
    change_some(phone, "form.start")


def change_some(phone: Page, form: str) -> None:
    """Change the second half of the figures and words in a form."""
    fields = phone.locator(form).locator("input:is([type=text], [type=number], :not([type])):visible")
    for at in range(fields.count() // 2, fields.count()):
        fields.nth(at).fill("3")


def other_pages(night: str, sheet: str) -> Iterator[tuple[str, str]]:
    """Yield the other forms into which people enter something, each with the field for it."""
    yield f"{night}/bank", "form.happened input[name=coins]"
    yield f"{night}/bank", "form.happened [name=note]"
    yield f"{night}/bank/cost", "[name=note]"
    yield f"{night}/bank/cost", "[name=part] >> nth=1"
    yield f"{night}/bank/count", "[name^=coins] >> nth=1"
    yield f"{night}/bank/settle", "[name=valued]"
    yield night, "[name=note]"
    yield f"{sheet}/note", "textarea"
    yield f"{sheet}/settings", "form.confirm input:is([inputmode], [type=number]) >> nth=0"
    yield f"{sheet}/hands/1/insert", "[name=note]"
    yield f"{night}/games/{OWN_GAME}", "[name=title]"
    yield "/players/1", "form:has(> .line) [name=name]"


def test_what_was_entered_in_any_other_form_is_there_again(phone: Page) -> None:
    table = Wanderer(phone)
    table.seated("coralon", *CAST, played=[deal("Bea", 5, 5, 3, 3, 2)])
    sheet = phone.url.partition("#")[0]
    for page, field in other_pages("/nights/1", sheet):
        phone.goto(page)
        phone.wait_for_load_state("networkidle")
        folds = "main details, details:has([name=note])"
        phone.evaluate(f"for (const fold of document.querySelectorAll('{folds}')) fold.open = true")
        phone.locator(field).fill("7")
        table.wander()
