"""Sums of figures across several entries of a hand.

A form offers only the figures that the sums allow; the hand's own check refuses impossible hands in words.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from scorekeeper.rules.table import Seat

Path: TypeAlias = tuple[str | Seat, ...]
"""The path to a figure: its entry, and the place in it: ``("clean", 0)``, ``("cards", 2, "kings")``."""


class Sum(NamedTuple):
    """Figures that add up to at most a limit, or to exactly that.

    Attributes:
        parts: the path of each figure with its weight; a negative weight makes room for the others, as a
            trick does for the cards in it.
        most: the limit.
        exactly: whether the figures must reach it.
    """

    parts: Mapping[Path, int]
    most: int
    exactly: bool = False


def each_once(paths: Iterable[Path], most: int, exactly: bool = False) -> Sum:
    """Return the sum of figures that count once each."""
    return Sum(dict.fromkeys(paths, 1), most, exactly)
