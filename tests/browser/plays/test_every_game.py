"""Every game of the catalogue can be played by touch on the narrowest phone."""

import os
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import play
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from tests.browser.layout import overhang, small_targets
from tests.browser.table import LONG_NAMES, Table
from tests.browser.thumb import enter
from tests.rules import strategies
from tests.rules.strategies import hands, refused
from tests.web.forms.test_entry_form_every_game import typable

EVERY = "EVERY" in os.environ
"""Whether to enter everything, as `make test EVERY=1` does."""

HANDS = 3 if EVERY else 2
TRIES = 4
PLAYERS = 4

TWO_DIGITS = 99
"""Nobody taps nine digits for every player; larger figures are typed in the tests without a browser."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_hands_are_entered_by_thumb_one_after_another(
    phone: Page, game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategies, "LARGEST", TWO_DIGITS)
    phone.set_viewport_size({"width": 320, "height": 568})
    table = Table(phone)
    names = LONG_NAMES[: PLAYERS if PLAYERS in game.seats else game.seats[0]]
    table.sit_down(*names)
    table.start(game.name)
    setup = set_up({"scoresheet": 1, "game": game.key, "players": list(names), "hands": []})
    played: list[Any] = []
    for raw in some_hands(setup):
        assert (overhang(phone), small_targets(phone)) == (0, [])
        enter(table, game, setup.table, raw)
        played.append(raw)
        expect(table.hands).to_have_count(len(played))
        totals = play(setup, played).state.totals
        expected = [str(totals[side[0]]) for side in game.sides(setup.table)]
        assert (
            phone.locator(".board .total").evaluate_all("all => all.map(one => one.dataset.net)") == expected
        )
    table.tap(table.hands.first.locator("summary"))
    expect(table.hands.first.locator(".aside")).to_be_visible()
    assert overhang(phone) == 0


def some_hands(setup: Setup) -> list[dict[str, Any]]:
    """Return the first hands of an evening, the same in every run.

    First some that are played out, then everything that can take the place of one.
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
