"""Settling a night, compared to a simple rule and to a library."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from time import perf_counter, process_time

import debts

from scorekeeper.settlement import settle
from tests.bench.client import Cost
from tests.bench.rounds import ROUNDS, in_turn

COMPANIES = (8, 12, 15)

NIGHTS = 100
"""Nights whose payments are compared."""

A_ROUND = 5
"""Nights settled for one figure."""

HANDS = 30
"""Hands in a night."""

STAKE = 5
"""The most coins that a hand costs."""

Net = Mapping[str, int]


def measure() -> None:
    """Print how long settling takes, and how often the others need more payments."""
    print(f"Settling a night: CPU time, medians of {ROUNDS} rounds in turn; payments of {NIGHTS} nights.")
    print("Greedy is that the largest debtor pays the largest creditor, debts is a library.\n")
    print(f"  {'':8}{'time':>10}{'slowest':>12}{'times':>10}{'times':>10}   needs more payments than ours")
    print(f"  {'people':8}{'ours':>10}{'night':>12}{'greedy':>10}{'debts':>10}   {'greedy':>12}{'debts':>12}")
    for people in COMPANIES:
        nights = [night(Random(f"{people} people, night {number}"), people) for number in range(NIGHTS)]
        costs = in_turn({name: partial(settling, way, nights[:A_ROUND]) for name, way in WAYS.items()})
        slowest = max(settling(ours, [net]).cpu for net in nights)
        line = f"  {people:<8}{costs.median('ours').cpu * 1000:7.2f} ms{slowest * 1000:9.2f} ms"
        line += "".join(f"{costs.ratio('ours', other).cpu:10.1f}" for other in ("greedy", "debts"))
        more = (sum(WAYS[other](net) > ours(net) for net in nights) / NIGHTS for other in ("greedy", "debts"))
        print(f"{line}   {''.join(f'{share:12.0%}' for share in more)}", flush=True)


def night(random: Random, people: int) -> Net:
    """Return what everyone won and lost; in each hand some stake something, and one of them takes it."""
    net = dict.fromkeys((f"Player {number}" for number in range(1, people + 1)), 0)
    for _ in range(HANDS):
        staked = {
            name: random.randint(1, STAKE) for name in random.sample(list(net), random.randint(3, people))
        }
        for name, coins in staked.items():
            net[name] -= coins
        net[random.choice(list(staked))] += sum(staked.values())
    return net


def settling(way: Callable[[Net], int], nights: Sequence[Net]) -> Cost:
    """Return what settling one of these nights costs."""
    cpu, wall = process_time(), perf_counter()
    for net in nights:
        way(net)
    return Cost((process_time() - cpu) / len(nights), (perf_counter() - wall) / len(nights))


def ours(net: Net) -> int:
    """Return our payments."""
    return len(settle(net).payments)


def greedy(net: Net) -> int:
    """Return the payments if the largest debtor always pays the largest creditor."""
    left = dict(net)
    payments = 0
    while any(left.values()):
        debtor, creditor = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        coins = min(-left[debtor], left[creditor])
        left[debtor] += coins
        left[creditor] -= coins
        payments += 1
    return payments


def library(net: Net) -> int:
    """Return the payments of ``debts``; it answers None where there are none."""
    return len(debts.settle(net.items()) or ())


WAYS = {"ours": ours, "greedy": greedy, "debts": library}
