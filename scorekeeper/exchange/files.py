"""Turning documents into the bytes of a file and back."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import chain
from json import JSONDecodeError
from typing import Any
from unicodedata import is_normalized

from scorekeeper.exchange.checksum import KEY, MANY, RunningChecksum, is_as_made, json_bytes
from scorekeeper.exchange.documents import VERSION, ClubDocument, GameDocument, NightDocument
from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.schema import read_document, write_document
from scorekeeper.exchange.validation import validated
from scorekeeper.rules.json_text import parse, parsing_cost, twice

MAX_FILE_SIZE = 6 * 1024 * 1024
"""The most bytes in a file that is read at once, some 2,000 games, and in each night of a larger one."""

MAX_PARSING_COST = 20 * MAX_FILE_SIZE
"""The most memory for parsing a file, as estimated: more than the app's own files need, however large."""

MAX_DEPTH = 40
"""Nothing in a file needs to be nested more deeply."""

NOT_OURS = "This is neither a Scorekeeper file nor a scoresheet."

NESTED = (dict, list)
"""The values that hold others."""

HALF = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair."""


def club_parts(document: ClubDocument, nights: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield the file of a club, given as a document and its written nights, with the checksum at the end.

    Equal clubs give equal bytes.
    """
    said = _composed(write_document(replace(document, nights=())))
    checksum = RunningChecksum(said)
    yield json.dumps(said, ensure_ascii=False)[:-1].encode()
    before, end = f', "{MANY}": [', ""
    for night in nights:
        written = _composed(night)
        checksum.add_night(written)
        yield before.encode() + json_bytes(written)
        before, end = ", ", "]"
    yield f'{end}, "{KEY}": "{checksum.hexdigest()}"}}\n'.encode()


def scoresheet_bytes(sheet: Mapping[str, Any]) -> bytes:
    """Return the file of one game: a scoresheet that ``scorekeeper score`` reads."""
    return _text(sheet, indent=2).encode()


def club_from_bytes(data: bytes, now: datetime) -> ClubDocument:
    """Return the document in a file, with every game scored. Raises BadFile.

    A bare scoresheet becomes the only game of a night without an identifier. It doesn't say when it was
    played, so both start ``now``.
    """
    raw = parse_part(data)
    if not isinstance(raw, Mapping) or not {"scorekeeper", "scoresheet"} & raw.keys():
        raise BadFile.because(NOT_OURS)
    if "scoresheet" in raw:
        game = GameDocument(uid="", started_at=now, sheet=raw)
        night = NightDocument(uid="", started_at=now, games=(game,))
        return validated(ClubDocument(scorekeeper=VERSION, nights=(night,)))
    return replace(validated(read_club(raw)), altered=not is_as_made(raw))


def read_club(raw: Mapping[str, Any]) -> ClubDocument:
    """Return a document with a version, given as parsed JSON; its games are not scored. Raises BadFile."""
    version = raw["scorekeeper"]
    if type(version) is int and version > VERSION:
        raise BadFile.because("The file comes from a newer version of Scorekeeper. Update this one first.")
    said = raw if twice(raw) else {key: value for key, value in raw.items() if key != KEY}
    return read_document(ClubDocument, said)


def _text(document: Mapping[str, Any], indent: int | None = None) -> str:
    return json.dumps(_composed(document), ensure_ascii=False, indent=indent) + "\n"


def _composed(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a document with its text composed, as it is when it is read."""
    data = json_bytes(document)
    return document if data.isascii() or is_normalized("NFC", text := data.decode()) else parse(text)


def parse_part(data: bytes) -> Any:
    """Return the JSON of a file, or of a part of one, that can be stored. Raises BadFile."""
    if len(data) > MAX_FILE_SIZE:
        raise BadFile.because(
            f"The file is larger than {MAX_FILE_SIZE // 1024 // 1024} MB, which is the limit."
        )
    if parsing_cost(data) > MAX_PARSING_COST:
        raise BadFile.because("The file holds too many values. Scorekeeper makes no such file.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile.because("This is not a Scorekeeper file; it may be a picture.") from None
    if not text.strip():
        raise BadFile.because("The file is empty.")
    try:
        raw = parse(text)
    except JSONDecodeError as error:
        where = f"it can’t be read from line {error.lineno} on"
        raise BadFile.because(f"The file is damaged or isn’t a Scorekeeper file: {where}.") from None
    except ValueError as error:
        raise BadFile.because(f"The file is damaged or isn’t a Scorekeeper file: {error}.") from None
    _check_values(raw)
    return raw


def _check_values(raw: Any) -> None:
    """Raise BadFile for what can't be stored: half characters, NUL, infinite numbers, deep nesting."""
    nested = [raw]
    for _ in range(MAX_DEPTH):
        values = list(chain.from_iterable(map(_values_in, nested)))
        if not values:
            return
        if not _can_be_stored("".join([value for value in values if isinstance(value, str)])):
            raise BadFile.because("The file contains a character that can’t be displayed.")
        numbers = [value for value in values if isinstance(value, float)]
        if not all(abs(number) < float("inf") for number in numbers):
            raise BadFile.because("The file contains a number that is too large.")
        nested = [value for value in values if isinstance(value, NESTED)]
    raise BadFile.because("The file is nested too deeply.")


def _values_in(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _can_be_stored(text: str) -> bool:
    # JSON can spell half of a surrogate pair, which UTF-8 cannot hold, and NUL, which PostgreSQL cannot.
    return "\0" not in text and (text.isascii() or not HALF.search(text))
