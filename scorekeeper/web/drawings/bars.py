"""Small drawings beside figures: a bar for a sum, and a share on a line with how much of it may be luck.

Everything is placed in percent of the width; ``templates/drawings/bars.html`` draws it.
"""

from collections.abc import Sequence
from typing import NamedTuple


class SumBar(NamedTuple):
    """A bar from zero to a sum: its left end, its length, and where zero is."""

    x: float
    length: float
    zero: float


def sum_bars(sums: Sequence[int]) -> list[SumBar]:
    """Return a bar for each sum, all on one scale; negative ones extend to the left."""
    low, high = min([0, *sums]), max([0, *sums])
    unit = 100 / ((high - low) or 1)
    return [SumBar((min(sum_, 0) - low) * unit, abs(sum_) * unit, -low * unit) for sum_ in sums]
