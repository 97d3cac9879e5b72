"""The recipes of the gallery score as their games do, in evenings worked out by hand."""

from typing import Any

import pytest

from scorekeeper.gallery.gallery import gallery
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import score
from tests.gallery.evenings import EVENINGS, evening_sheets, worked

EACH = [
    pytest.param(evening, sheet, id=f"{evening['key']}: {evening['what']}")
    for evening, sheet in evening_sheets()
]


@pytest.mark.parametrize(("evening", "sheet"), EACH)
def test_an_evening_scores_as_worked_out_by_hand(evening: dict[str, Any], sheet: dict[str, Any]) -> None:
    answer = score(sheet).as_json()
    assert [one["scores"] for one in answer["hands"]] == [one["scores"] for one in evening["hands"]]
    if "winners" in evening:
        assert (answer["finished"], answer["winners"]) == (True, evening["winners"])


@pytest.mark.parametrize("key", gallery())
def test_a_game_has_three_hands_and_a_whole_evening(key: str) -> None:
    assert sum(len(evening["hands"]) for evening in worked(key)) >= 3
    assert any("winners" in evening for evening in worked(key))


def test_every_evening_is_of_a_game() -> None:
    assert {file.stem for file in EVENINGS.glob("*.json")} == {*gallery()}


def test_no_game_has_the_key_of_another() -> None:
    assert not gallery().keys() & CATALOGUE.keys()
