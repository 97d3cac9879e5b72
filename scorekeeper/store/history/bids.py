"""Bids and their outcomes, and the partners for single hands, in games that have bidding."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from sqlalchemy import and_, case, or_
from sqlalchemy.orm import aliased

from scorekeeper.rules.outcome import EXACT, MISSED, OTHER
from scorekeeper.store.clubs.people import PERSON, player_ids
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import names_of, total
from scorekeeper.store.models import BidCount, Chair, Play
from scorekeeper.store.text_order import name_order


class BidOutcome(NamedTuple):
    """The number of times that a bid had an outcome in a game; ``bid`` is None if it wasn't a number."""

    game: str
    bid: int | None
    outcome: str
    times: int


class HandPartner(NamedTuple):
    """The hands that someone played with a partner for that hand only, and how many they made and missed."""

    person_id: int
    name: str
    hands: int
    made: int
    missed: int


LIKELY = 1.2816
"""The standard deviations to both sides within which 80% of a normal distribution are."""


class BidShare(NamedTuple):
    """The bids of a player that were made or missed, and how many were made."""

    person_id: int
    name: str
    made: int
    bids: int

    @property
    def likely(self) -> tuple[float, float]:
        """The 80% interval for the share of bids that are made, by Wilson."""
        share, z = self.made / self.bids, LIKELY**2 / self.bids
        middle, half = share + z / 2, sqrt(z * (share * (1 - share) + z / 4))
        return (middle - half) / (1 + z), (middle + half) / (1 + z)


FEWEST_BIDS = 5
"""Fewer bids say too little."""


@dataclass(frozen=True)
class BidRecord:
    """The outcomes of some bids."""

    rows: Sequence[BidOutcome] = field(repr=False)

    @property
    def bids(self) -> int:
        return sum(row.times for row in self.rows)

    @property
    def missed(self) -> int:
        """Return the number of missed bids."""
        return self.with_outcome(MISSED)

    @property
    def made(self) -> int:
        """Return the number of bids that were made, exactly or not."""
        return self.bids - self.missed - self.with_outcome(OTHER)

    @property
    def exact(self) -> int:
        """Return the number of bids that were made exactly, in games where that matters."""
        return self.with_outcome(EXACT)

    @property
    def average_in_tenths(self) -> int | None:
        """Return ten times the average bid; None if no bid was a number."""
        numbers = [(row.bid, row.times) for row in self.rows if row.bid is not None]
        times = sum(times for _, times in numbers)
        return (20 * sum(bid * times for bid, times in numbers) + times) // (2 * times) if times else None

    def with_outcome(self, outcome: str) -> int:
        """Return the number of bids with this outcome."""
        return sum(row.times for row in self.rows if row.outcome == outcome)


def bid_outcomes(scope: Scope, person_id: int | None = None) -> list[BidOutcome]:
    """Return all bids, or those of one person, summed up by game, bid and outcome."""
    key = (Play.known_as, BidCount.bid, BidCount.outcome)
    bids = scope.plays(*key, total(BidCount.times)).join(BidCount, BidCount.play_id == Play.id)
    if person_id is not None:
        bidder = and_(Chair.play_id == Play.id, Chair.place == BidCount.place)
        bids = bids.join(Chair, bidder).where(Chair.player_id.in_(player_ids(person_id)))
    # With the game first, SQLite would read the games of everyone, as they are in that order in an index.
    return [BidOutcome(*row) for row in db.session.execute(bids.group_by(*reversed(key)))]


def bid_shares(scope: Scope) -> list[BidShare]:
    """Return the bids of everyone who made any, those who made the largest share of theirs first."""
    made = case((BidCount.outcome != MISSED, BidCount.times), else_=0)
    bidder = and_(BidCount.play_id == Play.id, BidCount.place == Chair.place)
    bids = scope.chairs(PERSON, total(made), total(BidCount.times)).join(BidCount, bidder)
    rows = db.session.execute(bids.where(BidCount.outcome != OTHER).group_by(PERSON))
    named = names_of(scope.club_id)
    found = [BidShare(person, named[person], *figures) for person, *figures in rows]
    return sorted(found, key=lambda one: (-one.made / one.bids, -one.bids, name_order(one.name)))


def hand_partners(scope: Scope, person_id: int) -> list[HandPartner]:
    """Return someone's partners in hands for which one of the two bid, the most frequent first."""
    mine = aliased(Chair)
    missed = BidCount.outcome == MISSED
    made = BidCount.outcome.not_in((MISSED, OTHER))
    times = BidCount.times
    sums = (total(times), *(total(case((which, times), else_=0)) for which in (made, missed)))
    pairs = scope.chairs_with(mine, player_ids(person_id), PERSON, *sums)
    pairs = pairs.join(BidCount, BidCount.play_id == Play.id).where(
        BidCount.partner.is_not(None),
        or_(mine.place == BidCount.place, mine.place == BidCount.partner),
        Chair.place == BidCount.place + BidCount.partner - mine.place,
    )
    named = names_of(scope.club_id)
    rows = db.session.execute(pairs.group_by(PERSON))
    found = [HandPartner(with_id, named[with_id], *figures) for with_id, *figures in rows]
    return sorted(found, key=lambda one: (-one.hands, name_order(one.name)))


def records_by_game(rows: Iterable[BidOutcome]) -> dict[str, BidRecord]:
    """Return the bids by the key of their game, the game with the most bids first."""
    found: dict[str, list[BidOutcome]] = {}
    for row in rows:
        found.setdefault(row.game, []).append(row)
    records = {game: BidRecord(some) for game, some in found.items()}
    return dict(sorted(records.items(), key=lambda item: (-item[1].bids, item[0])))


def records_by_bid(rows: Iterable[BidOutcome]) -> dict[int | None, BidRecord]:
    """Return the bids by size, the smallest first and those that aren't numbers last."""
    found: dict[int | None, list[BidOutcome]] = {}
    for row in rows:
        found.setdefault(row.bid, []).append(row)
    order = sorted(found, key=lambda bid: (bid is None, bid or 0))
    return {bid: BidRecord(found[bid]) for bid in order}
