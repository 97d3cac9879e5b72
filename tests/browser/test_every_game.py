"""No game without a form that works: each of the catalogue is started on the phone and played."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.game import Game
from tests.browser.table import Table

PEOPLE = ("Ann", "Bea", "Cal", "Dee", "Eli", "Fay", "Gus", "Hal")
HANDS = 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_three_hands_are_entered_by_thumb(phone: Page, game: Game[Any, Any]) -> None:
    table = Table(phone)
    table.sit_down(*PEOPLE[: game.seats[0]])
    table.start(game.name)
    for number in range(1, HANDS + 1):
        if game.bidding:
            answer_by_tapping(table)
            table.tap(phone.locator(".take > summary"))
        else:
            answer_by_tapping(table)
        fill_in(table)
        expect(table.preview.locator(".headline")).to_be_visible()
        expect(table.preview.locator(".problem")).to_have_count(0)
        table.save()
        expect(table.hands).to_have_count(number)
        table.tap(table.hands.first.locator("summary"))
        expect(table.hands.first.locator(".because li").first).to_be_visible()
        if phone.locator(".panel.over").count():
            break


def answer_by_tapping(table: Table) -> None:
    """Answer every question that has something to tap with the first of its answers."""
    asked = table.page.locator(".panel fieldset.chips:visible").filter(visible=True)
    for question in asked.all():
        if question.locator("button").count():
            table.follow(question.locator("button").first)
            return
        table.tap(question.locator("input").first)
    if table.save_button.count() == 0:
        table.follow(table.page.locator(".panel button.primary"))


def fill_in(table: Table) -> None:
    """Tap the second of the keys that are offered, as long as a figure is asked for."""
    for _ in table.page.locator(".place").all():
        if table.keypad.is_hidden():
            return
        keys = possible(table.keypad)
        table.tap(keys.nth(1 if keys.count() > 1 else 0))
        next_place = table.key("Next")
        if next_place.is_visible():
            table.tap(next_place)


def possible(keypad: Locator) -> Locator:
    return keypad.get_by_role("button")
