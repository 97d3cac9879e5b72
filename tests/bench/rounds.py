"""Measuring things in turn, and taking the medians."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

from tests.bench.client import Cost

ROUNDS = 15
"""An odd number: the median is then a round that there was."""


@dataclass(frozen=True)
class Rounds:
    """What each part cost in each round. What else the machine does falls on all parts of a round alike."""

    costs: Mapping[str, list[Cost]]

    def median(self, part: str) -> Cost:
        """What a part usually costs."""
        costs = self.costs[part]
        return Cost(median(cost.cpu for cost in costs), median(cost.wall for cost in costs))

    def ratio(self, part: str, base: str) -> Cost:
        """How many times another part it usually costs, the two compared within each round."""
        pairs = list(zip(self.costs[part], self.costs[base], strict=True))
        return Cost(
            median(cost.cpu / other.cpu for cost, other in pairs),
            median(cost.wall / other.wall for cost, other in pairs),
        )


def in_turn(parts: Mapping[str, Callable[[], Cost]]) -> Rounds:
    """Measure every part in every round, after a round that only warms everything up."""
    rounds = [{name: part() for name, part in parts.items()} for _ in range(1 + ROUNDS)][1:]
    return Rounds({name: [one[name] for one in rounds] for name in parts})
