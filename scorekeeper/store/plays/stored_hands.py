"""A hand of a play as the database has it."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.store.models import HandRow

Entry = Mapping[str, Any]

HAND_COLUMNS = (HandRow.id, HandRow.number, HandRow.entry, HandRow.complete)
"""The columns of a ``StoredHand``."""


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
