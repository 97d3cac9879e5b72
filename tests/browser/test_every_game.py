"""No game without a form that works: each of the catalogue is played, on the narrowest of phones."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.game import Game
from tests.browser.layout import overhang, small_targets
from tests.browser.table import LONG_NAMES, Table

HANDS = 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_three_hands_are_entered_by_thumb(phone: Page, game: Game[Any, Any]) -> None:
    phone.set_viewport_size({"width": 320, "height": 568})
    table = Table(phone)
    table.sit_down(*LONG_NAMES[: game.seats[-1]])
    table.start(game.name)
    for number in range(1, HANDS + 1):
        if phone.locator(".panel.over").count():
            break
        answer(table)
        fill_in(table)
        expect(table.preview.locator(".headline")).to_be_visible()
        expect(table.preview.locator(".problem")).to_have_count(0)
        assert (overhang(phone), small_targets(phone)) == (0, [])
        table.save()
        expect(table.hands).to_have_count(number)
        table.tap(table.hands.first.locator("summary"))
        expect(table.hands.first.locator(".because li").first).to_be_visible()
        assert overhang(phone) == 0


def answer(table: Table) -> None:
    """Tap the first answer to every question; the bidding is saved, and what comes after the play opened."""
    for question in table.page.locator(".panel fieldset.chips").filter(visible=True).all():
        if question.get_by_role("button").count():
            table.follow(question.get_by_role("button").first)
            break
        table.tap(question.locator("input").first)
    else:
        if not table.save_button.count():
            table.follow(table.page.locator(".panel button.primary"))
    take = table.page.locator(".take > summary")
    if take.count():
        table.tap(take)


def fill_in(table: Table) -> None:
    """Tap the second of the keys that are offered, as long as a figure is asked for."""
    for _ in table.page.locator(".place").all():
        if table.keypad.is_hidden():
            return
        keys = table.keypad.get_by_role("button").all()
        table.tap(keys[:2][-1])
        if table.key("Next").is_visible():
            table.tap(table.key("Next"))
