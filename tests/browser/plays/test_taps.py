"""How many taps a hand costs, from the sheet back to the sheet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import CAST, Table, deal

LazyTable = Callable[[str], "LazyThumb"]


class LazyThumb(Table):
    """A thumb that never scrolls: everything it taps must be in view."""

    def tap(self, what: Locator) -> None:
        expect(what).to_be_in_viewport(ratio=1)
        super().tap(what)


@pytest.fixture
def playing(phone: Page) -> LazyTable:
    """Return a function that starts a game; every tap after that is counted."""

    def start(game: str) -> LazyThumb:
        table = LazyThumb(phone)
        table.seated(game, *CAST)
        return table

    return start


def test_a_hand_of_coralon_with_four_players_costs_seven_taps(playing: LazyTable) -> None:
    table = playing("coralon")
    table.play(deal("Bea", 5, 6, 3, 3))
    table.expect_totals(1, 6, 3, 3)
    assert table.taps == 7
    # The next one costs the same, with the Undo of the first above it.
    table.play(deal("Cal", 2, 3, 3, 3))
    table.expect_totals(4, 10, 6, 6)
    assert table.taps == 14


def test_a_hand_of_coralon_in_partnerships_costs_five_taps(playing: LazyTable) -> None:
    table = playing("coralon-partners")
    table.bid("Bea", 5)
    table.take(6)
    table.save()
    table.expect_totals(7, 6)
    assert table.taps == 5


def test_a_hand_of_thieves_costs_two_taps_more_for_the_thieves(playing: LazyTable) -> None:
    table = playing("thieves")
    table.bid("Bea", 5)
    table.take(6, 2, 3)
    table.save()
    table.expect_totals(10, 8)
    assert table.taps == 7
