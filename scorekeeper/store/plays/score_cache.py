"""The scores of recently used plays.

A sheet is read far more often than it changes, and it mostly changes by one more hand. A result is
therefore cached under exactly what it was made of; a different word anywhere is another key.
"""

import json
from collections.abc import Hashable, Mapping, Sequence
from threading import Lock
from typing import Any, Generic, TypeVar

from cachetools import LRUCache

from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.sheet import set_up

PLAYS = 256
"""How many results each process caches."""

FAR_BACK = 100
"""How many hands to go back for a cached result: no evening has more, and a file may have thousands."""

T = TypeVar("T")


class RecentCache(Generic[T]):
    """The values made most recently, by what they were made of; safe among threads."""

    def __init__(self, most: int) -> None:
        self._kept: LRUCache[Hashable, T] = LRUCache(most)
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """Return the value of this key, if it is cached."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: Hashable, made: T) -> T:
        """Cache a value and return it."""
        with self._lock:
            self._kept[key] = made
        return made


_results: RecentCache[Result] = RecentCache(PLAYS)


def as_text(entry: Mapping[str, Any]) -> str:
    """Return the JSON text of a hand as the database has it."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def scored(setup: str, hands: Sequence[str]) -> Result:
    """Return the result of a play, given its scoresheet without hands and its hands as JSON texts.

    Raises Refused.
    """
    hands = tuple(hands)
    known = _results.get((setup, hands))
    if known is not None:
        return known
    result = _scored_before(setup, hands)
    if result is None:
        sheet = json.loads(setup)
        result = engine.play(set_up(sheet), [json.loads(hand) for hand in hands], sheet["finished"])
    for hand in hands[len(result.hands) :]:
        result = engine.extend(result, json.loads(hand))
    return _results.keep((setup, hands), result)


def _scored_before(setup: str, hands: tuple[str, ...]) -> Result | None:
    """Return the cached result of as many of these hands as possible, if the game continued after them."""
    for known in range(len(hands) - 1, max(len(hands) - FAR_BACK, 0), -1):
        result = _results.get((setup, hands[:known]))
        if result is not None and result.ending is None:
            return result
    return None
