"""The mark goes to the player whom the others play against, in every form in which that is asked."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.entries import Person
from scorekeeper.rules.game import Game
from tests.browser.plays.typical_hands import TYPICAL
from tests.browser.table import CAST, Deal, Table, seat_of

FIVE = (*CAST, "Eva")
FIRST = Deal("Bea", 5, (6, 3, 2, 2))
LED = [
    (game, name)
    for game in GAMES
    for name, entry in game.entries[game.hand].items()
    if isinstance(entry, Person) and entry.leads
]


@pytest.fixture
def table(phone: Page) -> Table:
    return Table(phone)


@pytest.fixture
def coralon(table: Table) -> Table:
    table.seated("coralon", *CAST)
    return table


def open_form(table: Table, form: str) -> None:
    """Open the form in which a whole hand is entered."""
    if form == "at once":
        table.page.goto(f"{table.page.url}?whole")
    else:
        table.recorded(FIRST)
        table.page.goto(f"{table.page.url}/hands/1/{form}")


@pytest.mark.parametrize("form", ["at once", "insert"])
def test_the_first_figure_is_the_bidders(coralon: Table, form: str) -> None:
    open_form(coralon, form)
    expect(coralon.marked).to_have_text("Bea")
    coralon.tap(coralon.chip("Dee"))
    expect(coralon.marked).to_have_text("Dee")
    coralon.tap(coralon.chip("5"))
    coralon.enter(5, 3, 3)
    coralon.expect_figures(Dee=5, Ann=3, Bea=3, Cal=2)
    expect(coralon.preview).to_contain_text("Dee +5")


def test_another_bidder_moves_the_mark_but_no_figure(coralon: Table) -> None:
    open_form(coralon, "at once")
    coralon.tap(coralon.chip("Dee"))
    coralon.enter(5)
    coralon.tap(coralon.chip("Cal"))
    expect(coralon.marked).to_have_text("Cal")
    coralon.enter(4, 2)
    coralon.expect_figures(Dee=5, Cal=4, Ann=2, Bea=2)


def test_figures_typed_before_the_bidder_stay_and_the_next_empty_box_is_marked(coralon: Table) -> None:
    open_form(coralon, "at once")
    coralon.enter(3)
    coralon.tap(coralon.chip("Bea"))
    coralon.expect_figures(Bea=3)
    expect(coralon.marked).to_have_text("Cal")
    coralon.enter(5, 3)
    coralon.tap(coralon.chip("Dee"))
    coralon.expect_figures(Bea=3, Cal=5, Dee=3, Ann=2)
    expect(coralon.marked).to_have_count(0)


def test_correcting_the_bidder_of_a_hand_moves_no_figure(coralon: Table) -> None:
    coralon.recorded(FIRST)
    coralon.page.goto(f"{coralon.page.url}/hands/1")
    coralon.tap(coralon.figure("Dee"))
    coralon.tap(coralon.chip("Cal"))
    coralon.expect_figures(Bea=6, Cal=3, Dee=2, Ann=2)
    expect(coralon.marked).to_have_text("Dee")
    coralon.enter(3)
    coralon.expect_figures(Bea=6, Cal=3, Dee=3, Ann=1)


@pytest.mark.parametrize(("game", "name"), LED, ids=[game.key for game, _ in LED])
def test_the_first_figure_is_that_of_the_player_who_leads(
    table: Table, game: Game[Any, Any], name: str
) -> None:
    names = FIVE[: len(TYPICAL[game.key].players)]
    table.seated(game.key, *names)
    open_form(table, "at once")
    for fold in table.page.locator("details.instead > summary").all():
        table.tap(fold)
    for player in (*names[2:], *names[:2]):
        chip = table.page.locator(f".chip:visible [name={name}][value='{seat_of(player)}']")
        if not chip.count():
            continue
        table.tap(chip)
        marked = table.marked.get_attribute("data-who") or table.marked.inner_text()
        # The points of a contract are nobody's.
        assert player in marked or not any(one in marked for one in names)


def test_an_own_game_starts_at_the_first_seat(table: Table) -> None:
    table.seated("tally", *CAST)
    expect(table.page.locator("#due")).to_contain_text("Ann deals")
    expect(table.marked).to_have_text("Ann")
