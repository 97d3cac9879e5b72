"""Hands as the database has them, and the scores of recently used plays.

A sheet is read far more often than it changes, and it mostly changes by one more hand. A result is
therefore cached under exactly what it was made of; a different word anywhere is another key.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.store.recent_cache import RecentCache

Entry = Mapping[str, Any]

MOST_HANDS = 50_000
"""Hands of all the results that each process caches; one takes about a kilobyte."""

FAR_BACK = 100
"""How many hands to go back for a cached result: no evening has more, and a file may have thousands."""

_results: RecentCache[Result] = RecentCache(MOST_HANDS, lambda result: 10 + len(result.hands))


class StoredHand(NamedTuple):
    """A hand as the database has it; ``entry`` is its JSON text, None if the hand was removed."""

    id: int
    number: int
    entry: str | None
    complete: bool

    @property
    def note(self) -> str:
        """The note on the hand; empty if there is none."""
        return note_in(self.entry)


def note_in(entry: str | None) -> str:
    """Return the note in a hand's JSON text; empty if there is none or the hand was removed (None)."""
    # Most hands have none, and parsing JSON takes much longer than seeing that.
    return str(entry_in(entry).get("note", "")) if entry is not None and '"note"' in entry else ""


def entry_in(text: str | None) -> Entry:
    """Return a hand given as JSON text; empty if it was removed (None) or can't be read."""
    try:
        entry = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}


def as_text(entry: Mapping[str, Any]) -> str:
    """Return the JSON text of a hand as the database has it."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def scored(setup: str, hands: Sequence[str]) -> Result:
    """Return the result of a play, given its scoresheet without hands and its hands as JSON texts.

    Both have seats instead of names. Raises Refused.
    """
    hands = tuple(hands)
    known = _results.get((setup, hands))
    if known is not None:
        return known
    result = _scored_before(setup, hands)
    if result is None:
        sheet = json.loads(setup)
        entries = [_read(hand, number) for number, hand in enumerate(hands, start=1)]
        result = engine.play(set_up(sheet, by_name=False), entries, sheet["finished"])
    for hand in hands[len(result.hands) :]:
        result = engine.extend(result, _read(hand, len(result.hands) + 1))
    return _results.keep((setup, hands), result)


def _read(hand: str, number: int) -> Any:
    """Return a hand as parsed JSON. Raises Refused if it can't be read."""
    try:
        return json.loads(hand)
    except (ValueError, TypeError, RecursionError):
        raise unreadable(number) from None


def unreadable(number: int) -> Refused:
    """Return the refusal of a stored hand that is no JSON, or no hand at all."""
    return Refused([Problem("entry", "What is stored of it can’t be read.", number)])


def _scored_before(setup: str, hands: tuple[str, ...]) -> Result | None:
    """Return the cached result of as many of these hands as possible, if the game continued after them."""
    for known in range(len(hands) - 1, max(len(hands) - FAR_BACK, 0), -1):
        result = _results.get((setup, hands[:known]))
        if result is not None and result.ending is None:
            return result
    return None
