"""Hands that tell what each side needs: a few of all the possible ones, and among them the extremes.

A game yields enough of them (``Game.telling_hands``) that, once each side has been put in the place of every
other, there is for each side and each score it can get

- one in which its rivals score least, so that it wins if it can win with that score at all;
- for each rival, one in which that rival scores most, and a tie goes against the side if it can.

So nobody has to look at all the others, of which there may be millions.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Call
from scorekeeper.rules.table import PerSeat, Seat, Table

BIDDER = "bidder"
PARTNER = "partner"


class SideScore(NamedTuple):
    """The score of a side in a hand, and whether it has the bidder, or the partner that the hand gave them.

    The role is empty for other sides, and for sides that score nothing, which win no tie at the target.
    """

    score: int
    role: str = ""


HandScores: TypeAlias = tuple[SideScore, ...]
"""A share for each side, in the order of the sides."""


def told_scores(game: Game[Any, Any], table: Table[Any]) -> tuple[HandScores, ...]:
    """Return what hands score that tell what each side needs, for each side in the place of every other."""
    # Names change no score, so that all tables with the same house rules share the answer.
    nameless = Table(tuple(map(str, range(table.n))), table.rules)
    try:
        return _remembered(game, nameless)
    except TypeError:
        # House rules with a figure for some players have no hash.
        return _told_scores(game, nameless)


def _told_scores(game: Game[Any, Any], table: Table[Any]) -> tuple[HandScores, ...]:
    state, found = game.opening(table, 0), set[HandScores]()
    for hand in game.telling_hands(table):
        scores, call = game.score(table, state, hand).scores(table.n), hand.call
        shares = [
            SideScore(scores[side[0]], _role(side, call) if scores[side[0]] else "")
            for side in game.sides(table)
        ]
        if tuple(shares) not in found:
            found.update(_arrangements(shares))
    return tuple(found)


# Up to 0.15 MB each.
_remembered = lru_cache(64)(_told_scores)


def _role(side: tuple[Seat, ...], call: Call | None) -> str:
    if call and call.player in side:
        return BIDDER
    return PARTNER if call and call.partner in side else ""


def _arrangements(shares: Sequence[SideScore]) -> Iterator[HandScores]:
    """Yield every order of some shares, each once."""
    if not shares:
        yield ()
    for first in set(shares):
        rest = list(shares)
        rest.remove(first)
        for others in _arrangements(rest):
            yield (first, *others)


class ToldBid(NamedTuple):
    """A bid by the player in seat 0, and the points of at most two players.

    Attributes:
        bid: how many they bid.
        points: the points of each seat.
        idle: who can take the rest of the hand without changing the score.
    """

    bid: int
    points: PerSeat
    idle: Seat


def told_bids(n: int, bids: range, most: int) -> Iterator[ToldBid]:
    """Yield the bids that tell what everyone needs, where single players bid for ``most`` points in all.

    It suits games in which the bidder scores alone for matching the bid, everyone scores if the bidder goes
    over, and everyone but the bidder scores if the bid is missed.
    """
    low, high = bids[0], bids[-1]
    for points in range(low, most + 1):
        yield ToldBid(points, per_seat(n, [points]), 1)
        if points > low:
            yield ToldBid(low, per_seat(n, [points, most - points]), 1)
    for points in range(1, most + 1):
        yield ToldBid(high, per_seat(n, [0, points]), 0)
        yield ToldBid(high, per_seat(n, [0, points, most - points]), 0)


def per_seat(n: int, first: Sequence[int]) -> PerSeat:
    """Return a figure for each seat, given those of the first seats; the others have 0."""
    return (*first, *[0] * (n - len(first)))
