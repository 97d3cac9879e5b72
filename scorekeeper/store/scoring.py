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
    key = (setup, tuple(hands))
    with _lock:
        known, shorter = _recent.get(key), _recent.get((setup, key[1][:-1])) if hands else None
    if known is None:
        if shorter is not None and shorter.ending is None:
            known = engine.extend(shorter, json.loads(hands[-1]))
        else:
            sheet = json.loads(setup)
            known = engine.play(set_up(sheet), [json.loads(hand) for hand in hands], sheet["finished"])
        with _lock:
            _recent[key] = known
    return known
