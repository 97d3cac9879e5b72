"""The notes on the hands of a play, kept together with it so that the archive finds their words."""

import json
from collections.abc import Iterable


def note_in(entry: str | None) -> str:
    """The note in a hand's JSON text; empty without one, and for a hand that was taken back (None)."""
    # Most hands have none, and reading JSON takes much longer than seeing that.
    return str(json.loads(entry).get("note", "")) if entry is not None and '"note"' in entry else ""


def together(notes: Iterable[str]) -> str:
    """The notes on the hands of a play, one below the other, without empty ones."""
    return "\n".join(filter(None, notes))
