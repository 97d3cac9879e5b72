"""A hand and a change of a play as the database has them."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.store.models import HandRow, Revision
from scorekeeper.store.recent_cache import RecentCache

Entry = Mapping[str, Any]

HAND_COLUMNS = (HandRow.id, HandRow.number, HandRow.entry, HandRow.complete)
"""The columns of a ``StoredHand``."""

MOST_READ = 4 * 1024 * 1024
"""Bytes of hands that each process caches as they were read."""

TIMES_ITS_TEXT = 4
"""How many times the bytes of their text hands take with it."""


def change_columns(revision: type[Revision]) -> tuple[ColumnElement[Any] | InstrumentedAttribute[Any], ...]:
    """Return the columns of a ``StoredChange``, of this alias of the table."""
    return (
        revision.id,
        revision.hand_id,
        revision.at,
        revision.device,
        revision.action,
        revision.complete,
        revision.layout,
        revision.entry.is_(None).label("gone"),
    )


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


class StoredChange(NamedTuple):
    """A change of a play; ``gone`` says whether it removed its hand."""

    id: int
    hand_id: int | None
    at: datetime
    device: str
    action: str
    complete: bool
    layout: str | None
    gone: bool


class _HandsRead(NamedTuple):
    """The hands of a play, and the JSON text that they were read from."""

    text: str
    hands: tuple[StoredHand, ...]


NOTHING_READ = _HandsRead("[]", ())

_read: RecentCache[_HandsRead] = RecentCache(MOST_READ, lambda _, read: TIMES_ITS_TEXT * len(read.text))


def hands_in(play_id: int, text: str) -> Sequence[StoredHand]:
    """Return the hands of a play in order, given as the JSON text of ``json_rows``.

    Where it begins with what was read last, as it does after one more hand, only the rest is parsed.
    """
    known = _read.get(play_id) or NOTHING_READ
    if not text.startswith(known.text[:-1]):
        known = NOTHING_READ
    rest = json.loads("[" + text[len(known.text) - 1 :].lstrip(","))
    if not rest:
        return known.hands
    hands = [StoredHand(at, number, entry, bool(complete)) for at, number, entry, complete in rest]
    in_order = tuple(sorted([*known.hands, *hands], key=itemgetter(1)))
    return _read.keep(play_id, _HandsRead(text, in_order)).hands


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
