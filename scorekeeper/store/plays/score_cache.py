"""Scoring what is kept, without scoring it again for everybody who looks.

A sheet is read far more often than it changes, and it mostly changes by one more hand. What was scored
lately is therefore remembered by exactly what it was made of; a different word anywhere is another key.
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
"""How many plays each process remembers."""

FAR_BACK = 100
"""Hands to go back for one that was remembered: no evening has more, and a file may bring thousands."""

T = TypeVar("T")


class Recent(Generic[T]):
    """What was made lately, by what it was made of; safe among threads."""

    def __init__(self, most: int) -> None:
        self._kept: LRUCache[Hashable, T] = LRUCache(most)
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """What was kept under this key, if it still is."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: Hashable, made: T) -> T:
        """Keep something, and give it back."""
        with self._lock:
            self._kept[key] = made
        return made


_results: Recent[Result] = Recent(PLAYS)


def as_text(entry: Mapping[str, Any]) -> str:
    """The JSON text under which a hand is kept."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def scored(setup: str, hands: Sequence[str]) -> Result:
    """The result of a play: its scoresheet without hands, and the hands, as JSON texts. Raises Refused."""
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
    """The result of as many of these hands as are remembered, if the game went on after them."""
    for known in range(len(hands) - 1, max(len(hands) - FAR_BACK, 0), -1):
        result = _results.get((setup, hands[:known]))
        if result is not None and result.ending is None:
            return result
    return None
