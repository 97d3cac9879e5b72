"""Scores that come from the cache are the ones that the engine gives."""

import json
from typing import Any

from hypothesis import given

from scorekeeper.rules import engine
from scorekeeper.store.plays.stored_hands import RecentCache, as_text, scored
from tests.rules.sheets import by_seat
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


def test_a_hand_keeps_its_letters_in_the_stored_text() -> None:
    assert as_text({"note": "Þórunn さくら"}) == '{"note":"Þórunn さくら"}'
    assert json.loads(as_text({"bid": 5})) == {"bid": 5}


def test_a_cache_holds_what_was_used_last_as_far_as_it_fits() -> None:
    cache: RecentCache[str] = RecentCache(100, len)
    for number in range(20):
        cache.keep(number, 30 * "a")
    assert [number for number in range(20) if cache.get(number)] == [17, 18, 19]
    assert cache.keep("large", 101 * "a") == 101 * "a"
    assert cache.get("large") is None
    assert cache.get(19)
