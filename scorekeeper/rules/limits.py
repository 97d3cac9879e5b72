"""What figures of a hand add up to where this concerns several entries.

A form offers only what the sums leave; whether a hand is possible is for its own check to say, in words.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from scorekeeper.rules.table import Seat

Path: TypeAlias = tuple[str | Seat, ...]
"""Where a figure stands: its entry, and the place in it: ``("clean", 0)``, ``("cards", 2, "kings")``."""


class Sum(NamedTuple):
    """Figures that add up to no more than a limit, or to just that.

    Attributes:
        parts: where the figures stand, and how often each of them counts; less than nothing where
            it makes room for the others, as a trick does for the cards in it.
        most: what they add up to at most.
        exactly: whether they must reach it.
    """

    parts: Mapping[Path, int]
    most: int
    exactly: bool = False


def each_once(places: Iterable[Path], most: int, exactly: bool = False) -> Sum:
    """Figures that count once each."""
    return Sum(dict.fromkeys(places, 1), most, exactly)
