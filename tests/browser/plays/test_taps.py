"""How many taps a hand costs after another; test_every_game.py counts those of a typical hand."""

from playwright.sync_api import Page

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.sheet import set_up
from tests.browser.plays.typical_hands import TYPICAL
from tests.browser.table import CAST, LazyThumb, deal
from tests.browser.thumb import enter


def test_the_next_hand_costs_as_many_taps_with_the_undo_of_the_first_above_it(phone: Page) -> None:
    table = LazyThumb(phone)
    table.seated("coralon", *CAST)
    table.play(deal("Bea", 5, 6, 3, 3), deal("Cal", 2, 3, 3, 3))
    table.expect_totals(4, 10, 6, 6)
    assert table.taps == 14


def test_a_round_of_hazard_with_the_same_bets_costs_six_taps(phone: Page) -> None:
    table = LazyThumb(phone)
    setup = set_up({"scoresheet": 1, "game": "hazard", "players": list(CAST), "hands": []})
    table.seated("hazard", *CAST)
    enter(table, CATALOGUE["hazard"], setup.table, {**TYPICAL["hazard"].hand, "rolls": [7]})
    table.taps = 0
    table.tap(table.page.locator("[name=main][value='6']"))
    table.tap(table.button("Same bets as before"))
    table.follow(table.button("Save the stakes"))
    table.take(6)
    table.save()
    table.expect_totals(-4, 10, -6, 0)
    assert table.taps == 6
