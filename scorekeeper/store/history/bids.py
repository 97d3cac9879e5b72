"""Bids and their outcomes, and the partners for single hands, in games that have bidding."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.rules.outcome import EXACT, MISSED, OTHER
from scorekeeper.store.history.counting import EVERYONE
from scorekeeper.store.history.kept_sums import ScopeSums
from scorekeeper.store.history.statistics import figures_by_id, names_of


class BidOutcome(NamedTuple):
    """How many times a bid had an outcome in a game; ``bid`` is None if it wasn't a number."""

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


@dataclass(frozen=True)
class BidRecord:
    """The outcomes of some bids."""

    rows: Sequence[BidOutcome] = field(repr=False)

    @property
    def bids(self) -> int:
        """Return the number of bids."""
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


def bid_outcomes(sums: ScopeSums, person_id: int = EVERYONE) -> list[BidOutcome]:
    """Return all bids, or those of one person, summed up by game, bid and outcome."""
    found = []
    for key, (times,) in sums.of(person_id).added.get("bids", {}).items():
        bid, outcome, game = key.split("|", 2)
        found.append(BidOutcome(game, int(bid) if bid else None, outcome, times))
    return found


def hand_partners(sums: ScopeSums, person_id: int) -> list[HandPartner]:
    """Return someone's partners in hands for which one of the two bid, the most frequent first."""
    rows = figures_by_id(sums.of(person_id), "partners")
    named = names_of(sums.scope.club_id)
    found = [HandPartner(with_id, named[with_id], *figures) for with_id, figures in rows.items()]
    return sorted(found, key=lambda one: (-one.hands, one.name))


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
