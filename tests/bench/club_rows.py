"""The rows of a club with any number of games: realistic in number and kind, but without hands."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from scorekeeper.domain import ENTERED, Role
from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.entries import LARGEST
from scorekeeper.store.database import new_uid
from scorekeeper.store.history.paging import PAGE_SIZE
from scorekeeper.store.models import (
    Backup,
    BidCount,
    Chair,
    Guest,
    HandRow,
    Invitation,
    Night,
    Play,
    Player,
    Revision,
    Transfer,
)
from scorekeeper.store.plays.play_statistics import VERSION
from scorekeeper.store.plays.stored_hands import as_text
from scorekeeper.store.text_order import fold

A_NIGHT, PLAYERS, SEATS, BIDS, HANDS = 6, 4, 4, 2, 12
"""Games of a night, players of a club, how many of them sit in a game, different bids and hands in it.

All games are about every player, which makes the page of one as slow as it gets.
"""

BETWEEN = timedelta(weeks=1)
"""The time from one night to the next."""

GAME_LENGTH = timedelta(minutes=40)

NOTED = "The dog ate a trump."

SOME = 50
"""One in this many games and nights has a note, and one was deleted."""

NEWEST = "coralon"
"""The game of every second time, and on the newest nights, so that their pages can be compared."""

ALLIED = 6
"""One in this many games has partners for single hands."""

SELDOM, TIMES = PLAYERS + 1, 30
"""A player who came for a few weeks long ago, and the number of their games."""

FIRST = datetime(2006, 1, 1, 19, tzinfo=UTC)

Row = dict[str, Any]


def written(random: Random, club_id: int, plays: int) -> Mapping[Any, list[Row]]:
    """Return the rows of a club's years: finished games with their figures, and some notes."""
    players: list[Row] = [
        {"id": number, "club_id": club_id, "name": f"Player {number}", "folded": f"player {number}"}
        for number in range(1, SELDOM + 1)
    ]
    # Enough of them to fill a page in a new club too, so that pages with as many rows are compared.
    step = min(SOME, plays // PAGE_SIZE - 1)
    nights = [night_row(club_id, number) for number in range(1, plays // A_NIGHT + 2)]
    found: dict[Any, list[Row]] = {Player: players, Night: nights}
    found |= {model: [] for model in (Guest, Invitation, Transfer, Play, Chair, BidCount, HandRow, Revision)}
    for night in nights:
        found[Guest] += came(random, night["id"])
        found[Invitation] += linked(club_id, night)
        found[Transfer] += lent(night)
    for number in range(1, plays + 1):
        night, at = nights[number // A_NIGHT], begun(number)
        is_newest = number % 2 or number % step == 1 or number > plays - 2 * A_NIGHT
        found[Play].append(
            {
                "id": number,
                "club_id": club_id,
                "night_id": night["id"],
                "uid": new_uid(),
                "game": NEWEST if is_newest else random.choice(GAMES).key,
                "options": {"target": LARGEST} if is_newest else {},
                "dealer": 0,
                "stopped": True,
                "started_at": at,
                "ended_at": at + timedelta(minutes=random.randint(20, 60)),
                "note": "The cat stole a card." if number % step == 0 else "",
                "searched": {0: "the cat stole a card.", 1: fold(NOTED)}.get(number % step, ""),
                "deleted_at": at if number % step == 2 else None,
                "edition": "1",
                "counted": VERSION,
                "hands": HANDS,
            }
        )
        long_ago = number <= plays // 2 and number % max(1, plays // 2 // TIMES) == 0
        found[Chair] += sat(random, number, long_ago)
        found[BidCount] += called(random, number)
        found[HandRow] += noted(number) if number % step == 1 else ()
        found[Revision].append(changed(number, at))
    backed_up = {"club_id": club_id, "at": begun(plays - A_NIGHT), "plays": plays - A_NIGHT, "size": plays}
    return {**found, Backup: [backed_up]}


def night_row(club_id: int, number: int) -> Row:
    """Return a night; some were deleted."""
    at = FIRST + BETWEEN * number
    deleted_at = at if number % SOME == 1 else None
    return {
        "id": number,
        "club_id": club_id,
        "uid": new_uid(),
        "started_at": at,
        "note": "The cat slept." if number % SOME == 2 else "",
        "searched": "the cat slept." if number % SOME == 2 else "",
        "deleted_at": deleted_at,
        "changed_on": at.date(),
    }


def came(random: Random, night_id: int) -> list[Row]:
    """Return the guests of a night."""
    return [
        {"night_id": night_id, "player_id": player}
        for player in sorted(random.sample(range(1, PLAYERS + 1), SEATS))
    ]


def linked(club_id: int, night: Row) -> list[Row]:
    """Return the links of a night, which have ended."""
    return [
        {
            "club_id": club_id,
            "night_id": night["id"],
            "role": role,
            "secret_hash": new_uid(),
            "ends_at": night["started_at"] + timedelta(days=2),
        }
        for role in (Role.VIEWER, Role.KEEPER)
    ]


def lent(night: Row) -> list[Row]:
    """Return the coins that changed hands on a night besides the games."""
    if night["id"] % A_NIGHT:
        return []
    return [
        {
            "night_id": night["id"],
            "uid": new_uid(),
            "at": night["started_at"],
            "device": "iPhone",
            "kind": "loan",
            "taker_id": player,
            "coins": 20,
        }
        for player in (1, 2)
    ]


def changed(play_id: int, at: datetime) -> Row:
    """Return the change with which a game began."""
    entry = as_text({"points": {}})
    return {
        "play_id": play_id,
        "at": at,
        "device": "iPhone",
        "action": ENTERED,
        "entry": entry,
        "complete": True,
    }


def begun(number: int) -> datetime:
    """Return when a game started."""
    return FIRST + BETWEEN * (1 + number // A_NIGHT) + GAME_LENGTH * (number % A_NIGHT)


def noted(play_id: int) -> list[Row]:
    """Return the hands of a game, one of them with a note."""
    hand = {"bidder": 0, "bid": 4, "tricks": {"0": 4, "1": 3, "2": 3, "3": 3}}
    entries = [as_text(hand)] * HANDS
    entries[HANDS // 2] = as_text({**hand, "note": NOTED})
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
