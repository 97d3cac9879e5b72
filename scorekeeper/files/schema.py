"""Reading and writing the documents of a file, which are declared as the hands of a game are.

A document is a frozen dataclass whose fields carry entries (see ``rules.declare``)::

    note: Annotated[str, Text("note", longest=280)] = ""

In refusals an entry is called by its key, and what has its default is left out. A field without an entry is
not part of the file: it is added where other programs read the document, all but its ``private`` fields.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from datetime import UTC, date, datetime
from functools import cache
from re import fullmatch
from typing import Any, TypeAlias, TypeVar

from scorekeeper.rules import declare
from scorekeeper.rules.entries import REQUIRED, Entry
from scorekeeper.rules.halves import as_number, read_points
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.saying import Argument, Row, Say, Sentences
from scorekeeper.rules.table import Table

D = TypeVar("D")

Location: TypeAlias = tuple[Argument, ...]
"""A place in a file, from the outside in: ("night 2", "game 1 (Coralon)", "hand 3")."""

YEARS = range(1970, 2200)
"""The years in which something can have happened."""

NO_TABLE: Table[Any] = Table(players=(), rules=None)
"""Entries may ask for the players and the house rules of a game; a file has neither."""


@dataclass(frozen=True)
class Flaw:
    """One thing that is wrong with a file.

    Attributes:
        location: where it is; empty for the file as a whole.
        why: the reason.
    """

    location: Location
    why: Say

    @property
    def message(self) -> Say:
        """The reason, after the place where that is."""
        return Say("{Place}: {why}", place=Row(*self.location), why=self.why) if self.location else self.why


class BadFile(ValueError):
    """A file that cannot be imported; ``flaws`` holds every reason found, at least one."""

    def __init__(self, flaws: Iterable[Flaw]) -> None:
        self.flaws = tuple(flaws)
        super().__init__(str(Sentences(*(flaw.message for flaw in self.flaws))))

    @classmethod
    def because(cls, why: Say, location: Location = ()) -> "BadFile":
        """Return the error for a single flaw."""
        return cls([Flaw(location, why)])

    def inside(self, part: Argument) -> "BadFile":
        """Return the same error as seen from outside the part of the file in which it was found."""
        return BadFile(Flaw((part, *flaw.location), flaw.why) for flaw in self.flaws)


def newer_app(version: object) -> Say:
    """Return the newer app that made a file, by the version that the file says; it may say anything."""
    if isinstance(version, str) and fullmatch(r"[0-9a-z.+-]{1,30}", version):
        return Say("Scorekeeper {version}, a newer version", version=version)
    return Say("a newer version of Scorekeeper")


@dataclass(frozen=True)
class Uid(Entry):
    """An identifier that is the same on every machine."""

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the identifier."""
        if not isinstance(raw, str) or not fullmatch("[0-9a-f]{32}", raw):
            raise Wrong(Say("{What} must be 32 digits and letters from a to f.", what=self.what))
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
            raise Wrong(Say("{What} must be a time such as 2026-11-21T19:30:00Z.", what=self.what))
        return time

    def write(self, value: datetime, table: Table[Any]) -> str:
        """Return the time in ISO 8601."""
        return moment_text(value)


@dataclass(frozen=True)
class Day(Entry):
    """A day, of no zone."""

    def read(self, raw: object, table: Table[Any]) -> date:
        """Return the day."""
        with suppress(ValueError):
            if isinstance(raw, str) and (day := date.fromisoformat(raw)).isoformat() == raw:
                return day
        raise Wrong(Say("{What} must be a day such as 2026-11-21.", what=self.what))

    def write(self, value: date, table: Table[Any]) -> str:
        """Return the day in ISO 8601."""
        return value.isoformat()


