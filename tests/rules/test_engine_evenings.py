"""Whole evenings of every game, replayed with their published results.

The results were worked out by hand from the rules. The figures of a result stand in seat order.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import score

EVENINGS = Path(__file__).parent.parent / "data" / "evenings"


def sheets() -> list[Any]:
    """Return every sheet of every evening."""
    return [
        pytest.param(played["sheet"], played["result"], id=f"{file.stem}: {played['what']}")
        for file in sorted(EVENINGS.glob("*.json"))
        for played in json.loads(file.read_text("utf-8"))
    ]


@pytest.mark.parametrize(("sheet", "result"), sheets())
def test_an_evening_has_its_published_result(sheet: dict[str, Any], result: dict[str, Any]) -> None:
    answer = score(sheet).as_json()
    assert [hand["outcome"] for hand in answer["hands"]] == result["outcomes"]
    assert [list(hand["scores"].values()) for hand in answer["hands"]] == result["scores"]
    assert list(answer["totals"].values()) == result["totals"]
    assert answer["carry"] == result["carry"]
    assert answer["finished"] == result["finished"]
    assert answer["winners"] == result["winners"]
    assert list(answer["payout"].values()) == result["payout"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_evenings_with_a_winner_and_all_its_outcomes(game: Any) -> None:
    file = EVENINGS / f"{game.key}.json"
    assert file.exists(), f"write an evening of {game.name} to {file}"
    played = json.loads(file.read_text("utf-8"))
    assert {one["sheet"]["game"] for one in played} == {game.key}
    assert any(one["result"]["winners"] for one in played)
    assert {outcome for one in played for outcome in one["result"]["outcomes"]} == set(game.outcomes)
