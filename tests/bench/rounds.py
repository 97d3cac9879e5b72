"""Measuring things in turn, and comparing the medians."""

from collections.abc import Callable, Mapping
from statistics import median

from tests.bench.client import Cost

ROUNDS = 7


def in_turn(parts: Mapping[str, Callable[[], Cost]]) -> dict[str, Cost]:
    """The medians of several rounds, after one that only warms everything up.

    In turn, so that what else the machine does falls on all alike.
    """
    rounds = [{name: part() for name, part in parts.items()} for _ in range(1 + ROUNDS)][1:]
    return {
        name: Cost(median(one[name].cpu for one in rounds), median(one[name].wall for one in rounds))
        for name in parts
    }
