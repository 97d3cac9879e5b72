"""Reading JSON text as the scoring contract requires (section 1)."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn
from unicodedata import normalize

ENOUGH_DIGITS = 20

COSTS = {b"{": 184, b"[": 88, b",": 40, b":": 72, b'"': 29}
"""Bytes of memory that parsed objects, lists, numbers and strings take for each of these in their text."""


class _Repeated(dict[str, Any]):
    """A JSON object with keys that were written more than once."""

    twice: tuple[str, ...] = ()


def parsing_cost(text: bytes) -> int:
    """Return about how many bytes of memory the values of a JSON text will take, without parsing it.

    They take no more: a mark within a string is counted too, and a string that comes twice is kept once.
    """
    return len(text) + sum(text.count(mark) * cost for mark, cost in COSTS.items())


def parse(text: str) -> Any:
    """Return the JSON value of a text, with every string as Unicode NFC.

    An object remembers keys that were written twice (see ``twice``). Raises ValueError if the text is not
    JSON, or has values that only some readers accept (NaN, or endless nesting).
    """
    try:
        return _composed(
            json.loads(text, object_pairs_hook=_from_pairs, parse_int=_whole, parse_constant=_refuse)
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def twice(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys of an object that were written more than once."""
    return document.twice if isinstance(document, _Repeated) else ()


def _from_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = {normalize("NFC", key): _composed(value) for key, value in pairs}
    if len(plain) == len(pairs):
        return plain
    times = Counter(normalize("NFC", key) for key, _ in pairs)
    document = _Repeated(plain)
    document.twice = tuple(key for key in plain if times[key] > 1)
    return document


def _composed(value: Any) -> Any:
    if isinstance(value, str):
        return normalize("NFC", value)
    if isinstance(value, list):
        # In place: a list may be as long as its file.
        for place, item in enumerate(value):
            if isinstance(item, str | list):
                value[place] = _composed(item)
    return value


def _whole(digits: str) -> int:
    # A number this long is beyond every bound, and Python is slow to read longer ones, or refuses them.
    return int(digits[:ENOUGH_DIGITS])


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")
