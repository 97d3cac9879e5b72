"""Declaring a document once, for its reader and its writer.

A document is a frozen dataclass whose fields carry a kind::

    note: Annotated[str, Words(280)] = ""

A field without a kind is no part of the document. What has its default is not written, and what is not
written has its default: the same values always make the same text.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields
from datetime import UTC, datetime
from re import fullmatch
from typing import Any, TypeVar, get_type_hints

from scorekeeper.exchange.errors import BadFile, Place
from scorekeeper.rules.json_text import twice
from scorekeeper.rules.words import listed

D = TypeVar("D")

YEARS = range(1970, 2200)
"""The years in which something can have happened."""


class Kind:
    """What may stand in a field; ``key`` is the name by which a refusal calls it."""

    def read(self, raw: Any, key: str, place: Place) -> Any:
        """The value of what stands there. Raises BadFile."""
        raise NotImplementedError

    def write(self, value: Any) -> Any:
        """What stands there for a value."""
        return value


@dataclass(frozen=True)
class Words(Kind):
    """Text of the players' own, up to a number of characters."""

    longest: int

    def read(self, raw: Any, key: str, place: Place) -> str:
        """The text as it was written."""
        if not isinstance(raw, str):
            raise BadFile.because(f"“{key}” must be text.", place)
        if len(raw) > self.longest:
            much = f"“{key}” has {len(raw)} characters; there is room for {self.longest}."
            raise BadFile.because(much, place)
        return raw


@dataclass(frozen=True)
class OneOf(Kind):
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, raw: Any, key: str, place: Place) -> str:
        """One of the words."""
        if not isinstance(raw, str) or raw not in self.words:
            raise BadFile.because(f"“{key}” must be {listed(self.words, 'or')}.", place)
        return raw


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number between two bounds, both included."""

    low: int
    high: int

    def read(self, raw: Any, key: str, place: Place) -> int:
        """The number."""
        if type(raw) is not int or not self.low <= raw <= self.high:
            raise BadFile.because(f"“{key}” must be a whole number from {self.low} to {self.high:,}.", place)
        return raw


class Flag(Kind):
    """Yes or no."""

    def read(self, raw: Any, key: str, place: Place) -> bool:
        """True or false."""
        if not isinstance(raw, bool):
            raise BadFile.because(f"“{key}” must be true or false.", place)
        return raw


class Uid(Kind):
    """A name for something that is the same on every machine."""

    def read(self, raw: Any, key: str, place: Place) -> str:
        """The name."""
        if not isinstance(raw, str) or not fullmatch("[0-9a-f]{32}", raw):
            raise BadFile.because(f"“{key}” must be 32 digits and letters from a to f.", place)
        return raw


class Moment(Kind):
    """A moment, to the microsecond, in UTC."""

    def read(self, raw: Any, key: str, place: Place) -> datetime:
        """The moment with its zone."""
        try:
            moment = datetime.fromisoformat(raw).astimezone(UTC) if isinstance(raw, str) else None
        except (ValueError, OverflowError):
            moment = None
        if moment is None or moment.year not in YEARS or "T" not in raw:
            raise BadFile.because(f"“{key}” must be a time such as 2026-11-21T19:30:00Z.", place)
        return moment

    def write(self, value: datetime) -> str:
        """The moment as ISO 8601 spells it."""
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Raw(Kind):
    """A JSON object that others read: a scoresheet, or a hand."""

    def read(self, raw: Any, key: str, place: Place) -> Mapping[str, Any]:
        """The object as it is."""
        if not isinstance(raw, Mapping):
            raise BadFile.because(f"“{key}” must be a JSON object.", place)
        return raw


@dataclass(frozen=True)
class Maybe(Kind):
    """Something, or null."""

    kind: Kind

    def read(self, raw: Any, key: str, place: Place) -> Any:
        """What is there; None for null."""
        return None if raw is None else self.kind.read(raw, key, place)

    def write(self, value: Any) -> Any:
        """What stands there; null for None."""
        return None if value is None else self.kind.write(value)


@dataclass(frozen=True)
class Many(Kind):
    """A list of things of one kind."""

    kind: Kind

    def read(self, raw: Any, key: str, place: Place) -> tuple[Any, ...]:
        """Everything in the list."""
        if not isinstance(raw, list):
            raise BadFile.because(f"“{key}” must be a list.", place)
        return tuple(self.kind.read(each, key, place) for each in raw)

    def write(self, value: tuple[Any, ...]) -> list[Any]:
        """The list."""
        return [self.kind.write(each) for each in value]


@dataclass(frozen=True)
class Parts(Kind):
    """A list of documents, each called by a word and its number where something is wrong with it."""

    part: type
    called: str

    def read(self, raw: Any, key: str, place: Place) -> tuple[Any, ...]:
        """Every document in the list."""
        if not isinstance(raw, list):
            raise BadFile.because(f"“{key}” must be a list.", place)
        return tuple(
            read(self.part, each, (*place, f"{self.called} {number}"))
            for number, each in enumerate(raw, start=1)
        )

    def write(self, value: tuple[Any, ...]) -> list[Any]:
        """The list."""
        return [write(each) for each in value]


def kinds(document: type) -> dict[str, tuple[Kind, "Field[Any]"]]:
    """The fields of a document with their kinds, in the order in which they are written."""
    if document in _declared:
        return _declared[document]
    hints = get_type_hints(document, include_extras=True)
    declared = [(field, getattr(hints[field.name], "__metadata__", ())) for field in fields(document)]
    _declared[document] = {field.name: (found[0], field) for field, found in declared if found}
    return _declared[document]


_declared: dict[type, dict[str, tuple[Kind, "Field[Any]"]]] = {}
"""Every document's fields, worked out once."""


def read(document: type[D], raw: Any, place: Place = ()) -> D:
    """A document, from parsed JSON. Raises BadFile with the first thing that is wrong."""
    if not isinstance(raw, Mapping):
        raise BadFile.because("Here something else stands than was expected.", place)
    declared = kinds(document)
    for key in twice(raw):
        raise BadFile.because(f"“{key[:40]}” is written twice.", place)
    for key in raw:
        if key not in declared:
            raise BadFile.because(f"“{key[:40]}” is not known here.", place)
    values = {}
    for key, (kind, field) in declared.items():
        if key in raw:
            values[key] = kind.read(raw[key], key, place)
        elif field.default is MISSING:
            raise BadFile.because(f"“{key}” is missing.", place)
    return document(**values)


def write(document: Any) -> dict[str, Any]:
    """The JSON that reads as this document."""
    return {
        key: kind.write(value)
        for key, (kind, field) in kinds(type(document)).items()
        if (value := getattr(document, key)) is not field.default and value != field.default
    }
