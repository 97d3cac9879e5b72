"""The checksum in a file of a club or a night, by which a change of the file is noticed.

It is made from what the file says, so another layout of the same JSON is the same file.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import orjson

KEY = "checksum"
"""The key of the checksum in a file, which is not part of what it is made from."""


MANY = "nights"
"""The key of the list that may be too long to be kept in memory."""


class RunningChecksum:
    """The checksum of a document whose nights are added one after another.

    It is the same as that of the whole document, for which everything else must be known first.
    """

    def __init__(self, others: Mapping[str, Any]) -> None:
        """Begin with everything in the document but its nights; an earlier checksum doesn't count."""
        self._others = others
        self._digest = sha256()
        self._nights = 0
        self._add_keys(lambda key: key < MANY)

    def add_night(self, night: Any) -> None:
        """Add the next night, given as parsed JSON."""
        if not self._nights:
            self._add(f"{_text(MANY)}:[")
        self._nights += 1
        self._digest.update(json_bytes(night, in_order=True) + b",")

    def hexdigest(self) -> str:
        """Return the checksum once every night was added."""
        self._add_keys(lambda key: key > MANY)
        return self._digest.hexdigest()

    def _add_keys(self, which: Callable[[str], bool]) -> None:
        for text in _canonical({key: value for key, value in self._others.items() if which(key)}):
            self._add(text)

    def _add(self, text: str) -> None:
        self._digest.update(text.encode("utf-8", "surrogatepass"))


def checksum_of(document: Mapping[str, Any]) -> str:
    """Return the checksum of a document, given as parsed JSON; an earlier checksum in it doesn't count."""
    digest = sha256()
    for text in _canonical(document):
        digest.update(text.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def is_as_made(document: Mapping[str, Any]) -> bool:
    """Return whether a document is as it was when it was made; one without a checksum is taken to be."""
    return KEY not in document or document[KEY] == checksum_of(document)


def _canonical(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text of a document in one spelling, in parts, as a whole club takes much memory."""
    for key in sorted(document):
        if key != KEY:
            value = document[key]
            many = isinstance(value, list | tuple)
            yield f"{_text(key)}:{'[' if many else ''}"
            for part in value if many else [value]:
                yield _text(part) + ","


def json_bytes(value: Any, in_order: bool = False) -> bytes:
    """Return the JSON of a value without spaces, if need be with its keys ``in_order``."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS if in_order else None)
    except TypeError:
        # It knows no number of more than 64 bits.
        return json.dumps(value, ensure_ascii=False, sort_keys=in_order, separators=(",", ":")).encode()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
