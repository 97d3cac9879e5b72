"""The cost of scoring evenings."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import process_time
from typing import Any

from scorekeeper.rules.engine import play, score
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.sheet import scoresheet, set_up
from tests.bench.client import PLAYERS, Cost, coralon_hands
from tests.bench.clubs import EVENINGS
from tests.bench.figures import Line, in_turn

SHORT, LONG = 20, 200
"""Hands of a game that are scored."""


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
    what = f"scoring {LONG} hands of Coralon"
    yield costs.line(what, "long", "short", f"{SHORT} hands", times=LONG / SHORT)


def doing(what: Callable[[Any], object], inputs: Sequence[object]) -> Cost:
    """Return what it costs to do something with one of the inputs."""
    before = process_time()
    for each in inputs:
        what(each)
    return Cost((process_time() - before) / len(inputs))
