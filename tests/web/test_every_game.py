"""Every game of the catalogue can be played on the page, whatever it asks; a game added later too."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import play, score
from scorekeeper.rules.sheet import set_up
from scorekeeper.web.controls import from_json, to_json
from tests.rules.strategies import AnyGame, hands
from tests.web.phone import Phone
from tests.web.table import save_button, totals

GAMES = [pytest.param(game, id=key) for key, game in CATALOGUE.items()]
QUICK = settings(max_examples=5, suppress_health_check=list(HealthCheck))


def players(game: AnyGame) -> list[str]:
    """As many as the game is usually for."""
    return ["Ann", "Bea", "Cal", "Dee"][: game.seats[-1]]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_typed_on_the_page_scores_as_on_a_scoresheet(owner: Phone, game: AnyGame) -> None:
    sheet: dict[str, Any] = {"scoresheet": 1, "game": game.key, "players": players(game), "hands": []}
    setup = set_up(sheet)
    state = play(setup, []).state

    @QUICK
    @given(raw=hands(game, setup.table, state))
    def typed_on_the_page(raw: dict[str, Any]) -> None:
        owner.open(f"/nights/1/games/{game.key}").tap(f"Start {game.name}")
        owner.open(f"{owner.path}?whole")
        typed = from_json(game.entries[game.kind(raw)], raw, setup.table)
        fields: dict[str, Any] = {name: typed.getlist(name) for name in typed}
        owner.tap(save_button(owner), **fields)
        assert owner.status == 200
        assert list(totals(owner).values()) == expected(sheet | {"hands": [raw]})

    typed_on_the_page()


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_a_hand_survives_its_form(game: AnyGame, data: st.DataObject) -> None:
    setup = set_up({"scoresheet": 1, "game": game.key, "players": players(game), "hands": []})
    state = play(setup, []).state
    raw = data.draw(hands(game, setup.table, state))
    raw.pop("note", "")  # blanks around it go
    entries = game.entries[game.kind(raw)]
    again = to_json(entries, from_json(entries, raw, setup.table), setup.table)
    assert game.read(again, setup.table, state) == game.read(raw, setup.table, state)


def expected(sheet: dict[str, Any]) -> list[int]:
    """The totals of the sides."""
    answer = score(sheet).as_json()
    return [answer["totals"][side[0]] for side in answer["sides"]]
