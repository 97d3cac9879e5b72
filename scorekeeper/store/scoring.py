"""Scoring what is kept, without scoring it again for everybody who looks.

A sheet is read far more often than it changes, and it mostly changes by one more hand. What was scored
lately is therefore remembered by exactly what it was made of; a different word anywhere is another key.
"""

import json
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from cachetools import LRUCache

from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.sheet import set_up

PLAYS = 256
"""How many plays each process remembers."""

_recent: LRUCache[tuple[str, tuple[str, ...]], Result] = LRUCache(PLAYS)
_lock = Lock()


def as_text(entry: Mapping[str, Any]) -> str:
    """The JSON text under which a hand is kept."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def scored(setup: str, hands: Sequence[str]) -> Result:
    """The result of a play: its scoresheet without hands, and the hands, as JSON texts. Raises Refused."""
    hands = tuple(hands)
    known, result = _longest_known(setup, hands)
    if result is None:
        sheet = json.loads(setup)
        result = engine.play(set_up(sheet), [json.loads(hand) for hand in hands], sheet["finished"])
    elif known == len(hands):
        return result
    for hand in hands[known:]:
        result = engine.extend(result, json.loads(hand))
    with _lock:
        _recent[setup, hands] = result
    return result


def _longest_known(setup: str, hands: tuple[str, ...]) -> tuple[int, Result | None]:
    """The most hands of a play that were scored before and can be added to, and their result."""
    with _lock:
        for known in range(len(hands), 0, -1):
            result = _recent.get((setup, hands[:known]))
            if result is not None and (known == len(hands) or result.ending is None):
                return known, result
    return len(hands), None
