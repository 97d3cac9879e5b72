"""Every game of the catalogue can be played by touch, a typical hand with few taps, on any phone."""

from collections.abc import Mapping, Sequence
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
from scorekeeper.rules.labels import by_seat
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from tests.browser.browser import PHONE
from tests.browser.layout import overhang, small_targets
from tests.browser.plays.typical_hands import TYPICAL
from tests.browser.table import CAST, LONG_NAMES, LazyThumb, Table, deal
from tests.browser.thumb import enter
from tests.rules import strategies
from tests.rules.strategies import hands, refused
from tests.web.forms.test_entry_form_every_game import typable

HANDS = 2
TRIES = 4
FIRST_OF_FAMILY = {type(game).__module__: game for game in reversed(GAMES)}.values()
SMALL_PHONE: ViewportSize = {"width": 320, "height": 568}

TWO_DIGITS = 99
"""Nobody taps nine digits for every player; larger figures are typed in the tests without a browser."""


def test_every_game_has_a_typical_hand() -> None:
    assert TYPICAL.keys() == CATALOGUE.keys()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_hands_are_entered_by_thumb_one_after_another(
    phone: Page, game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is a typical one, entered with few taps and without scrolling.

    The others are what may take the place of a hand, in one game of each family. Any hand at all is typed
    into the same forms by test_entry_form_every_game.py, and tapped in any order in test_limits.py.
    """
    monkeypatch.setattr(strategies, "LARGEST", TWO_DIGITS)
    typical = TYPICAL[game.key]
    names = LONG_NAMES[: len(typical.players)]
    start(Table(phone), game, names)
    sheet = {"scoresheet": 1, "game": game.key, "players": [*typical.players], "hands": [typical.hand]}
    stored = by_seat(sheet)
    setup = set_up({**stored, "players": [*names]}, by_name=False)
    played = stored["hands"]
    thumb = LazyThumb(phone)
    enter(thumb, game, setup.table, played[0])
    expect_totals(thumb, setup, played)
    assert thumb.taps <= typical.taps

    table = Table(phone)
    phone.set_viewport_size(SMALL_PHONE)
    for raw in some_hands(setup, *played, ordinary=1) if game in FIRST_OF_FAMILY else ():
        assert (overhang(phone), small_targets(phone)) == (0, [])
        enter(table, game, setup.table, raw)
        played.append(raw)
        expect_totals(table, setup, played)
    table.tap(table.hands.first.locator("summary"))
    expect(table.hands.first.locator(".aside")).to_be_visible()
    assert overhang(phone) == 0


def start(table: Table, game: Game[Any, Any], names: Sequence[str]) -> None:
    """Start a game with its defaults, on a page that fits a small phone."""
    phone = table.page
    night, _ = table.gathered(*names)
    phone.set_viewport_size(SMALL_PHONE)
    phone.goto(f"{night}/games/{game.key}")
    assert (overhang(phone), small_targets(phone)) == (0, [])
    phone.set_viewport_size(PHONE["viewport"])
    table.follow(phone.locator("form.start button.primary"))


def expect_totals(table: Table, setup: Setup, played: Sequence[Any]) -> None:
    """Check that the sheet has these hands, and the totals that the engine makes of them."""
    expect(table.hands).to_have_count(len(played))
    totals = play(setup, played).state.totals
    expected = [str(totals[side[0]]) for side in setup.game.sides(setup.table)]
    shown = table.page.locator(".board .total").evaluate_all("all => all.map(one => one.dataset.net)")
    assert shown == expected


def some_hands(setup: Setup, *played: Mapping[str, Any], ordinary: int = HANDS) -> list[dict[str, Any]]:
    """Return the next hands of an evening, so that it has a few, the same in every run.

    First some ``ordinary`` ones, counting those ``played``, then everything that can take the place of one.
    """
    game, found = setup.game, list[dict[str, Any]]()
    kinds = [game.hand] * (ordinary - len(played))
    kinds += [
        kind for mark, kind in game.special_by_key.items() if game.entries[kind][mark].offered(setup.table)
    ]

    @settings(max_examples=TRIES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def deal(data: st.DataObject) -> None:
        dealt: list[dict[str, Any]] = []
        for kind in kinds:
            so_far = play(setup, [*played, *dealt])
            assume(so_far.ending is None)
            drawn = hands(game, setup.table, so_far.state).filter(partial(is_a, game, kind))
            dealt.append(typable(game, setup.table, data.draw(drawn)))
            assume(not refused(play, setup, [*played, *dealt]))
        found[:] = dealt

    deal()
    assert len(found) == len(kinds)
    return found


def is_a(game: Game[Any, Any], kind: type[Hand], raw: dict[str, Any]) -> bool:
    return game.kind(raw) is kind


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
