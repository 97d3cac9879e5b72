"""Following a game shows just what loading its sheet again would show."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import set_up
from tests.browser.conftest import NewPhone
from tests.browser.live.conftest import beside
from tests.browser.plays.test_every_game import some_hands
from tests.browser.table import LONG_NAMES, Table
from tests.browser.thumb import enter
from tests.rules import strategies

KEYS = ("house-of-fortune", "coralon")
"""A game with coins on the table, whose whole hand is asked at once, and one with bidding."""


def shown(page: Page) -> list[str]:
    """Return the text of every part, once the totals have counted up."""
    for total in page.locator(".total").all():
        points = (total.get_attribute("data-total") or "").replace("-", "−")
        expect(total).to_have_text(re.compile(rf"^\+?{points}$"))
    parts: list[str] = page.locator("[data-part]").evaluate_all("all => all.map((one) => one.innerText)")
    return parts


@pytest.mark.parametrize("game", [game for game in GAMES if game.key in KEYS], ids=lambda game: game.key)
def test_a_sheet_that_follows_shows_what_a_new_one_shows(
    phone: Page, new_phone: NewPhone, game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategies, "LARGEST", 99)
    names = LONG_NAMES[: game.seats[0]]
    table = Table(phone)
    table.seated(game.key, *names)
    other = beside(table, new_phone, phone.url)
    setup = set_up({"scoresheet": 1, "game": game.key, "players": list(names), "hands": []})
    for number, raw in enumerate(some_hands(setup), start=1):
        enter(table, game, setup.table, raw)
        expect(other.hands).to_have_count(number)
    assert other.page.evaluate("window.mark")
    followed = shown(other.page)
    other.page.reload()
    assert followed == shown(other.page)
