"""What the statistics cost when a club has played for decades, against one that has just begun."""

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import insert, update

from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import play
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.sheet import Setup
from scorekeeper.store.clubs import new_club, player_named
from scorekeeper.store.counting import VERSION, count_anew
from scorekeeper.store.database import db
from scorekeeper.store.models import Called, Chair, HandRow, Night, Play, Player, new_uid
from scorekeeper.store.nights import new_night, start_play
from scorekeeper.store.scoring import as_text
from tests.bench.client import Client, Cost
from tests.bench.hands import draw_hands, endless
from tests.bench.rounds import ROUNDS, in_turn
from tests.bench.server import create, serving

FEW, MANY = 100, 100_000
"""Games of the two clubs."""

A_NIGHT, PLAYERS, SEATS, BIDS = 4, 12, 4, 2
"""Games of a night, players of a club, how many of them sit in a game, and different bids in it."""

FIRST = datetime(1990, 1, 1, 19, tzinfo=UTC)

PAGES = {
    "club": "",
    "a year": "?since=2000-01-01&until=2000-12-31",
    "player": "/players/1",
    "game": "/games/coralon",
    "records": "/records",
}
"""What is looked at, after the address of a club's statistics."""

UNCOUNTED, HANDS = 100, 12
"""Games that are counted anew, and their hands."""

Row = dict[str, Any]


def measure() -> None:
    """Print what the pages cost."""
    print(f"Statistics over {MANY} games against {FEW}: medians of {ROUNDS} rounds in turn.")
    with ExitStack() as stack:
        clients = {}
        for plays in (FEW, MANY):
            folder = Path(stack.enter_context(TemporaryDirectory()))
            secret = seed(folder, plays)
            client = Client(stack.enter_context(serving("ours", folder)))
            client.send("HEAD", f"/join/{secret}")  # it leads on to the first page
            clients[plays] = client
        parts = {
            f"{name} {plays}": partial(get, client, f"/clubs/1/statistics{path}")
            for name, path in PAGES.items()
            for plays, client in clients.items()
        }
        rounds = in_turn(parts)
        for name in PAGES:
            cost, ratio = rounds.median(f"{name} {MANY}"), rounds.ratio(f"{name} {MANY}", f"{name} {FEW}")
            print(
                f"  {name:8}{cost.cpu * 1000:9.2f} ms CPU{cost.wall * 1000:9.2f} ms wall,"
                f"{ratio.cpu:8.2f} x with {FEW} games (CPU),{ratio.wall:8.2f} x (wall)",
                flush=True,
            )
        for client in clients.values():
            client.connection.close()
    counting()


def counting() -> None:
    """Print what counting older games anew costs, against scoring them alone."""
    setup = endless(CATALOGUE["coralon"])
    hands = [as_text(hand) for hand in draw_hands(setup, HANDS)]
    with TemporaryDirectory() as folder:
        app = create("ours", Path(folder))
        with app.app_context():
            uncounted(setup, hands)
            parts = {
                "counted": partial(timed, count_all),
                "scored": partial(timed, partial(score_all, setup, hands)),
            }
            rounds = in_turn(parts)
            db.engine.dispose()
    cost, ratio = rounds.median("counted"), rounds.ratio("counted", "scored")
    costs = f"{cost.cpu * 1000:.2f} ms CPU, {ratio.cpu:.2f} x scoring it alone"
    print(f"  Counting an older game of {HANDS} hands: {costs}")


def uncounted(setup: Setup, hands: list[str]) -> None:
    """Games that ended before anything was counted."""
    club, _ = new_club("Our table")
    night = new_night(club)
    seats = [(player_named(club, name).id, name) for name in setup.table.players]
    for _ in range(UNCOUNTED):
        one = start_play(night.id, "coralon", {"target": LARGEST}, seats, 0)
        one.ended_at, one.stopped = FIRST, True
        rows = [
            {"play_id": one.id, "number": number, "entry": hand, "complete": True}
            for number, hand in enumerate(hands, start=1)
        ]
        db.session.execute(insert(HandRow), rows)
    db.session.commit()


def count_all() -> None:
    """Count them as if it had never been done."""
    db.session.execute(update(Play).values(counted=0))
    count_anew(UNCOUNTED)
    db.session.commit()


def score_all(setup: Setup, hands: list[str]) -> None:
    """Score as many games from their texts, as nothing is remembered of them."""
    for _ in range(UNCOUNTED):
        play(setup, [json.loads(hand) for hand in hands], True)


def timed(what: Callable[[], object]) -> Cost:
    """What it costs for each of the games."""
    cpu, wall = process_time(), perf_counter()
    what()
    return Cost((process_time() - cpu) / UNCOUNTED, (perf_counter() - wall) / UNCOUNTED)


def get(client: Client, path: str) -> Cost:
    """What it costs to draw a page."""
    with client.measuring(1) as cost:
        client.get(path)
    return cost


def seed(folder: Path, plays: int) -> str:
    """A club with so many games in a new database; gives its secret."""
    app = create("ours", folder)
    with app.app_context():
        club, secret = new_club("Our table")
        db.session.flush()
        for table, rows in written(Random("statistics"), club.id, plays).items():
            db.session.execute(insert(table), rows)
        db.session.commit()
        db.engine.dispose()
    return secret


def written(random: Random, club_id: int, plays: int) -> Mapping[Any, list[Row]]:
    """The rows of a club's years: games that are over, with their figures."""
    names = [f"Player {number}" for number in range(1, PLAYERS + 1)]
    players: list[Row] = [
        {"id": number, "club_id": club_id, "name": name, "folded": name.casefold()}
        for number, name in enumerate(names, start=1)
    ]
    nights: list[Row] = [
        {"id": night, "club_id": club_id, "uid": new_uid(), "started_at": FIRST + timedelta(hours=12 * night)}
        for night in range(1, plays // A_NIGHT + 2)
    ]
    games: list[Row] = []
    chairs: list[Row] = []
    bids: list[Row] = []
    for number in range(1, plays + 1):
        night = nights[number // A_NIGHT]
        at = night["started_at"] + timedelta(minutes=40 * (number % A_NIGHT))
        games.append(
            {
                "id": number,
                "club_id": club_id,
                "night_id": night["id"],
                "uid": new_uid(),
                "game": random.choice(GAMES).key,
                "options": {},
                "dealer": 0,
                "started_at": at,
                "ended_at": at + timedelta(minutes=random.randint(20, 60)),
                "counted": VERSION,
            }
        )
        chairs += sat(random, number)
        bids += called(random, number)
    return {Player: players, Night: nights, Play: games, Chair: chairs, Called: bids}


def sat(random: Random, play_id: int) -> list[Row]:
    """Who sat in a game, and what came of it."""
    there, winner = random.sample(range(1, PLAYERS + 1), SEATS), random.randrange(SEATS)
    return [
        {
            "play_id": play_id,
            "place": place,
            "player_id": player_id,
            "name": f"Player {player_id}",
            "total": random.randint(0, 60),
            "won": place == winner,
            "payout": 3 if place == winner else -1,
            "side": place,
            "hands": 12,
            "best": random.randint(3, 20),
            "bumps_given": random.randint(0, 2),
            "bumps_received": random.randint(0, 2),
        }
        for place, player_id in enumerate(there)
    ]


def called(random: Random, play_id: int) -> list[Row]:
    """What was bid in a game."""
    return [
        {
            "play_id": play_id,
            "place": place,
            "bid": random.randint(2, 9),
            "outcome": random.choice(("exact", "over", "missed")),
            "times": random.randint(1, 3),
        }
        for place in random.sample(range(SEATS), BIDS)
    ]
