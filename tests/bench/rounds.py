"""Measuring things in turn, and taking the medians."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

from tests.bench.client import Cost

ROUNDS = 15
"""An odd number, so that the median is one of the rounds."""


@dataclass(frozen=True)
class Rounds:
    """What each part cost in each round. Anything else the machine does slows all parts of a round alike."""

    costs: Mapping[str, list[Cost]]

    def median(self, part: str) -> Cost:
        """Return the median cost of a part."""
        costs = self.costs[part]
        return Cost(median(cost.cpu for cost in costs), median(cost.wall for cost in costs))

    def ratio(self, part: str, base: str) -> Cost:
        """Return the median ratio of a part to another one, compared within each round."""
        pairs = list(zip(self.costs[part], self.costs[base], strict=True))
        return Cost(
            median(cost.cpu / other.cpu for cost, other in pairs),
            median(cost.wall / other.wall for cost, other in pairs),
        )


def in_turn(parts: Mapping[str, Callable[[], Cost]]) -> Rounds:
    """Measure every part in every round, after one round to warm up."""
    rounds = [{name: part() for name, part in parts.items()} for _ in range(1 + ROUNDS)][1:]
    return Rounds({name: [one[name] for one in rounds] for name in parts})
