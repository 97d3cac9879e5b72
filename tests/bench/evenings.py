"""What is left after many evenings: the 400th hand, a night to settle, and a worker's memory."""

import re
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.rules.entries import LARGEST
from tests.bench.client import Client, Cost
from tests.bench.databases import KIND
from tests.bench.hands import PLAYERS, USUAL, Raw
from tests.bench.memory import peak, workers
from tests.bench.rounds import ROUNDS, in_turn
from tests.bench.server import running
from tests.bench.web import Ours, coralon_hands, save_rows, served

EARLY, LATE = 4, 400
"""Hands of a game whose saving is compared."""

LATE_TO_REACH = 1.5
"""How many times the 4th hand the 400th may cost."""

GAMES = 10
"""Games of the night that is settled, a dozen hands each."""

SAVES, CLUBS, A_GAME = 10_000, 25, 20
"""Hands that one worker saves, in how many clubs, and hands of each game."""

MOST_MEMORY = 150
"""Megabytes that the worker may then take."""


def measure() -> None:
    """Print what late hands and nights to settle cost, on this kind of database."""
    hands = coralon_hands(LATE + ROUNDS + 1)
    print(f"After many hands, on {KIND}: medians of {ROUNDS} rounds in turn, one worker.\n")
    with served("floor", "ours") as (floor, client):
        floor.get("/")
        late = Ours.begun(client)
        late.fill(hands[: LATE - ROUNDS // 2 - 1])
        numbers = count(LATE - ROUNDS // 2)
        rounds = in_turn(
            {
                "floor": partial(save_rows, floor),
                "early": partial(save_early, Ours.begun(client), hands),
                "late": partial(save_late, late, hands, numbers),
            }
        )
        for part, name in (("early", f"hand {EARLY}"), ("late", f"hand {LATE}")):
            cost, ratio = rounds.median(part), rounds.ratio(part, "floor")
            print(f"  {name:10}{cost.cpu * 1000:7.2f} ms CPU, {ratio.cpu:.2f} x the floor")
        times = rounds.ratio("late", "early").cpu
        print(f"  hand {LATE}: {times:.2f} x hand {EARLY} (CPU), to reach {LATE_TO_REACH:.2f}")
        night = night_to_settle(client, hands[:12])
        settled = in_turn({"floor": partial(one, floor, "/"), "settle": partial(one, client, night)})
        cost, ratio = settled.median("settle"), settled.ratio("settle", "floor")
        print(
            f"  settling a night of {GAMES} games: {cost.cpu * 1000:.2f} ms CPU, {ratio.cpu:.2f} x the floor"
        )
    show_memory(hands[:A_GAME])


def save_early(ours: Ours, hands: list[Raw]) -> Cost:
    """Return the cost of saving the EARLY hand of a new game."""
    ours.again()
    ours.fill(hands[: EARLY - 1])
    with ours.client.measuring(1) as cost:
        ours.save(EARLY, hands[EARLY])
    return cost


def save_late(ours: Ours, hands: list[Raw], numbers: "count[int]") -> Cost:
    """Return the cost of saving one more hand of a long game."""
    number = next(numbers)
    with ours.client.measuring(1) as cost:
        ours.save(number, hands[number])
    return cost


def one(client: Client, path: str) -> Cost:
    """Return what it costs to draw a page once."""
    with client.measuring(1) as cost:
        client.get(path)
    return cost


def night_to_settle(client: Client, hands: list[Raw]) -> str:
    """Play GAMES games for coins on one night, and return the address at which it is settled."""
    client.get("/")
    night = client.post("/nights", {}).location
    client.post(f"{night}/players", {"name": ", ".join(PLAYERS[:USUAL])})
    form = client.get(f"{night}/games/coralon")
    seats = dict(zip(re.findall(r'name="(seat-\d+)"', form.text), count(1), strict=False))
    for _ in range(GAMES):
        rules = {"target": LARGEST, "wager": 2}
        game = Ours(client, client.post(f"{night}/games/coralon", {**seats, **rules}).location)
        game.fill(hands)
        client.post(f"{game.play}/stop", {})
    return f"{night}/bank/settle"


def show_memory(hands: list[Raw]) -> None:
    """Print what one worker takes after SAVES hands in games of many clubs."""
    with TemporaryDirectory() as name, running("ours", Path(name)) as (process, port):
        tables = [Ours.begun(Client(port)) for _ in range(CLUBS)]
        before = max(map(peak, workers(process)))
        for number in range(SAVES // A_GAME):
            table = tables[number % CLUBS]
            table.again()
            table.fill(hands)
            table.client.get(table.play)
        after = max(map(peak, workers(process)))
        print(
            f"  memory of a worker: {before:.0f} MB, after {SAVES} saves in {CLUBS} clubs {after:.0f} MB, "
            f"at most {MOST_MEMORY}",
            flush=True,
        )


if __name__ == "__main__":
    measure()
