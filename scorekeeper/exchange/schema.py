"""Reading and writing the documents of a file, which are declared as the hands of a game are.

A document is a frozen dataclass whose fields carry entries (see ``rules.declare``)::

    note: Annotated[str, Text("note", longest=280)] = ""

In refusals an entry is called by its key, and what has its default is left out. A field without an entry is
not part of the file.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from datetime import UTC, datetime
from re import fullmatch
from typing import Any, TypeVar

from scorekeeper.exchange.errors import BadFile, Flaw
from scorekeeper.rules import declare
from scorekeeper.rules.entries import REQUIRED, Entry
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.table import Table

D = TypeVar("D")

YEARS = range(1970, 2200)
"""The years in which something can have happened."""

NO_TABLE: Table[Any] = Table(players=(), rules=None)
"""Entries may ask for the players and the house rules of a game; a file has neither."""


@dataclass(frozen=True)
class Uid(Entry):
    """An identifier that is the same on every machine."""

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the identifier."""
        if not isinstance(raw, str) or not fullmatch("[0-9a-f]{32}", raw):
            raise Wrong(f"{self.label} must be 32 digits and letters from a to f.")
        return raw


@dataclass(frozen=True)
class Instant(Entry):
    """A point in time, to the microsecond, in UTC."""

    def read(self, raw: object, table: Table[Any]) -> datetime:
        """Return the time with its zone."""
        try:
            time = (
                datetime.fromisoformat(raw).astimezone(UTC) if isinstance(raw, str) and "T" in raw else None
            )
        except (ValueError, OverflowError):
            time = None
        if time is None or time.year not in YEARS:
            raise Wrong(f"{self.label} must be a time such as 2026-11-21T19:30:00Z.")
        return time

    def write(self, value: datetime, table: Table[Any]) -> str:
        """Return the time in ISO 8601."""
        return value.astimezone(UTC).isoformat(timespec="microseconds")[: -len("+00:00")] + "Z"


@dataclass(frozen=True)
class Score(Entry):
    """A whole number of points or coins that the database can store."""

    def read(self, raw: object, table: Table[Any]) -> int:
        """Return the number."""
        if type(raw) is not int or abs(raw) >= 2**63:
            raise Wrong(f"{self.label} must be a whole number.")
        return raw


@dataclass(frozen=True)
class JsonObject(Entry):
    """A JSON object that is read elsewhere: a scoresheet or a hand."""

    def read(self, raw: object, table: Table[Any]) -> Mapping[str, Any]:
        """Return the object itself, so that it keeps what is known of its keys."""
        if not isinstance(raw, Mapping):
            raise Wrong(f"{self.label} must be a JSON object.")
        return raw


@dataclass(frozen=True)
class Documents(Entry):
    """A list of documents; a refusal calls each of them by a noun and its number.

    Attributes:
        document: the class of each document.
        noun: what one of them is called, such as "night".
        most: how many a file can have; None for as many as it has room for.
    """

    document: type
    noun: str
    most: int | None = None

    def read(self, raw: object, table: Table[Any]) -> tuple[Any, ...]:
        """Return every document of the list. Raises BadFile for the first one that cannot be read."""
        if not isinstance(raw, list):
            raise Wrong(f"{self.label} must be a list.")
        if self.most is not None and len(raw) > self.most:
            raise Wrong(f"{self.label} can have at most {self.most:,} entries, not {len(raw):,}.")
        documents: list[Any] = []
        for number, each in enumerate(raw, start=1):
            try:
                documents.append(read_document(self.document, each))
            except BadFile as bad:
                raise bad.inside(f"{self.noun} {number}") from None
        return tuple(documents)

    def write(self, value: tuple[Any, ...], table: Table[Any]) -> list[Any]:
        """Return the list."""
        return [write_document(each) for each in value]


def read_document(document: type[D], raw: object) -> D:
    """Return a document from parsed JSON. Raises BadFile."""
    if not isinstance(raw, Mapping):
        raise BadFile.because("Expected a JSON object.")
    values, problems = declare.read(_entries_of(document), raw, NO_TABLE, _unknown_key)
    if problems:
        raise BadFile(
            Flaw((), problem.message if problem.field in raw else f"“{problem.field}” is missing.")
            for problem in problems
        )
    return document(**values)


def write_document(document: object) -> dict[str, Any]:
    """Return the JSON that reads as this document, without values that may be left out.

    Unlike ``declare.write`` it doesn't ask of each entry whether it is asked: all of a file's are.
    """
    written = {}
    for name, entry, blank in _written_entries(type(document)):
        value = getattr(document, name)
        if value != blank:
            written[name] = value if entry is None or value is None else entry.write(value, NO_TABLE)
    return written


def _written_entries(document: type) -> list[tuple[str, Entry | None, Any]]:
    """Return the entries of a document by key with their blanks; None for one whose value is its JSON."""
    if document not in _known_blanks:
        _known_blanks[document] = [
            (key, None if type(entry).write is Entry.write else entry, entry.blank(NO_TABLE))
            for key, entry in _entries_of(document).items()
        ]
    return _known_blanks[document]


def _unknown_key(key: str) -> str:
    return f"“{key[:40]}” is unknown."


def _entries_of(document: type) -> dict[str, Entry]:
    """Return the entries of a document by key, each with its key as its label and its field's default."""
    if document not in _known_entries:
        default = {field.name: field.default for field in fields(document)}
        _known_entries[document] = {
            key: replace(
                entry, label=f"“{key}”", default=REQUIRED if default[key] is MISSING else default[key]
            )
            for key, entry in declare.entries_of(document).items()
        }
    return _known_entries[document]


_known_entries: dict[type, dict[str, Entry]] = {}
"""The entries of every document that was read or written, worked out once."""

_known_blanks: dict[type, list[tuple[str, Entry | None, Any]]] = {}
"""What is asked of every document that is written, worked out once."""
