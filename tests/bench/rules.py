"""How many hands the engine scores in a second, and whether a hand of a long game costs more."""

from functools import partial
from random import Random
from time import perf_counter, process_time

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import play
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.table import Setup
from tests.bench.client import Cost
from tests.bench.hands import TRIES, Raw, draw_hand, draw_hands, endless
from tests.bench.rounds import ROUNDS, in_turn

SHORT, LONG = 20, 200

A_ROUND = 400
"""Hands scored for one figure: enough that anything else running hardly matters."""


def measure() -> None:
    """Print how fast each game is scored, and how long correcting the first of many hands takes."""
    print(f"The engine alone: CPU time, medians of {ROUNDS} rounds in turn.")
    print(f"Growth is what a hand costs among {LONG}, against one among {SHORT}: 1.0 is linear.\n")
    width = max(len(game.name) for game in CATALOGUE.values()) + 2
    print(f"  {'':{width}}{f'of {SHORT}':>10}{f'of {LONG}':>10}{'growth':>10}   correcting")
    print(f"  {'':{width}}{'hands/s':>10}{'hands/s':>10}{'':10}   hand 1 of {LONG}")
    for game in CATALOGUE.values():
        setup = endless(game)
        hands = draw_hands(setup, LONG)
        costs = in_turn(
            {
                "short": partial(scoring, setup, hands[:SHORT]),
                "long": partial(scoring, setup, hands),
                "corrected": partial(scoring, setup, corrected(setup, hands)),
            }
        )
        short, long, again = (costs.median(part).cpu for part in ("short", "long", "corrected"))
        growth = costs.ratio("long", "short").cpu
        line = f"  {game.name:{width}}{1 / short:10.0f}{1 / long:10.0f}{growth:10.2f}"
        line += f"{again * len(hands) * 1000:10.1f} ms"
        print(line if len(hands) == LONG else f"{line}, of {len(hands)}: then it was over", flush=True)


def scoring(setup: Setup, hands: list[Raw]) -> Cost:
    """Return what one of these hands costs."""
    times = max(A_ROUND // len(hands), 1)
    cpu, wall = process_time(), perf_counter()
    for _ in range(times):
        play(setup, hands)
    scored = times * len(hands)
    return Cost((process_time() - cpu) / scored, (perf_counter() - wall) / scored)


def corrected(setup: Setup, hands: list[Raw]) -> list[Raw]:
    """Return the hands with another first one, after which all others can still be played."""
    random = Random("corrected")
    start = play(setup, []).state
    for _ in range(TRIES):
        changed = [draw_hand(random, setup, start), *hands[1:]]
        if changed == hands:
            continue
        try:
            play(setup, changed)
        except Refused:
            continue
        return changed
    raise RuntimeError(f"the first hand of {setup.game.name} cannot be corrected")
