"""Forms that no game of the catalogue has work by touch, whatever their entries are called."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import CATALOGUE
from tests.browser.table import CAST, Table, seat_of
from tests.web.forms.invented import GAMES


@pytest.fixture
def table(phone: Page, monkeypatch: pytest.MonkeyPatch) -> Table:
    for game in GAMES:
        monkeypatch.setitem(CATALOGUE, game.key, game)
    return Table(phone)


def pick(table: Table, name: str, value: str) -> None:
    table.tap(table.page.locator(f".panel [name='{name}'][value='{seat_of(value)}']"))


def test_a_required_trump_is_tapped_above_the_bid_that_saves(table: Table) -> None:
    table.seated("named-trump", *CAST)
    pick(table, "bidder", "Bea")
    pick(table, "trump", "cups")
    table.follow(table.page.locator(".panel button[name='bid-now'][value='4']"))
    expect(table.page.locator("#due")).to_contain_text("Cups")


def test_figures_beside_a_required_roll_are_typed_on_the_keypad(table: Table) -> None:
    table.seated("roll-and-bonus", *CAST)
    pick(table, "roll", "7")
    table.enter(3)
    table.save()
    expect(table.page.locator(".hands")).to_contain_text("Played")


def test_figures_behind_a_fold_are_typed_on_the_keypad(table: Table) -> None:
    table.seated("rolls-and-loot", *CAST)
    table.enter(6, 2)
    table.tap(table.fold("Loot"))
    table.enter(5)
    table.save()
    expect(table.page.locator(".hands")).to_contain_text("Played")
