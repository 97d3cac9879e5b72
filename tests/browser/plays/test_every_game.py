"""Every game of the catalogue can be played by touch, a typical hand with few taps, on any phone."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, ViewportSize, expect

from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import play
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from tests.browser.browser import PHONE
from tests.browser.layout import overhang, small_targets
from tests.browser.plays.test_lower_edge import expect_in_sight
from tests.browser.plays.typical_hands import TYPICAL
from tests.browser.table import CAST, LONG_NAMES, LazyThumb, Table, deal
from tests.browser.thumb import enter
from tests.rules.sheets import by_seat
from tests.rules.strategies import hands, refused
from tests.web.forms.test_entry_form_every_game import typable

HANDS = 2
TRIES = 4
UNLIKE_OTHERS = ("coralon", "thief", "hazard", "tarock")
"""Games whose forms have most kinds of controls between them."""

SMALL_PHONE: ViewportSize = {"width": 320, "height": 568}


def test_every_game_has_a_typical_hand() -> None:
    assert TYPICAL.keys() == CATALOGUE.keys()


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.key, marks=[pytest.mark.journey] if game.key in UNLIKE_OTHERS else [])
        for game in GAMES
    ],
)
def test_a_typical_hand_is_entered_by_thumb(phone: Page, game: Game[Any, Any]) -> None:
    """With few taps and without scrolling, after a look at what is asked first on every screen.

    Any hand at all is typed into the same forms by test_entry_form_every_game.py, and tapped in any order in
    test_limits.py.
    """
    typical = TYPICAL[game.key]
    start(Table(phone), game, typical.players)
    expect_in_sight(phone, game)
    sheet = {"scoresheet": 1, "game": game.key, "players": [*typical.players], "hands": [typical.hand]}
    stored = by_seat(sheet)
    setup = set_up(stored, by_name=False)
    thumb = LazyThumb(phone)
    enter(thumb, game, setup.table, stored["hands"][0])
    expect_totals(thumb, setup, stored["hands"])
    assert thumb.taps <= typical.taps

    table = Table(phone)
    rename(table, LONG_NAMES[: len(typical.players)])
    phone.set_viewport_size(SMALL_PHONE)
    phone.reload()
    assert (overhang(phone), small_targets(phone)) == (0, [])
    table.tap(table.hands.first.locator("summary"))
    expect(table.hands.first.locator(".aside")).to_be_visible()
    assert overhang(phone) == 0


def start(table: Table, game: Game[Any, Any], names: Sequence[str]) -> None:
    """Start a game with its defaults, on a page that fits a small phone also with long names."""
    phone = table.page
    night, _ = table.gathered(*LONG_NAMES[: len(names)])
    phone.set_viewport_size(SMALL_PHONE)
    phone.goto(f"{night}/games/{game.key}")
    assert (overhang(phone), small_targets(phone)) == (0, [])
    rename(table, names)
    phone.set_viewport_size(PHONE["viewport"])
    table.follow(phone.locator("form.start button.primary"))


def rename(table: Table, names: Sequence[str]) -> None:
    """Give the players other names."""
    for player, name in enumerate(names, start=1):
        table.send(f"/players/{player}/rename", name=name)


def expect_totals(table: Table, setup: Setup, played: Sequence[Any]) -> None:
    """Check that the sheet has these hands, and the totals that the engine makes of them."""
    expect(table.hands).to_have_count(len(played))
    totals = play(setup, played).state.totals
    expected = [str(totals[side[0]]) for side in setup.game.sides(setup.table)]
    shown = table.page.locator(".board .total").evaluate_all("all => all.map(one => one.dataset.net)")
    assert shown == expected


def some_hands(setup: Setup) -> list[dict[str, Any]]:
    """Return the first hands of an evening, the same in every run.

    First some ordinary ones, then everything that can take the place of one.
    """
    game, found = setup.game, list[dict[str, Any]]()
    kinds = [game.hand] * HANDS
    kinds += [
        kind for mark, kind in game.special_by_key.items() if game.entries[kind][mark].offered(setup.table)
    ]

    @settings(max_examples=TRIES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def deal(data: st.DataObject) -> None:
        dealt: list[dict[str, Any]] = []
        for kind in kinds:
            so_far = play(setup, dealt)
            assume(so_far.ending is None)
            drawn = hands(game, setup.table, so_far.state).filter(partial(is_a, game, kind))
            dealt.append(typable(game, setup.table, data.draw(drawn)))
            assume(not refused(play, setup, dealt))
        found[:] = dealt

    deal()
    assert len(found) == len(kinds)
    return found


def is_a(game: Game[Any, Any], kind: type[Hand], raw: dict[str, Any]) -> bool:
    return game.kind(raw) is kind


def test_the_title_stays_as_it_is_when_the_first_hand_brings_the_chart(phone: Page) -> None:
    thumb = LazyThumb(phone)
    thumb.seated("ducks-and-geese-cutthroat", *CAST)
    title = phone.locator(".bar h1")
    before = title.bounding_box()
    sheet = {"scoresheet": 1, "game": "ducks-and-geese-cutthroat", "players": [*CAST], "hands": []}
    hand = TYPICAL["ducks-and-geese-cutthroat"].hand
    stored = by_seat({**sheet, "hands": [hand]})
    enter(thumb, CATALOGUE["ducks-and-geese-cutthroat"], set_up(sheet).table, stored["hands"][0])
    expect(phone.locator(".chart-link")).to_be_visible()
    assert title.bounding_box() == before


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
    table.follow(table.button("Save the bets"))
    table.take(6)
    table.save()
    table.expect_totals(-4, 10, -6, 0)
    assert table.taps == 6
