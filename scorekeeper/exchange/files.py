"""Files as they are sent and received: bytes on one side, documents on the other."""

import json
from collections.abc import Mapping
from datetime import datetime
from json import JSONDecodeError
from typing import Any
from unicodedata import is_normalized

from scorekeeper.exchange.documents import VERSION, ClubFile, Game, Night
from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.schema import read, write
from scorekeeper.exchange.validation import judged
from scorekeeper.rules.json_text import parse

LARGEST = 32 * 1024 * 1024
"""Bytes of a file: many years of a club."""

DEEPEST = 40
"""Nothing in a file has good reason to be nested deeper."""


def as_bytes(document: ClubFile) -> bytes:
    """The file of a club or a night: the same values always give the same bytes."""
    return _text(write(document)).encode()


def sheet_as_bytes(sheet: Mapping[str, Any]) -> bytes:
    """The file of one game: a scoresheet that ``scorekeeper score`` reads."""
    return _text(sheet, indent=2).encode()


def from_bytes(data: bytes, now: datetime) -> ClubFile:
    """What is in a file, every game of it scored. Raises BadFile.

    A bare scoresheet comes as the only game of a night without a name; neither knows when it was, so it is
    said to be ``now``.
    """
    raw = _parsed(data)
    if not isinstance(raw, Mapping) or not {"scorekeeper", "scoresheet"} & raw.keys():
        raise BadFile.because("This is no file of Scorekeeper, and no scoresheet.")
    if "scoresheet" in raw:
        game = Game(uid="", started_at=now, sheet=raw)
        return judged(ClubFile(scorekeeper=VERSION, nights=(Night(uid="", started_at=now, games=(game,)),)))
    version = raw["scorekeeper"]
    if type(version) is int and version > VERSION:
        raise BadFile.because("The file comes from a newer Scorekeeper. Bring this one up to date first.")
    return judged(read(ClubFile, raw))


def _text(document: Mapping[str, Any], indent: int | None = None) -> str:
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    if not is_normalized("NFC", text):
        # What is read is read composed, so it is written composed.
        text = json.dumps(parse(text), ensure_ascii=False, indent=indent)
    return text + "\n"


def _parsed(data: bytes) -> Any:
    if len(data) > LARGEST:
        raise BadFile.because(f"The file is larger than {LARGEST // 1024 // 1024} MB, more than can be read.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile.because("This is no file of Scorekeeper; perhaps it is a picture.") from None
    if not text.strip():
        raise BadFile.because("The file is empty.")
    try:
        raw = parse(text)
    except JSONDecodeError as error:
        where = f"from line {error.lineno} on it cannot be read"
        raise BadFile.because(f"The file is damaged, or no file of Scorekeeper: {where}.") from None
    except ValueError as error:
        raise BadFile.because(f"The file is damaged, or no file of Scorekeeper: {error}.") from None
    _check_values(raw)
    return raw


def _check_values(raw: Any) -> None:
    """Refuse what could not be kept: letters that are none, numbers without end, endless nesting."""
    level = [raw]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        for value in level:
            if isinstance(value, str) and not _can_be_kept(value):
                raise BadFile.because("The file has a character that cannot be shown.")
            if isinstance(value, float) and not abs(value) < float("inf"):
                raise BadFile.because("The file has a number that is too large.")
        if not level:
            return
    raise BadFile.because("The file is nested too deeply.")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _can_be_kept(text: str) -> bool:
    # Half of a character is the only thing that a JSON text can say and no file can hold.
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)
