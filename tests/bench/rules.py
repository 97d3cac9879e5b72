"""The cost of scoring evenings, and of settling a night."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from time import process_time
from typing import Any

from scorekeeper.rules.engine import play, score
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.sheet import scoresheet, set_up
from scorekeeper.settlement import settle
from tests.bench.client import PLAYERS, Cost, coralon_hands
from tests.bench.figures import Line, in_turn
from tests.bench.pages import EVENINGS

SHORT, LONG = 20, 200
"""Hands of a game that are scored."""

PEOPLE, NIGHTS, WON = 12, 20, 100
"""Who settles, how many nights, and the most coins that one of them won or lost."""

Net = Mapping[str, int]


def scoring() -> Iterator[Line]:
    """Measure scoring the evenings of the tests, and hands of a long game."""
    sheets = [
        each["sheet"] for file in sorted(EVENINGS.glob("*.json")) for each in json.loads(file.read_text())
    ]
    empty = scoresheet("coralon", PLAYERS, {"target": LARGEST})
    setup, hands = set_up(empty, by_name=False), coralon_hands(LONG)
    costs = in_turn(
        {
            "text": partial(doing, lambda sheet: json.loads(json.dumps(sheet)), sheets),
            "evening": partial(doing, score, sheets),
            "short": partial(doing, lambda _: play(setup, hands[:SHORT]), range(LONG // SHORT)),
            "long": partial(doing, lambda _: play(setup, hands), range(1)),
        }
    )
    yield costs.line("scoring an evening", "evening", "text", "writing and reading it as JSON")
    yield costs.line(
        f"scoring {LONG} hands of Coralon", "long", "short", f"{SHORT} hands", f"{LONG / SHORT:.0f}"
    )


def settling() -> Iterator[Line]:
    """Measure settling a night with the fewest payments."""
    random = Random("settling")
    nights = []
    for _ in range(NIGHTS):
        net = {f"Player {number}": random.randint(-WON, WON) for number in range(1, PEOPLE)}
        nights.append({**net, "The last": -sum(net.values())})
    costs = in_turn({"ours": partial(doing, settle, nights), "greedy": partial(doing, greedy, nights)})
    yield costs.line(
        f"settling a night of {PEOPLE} people", "ours", "greedy", "largest debtor to largest creditor"
    )


def doing(what: Callable[[Any], object], inputs: Sequence[object]) -> Cost:
    """Return what it costs to do something with one of the inputs."""
    before = process_time()
    for each in inputs:
        what(each)
    return Cost((process_time() - before) / len(inputs))


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
