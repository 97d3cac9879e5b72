"""Writing a game with seats instead of names, and back: every hand means the same."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import play
from scorekeeper.rules.labels import by_name, relabelled_hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from tests.rules.sheets import by_seat, sheet
from tests.rules.strategies import AnyGame, sheets

RECIPES = [one.game for one in gallery().values()]


@pytest.mark.parametrize("game", [*GAMES, *RECIPES], ids=lambda game: game.name)
def test_a_sheet_with_seats_scores_the_same_and_becomes_what_it_was(game: AnyGame) -> None:
    @settings(max_examples=4)
    @given(written=sheets([game], least=1, most=3))
    def holds(written: dict[str, Any]) -> None:
        stored = json.loads(json.dumps(by_seat(written)))
        after = play(set_up(stored, by_name=False), stored["hands"])
        assert after.as_json() == play(set_up(written), written["hands"]).as_json()
        assert json.dumps(by_name(stored)) == json.dumps(written)

    holds()


def test_only_players_are_written_otherwise() -> None:
    raw = {"note": "Ann", "bidder": "Ann", "bid": 5, "tricks": {"Dee": 2, "Ann": 5, "Cal": 3, "Bea": 3}}
    assert json.dumps(relabelled_hand(set_up(sheet("coralon")), raw, range(4))) == json.dumps(
        {"note": "Ann", "bidder": 0, "bid": 5, "tricks": {"3": 2, "0": 5, "2": 3, "1": 3}}
    )


def test_players_in_house_rules_are_seats() -> None:
    written = sheet("whist", dealer="Cal", options={"handicap": {"Bea": 3, "Ann": 1}})
    stored = by_seat(written)
    assert (stored["options"], stored["dealer"]) == ({"handicap": {"1": 3, "0": 1}}, 2)


@pytest.mark.parametrize("bidder", ["Ann", "0", 4, -1, True, 0.0, None])
def test_what_is_no_seat_is_refused(bidder: object) -> None:
    raw = {"bidder": bidder, "bid": 5, "tricks": {"0": 5, "1": 3, "2": 3, "3": 2}}
    stored = {**sheet("coralon"), "dealer": 0, "hands": [raw]}
    with pytest.raises(Refused) as refused:
        play(set_up(stored, by_name=False), stored["hands"])
    assert [problem.field for problem in refused.value.problems] == ["bidder"]


@pytest.mark.parametrize("raw", [{"bidder": "Eve", "bid": 50}, {"bidder": "Ann", "bid": 50, "wish": "Ann"}])
def test_what_the_rules_refuse_is_written_otherwise_as_far_as_it_names_players(raw: dict[str, Any]) -> None:
    there = relabelled_hand(set_up(sheet("coralon")), raw, range(4), complete=False)
    assert there == {**raw, "bidder": {"Ann": 0}.get(raw["bidder"], raw["bidder"])}


@pytest.mark.parametrize("tricks", [5, [5], {"Ann": 5, "Eve": 3}, "Ann", None])
def test_what_cannot_be_read_stays_as_it_is(tricks: object) -> None:
    there = relabelled_hand(set_up(sheet("coralon")), {"bidder": "Bea", "tricks": tricks}, range(4))
    assert there == {"bidder": 1, "tricks": tricks}
