"""What a page of the archive costs when a club has played for decades, against one that has just begun."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import insert, select

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.store.clubs import new_club
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Night, Play, Player, new_uid
from tests.bench.client import Client, Cost
from tests.bench.rounds import ROUNDS, in_turn
from tests.bench.server import create, serving

FEW, MANY = 100, 100_000
"""Games of the two clubs."""

A_NIGHT, PLAYERS, SEATS = 4, 12, 4
"""Games of a night, players of a club, and how many of them sit in a game."""

SELDOM = 30
"""Games of somebody who came for a few weeks long ago."""

PAGES = 5
"""Pages in a round."""

FIRST = datetime(1990, 1, 1, 19, tzinfo=UTC)

LOOKS = {
    "first": "",
    "deep": "before={deep}",
    "player": "player=1",
    "seldom": "player={seldom}",
    "game": "game=whist",
    "words": "words=cat",
    "days": "since=1990-01-01&until=1990-02-01",
}
"""What is looked for: the newest page, one in the middle of the years, and some filters."""


def measure() -> None:
    """Print what pages of the archive cost."""
    print(f"The archive with {MANY} games against one with {FEW}, {PAGES} pages a round of {ROUNDS}:")
    with ExitStack() as stack:
        clients = {}
        for plays in (FEW, MANY):
            folder = Path(stack.enter_context(TemporaryDirectory()))
            secret = seed(folder, plays)
            client = Client(stack.enter_context(serving("ours", folder)))
            client.send("HEAD", f"/join/{secret}")  # it leads on to the first page
            clients[plays] = client
        parts = {
            f"{name} {plays}": partial(get, client, address(look, plays))
            for name, look in LOOKS.items()
            for plays, client in clients.items()
        }
        rounds = in_turn(parts)
        for name in LOOKS:
            cost, ratio = (
                rounds.median(f"{name} {MANY}"),
                rounds.ratio(f"{name} {MANY}", f"{name} {FEW}"),
            )
            print(
                f"  {name:10} {cost.cpu * 1000:7.2f} ms CPU {cost.wall * 1000:7.2f} ms wall,"
                f" {ratio.cpu:.2f} x with {FEW} games (CPU), {ratio.wall:.2f} x (wall)",
                flush=True,
            )
        for client in clients.values():
            client.connection.close()


def address(look: str, plays: int) -> str:
    """The address of a page in a club with so many games."""
    return "/clubs/1/archive?" + look.format(deep=plays // 2, seldom=PLAYERS + 1)


def get(client: Client, path: str) -> Cost:
    """What it costs to draw a page."""
    with client.measuring(PAGES) as cost:
        for _ in range(PAGES):
            client.get(path)
    return cost


def seed(folder: Path, plays: int) -> str:
    """A club with so many games in a new database; gives its secret."""
    app = create("ours", folder)
    random = Random("archive")
    with app.app_context():
        club, secret = new_club("Our table")
        db.session.flush()
        names = [f"Player {number}" for number in range(1, PLAYERS + 2)]
        people = [{"club_id": club.id, "name": name, "folded": name.casefold()} for name in names]
        db.session.execute(insert(Player), people)
        ids = db.session.scalars(select(Player.id).order_by(Player.id)).all()
        for table, rows in written(random, club.id, ids, plays).items():
            db.session.execute(insert(table), rows)
        db.session.commit()
        db.engine.dispose()
    return secret


def written(random: Random, club_id: int, ids: Any, plays: int) -> Mapping[Any, list[dict[str, Any]]]:
    """The rows of a club's years: a night a week, games that are over, notes here and there."""
    nights: list[dict[str, Any]] = [
        {"id": night, "club_id": club_id, "uid": new_uid(), "started_at": FIRST + timedelta(hours=12 * night)}
        for night in range(1, plays // A_NIGHT + 2)
    ]
    games: list[dict[str, Any]] = []
    chairs: list[dict[str, Any]] = []
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
                "ended_at": at + timedelta(minutes=40),
                "note": "The cat stole a card." if number % 50 == 0 else "",
            }
        )
        chairs += sat(random, number, ids, plays)
    return {Night: nights, Play: games, Chair: chairs}


def sat(random: Random, number: int, ids: Any, plays: int) -> Iterator[dict[str, Any]]:
    """Who sat in a game, and its result."""
    there = random.sample(list(ids[:-1]), SEATS)
    if number <= plays // 2 and number % max(1, plays // 2 // SELDOM) == 0:
        there[0] = ids[-1]
    for place, player_id in enumerate(there):
        yield {
            "play_id": number,
            "place": place,
            "player_id": player_id,
            "name": f"Player {player_id}",
            "total": random.randint(0, 60),
            "won": place == 0,
            "payout": 0,
        }
