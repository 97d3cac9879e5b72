"""A club with decades of games and a new one, and what a page costs in each."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import insert

from scorekeeper.domain import Role
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.invitations import open_link, secret_of
from scorekeeper.store.database import db, new_uid
from scorekeeper.store.models import BidCount, Chair, HandRow, Night, Play, Player
from scorekeeper.store.plays.play_statistics import VERSION
from scorekeeper.store.plays.score_cache import as_text
from tests.bench.client import Client, Cost
from tests.bench.rounds import in_turn
from tests.bench.server import create, serving

FEW, MANY = 100, 100_000
"""Games of the two clubs."""

A_NIGHT, PLAYERS, SEATS, BIDS, HANDS = 4, 12, 4, 2, 12
"""Games of a night, players of a club, how many of them sit in a game, different bids and hands in it."""

NOTED = "The dog ate a trump."

ALLIED = 6
"""One in this many games has partners for single hands."""

SELDOM, TIMES = PLAYERS + 1, 30
"""A player who came for a few weeks long ago, and the number of their games."""

FIRST = datetime(1990, 1, 1, 19, tzinfo=UTC)

Row = dict[str, Any]
Clubs = Mapping[int, Client]
"""A client of each club, by the number of games it has played."""


@contextmanager
def two_clubs() -> Iterator[Clubs]:
    """Yield the two clubs, each with a server of its own."""
    with ExitStack() as stack:
        clubs = {}
        for plays in (FEW, MANY):
            folder = Path(stack.enter_context(TemporaryDirectory()))
            secret = seed(folder, plays)
            client = Client(stack.enter_context(serving("ours", folder)))
            client.get(f"/join/{secret}")
            client.post(f"/join/{secret}", {"player": ""})
            clubs[plays] = client
        yield clubs
        for client in clubs.values():
            client.connection.close()


def compare(clubs: Clubs, pages: Mapping[str, Callable[[int], str]], times: int) -> None:
    """Print the cost of pages, each requested this often in a round; an address may depend on the games."""
    parts = {
        f"{name} {plays}": partial(get, client, address(plays), times)
        for name, address in pages.items()
        for plays, client in clubs.items()
    }
    rounds = in_turn(parts)
    for name in pages:
        cost, ratio = rounds.median(f"{name} {MANY}"), rounds.ratio(f"{name} {MANY}", f"{name} {FEW}")
        print(
            f"  {name:8}{cost.cpu * 1000:9.2f} ms CPU{cost.wall * 1000:9.2f} ms wall,"
            f"{ratio.cpu:8.2f} x with {FEW} games (CPU),{ratio.wall:8.2f} x (wall)",
            flush=True,
        )


def get(client: Client, path: str, times: int) -> Cost:
    """Return what it costs to draw a page."""
    with client.measuring(times) as cost:
        for _ in range(times):
            client.get(path)
    return cost


def seed(folder: Path, plays: int) -> str:
    """Add a club with this many games to a new database, and return its secret."""
    app = create("ours", folder)
    with app.app_context():
        club = new_club("Our table")
        secret = secret_of(open_link(club.id, Role.HOST))
        for table, rows in written(Random("years"), club.id, plays).items():
            db.session.execute(insert(table), rows)
        db.session.commit()
        db.engine.dispose()
    return secret


def written(random: Random, club_id: int, plays: int) -> Mapping[Any, list[Row]]:
    """Return the rows of a club's years: finished games with their figures, and some notes."""
    players: list[Row] = [
        {"id": number, "club_id": club_id, "name": f"Player {number}", "folded": f"player {number}"}
        for number in range(1, SELDOM + 1)
    ]
    nights: list[Row] = [
        {"id": night, "club_id": club_id, "uid": new_uid(), "started_at": FIRST + timedelta(hours=12 * night)}
        for night in range(1, plays // A_NIGHT + 2)
    ]
    games: list[Row] = []
    chairs: list[Row] = []
    bids: list[Row] = []
    hands: list[Row] = []
    for number in range(1, plays + 1):
        night, at = nights[number // A_NIGHT], begun(number)
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
                "note": "The cat stole a card." if number % 50 == 0 else "",
                "hand_notes": NOTED if number % 50 == 25 else "",
                "deleted_at": at if number % 50 == 49 else None,
                "counted": VERSION,
                "hands": HANDS,
            }
        )
        long_ago = number <= plays // 2 and number % max(1, plays // 2 // TIMES) == 0
        chairs += sat(random, number, long_ago)
        bids += called(random, number)
        hands += noted(number) if number % 50 == 25 else ()
    return {Player: players, Night: nights, Play: games, Chair: chairs, BidCount: bids, HandRow: hands}


def begun(number: int) -> datetime:
    """Return when a game started."""
    return FIRST + timedelta(hours=12 * (1 + number // A_NIGHT), minutes=40 * (number % A_NIGHT))


def noted(play_id: int) -> list[Row]:
    """Return the hands of a game, one of them with a note."""
    entries = [
        as_text({"points": {f"Player {seat}": hand for seat in range(SEATS)}}) for hand in range(HANDS)
    ]
    entries[HANDS // 2] = as_text({"note": NOTED})
    return [
        {"play_id": play_id, "number": number, "entry": entry, "complete": True}
        for number, entry in enumerate(entries, start=1)
    ]


def sat(random: Random, play_id: int, with_seldom: bool) -> list[Row]:
    """Return who sat in a game, and its result."""
    there, winner = random.sample(range(1, PLAYERS + 1), SEATS), random.randrange(SEATS)
    if with_seldom:
        there[0] = SELDOM
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
            "best": random.randint(3, 20),
            "bumps_given": random.randint(0, 2),
            "bumps_received": random.randint(0, 2),
        }
        for place, player_id in enumerate(there)
    ]


def called(random: Random, play_id: int) -> list[Row]:
    """Return the bids of a game."""
    return [
        {
            "play_id": play_id,
            "place": place,
            "partner": (place + 1) % SEATS if play_id % ALLIED == 0 else None,
            "bid": random.randint(2, 9),
            "outcome": random.choice(("exact", "over", "missed")),
            "times": random.randint(1, 3),
        }
        for place in random.sample(range(SEATS), BIDS)
    ]
