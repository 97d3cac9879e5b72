"""Which keys the keypad offers: static/plays/figures.js, on cases written by the games' declarations."""

from functools import partial
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, assume, given, settings
from playwright.sync_api import Page

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import play
from scorekeeper.rules.sheet import set_up
from tests.browser.plays.cases import (
    FigureCase,
    FormCase,
    GroupCase,
    few_values,
    follows,
    form_case,
    possible_values,
)
from tests.rules import strategies
from tests.rules.strategies import AnyGame, hands, refused

HANDS = 4

MODULE = """async (address) => {
  const { Figure, groupLimits, limitsAcross, numberIn, range, settle } = await import(address);
  window.draw = ({ groups, across }) => {
    const drawn = groups.map(({ figures, limit, exactly }) => {
      const group = { limit: limit ?? Infinity, exactly };
      const own = figures.map((one) => Object.assign(new Figure(), one, { text: "", derived: false, group }));
      return Object.assign(group, { figures: own });
    });
    const figures = drawn.flatMap((group) => group.figures);
    return { figures, limits: [...groupLimits(drawn), ...limitsAcross(figures, across)] };
  };
  window.ranges = (form, given) => {
    const { figures, limits } = draw(form);
    for (const figure of figures) figure.text = given[figure.name] ?? "";
    return Object.fromEntries(figures.map((one) => [one.name, range(one, figures, limits)]));
  };
  window.enter = (form, order) => {
    const { figures, limits } = draw(form);
    const impossible = [];
    for (const name of order) {
      const figure = figures.find((one) => one.name === name);
      if (figure.text === form.entered[name]) continue;
      const [least, most] = range(figure, figures, limits);
      const value = numberIn(form.entered[name]);
      if (value < least || value > most) impossible.push(`${name}: ${value} is not ${least} to ${most}`);
      figure.put(form.entered[name]);
      settle(figure, figures, limits);
    }
    return [impossible, Object.fromEntries(figures.map(({ name, text }) => [name, text]))];
  };
}"""


@pytest.fixture
def module(phone: Page, app: Flask) -> Page:
    """Return a page with the module, which needs nothing else on the page."""
    phone.goto("/help")
    phone.evaluate(MODULE, f"{app.static_url_path}/plays/figures.js")
    return phone


@pytest.fixture(scope="module")
def forms() -> list[tuple[str, FormCase]]:
    """Return forms of every game, with hands that its rules accept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategies, "LARGEST", 99)
        return [(game.key, form) for game in GAMES for form in accepted_hands(game)]


def accepted_hands(game: AnyGame) -> list[FormCase]:
    names = strategies.NAMES[: 4 if 4 in game.seats else game.seats[0]]
    setup = set_up({"scoresheet": 1, "game": game.key, "players": list(names), "hands": []})
    state = play(setup, []).state
    found: list[FormCase] = []

    @settings(max_examples=HANDS, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(raw=hands(game, setup.table, state).filter(partial(is_whole, game)))
    def deal(raw: dict[str, Any]) -> None:
        assume(not refused(play, setup, [raw]))
        found.append(form_case(game, game.kind(raw), setup.table, raw))

    deal()
    return found


def is_whole(game: AnyGame, raw: dict[str, Any]) -> bool:
    return game.kind(raw) is game.hand


def test_any_accepted_hand_can_be_entered_in_any_order(
    module: Page, forms: list[tuple[str, FormCase]]
) -> None:
    random = Random("orders")
    for game, form in forms:
        order = random.sample(list(form.entered), len(form.entered))
        impossible, figures = module.evaluate(
            "([form, order]) => enter(form, order)", [form.as_json(), order]
        )
        assert impossible == [], game
        assert {name: figures[name] for name in form.entered} == form.entered, game


@pytest.mark.journey
def test_keys_are_those_with_which_the_rest_can_be_filled_in(
    module: Page, forms: list[tuple[str, FormCase]]
) -> None:
    random = Random("fills")
    for game, form in forms:
        names = random.sample(list(form.entered), random.randint(0, len(form.entered)))
        filled = {name: form.entered[name] for name in names}
        ranges = module.evaluate("([form, given]) => ranges(form, given)", [form.as_json(), filled])
        values = {name: float(text.replace("½", ".5")) for name, text in filled.items()}
        for figure in form.figures:
            if figure.name in filled or not few_values(figure) or follows(form, figure, values):
                continue
            possible = possible_values(form, figure, values)
            assert [possible[0], possible[-1]] == ranges[figure.name], (game, figure.name, filled)


def test_changing_what_follows_takes_it_from_the_figure_before(module: Page) -> None:
    """The figure before gives way: fewer keys are offered, and as many more as it had."""
    figures = [FigureCase(f"tricks-{seat}", 0, 13, 1) for seat in range(4)]
    form = FormCase([GroupCase(figures, 13, exactly=True)], [], {})
    given = {"tricks-0": "6", "tricks-1": "3", "tricks-2": "3"}
    assert module.evaluate("([form, given]) => ranges(form, given)", [form.as_json(), given])["tricks-3"] == [
        0,
        4,
    ]
