"""Scores that come from the cache are the ones that the engine gives."""

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rules import engine
from scorekeeper.rules.labels import by_seat
from scorekeeper.rules.problems import Refused
from scorekeeper.store.plays import score_cache
from scorekeeper.store.plays.score_cache import as_text, scored
from scorekeeper.store.recent_cache import RecentCache
from tests.rules.strategies import sheets


def remembered(sheet: dict[str, Any], hands: list[Any]) -> dict[str, Any]:
    return scored(as_text(sheet | {"hands": []}), [as_text(hand) for hand in hands]).as_json()


@given(sheet=sheets())
def test_a_sheet_entered_hand_by_hand_scores_as_the_engine_says(sheet: dict[str, Any]) -> None:
    stored = {"options": {}, "finished": False, **by_seat(sheet)}
    for number in range(len(sheet["hands"]) + 1):
        expected = engine.score(sheet | {"hands": sheet["hands"][:number]}).as_json()
        for _ in range(2):
            assert remembered(stored, stored["hands"][:number]) == expected


def test_a_refused_hand_is_refused_again() -> None:
    sheet = {"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "finished": False}
    for _ in range(2):
        with pytest.raises(Refused, match=r"Bea’s points must be a whole number\."):
            remembered(sheet, [{"points": {"1": "x"}}])


def test_a_hand_keeps_its_letters_in_the_stored_text() -> None:
    assert as_text({"note": "Þórunn さくら"}) == '{"note":"Þórunn さくら"}'
    assert json.loads(as_text({"bid": 5})) == {"bid": 5}


@pytest.mark.parametrize("players", [2, 20])
def test_cached_scores_take_about_the_memory_that_they_are_said_to(
    monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    names = [f"Player {number}" for number in range(players)]
    sheet = {"scoresheet": 1, "game": "tally", "players": names, "hands": [], "finished": False}
    hand = {"points": {str(seat): 1000 + seat for seat in range(players)}}
    scored(as_text(sheet), [])
    monkeypatch.setattr(score_cache, "_results", RecentCache(10**9, score_cache._size_of_result))
    tracemalloc.start()
    try:
        for number in range(20):
            # Each game is another one, and its texts are read anew from the database.
            setup = as_text({**sheet, "options": {"target": 10**6 + number}})
            scored(setup, [as_text(hand) for _ in range(number)])
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < score_cache._results.size < 2 * taken
