"""Hands as the database has them: their scores, and a hand to enter or correct, judged by the engine.

A sheet is read far more often than it changes, and it mostly changes by one more hand. A result is
therefore cached under exactly what it was made of; a different word anywhere is another key.
"""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from cachetools import LRUCache

from scorekeeper.domain import MAX_HANDS
from scorekeeper.rules import engine
from scorekeeper.rules.engine import AfterTheEnd, Result
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup

Entry = Mapping[str, Any]
T = TypeVar("T")

MOST_HANDS = 50_000
"""Hands of all the results that each process caches; one takes about a kilobyte."""

FAR_BACK = 100
"""How many hands to go back for a cached result: no evening has more, and a file may have thousands."""


class RecentCache(Generic[T]):
    """The values used most recently, by what they were made of, as many as fit; safe among threads."""

    def __init__(self, most: int, size_of: Callable[[T], int]) -> None:
        """Cache values up to this size in all; ``size_of`` returns that of one."""
        self._kept: LRUCache[Hashable, T] = LRUCache(most, size_of)
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """Return the value of this key, if it is cached."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: Hashable, made: T) -> T:
        """Cache a value, unless it is larger than all that fits, and return it."""
        with self._lock:
            if self._kept.getsizeof(made) <= self._kept.maxsize:
                self._kept[key] = made
        return made


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


def scored_to_the_end(setup: str, hands: Sequence[str]) -> Result:
    """Return the result of a play without the hands after its end. Raises Refused."""
    try:
        return scored(setup, hands)
    except AfterTheEnd as late:
        return scored(setup, hands[: late.last])


def _read(hand: str, number: int) -> Any:
    """Return a hand as parsed JSON. Raises Refused if it can't be read."""
    try:
        return json.loads(hand)
    except (ValueError, TypeError, RecursionError):
        raise unreadable(number) from None


def unreadable(number: int) -> Refused:
    """Return the refusal of a stored hand that is no JSON, or no hand at all."""
    return Refused([Problem("entry", Say("The stored entry can’t be read."), number)])


def _scored_before(setup: str, hands: tuple[str, ...]) -> Result | None:
    """Return the cached result of as many of these hands as possible, if the game continued after them."""
    for known in range(len(hands) - 1, max(len(hands) - FAR_BACK, 0), -1):
        result = _results.get((setup, hands[:known]))
        if result is not None and result.ending is None:
            return result
    return None


class ScoredSheet(Protocol):
    """A play whose hands are known as JSON texts."""

    @property
    def entries(self) -> tuple[str, ...]:
        """The complete hands."""
        ...

    @property
    def setup(self) -> Setup:
        """The game, the table and the first dealer."""
        ...

    @property
    def result(self) -> Result:
        """The score as it is."""
        ...

    def score(self, entries: Sequence[str]) -> Result:
        """Return the score with these hands. Raises Refused."""
        ...


@dataclass(frozen=True)
class HandEdit:
    """A hand to enter or correct, and what the play becomes with it.

    Attributes:
        number, raw: the hand.
        result: the play with it.
        last: the last hand that still counts; later ones will be removed.
    """

    number: int
    raw: Mapping[str, Any]
    result: Result
    last: int


def edit_hand(sheet: ScoredSheet, number: int, raw: Mapping[str, Any]) -> HandEdit:
    """Return what the play becomes with this hand entered or corrected. Raises Refused."""
    if number > len(sheet.entries):
        refuse_too_many(number, sheet.setup)
    entries = (*sheet.entries[: number - 1], as_text(raw), *sheet.entries[number:])
    try:
        return HandEdit(number, raw, sheet.score(entries), len(entries))
    except AfterTheEnd as late:
        if late.last < number:
            raise
        # The corrected game ends earlier: hands after its end do not count.
        return HandEdit(number, raw, sheet.score(entries[: late.last]), late.last)
    except Refused as refused:
        first = refused.problems[0]
        if first.hand is None or first.hand <= number:
            raise
        # A later hand is not possible after this one; nothing typed here is wrong in itself.
        raise no_longer_possible(refused, sheet.setup, first.hand) from None


def no_longer_possible(refused: Refused, setup: Setup, number: int) -> Refused:
    """Return the refusal of a change after which a hand, known by its number, is not possible."""
    words, noun = "{Hand} {number} would no longer be possible. {why}", setup.game.hand_noun
    return Refused(
        Problem("hands", Say(words, hand=noun, number=number, why=problem.message), number)
        for problem in refused.problems
    )


def refuse_too_many(hands: int, setup: Setup) -> None:
    """Raise Refused if a game may not have this many hands."""
    if hands > MAX_HANDS:
        words = "This game has {most} {hands}, which is the limit. End it and start a new one."
        many = Say(words, most=f"{MAX_HANDS:,}", hands=Say(setup.game.hand_noun.many))
        raise Refused([Problem("hands", many)])
