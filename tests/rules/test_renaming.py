"""Renaming players: every hand means the same as before."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import play
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.renaming import Renaming
from scorekeeper.rules.sheet import set_up
from tests.rules.sheets import sheet
from tests.rules.strategies import PLAYERS, AnyGame, sheets

NEW = "Mía “the {0}” O'Neil"


def under(names: list[str], sheet: dict[str, Any]) -> dict[str, Any]:
    """Return the same sheet for people with other names."""
    renaming = Renaming.of({**sheet, "hands": []}, names)
    dealer = {"dealer": names[renaming.before.dealer]} if "dealer" in sheet else {}
    options = {"options": renaming.options} if "options" in sheet else {}
    hands = [renaming.hand(raw) for raw in sheet["hands"]]
    return {**sheet, **dealer, **options, "players": names, "hands": hands}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_renamed_sheet_scores_the_same_and_can_be_renamed_back(game: AnyGame) -> None:
    @settings(max_examples=4)
    @given(written=sheets([game], least=1, most=3), data=st.data())
    def holds(written: dict[str, Any], data: st.DataObject) -> None:
        # Including names that others had before: replacing text name by name would mix them up.
        shuffled = data.draw(st.permutations([*PLAYERS[:9], NEW]))
        names = [*shuffled, *PLAYERS[9:]][: len(written["players"])]
        other = under(names, written)
        before, after = (play(set_up(one), one["hands"]) for one in (written, other))
        assert [(hand.scores, hand.outcome, hand.dealer) for hand in before.hands] == [
            (hand.scores, hand.outcome, hand.dealer) for hand in after.hands
        ]
        assert (before.ending and before.ending.winners) == (after.ending and after.ending.winners)
        assert json.dumps(under(written["players"], other)) == json.dumps(written)

    holds()


def test_notes_are_not_renamed() -> None:
    renaming = Renaming.of(sheet("coralon"), ["Zoe", "Bea", "Cal", "Dee"])
    raw = {"note": "Ann", "bidder": "Ann", "bid": 5, "tricks": {"Dee": 2, "Ann": 5, "Cal": 3, "Bea": 3}}
    assert json.dumps(renaming.hand(raw)) == json.dumps(
        {"note": "Ann", "bidder": "Zoe", "bid": 5, "tricks": {"Dee": 2, "Zoe": 5, "Cal": 3, "Bea": 3}}
    )


def test_names_in_house_rules_are_renamed() -> None:
    written = sheet("whist", options={"handicap": {"Bea": 3, "Ann": 1}})
    assert Renaming.of(written, ["Ann", "Zoe", "Cal", "Dee"]).options == {"handicap": {"Zoe": 3, "Ann": 1}}


@pytest.mark.parametrize("raw", [{"bidder": "Eve", "bid": 5}, {"bidder": "Ann", "bid": 5, "wish": "Ann"}])
def test_a_hand_that_cannot_be_read_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        Renaming.of(sheet("coralon"), ["Zoe", "Bea", "Cal", "Dee"]).hand(raw, complete=False)


@pytest.mark.parametrize("name", ["bea", "BEA", "", "a\nb"])
def test_an_impossible_name_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        Renaming.of(sheet("coralon"), [name, "Bea", "Cal", "Dee"])
