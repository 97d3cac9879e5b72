"""The coins of a night: where they came from, who has them, and whether they add up.

Coins come and go in two ways. What games pay out is kept with their seats, and follows every correction by
itself. Everything else is an entry: so many coins went from a giver to a taker, who are players or the house,
which hands coins out of the box and takes them back.

What a player holds = what games paid them + what they were given − what they gave.

A game pays one player what another loses, and what lies on its table is out of everybody's hands. So what all
players hold, and what lies on tables, less what the house has lent, is always nothing: ``Bank.difference``.

Coins that were lent are still the lender's. They are given back in the end, whoever has won, and a loan makes
nobody richer: what a player has won = what they hold − what they owe. That is what is settled. Whoever lost
pays whoever won, and buys the coins back with that: coins of a settlement go from the winner to the loser.
So when everybody has paid, everybody holds just what was lent to them; and when that is given back, everybody
stands at zero, and so does the house. It neither wins nor loses, so it neither pays nor is paid.

An evening, for example. The house hands out 20 coins each to Ann, Bea and Cal. In their game Ann loses 30, so
Bea lends her 10 on the way; Bea loses 5, and Cal wins 35. Then Bea wins a side bet of 3 from Cal.

======  ======  =====  ====  ========  =====  ====  ===  ===============
player  stakes  games  loan  side bet  holds  owes  won  pays
======  ======  =====  ====  ========  =====  ====  ===  ===============
Ann     +20     −30    +10             0      30    −30  30 to Cal
Bea     +20     −5     −10   +3        8      10    −2   2 to Cal
Cal     +20     +35          −3        52     20    +32
======  ======  =====  ====  ========  =====  ====  ===  ===============

Bea owes the house 20 and is owed 10. Together they hold 60, which is what the house has lent. When Ann and
Bea have paid, Ann holds 30, Bea 10 and Cal 20. Ann gives 10 back to Bea, and everybody 20 to the house.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, TypeAlias

from scorekeeper.domain import POSTING_KINDS

STAKE, LOAN, REPAYMENT, SIDE_BET, GIFT, SETTLEMENT = POSTING_KINDS

LENDING = (STAKE, LOAN, REPAYMENT)
"""What leaves nobody richer, because it is given back; the house takes part in nothing else."""

Party: TypeAlias = int | None
"""Who gives or takes coins: the id of a person, or None for the house."""


@dataclass(frozen=True)
class Entry:
    """Coins that went from one to another beside the games.

    Attributes:
        id, uid, at, device, kind, coins, note: as in ``Transfer``.
        giver, taker: whose coins they were, and whose they became. With a settlement the taker has paid.
        taken_back_at, taken_back_on: when and where it was taken back; None while it counts.
        trouble: what cannot be true of it, in words; empty where all is well.
    """

    id: int
    uid: str
    at: datetime
    device: str
    kind: str
    giver: Party
    taker: Party
    coins: int
    note: str
    taken_back_at: datetime | None
    taken_back_on: str | None
    trouble: str

    @property
    def counts(self) -> bool:
        """Whether it was not taken back."""
        return self.taken_back_at is None


@dataclass(frozen=True)
class Game:
    """What a game of the night pays.

    Attributes:
        play_id, name: which game.
        at: when it ended, or began if it is on.
        over: whether it has ended; until then its coins change with every hand.
        payouts: what everybody has won or lost in it.
        on_table: the coins that lie on its table.
        trouble: what cannot be true of it, in words; empty where all is well.
    """

    play_id: int
    name: str
    at: datetime
    over: bool
    payouts: Mapping[int, int]
    on_table: int
    trouble: str

    @property
    def paid(self) -> bool:
        """Whether any coins moved in it."""
        return any(self.payouts.values())


class Debt(NamedTuple):
    """Coins that were lent and are still to be given back; either side may be the house."""

    debtor: Party
    lender: Party
    coins: int


@dataclass(frozen=True)
class Bank:
    """The coins of a night.

    Attributes:
        names: everybody who is there, has played or had coins tonight, by their ids as persons.
        there: those of them who are there now.
        games: the games that were not thrown away, oldest first.
        entries: all entries, those taken back included, oldest first.
    """

    names: Mapping[int, str]
    there: Sequence[int]
    games: Sequence[Game]
    entries: Sequence[Entry]

    @property
    def counting(self) -> Iterator[Entry]:
        """The entries that count."""
        return (entry for entry in self.entries if entry.counts)

    @cached_property
    def uids(self) -> frozenset[str]:
        """The names of all entries."""
        return frozenset(entry.uid for entry in self.entries)

    @cached_property
    def troubles(self) -> Sequence[str]:
        """What cannot be true, in words; nothing can be settled before it is put right."""
        found = [game.trouble for game in self.games if game.trouble]
        found += [entry.trouble for entry in self.counting if entry.trouble]
        return found or (["The coins do not add up."] if self.difference else [])

    @cached_property
    def holds(self) -> Mapping[int, int]:
        """What everybody holds, in coins; below nothing where they have paid from their own pocket."""
        return self._sums(self.games, self.counting)

    @cached_property
    def won(self) -> Mapping[int, int]:
        """What everybody has won or lost so far and not settled: what they hold without what they owe."""
        return self._sums(self.games, (entry for entry in self.counting if entry.kind not in LENDING))

    def to_settle(self, unpaid: Iterable[Entry] = ()) -> Mapping[int, int]:
        """What everybody has won or lost and not settled, games that are still on left out.

        ``unpaid`` are settlements that shall count as if they had not been paid.
        """
        gone = {entry.id for entry in unpaid}
        beside = (entry for entry in self.counting if entry.kind not in LENDING and entry.id not in gone)
        return self._sums((game for game in self.games if game.over), beside)

    @property
    def on_tables(self) -> int:
        """The coins that lie on the tables of games that are on."""
        return sum(game.on_table for game in self.games)

    @property
    def lent(self) -> int:
        """The coins that the house has handed out and not got back."""
        return -moved(self.counting)[None]

    @cached_property
    def difference(self) -> int:
        """By how much the coins do not add up: nothing, unless somebody tampered with what is kept."""
        return sum(self.holds.values()) + self.on_tables - self.lent

    @property
    def used(self) -> bool:
        """Whether there are any coins to speak of tonight."""
        return bool(self.entries) or any(game.paid for game in self.games)

    @cached_property
    def debts(self) -> Sequence[Debt]:
        """What is still to be given back."""
        owed: Counter[tuple[Party, Party]] = Counter()
        for entry in self.counting:
            if entry.kind in LENDING:
                owed[entry.taker, entry.giver] += entry.coins
                owed[entry.giver, entry.taker] -= entry.coins
        return [Debt(*between, coins) for between, coins in owed.items() if coins > 0]

    def owed(self, debtor: Party, lender: Party) -> int:
        """How many coins one still has from another."""
        return sum(debt.coins for debt in self.debts if (debt.debtor, debt.lender) == (debtor, lender))

    def _sums(self, games: Iterable[Game], entries: Iterable[Entry]) -> Mapping[int, int]:
        """What everybody has from these games and entries."""
        sums = moved(entries)
        for game in games:
            sums.update(game.payouts)
        return {person: sums[person] for person in self.names}


def moved(entries: Iterable[Entry]) -> Counter[Party]:
    """What everybody, and the house, has from these entries."""
    sums: Counter[Party] = Counter()
    for entry in entries:
        sums[entry.giver] -= entry.coins
        sums[entry.taker] += entry.coins
    return sums


def impossible(kind: str, giver: object, taker: object) -> str:
    """Why coins cannot go this way, as the end of a sentence; empty where they can. None is the house."""
    if kind not in POSTING_KINDS:
        return f"is nothing that can be: “{kind}”"
    if giver == taker:
        return "goes from somebody to themselves"
    if kind == STAKE and giver is not None:
        return "is a stake that does not come from the house"
    if kind not in LENDING and None in (giver, taker):
        return f"is a {kind} with the house, which neither wins nor loses"
    return ""
