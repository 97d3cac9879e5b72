"""The coins of a night: where they came from, who has them, and whether they add up.

Coins move in two ways. What games pay is stored with their seats, so every correction updates it. Everything
else is a posting: a number of coins that went from a giver to a taker. Each of them is a player or the house,
which hands out coins from the box and takes them back.

What a player holds = what games paid them + what they were given − what they gave.

A game pays one player what another loses, and coins on its table belong to nobody. So what all players hold,
plus what is on tables, minus what the house has lent, is always zero: ``Bank.difference``.

Lent coins still belong to the lender. They are returned at the end, no matter who has won, and don't count as
winnings: what a player has won = what they hold − what they owe + what they are owed. So loans are netted,
and only that difference is settled. The losers pay the winners, and buy back coins that way: the coins of a
settlement go from the winner to the loser. So once everyone has paid, everyone holds exactly what they
borrowed. The last payment repays all loans with it: everyone is at zero, and so is the house. The house
neither wins nor loses, so it neither pays nor is paid.

A running game is left out: its result is not final, and its players need the coins they borrowed. Until its
end, nothing is repaid with a payment.

For example: the house hands out 20 coins each to Ann, Bea and Cal. In their game Ann loses 30, with a loan of
10 from Bea along the way; Bea loses 5, and Cal wins 35. Then Bea wins a side bet of 3 from Cal.

======  ======  =====  ====  ========  =====  ====  ===  ===============
player  stakes  games  loan  side bet  holds  owes  won  pays
======  ======  =====  ====  ========  =====  ====  ===  ===============
Ann     +20     −30    +10             0      30    −30  30 to Cal
Bea     +20     −5     −10   +3        8      10    −2   2 to Cal
Cal     +20     +35          −3        52     20    +32
======  ======  =====  ====  ========  =====  ====  ===  ===============

Bea owes the house 20 and is owed 10 by Ann. Together they hold 60, which is what the house has lent. Once
Ann and Bea have paid, Ann holds 30, Bea 10 and Cal 20. Ann returns 10 to Bea, and everyone 20 to the house.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple, TypeAlias

from scorekeeper.domain import POSTING_KINDS, said_first

STAKE, LOAN, REPAYMENT, SIDE_BET, GIFT, SETTLEMENT, COST, TAB, COUNT = POSTING_KINDS

LENDING = (STAKE, LOAN, REPAYMENT)
"""Postings that don't count as winnings, since the coins are returned. The house takes part in no others."""

Party: TypeAlias = int | None
"""The id of the person who gives or takes coins, or None for the house."""


class PostingFault(Enum):
    """Reasons for which a posting cannot be true."""

    UNKNOWN_KIND = auto()
    SAME_PARTY = auto()
    STAKE_FROM_PLAYER = auto()
    HOUSE_TAKES_PART = auto()
    OUTSIDER = auto()
    NO_COINS = auto()


class GameFault(Enum):
    """Faults of a running game."""

    UNREADABLE_HANDS = auto()
    ALREADY_OVER = auto()


def posting_fault(kind: str, giver: object, taker: object) -> PostingFault | None:
    """Return why coins cannot go this way, or None where they can. None as a party is the house."""
    if kind not in POSTING_KINDS:
        return PostingFault.UNKNOWN_KIND
    if giver == taker:
        return PostingFault.SAME_PARTY
    if kind == STAKE and giver is not None:
        return PostingFault.STAKE_FROM_PLAYER
    if kind not in LENDING and None in (giver, taker):
        return PostingFault.HOUSE_TAKES_PART
    return None


