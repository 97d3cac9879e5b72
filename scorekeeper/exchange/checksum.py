"""The checksum in a file of a version before 1.0, by which a change of the file is noticed.

It is made from what the file says, so another layout of the same JSON is the same file.
"""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

import orjson

KEY = "checksum"
"""The key of the checksum in a file, which is not part of what it is made from."""


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
