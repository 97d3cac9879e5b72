"""Laying out drawings: labels that don't cover each other, and texts in lines, with estimated widths."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from scorekeeper.rules.words import text_width


class Tick(NamedTuple):
    """A label and its position."""

    at: float
    words: str


def spread_labels(wanted: Sequence[float], leading: float, top: float, bottom: float) -> list[float]:
    """Return positions at which no label covers another, as near as possible to the wanted ones.

    ``leading`` is the distance between two labels, which is smaller where there is no room.
    """
    leading = min(leading, (bottom - top) / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    # Those too close to each other are one block around the middle of where they should be.
    blocks: list[list[float]] = []
    for rank, at in enumerate(order):
        blocks.append([wanted[at] - rank * leading])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    found = [0.0] * len(wanted)
    firsts = (
        min(max(fmean(block), top), bottom - leading * (len(wanted) - 1)) for block in blocks for _ in block
    )
    for rank, (at, first) in enumerate(zip(order, firsts, strict=True)):
        found[at] = first + rank * leading
    return found


def thin_labels(xs: Sequence[float], words: Sequence[str], letter: float) -> list[Tick]:
    """Return the labels below the steps: the last one, and as many before it, evenly spaced, as fit.

    The first one is included unless that costs half of the others. Positions are in percent, and so is the
    width of a ``letter``.
    """
    widths = [text_width(said) * letter for said in words]
    centers = [min(max(x, wide / 2), 100 - wide / 2) for x, wide in zip(xs, widths, strict=True)]
    every = [Tick(at, said) for at, said in zip(centers, words, strict=True)]
    fits = [stride for stride in range(1, len(words)) if _fit(every[::-1][::stride][::-1], letter)]
    if not fits:
        return every[-1:]
    whole = (stride for stride in fits if (len(words) - 1) % stride == 0 and stride < 2 * fits[0])
    return every[::-1][:: next(whole, fits[0])][::-1]


def _fit(ticks: Sequence[Tick], letter: float) -> bool:
    """Return whether no label touches the next."""
    return all(
        (text_width(a.words) + text_width(b.words)) * letter < 2 * (b.at - a.at - letter)
        for a, b in pairwise(ticks)
    )


def wrap(words: str, letters: float) -> list[str]:
    """Return a text as lines of at most this width in letters; a longer word goes on in the next line."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer) <= letters:
            lines[-1] = longer
            continue
        lines.append("")
        for letter in word:
            if text_width(lines[-1] + letter) > letters:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


def balance(words: str, letters: float) -> list[str]:
    """Return a text as no more lines than it needs at this width, each about as long as the others."""
    lines = wrap(words, letters)
    shortest = max((text_width(word) for word in words.split()), default=0)
    while letters - 1 >= shortest and len(narrower := wrap(words, letters - 1)) == len(lines):
        lines, letters = narrower, letters - 1
    return lines
