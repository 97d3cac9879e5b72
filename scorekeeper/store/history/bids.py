"""What was bid, with whom, and how it came out, in games where somebody takes a hand on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import case, func
from sqlalchemy.orm import aliased

from scorekeeper.rules.outcome import EXACT, MISSED, OTHER
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import names_of
from scorekeeper.store.models import BidCount, Chair, Play, Player


class Bids(NamedTuple):
    """How often a bid was made in a game, and came out so; ``bid`` is None where it was no number."""

    game: str
    bid: int | None
    outcome: str
    times: int


class Partner(NamedTuple):
    """Hands that somebody played with a partner of that hand alone; how many they made and missed."""

    person_id: int
    name: str
    hands: int
    made: int
    missed: int


@dataclass(frozen=True)
class Record:
    """How some bids came out."""

    rows: Sequence[Bids] = field(repr=False)

    @property
    def bids(self) -> int:
        """How many there were."""
        return sum(row.times for row in self.rows)

    @property
    def missed(self) -> int:
        """How many were missed."""
        return self.of(MISSED)

    @property
    def made(self) -> int:
        """How many were made, exactly or not."""
        return self.bids - self.missed - self.of(OTHER)

    @property
    def exact(self) -> int:
        """How many were made exactly, in games that ask for that."""
        return self.of(EXACT)

    @property
    def tenths(self) -> int | None:
        """Ten times the average bid, of those that are numbers; None where none is."""
        numbers = [(row.bid, row.times) for row in self.rows if row.bid is not None]
        times = sum(times for _, times in numbers)
        return (20 * sum(bid * times for bid, times in numbers) + times) // (2 * times) if times else None

    def of(self, outcome: str) -> int:
        """How many came out so."""
        return sum(row.times for row in self.rows if row.outcome == outcome)


def bids(scope: Scope, person_id: int | None = None) -> list[Bids]:
    """All bids, or those of one person, summed up by game, bid and outcome."""
    columns = (Play.game, BidCount.bid, BidCount.outcome, func.sum(BidCount.times))
    if person_id is None:
        said = scope.plays(*columns).join(BidCount, BidCount.play_id == Play.id)
    else:
        same = (BidCount.play_id == Chair.play_id) & (BidCount.place == Chair.place)
        said = scope.chairs_of(person_id, *columns).join(BidCount, same)
    groups = (Play.game, BidCount.bid, BidCount.outcome)
    return [Bids(*row) for row in db.session.execute(said.group_by(*groups))]


def partners(scope: Scope, person_id: int) -> list[Partner]:
    """With whom somebody played hands that one of the two took on, whom they did most often with first."""
    other = aliased(Chair)
    theirs = BidCount.place == Chair.place
    along = (BidCount.play_id == Chair.play_id) & BidCount.partner.is_not(None)
    beside = case((theirs, BidCount.partner), else_=BidCount.place)
    missed = case((BidCount.outcome == MISSED, BidCount.times), else_=0)
    made = case((BidCount.outcome.not_in((MISSED, OTHER)), BidCount.times), else_=0)
    played = (
        scope.chairs_of(person_id, PERSON, *(func.sum(times) for times in (BidCount.times, made, missed)))
        .join(BidCount, along & (theirs | (BidCount.partner == Chair.place)))
        .join(other, (other.play_id == Chair.play_id) & (other.place == beside))
        .join(Player, Player.id == other.player_id)
        .group_by(PERSON)
    )
    named = names_of(scope.club_id)
    found = [Partner(with_id, named[with_id], *sums) for with_id, *sums in db.session.execute(played)]
    return sorted(found, key=lambda one: (-one.hands, one.name))


def by_game(rows: Iterable[Bids]) -> dict[str, Record]:
    """Bids by the key of their game, the game with most of them first."""
    found: dict[str, list[Bids]] = {}
    for row in rows:
        found.setdefault(row.game, []).append(row)
    records = {game: Record(some) for game, some in found.items()}
    return dict(sorted(records.items(), key=lambda item: (-item[1].bids, item[0])))


def by_size(rows: Iterable[Bids]) -> dict[int | None, Record]:
    """Bids by their size, the smallest first and those that are no number last."""
    found: dict[int | None, list[Bids]] = {}
    for row in rows:
        found.setdefault(row.bid, []).append(row)
    order = sorted(found, key=lambda bid: (bid is None, bid or 0))
    return {bid: Record(found[bid]) for bid in order}
