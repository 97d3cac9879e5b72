"""What fits where in a drawing: axes, labels, and sentences in lines. Letters are measured by thumb."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple
from unicodedata import east_asian_width

WIDTH = 360
"""Of a drawing: about the pixels of a phone held upright. A wider page draws it larger."""

LETTER = 7.2
"""The room of a letter in labels, a little generously; a Chinese one takes twice as much."""

LEADING = 17
"""Between two labels."""


class Tick(NamedTuple):
    """A figure or word on an axis, and where it stands."""

    at: float
    words: str


def scale(low: int, high: int, most: int = 6) -> list[int]:
    """Whole round figures from below the lowest to above the highest, few enough to be read."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            rows = range(floor(low / step), ceil(high / step) + 1)
            if len(rows) <= most:
                return [row * step for row in (rows if len(rows) > 1 else range(rows[0], rows[0] + 2))]
        size *= 10


def spread(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Where labels stand so that none covers another: as near as can be to where they were wanted."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    found = [0.0] * len(wanted)
    free = top
    for at in order:
        found[at] = max(wanted[at], free)
        free = found[at] + LEADING
    below = bottom
    for at in reversed(order):
        found[at] = min(found[at], below)
        below = found[at] - LEADING
    return found


def spaced(xs: Sequence[float], words: Sequence[str]) -> list[Tick]:
    """The words below the steps: the last one, and before it as many, evenly, as have room.

    The first one is among them where that does not cost half of the others.
    """
    places = [min(max(x, room(said) / 2), WIDTH - room(said) / 2) for x, said in zip(xs, words, strict=True)]
    every = [Tick(at, said) for at, said in zip(places, words, strict=True)]
    fits = [stride for stride in range(1, len(words)) if _apart(every[::-1][::stride][::-1])]
    if not fits:
        return every[-1:]
    whole = (stride for stride in fits if (len(words) - 1) % stride == 0 and stride < 2 * fits[0])
    return every[::-1][:: next(whole, fits[0])][::-1]


def _apart(ticks: Sequence[Tick]) -> bool:
    """Whether none touches the next."""
    return all(room(a.words) + room(b.words) < 2 * (b.at - a.at - LETTER) for a, b in pairwise(ticks))


def cut(words: str, wide: float) -> str:
    """As much of some words as has room, and be it none of them."""
    short = words
    while room(short) > wide and short != "…":
        short = short.removesuffix("…")[:-1].rstrip() + "…"
    return short


def wrapped(words: str, wide: float, letter: float = LETTER) -> list[str]:
    """Words in lines that have room; a word that is longer than a line is cut."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if room(longer) * letter / LETTER <= wide:
            lines[-1] = longer
        else:
            lines.append(cut(word, wide * LETTER / letter))
    return [line for line in lines if line]


def room(words: str) -> float:
    """About how wide some words are."""
    return sum(LETTER * (2 if east_asian_width(letter) in "WF" else 1) for letter in words)