@dataclass(frozen=True)
class Posting:
    """Coins that went from one party to another outside the games.

    Attributes:
        id, uid, at, device, kind, coins, note: as in ``Transfer``.
        giver, taker: the ids of the persons, or None for the house. The taker of a settlement has paid.
        undone_at, undone_on: when and on which phone it was undone; None while it counts.
        fault: why it cannot be true, if it cannot.
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
    undone_at: datetime | None
    undone_on: str | None
    fault: PostingFault | None

    @property
    def counts(self) -> bool:
        """Return whether it has not been undone."""
        return self.undone_at is None

    @property
    def tap(self) -> tuple[datetime, str]:
        """The time and the phone, which postings recorded by the same tap have in common."""
        return self.at, self.device


@dataclass(frozen=True)
class GamePayout:
    """The coins that a game of the night pays.

    Attributes:
        play_id, name: the game.
        started_at: when it started.
        ended_at: when it ended; None while it is running and its coins change with every hand.
        coins: what each person has won or lost in it.
        on_table: the coins on its table.
        fault: what is wrong with it, if anything.
        refusal: what the rules say about a hand that they refuse.
    """

    play_id: int
    name: str
    started_at: datetime
    ended_at: datetime | None
    coins: Mapping[int, int]
    on_table: int = 0
    fault: GameFault | None = None
    refusal: str = ""

    @property
    def over(self) -> bool:
        """Return whether it has ended."""
        return self.ended_at is not None

    @property
    def at(self) -> datetime:
        """The time it ended, or started if it is running."""
        return self.ended_at or self.started_at

    @property
    def paid(self) -> bool:
        """Return whether any coins moved in it."""
        return any(self.coins.values())

    @property
    def pending(self) -> bool:
        """Return whether it is running and has coins that cannot be settled yet."""
        return not self.over and (self.paid or bool(self.on_table))


class Debt(NamedTuple):
    """Lent coins that have not been repaid; either party may be the house."""

    debtor: Party
    lender: Party
    coins: int


@dataclass(frozen=True)
class Bank:
    """The coins of a night.

    Attributes:
        names: everyone who is here, has played or had coins tonight, by the ids of the persons.
        here: the ids of those who are here now.
        games: what the games pay, without deleted ones, oldest first.
        postings: all postings, including those undone, oldest first.
    """

    names: Mapping[int, str]
    here: Sequence[int]
    games: Sequence[GamePayout]
    postings: Sequence[Posting]

    @property
    def changed_by(self) -> str:
        """Who recorded or undid a posting last, as a sentence begins."""
        newest = max(self.postings, key=lambda one: one.undone_at or one.at, default=None)
        return said_first((newest.undone_on or newest.device) if newest else "")

    @property
    def counting(self) -> Iterator[Posting]:
        """The postings that have not been undone."""
        return (posting for posting in self.postings if posting.counts)

    @cached_property
    def uids(self) -> frozenset[str]:
        """The uids of all postings."""
        return frozenset(posting.uid for posting in self.postings)

    @cached_property
    def faulty(self) -> Sequence[GamePayout | Posting]:
        """The games and postings that cannot be true."""
        everything: list[GamePayout | Posting] = [*self.games, *self.counting]
        return [one for one in everything if one.fault]

    @property
    def sound(self) -> bool:
        """Return whether nothing is wrong and the coins add up; otherwise nothing can be settled."""
        return not (self.faulty or self.difference)

    @cached_property
    def holds(self) -> Mapping[int, int]:
        """The coins each person holds; negative for anyone who has paid from their own pocket."""
        return self._sums(self.games, self.counting)

    @cached_property
    def holds_to_settle(self) -> Mapping[int, int]:
        """The coins each person holds, without those of running games."""
        return self._sums((game for game in self.games if game.over), self.counting)

    def to_settle(self, unpaid: Iterable[Posting] = ()) -> Mapping[int, int]:
        """Return what each person has won or lost and not settled, without running games.

        Settlements in ``unpaid`` count as if they had not been paid.
        """
        left_out = {posting.id for posting in unpaid}
        settling = (
            posting for posting in self.counting if posting.kind not in LENDING and posting.id not in left_out
        )
        return self._sums((game for game in self.games if game.over), settling)

    @property
    def won(self) -> Mapping[int, int]:
        """The coins each person has won or lost, settled or not, without running games."""
        return self.to_settle(posting for posting in self.counting if posting.kind == SETTLEMENT)

    @property
    def pending(self) -> Sequence[GamePayout]:
        """The running games whose coins cannot be settled yet."""
        return [game for game in self.games if game.pending]

    @cached_property
    def repaid_by_settling(self) -> Sequence[Posting]:
        """The repayments that were recorded together with the last payment of a plan."""
        taps = {posting.tap for posting in self.postings if posting.kind == SETTLEMENT}
        return [posting for posting in self.counting if posting.kind == REPAYMENT and posting.tap in taps]

    @property
    def on_tables(self) -> int:
        """The coins on the tables of running games."""
        return sum(game.on_table for game in self.games)

    @property
    def lent(self) -> int:
        """The coins that the house has handed out and not got back."""
        return -balances(self.counting)[None]

    @cached_property
    def difference(self) -> int:
        """The number of coins too many; zero unless stored data was tampered with."""
        return sum(self.holds.values()) + self.on_tables - self.lent

    @property
    def used(self) -> bool:
        """Return whether any coins have moved tonight."""
        return bool(self.postings) or any(game.paid for game in self.games)

    @cached_property
    def debts(self) -> Sequence[Debt]:
        """Coins that were lent and not repaid."""
        owed: Counter[tuple[Party, Party]] = Counter()
        for posting in self.counting:
            if posting.kind in LENDING:
                owed[posting.taker, posting.giver] += posting.coins
                owed[posting.giver, posting.taker] -= posting.coins
        return [Debt(*between, coins) for between, coins in owed.items() if coins > 0]

    def owed(self, debtor: Party, lender: Party) -> int:
        """Return how many coins one party owes another."""
        return sum(debt.coins for debt in self.debts if (debt.debtor, debt.lender) == (debtor, lender))

    def _sums(self, games: Iterable[GamePayout], postings: Iterable[Posting]) -> Mapping[int, int]:
        """Return what each person has from these games and postings."""
        sums = balances(postings)
        for game in games:
            sums.update(game.coins)
        return {person: sums[person] for person in self.names}


def balances(postings: Iterable[Posting]) -> Counter[Party]:
    """Return what each person, and the house, has from these postings."""
    sums: Counter[Party] = Counter()
    for posting in postings:
        sums[posting.giver] -= posting.coins
        sums[posting.taker] += posting.coins
    return sums
