"""What the statistics cost in a club with decades of games, compared to a new one."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from sqlalchemy import insert, update

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import play
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.table import Setup
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.database import db
from scorekeeper.store.models import HandRow, Play
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays.play_statistics import recount_some
from scorekeeper.store.plays.score_cache import as_text
from scorekeeper.store.plays.starting import start_play
from tests.bench.client import Cost
from tests.bench.club_rows import FIRST
from tests.bench.hands import draw_hands, endless
from tests.bench.rounds import ROUNDS, in_turn
from tests.bench.server import create
from tests.bench.years import FEW, MANY, Clubs, compare

PAGES = {
    "club": "",
    "a year": "?since={year}-01-01&until={year}-12-31",
    "ten years": "?since={year}-01-01&until={ninth}-12-31",
    "player": "/players/1",
    "game": "/games/coralon",
    "records": "/records",
}
"""The pages, as they follow the address of a club's statistics."""

A_YEAR = {FEW: FIRST.year, MANY: FIRST.year + 10}
"""A year with games by the games of the club: a new one has all of them in its first year."""

UNCOUNTED, HANDS = 100, 12
"""The number of games that are counted again, and of hands in each."""


def measure(clubs: Clubs) -> None:
    """Print what the pages cost."""
    print(f"Statistics over {MANY} games against {FEW}: medians of {ROUNDS} rounds in turn.")
    compare(clubs, {name: partial(address, path) for name, path in PAGES.items()}, 1)
    counting()


def address(path: str, plays: int) -> str:
    """Return the address of a page, which is the same in every club but for the years."""
    year = A_YEAR[plays]
    return f"/clubs/1/statistics{path.format(year=year, ninth=year + 9)}"


def counting() -> None:
    """Print what counting older games again costs, compared to scoring them alone."""
    setup = endless(CATALOGUE["coralon"])
    hands = [as_text(hand) for hand in draw_hands(setup, HANDS)]
    with TemporaryDirectory() as folder:
        app = create("ours", Path(folder))
        with app.app_context():
            uncounted(setup, hands)
            parts = {
                "counted": partial(timed, recount_all),
                "scored": partial(timed, partial(score_all, setup, hands)),
            }
            rounds = in_turn(parts)
            db.engine.dispose()
    cost, ratio = rounds.median("counted"), rounds.ratio("counted", "scored")
    costs = f"{cost.cpu * 1000:.2f} ms CPU, {ratio.cpu:.2f} x scoring it alone"
    print(f"  Counting an older game of {HANDS} hands: {costs}")


def uncounted(setup: Setup, hands: list[str]) -> None:
    """Add finished games of which nothing has been counted."""
    club = new_club("Our table")
    night = new_night(club)
    seats = [(get_or_create_player(club, name).id, name) for name in setup.table.players]
    for _ in range(UNCOUNTED):
        one = start_play(night.id, "coralon", {"target": LARGEST}, seats, 0)
        one.ended_at, one.stopped = FIRST, True
        rows = [
            {"play_id": one.id, "number": number, "entry": hand, "complete": True}
            for number, hand in enumerate(hands, start=1)
        ]
        db.session.execute(insert(HandRow), rows)
    db.session.commit()


def recount_all() -> None:
    """Count them as if they had never been counted."""
    db.session.execute(update(Play).values(counted=0))
    db.session.commit()
    recount_some(UNCOUNTED)


def score_all(setup: Setup, hands: list[str]) -> None:
    """Score as many games from their texts, without the cache."""
    for _ in range(UNCOUNTED):
        play(setup, [json.loads(hand) for hand in hands], True)


def timed(what: Callable[[], object]) -> Cost:
    """Return the time per game."""
    cpu, wall = process_time(), perf_counter()
    what()
    return Cost((process_time() - cpu) / UNCOUNTED, (perf_counter() - wall) / UNCOUNTED)
