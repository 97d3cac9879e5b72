"""Lines of the table, and what is measured in turn for them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any, ClassVar

from tests.bench.client import Cost

ROUNDS = 11
"""An odd number, so that the median is one of the rounds."""


@dataclass(frozen=True)
class Line:
    """A line of the table: a figure, its ratio to something else in the same run, and what they should be.

    Attributes:
        most: the most that the figure should be, in its unit.
        times: the most that the ratio should be.
    """

    what: str
    figure: float
    unit: str
    ratio: float | None = None
    base: str = ""
    most: float | None = None
    times: float | None = None

    HEAD: ClassVar[str] = f"  {'':44}{'figure':>10} {'unit':9}{'ratio':>7}   {'to':33}aim"

    @property
    def aim(self) -> str:
        """What the figure or the ratio should be, if anything."""
        if self.times is not None:
            return f"≤ {self.times:g} ×"
        return "" if self.most is None else f"≤ {self.most:,g} {self.unit}"

    @property
    def is_missed(self) -> bool:
        """Whether the figure or the ratio is more than it should be."""
        too_much = self.most is not None and self.figure > self.most
        return too_much or (self.times is not None and (self.ratio or 0) > self.times)

    def __str__(self) -> str:
        sign = "✗" if self.is_missed else "✓" if self.aim else " "
        ratio = "" if self.ratio is None else f"{self.ratio:,.2f}"
        figure = f"{self.what:44}{self.figure:10,.2f} {self.unit:9}{ratio:>7}"
        return f"{sign} {figure}   {self.base:33}{self.aim}".rstrip()


@dataclass(frozen=True)
class Costs:
    """The CPU seconds of each part in each round. Whatever else the machine does slows a whole round."""

    rounds: Mapping[Any, list[float]]

    def line(
        self, what: str, part: Any, to: Any, base: str, most: float | None = None, times: float | None = None
    ) -> Line:
        """Return a line with the median of a part, and its median ratio to another within each round."""
        ratio = median(one / two for one, two in zip(self.rounds[part], self.rounds[to], strict=True) if two)
        return Line(what, 1000 * median(self.rounds[part]), "ms CPU", ratio, base, most, times)


def in_turn(parts: Mapping[Any, Callable[[], Cost]]) -> Costs:
    """Measure every part in every round, after one round to warm up."""
    rounds = [{name: part().cpu for name, part in parts.items()} for _ in range(1 + ROUNDS)][1:]
    return Costs({name: [one[name] for one in rounds] for name in parts})