def moment_text(moment: datetime) -> str:
    """Return a moment in ISO 8601 and UTC, to the microsecond: "2026-11-21T19:30:00.000000Z"."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")[: -len("+00:00")] + "Z"


@dataclass(frozen=True)
class Score(Entry):
    """A whole number of points or coins that the database can store."""

    def read(self, raw: object, table: Table[Any]) -> int:
        """Return the number."""
        if type(raw) is not int or abs(raw) >= 2**63:
            raise Wrong(Say("{What} must be a whole number.", what=self.what))
        return raw


@dataclass(frozen=True)
class HalfScore(Score):
    """A number of points that the database can store, which may end in a half."""

    def read(self, raw: object, table: Table[Any]) -> int:
        """Return the number."""
        return read_points(raw) if type(raw) is float and raw % 1 == 0.5 else super().read(raw, table)

    def write(self, value: int, table: Table[Any]) -> int | float:
        """Return it as JSON has it: 25.5."""
        return as_number(value)


@dataclass(frozen=True)
class JsonObject(Entry):
    """A JSON object that is read elsewhere: a scoresheet or a hand."""

    def read(self, raw: object, table: Table[Any]) -> Mapping[str, Any]:
        """Return the object itself, so that it keeps what is known of its keys."""
        if not isinstance(raw, Mapping):
            raise Wrong(Say("{What} must be a JSON object.", what=self.what))
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
            raise Wrong(Say("{What} must be a list.", what=self.what))
        if self.most is not None and len(raw) > self.most:
            words = "{What} can have at most {most} entries, not {number}."
            raise Wrong(Say(words, what=self.what, most=f"{self.most:,}", number=f"{len(raw):,}"))
        documents: list[Any] = []
        for number, each in enumerate(raw, start=1):
            try:
                documents.append(read_document(self.document, each))
            except BadFile as bad:
                raise bad.inside(Say("{thing} {number}", thing=Say(self.noun), number=number)) from None
        return tuple(documents)

    def write(self, value: tuple[Any, ...], table: Table[Any]) -> list[Any]:
        """Return the list."""
        return [write_document(each) for each in value]


def read_document(document: type[D], raw: object) -> D:
    """Return a document from parsed JSON. Raises BadFile."""
    if not isinstance(raw, Mapping):
        raise BadFile.because(Say("Expected a JSON object."))
    entries = file_entries(document)  # type: ignore[arg-type]
    values, problems = declare.read(entries, raw, NO_TABLE, _unknown_key)
    if problems:
        missing = "“{key}” is missing."
        raise BadFile(
            Flaw((), one.message if one.field in raw else Say(missing, key=one.field)) for one in problems
        )
    return document(**values)


def write_document(document: Any) -> dict[str, Any]:
    """Return the JSON that reads as this document, without values that may be left out."""
    return declare.write(document, file_entries(type(document)), NO_TABLE)  # type: ignore[arg-type]


def json_text(value: Any) -> str:
    """Return the JSON of a value without spaces; of a document, all that others may read."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_as_json)


def public_fields(document: Any) -> list[str]:
    """Return what programs may read of a document, or of a class of them: all but what it calls private."""
    private = getattr(document, "private", ())
    return [field.name for field in fields(document) if field.name not in private]


def _as_json(value: Any) -> Any:
    """Return what JSON has for a document, a moment or points that end in a half."""
    if is_dataclass(value):
        return {name: getattr(value, name) for name in public_fields(value)}
    if isinstance(value, datetime):
        return moment_text(value)
    return value.isoformat() if isinstance(value, date) else as_number(value)


def _unknown_key(key: str) -> Say:
    return Say("“{key}” is unknown.", key=key[:40])


@cache
def file_entries(document: type) -> dict[str, Entry]:
    """Return the entries of a document by key, each with its key as its label and its field's default."""
    default = {field.name: field.default for field in fields(document)}
    return {
        key: replace(
            entry, label=f"“{key}”", named="", default=REQUIRED if default[key] is MISSING else default[key]
        )
        for key, entry in declare.entries_of(document).items()
    }
