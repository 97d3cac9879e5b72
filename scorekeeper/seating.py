"""Seating: who sits at which table, so that people meet as evenly as they can, and who sits out.

A round starts from many random ones. In each, two people of different tables change places as long as that
makes it better, and the best of them is taken. Each meeting has its price: those of tonight count first, and
where these are even, the earlier ones. In a game with partners the people of a table take the places in which
they have been partners least.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, islice, pairwise, permutations
from random import Random
from typing import Generic, NamedTuple, TypeVar

USUAL = 4
"""The number of people at a table that most games are best with."""

TRIES, EQUAL, PLACES = 40, 8, 12
"""How many random rounds are improved, how many of the best ones are compared by their partners, and how many
orders around each table."""

NIGHT = 10**6
"""How much more a meeting of tonight weighs than one before."""

P = TypeVar("P", bound=str | int)
Counts = Mapping[tuple[P, P], tuple[int, int]]
"""How often each two did something tonight, and before, in either order; who never did may be missing."""

Sides = Callable[[int], Sequence[Sequence[int]]]
"""The seats of each side of a game with so many players."""


class Round(NamedTuple, Generic[P]):
    """A round: the people of each table in seat order, and those who sit out."""

    tables: Sequence[Sequence[P]]
    out: Sequence[P]


def table_sizes(people: int, allowed: Collection[int]) -> list[int]:
    """Return the numbers of people at tables of these allowed sizes; empty if they are too few for a table.

    As few as possible sit out; then tables are near to the usual size, and two or more if there can be.
    """
    ways = []
    most = people // min(allowed)
    for count in range(min(2, most), most + 1):
        sizes = [min(allowed)] * count
        for smaller, size in pairwise(sorted(allowed)):
            for at in range(count):
                if sizes[at] == smaller and sum(sizes) + size - smaller <= people:
                    sizes[at] = size
        ways.append(sizes)
    return min(ways, key=lambda way: (-sum(way), sum(abs(size - USUAL) for size in way), -len(way)))


def seat_people(
    people: Collection[P],
    allowed: Collection[int],
    sides: Sides,
    met: Counts[P],
    partnered: Counts[P],
    sat_out: Mapping[P, int],
    chance: Random,
) -> Round[P]:
    """Return a round of these people at tables of allowed sizes.

    ``met`` and ``partnered`` say how often each two sat at one table and were partners, ``sat_out`` in which
    round people sat out last. Those who never did sit out first, and then those who did the longest ago.
    """
    sizes = table_sizes(len(people), allowed)
    turns = sorted(chance.sample([*people], len(people)), key=lambda who: sat_out.get(who, 0))
    out, seated = turns[: len(people) - sum(sizes)], turns[len(people) - sum(sizes) :]
    meetings, partners = _prices(seated, met), _prices(seated, partnered)

    def together(seats: Sequence[int]) -> int:
        pairs = (pair for side in sides(len(seats)) for pair in combinations(side, 2))
        return sum(partners[seats[one]][seats[other]] for one, other in pairs)

    def placed(table: Sequence[int]) -> Sequence[int]:
        return min((chance.sample(table, len(table)) for _ in range(PLACES)), key=together)

    rounds = [_improved(sizes, meetings, chance) for _ in range(TRIES)]
    lowest = min(price for price, _ in rounds)
    best = [tables for price, tables in rounds if price == lowest][:EQUAL]
    tables = min(([*map(placed, each)] for each in best), key=lambda each: sum(map(together, each)))
    return Round([[seated[one] for one in table] for table in tables], out)


def _prices(people: Sequence[P], counts: Counts[P]) -> list[list[int]]:
    """Return what it costs if each two of these people do once more what they did so often.

    The first time is by far the cheapest, counted from where every two of them are.
    """
    done = [[counts.get((one, other), (0, 0)) for other in people] for one in people]
    least = min((done[one][other][0] for one, other in combinations(range(len(people)), 2)), default=0)
    more = [[(max(night - least, 0), before) for night, before in row] for row in done]
    return [[NIGHT * (8 * (night > 0) + night**3) + before for night, before in row] for row in more]


def _improved(
    sizes: Sequence[int], prices: Sequence[Sequence[int]], chance: Random
) -> tuple[int, Sequence[Sequence[int]]]:
    """Return the price of a round that no two people can improve by changing places, and its tables."""
    people = chance.sample(range(len(prices)), len(prices))
    coming = iter(people)
    at = {one: table for table, size in enumerate(sizes) for one in islice(coming, size)}
    price = [[0] * len(sizes) for _ in people]
    for one, other in permutations(people, 2):
        price[one][at[other]] += prices[one][other]
    improving = True
    while improving:
        improving = False
        for one, other in combinations(people, 2):
            here, there = at[one], at[other]
            now = price[one][here] + price[other][there]
            if here != there and price[one][there] + price[other][here] - 2 * prices[one][other] < now:
                at[one], at[other], improving = there, here, True
                for sums, theirs in zip(price, prices, strict=True):
                    sums[there] += theirs[one] - theirs[other]
                    sums[here] -= theirs[one] - theirs[other]
    tables = [[one for one in people if at[one] == table] for table in range(len(sizes))]
    return sum(price[one][table] for one, table in at.items()), tables
