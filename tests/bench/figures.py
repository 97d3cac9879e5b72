"""Lines of the table, and what is measured in turn for them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import ClassVar

from tests.bench.client import Cost

ROUNDS = 11
"""An odd number, so that the median is one of the rounds."""


@dataclass(frozen=True)
class Line:
    """A line of the table: a figure, and its ratio to something else in the same run."""

    what: str
    figure: float | str
    unit: str
    ratio: float
    base: str
    aim: str = ""

    HEAD: ClassVar[str] = f"{'':44}{'figure':>14} {'unit':9}{'ratio':>7}   {'to':30}to reach"

    def __str__(self) -> str:
        shown = self.figure if isinstance(self.figure, str) else f"{self.figure:,.2f}"
        return f"{self.what:44}{shown:>14} {self.unit:9}{self.ratio:7.2f}   {self.base:30}{self.aim}".rstrip()


@dataclass(frozen=True)
class Costs:
    """The CPU seconds of each part in each round. Whatever else the machine does slows a whole round."""

    rounds: Mapping[str, list[float]]

    def line(self, what: str, part: str, other: str, base: str, aim: str = "") -> Line:
        """Return a line with the median of a part, and its median ratio to another within each round."""
        ratio = median(
            one / two for one, two in zip(self.rounds[part], self.rounds[other], strict=True) if two
        )
        return Line(what, 1000 * median(self.rounds[part]), "ms CPU", ratio, base, aim)


def in_turn(parts: Mapping[str, Callable[[], Cost]]) -> Costs:
    """Measure every part in every round, after one round to warm up."""
    rounds = [{name: part().cpu for name, part in parts.items()} for _ in range(1 + ROUNDS)][1:]
    return Costs({name: [one[name] for one in rounds] for name in parts})
