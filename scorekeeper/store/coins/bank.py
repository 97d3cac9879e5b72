"""The coins of a night: where they came from, who has them, and who still has to pay.

Coins move in two ways. What games pay is stored with their seats, so every correction updates it. Everything
else is a posting: a number of coins, or an amount of money, that went from a giver to a taker. Each of them
is a player or the house, which hands out coins from the box and takes them back.

============  ======================================  ====================================================
kind          giver → taker                           counts as
============  ======================================  ====================================================
stake         the house → who starts with the coins   lent
loan          lender → borrower                       lent
repayment     borrower → lender                       lent
side bet      loser → winner                          won
gift          giver → taker                           won
count         had fewer than the book → had more      won
cost          who paid for all → who shares           a shared cost, which may be in money
tab           creditor → debtor                       still open from an earlier night, perhaps in money
settlement    creditor, whose coins are paid for →    paid, perhaps in money
              debtor, who pays
============  ======================================  ====================================================

Everything is worked out from these:

- ``won``: what the evening brought each player in coins. Payments don't change it.
- ``book``: the coins each player should have in their hands: what they won, with stakes and loans.
- ``net``: what each player gets or pays in all: what they won, the shared costs and the tab. Where a coin has
  a value this is in hundredths of the currency: coins are turned into money once, for the whole evening.
- ``open``: what is left of that after the payments made so far.

A game pays one player what another loses, and coins on its table belong to nobody. Postings take from one
what they give to another. So ``won`` (with coins on tables), ``net`` and ``open`` always add up to zero.

Lent coins still belong to the lender, and don't count as winnings. So the losers pay the winners, everyone
hands their coins back, and no loan is repaid separately: the last payment repays all loans with it. The house
neither wins nor loses, so it neither pays nor is paid. A running game is left out: its result is not final,
and its players need the coins they borrowed. Until its end, nothing is repaid with a payment.

For example: the house hands out 20 coins each to Ann, Bea and Cal. In their game Ann loses 30, with a loan of
10 from Bea along the way; Bea loses 5, and Cal wins 35. Then Bea wins a side bet of 3 from Cal.

======  ======  =====  ====  ========  ====  ====  ===============
player  stakes  games  loan  side bet  won   book  pays
======  ======  =====  ====  ========  ====  ====  ===============
Ann     +20     −30    +10             −30   0     30 to Cal
Bea     +20     −5     −10   +3        −2    8     2 to Cal
Cal     +20     +35          −3        +32   52
======  ======  =====  ====  ========  ====  ====  ===============

What is still open on one night can be paid on a later one. A posting of that later night says so: there it
counts as a debt, and on the earlier night as a payment made. It counts while both nights exist. A loan that
nobody repaid comes along in the same way, as a posting of kind loan.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple, TypeAlias

from scorekeeper.domain import FROM_COUNT, POSTING_KINDS
from scorekeeper.rules.saying import Argument, Say
from scorekeeper.settlement import worth_of
from scorekeeper.store.devices import say_who

STAKE, LOAN, REPAYMENT, SIDE_BET, GIFT, SETTLEMENT, COST, TAB, COUNT = POSTING_KINDS

LENDING = (STAKE, LOAN, REPAYMENT)
"""Postings that don't count as winnings, since the coins are returned. The house takes part in no others."""

WINNING = (SIDE_BET, GIFT, COUNT)
"""Postings that count as won and lost."""

MONEY_KINDS = (SETTLEMENT, COST, TAB)
"""Postings that may be in money."""

FROM_EARLIER = (TAB, LOAN)
"""Postings that may come from an earlier night."""

OWED = (COST, TAB)
"""Postings with which nothing changes hands, so that both parties may turn out to be the same person."""

COLUMNS = ("coins", "earlier", "in all")
"""What the columns beside the shared costs are called."""

LONGEST_COST_NAME = 10
"""The most letters of a cost that a column can have as its name."""

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
    NOT_IN_MONEY = auto()
    NOT_FROM_EARLIER = auto()


def posting_fault(
    kind: str,
    giver: object,
    taker: object,
    in_money: bool = False,
    has_value: bool = True,
    from_earlier: bool = False,
) -> PostingFault | None:
    """Return why coins or money cannot go this way, or None where they can. None as a party is the house.

    ``has_value`` is whether coins have a value that night, without which nothing is in money.
    ``from_earlier`` is whether they come from an earlier night, where only players can owe each other.
    """
    if kind not in POSTING_KINDS:
        return PostingFault.UNKNOWN_KIND
    if giver == taker and kind != COST:
        return PostingFault.SAME_PARTY
    if in_money and not (has_value and kind in MONEY_KINDS):
        return PostingFault.NOT_IN_MONEY
    if kind == STAKE and giver is not None:
        return PostingFault.STAKE_FROM_PLAYER
    if from_earlier and kind not in FROM_EARLIER:
        return PostingFault.NOT_FROM_EARLIER
    if (from_earlier or kind not in LENDING) and None in (giver, taker):
        return PostingFault.HOUSE_TAKES_PART
    return None


class CoinValue(NamedTuple):
    """What coins are worth: so many ``coins`` are worth ``value`` hundredths of the currency."""

    value: int
    coins: int
    currency: str


class OtherNight(NamedTuple):
    """The night that a posting on the tab leads to: the earlier one or, on the earlier one, the later.

    Attributes:
        id: None if it isn't known here.
        started_at, time_zone: when it was; None if it isn't known here.
        deleted: whether it was deleted, so that the posting doesn't count.
    """

    id: int | None = None
    started_at: datetime | None = None
    time_zone: str = ""
    deleted: bool = False


@dataclass(frozen=True)
class Posting:
    """Coins or money that went from one party to another outside the games.

    Attributes:
        id, uid, at, device, kind, coins, in_money, earlier_uid, note: as in ``Transfer``.
        giver, taker: the ids of the persons, or None for the house. The taker of a settlement has paid.
        undone_at, undone_on: when and on which phone it was undone; None while it counts.
        fault: why it cannot be true, if it cannot.
        other: the other night of what is on the tab; None for everything else.
        moved_on: whether it is a posting of a later night, to which it moved what was open on this one. A
            loan that was moved on goes from the borrower to the lender, since it is repaid here.
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
    in_money: bool = False
    earlier_uid: str | None = None
    other: OtherNight | None = None
    moved_on: bool = False

    @property
    def said_note(self) -> str:
        """The note as people read it."""
        return str(Say("From the count")) if self.note == FROM_COUNT else self.note

    @property
    def counts(self) -> bool:
        """Return whether it has not been undone, and its other night, if it has one, was not deleted."""
        return self.undone_at is None and not self.lost_night

    @property
    def lost_night(self) -> OtherNight | None:
        """The other night of what is on the tab, if it was deleted; nobody has undone anything then."""
        return self.other if self.other and self.other.deleted else None

    @property
    def counts_as(self) -> str:
        """The kind it counts as on this night: what was moved here is a debt, what was moved on is paid."""
        if self.other is None:
            return self.kind
        if not self.moved_on:
            return TAB
        return REPAYMENT if self.kind == LOAN else SETTLEMENT

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
        fault: whether its hands can't be scored.
        refusal: what the rules say about a hand that they refuse.
    """

    play_id: int
    name: str
    started_at: datetime
    ended_at: datetime | None
    coins: Mapping[int, int]
    on_table: int = 0
    fault: bool = False
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
        postings: all postings of the night, including those undone, oldest first.
        moved: the postings of later nights that what was open here was moved to, oldest first.
        worth: what coins are worth; None where payments are made in coins.
        banker: the id of the person through whom all payments go; None for the fewest payments.
    """

    names: Mapping[int, str]
    here: Sequence[int]
    games: Sequence[GamePayout]
    postings: Sequence[Posting]
    moved: Sequence[Posting] = ()
    worth: CoinValue | None = None
    banker: int | None = None

    @property
    def cost_name(self) -> str:
        """What a column of the shared costs is called: what all of them were for, or empty."""
        names = {posting.note.casefold(): posting.note for posting in self._counting_as(COST)}
        name = next(iter(names.values()), "")
        fits = len(names) == 1 and 0 < len(name) <= LONGEST_COST_NAME and name.casefold() not in COLUMNS
        return name if fits else ""

    @cached_property
    def taps(self) -> Sequence[Sequence[Posting]]:
        """The postings of the night, those together that one tap recorded and undid, oldest first.

        Amounts of deleted nights are apart from those that one tap included with them.
        """
        found: dict[object, list[Posting]] = {}
        for posting in self.postings:
            together = (posting.tap, posting.undone_at, posting.undone_on, posting.lost_night)
            found.setdefault(together, []).append(posting)
        return list(found.values())

    def together(self, posting: Posting) -> Sequence[Posting]:
        """Return the postings that were recorded, and perhaps undone, with the same tap as this one."""
        return next(tap for tap in self.taps if posting in tap)

    @property
    def changed_by(self) -> Argument:
        """Who recorded or undid a posting last, as a sentence begins."""
        newest = max(self.postings, key=lambda one: one.undone_at or one.at, default=None)
        return say_who((newest.undone_on or newest.device) if newest else "")

    @property
    def counting(self) -> Iterator[Posting]:
        """The postings of the night that count."""
        return (posting for posting in self.postings if posting.counts)

    @cached_property
    def paid(self) -> Sequence[Posting]:
        """The payments made, and the postings that moved a payment to a later night, oldest first."""
        counting = (posting for posting in (*self.postings, *self.moved) if posting.counts)
        return sorted((one for one in counting if one.counts_as == SETTLEMENT), key=lambda one: one.id)

    @cached_property
    def uids(self) -> frozenset[str]:
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
    def won(self) -> Mapping[int, int]:
        """The coins each person has won or lost, without running games; payments make no difference."""
        return self._won(game for game in self.games if game.over)

    @cached_property
    def book(self) -> Mapping[int, int]:
        """The coins each person should have in their hands, running games included.

        Negative for those who have lost more than they borrowed, which was their own. Settling up makes no
        difference.
        """
        settled = set(self.repaid_by_settling)
        lent = balances(one for one in self._counting_as(*LENDING) if one not in settled)
        won = self._won(self.games)
        return {person: won[person] + lent[person] for person in self.names}

    @cached_property
    def costs(self) -> Mapping[int, int]:
        """What each person gets (+) or owes (−) for shared costs, in the unit of payments."""
        return self._in_unit(self._owed(self._counting_as(COST)))

    @cached_property
    def tab(self) -> Mapping[int, int]:
        """What each person gets (+) or owes (−) from earlier nights, in the unit of payments."""
        return self._in_unit(self._owed(self._counting_as(TAB)))

    @cached_property
    def net(self) -> Mapping[int, int]:
        """What each person gets (+) or pays (−) in all, in the unit of payments, before any payment."""
        return self.to_pay(unpaid=self.paid)

    @cached_property
    def open(self) -> Mapping[int, int]:
        """What each person still gets (+) or has to pay (−), in the unit of payments."""
        return self.to_pay()

    def to_pay(self, unpaid: Iterable[Posting] = ()) -> Mapping[int, int]:
        """Return what each person gets or pays if the payments in ``unpaid`` are not made."""
        without = {posting.id for posting in unpaid}
        owed = self._owed(self._counting_as(COST, TAB))
        for posting in self.paid:
            if posting.id not in without:
                owed[posting.in_money, posting.giver] -= posting.coins
                owed[posting.in_money, posting.taker] += posting.coins
        for person, coins in self.won.items():
            owed[False, person] += coins
        return self._in_unit(owed)

    @property
    def in_money(self) -> bool:
        """Return whether payments are made in money."""
        return self.worth is not None

    @property
    def has_money(self) -> bool:
        """Return whether any amounts are in money, also those of deleted nights."""
        return any(one.in_money and one.undone_at is None for one in (*self.postings, *self.moved))

    @property
    def pending(self) -> Sequence[GamePayout]:
        """The running games whose coins cannot be settled yet."""
        return [game for game in self.games if game.pending]

    @cached_property
    def repaid_by_settling(self) -> Sequence[Posting]:
        """The repayments that were recorded together with the last payment of a plan."""
        taps = {posting.tap for posting in (*self.postings, *self.moved) if posting.counts_as == SETTLEMENT}
        return [posting for posting in self.counting if posting.kind == REPAYMENT and posting.tap in taps]

    @property
    def on_tables(self) -> int:
        """The coins on the tables of running games."""
        return sum(game.on_table for game in self.games)

    @property
    def lent(self) -> int:
        """The coins that the house has handed out and not got back."""
        return -balances(self._counting_as(*LENDING))[None]

    @cached_property
    def difference(self) -> int:
        """The number of coins too many; zero unless stored data was tampered with."""
        return sum(self._won(self.games).values()) + self.on_tables

    @property
    def used(self) -> bool:
        """Return whether any coins have moved tonight."""
        return bool(self.postings) or any(game.paid for game in self.games)

    @property
    def settled(self) -> bool:
        """Return whether nobody has anything to pay, to return or to play for any more."""
        return self.sound and not (any(self.open.values()) or self.debts or self.pending)

    @cached_property
    def debts(self) -> Sequence[Debt]:
        """Coins that were lent and not repaid."""
        owed: Counter[tuple[Party, Party]] = Counter()
        for posting in self._counting_as(*LENDING):
            owed[posting.taker, posting.giver] += posting.coins
            owed[posting.giver, posting.taker] -= posting.coins
        return [Debt(*between, coins) for between, coins in owed.items() if coins > 0]

    def owed(self, debtor: Party, lender: Party) -> int:
        """Return how many coins one party owes another."""
        return sum(debt.coins for debt in self.debts if (debt.debtor, debt.lender) == (debtor, lender))

    def _counting_as(self, *kinds: str) -> Iterator[Posting]:
        """Yield the postings that count as one of these kinds, those moved on included."""
        counting = (posting for posting in (*self.postings, *self.moved) if posting.counts)
        return (posting for posting in counting if posting.counts_as in kinds)

    def _won(self, games: Iterable[GamePayout]) -> Mapping[int, int]:
        """Return what each person has won in these games and outside the games."""
        sums = balances(self._counting_as(*WINNING))
        for game in games:
            sums.update(game.coins)
        return {person: sums[person] for person in self.names}

    def _owed(self, postings: Iterable[Posting]) -> Counter[tuple[bool, Party]]:
        """Return what each person is owed by these postings, in coins and, under True, in money."""
        owed: Counter[tuple[bool, Party]] = Counter()
        for posting in postings:
            owed[posting.in_money, posting.giver] += posting.coins
            owed[posting.in_money, posting.taker] -= posting.coins
        return owed

    def _in_unit(self, owed: Counter[tuple[bool, Party]]) -> Mapping[int, int]:
        """Return what each person gets in the unit of payments, given coins and, under True, money.

        Coins are turned into money in the order of the persons' ids, so that it is always the same.
        """
        coins = {person: owed[False, person] for person in sorted(self.names)}
        if self.worth is None:
            return {person: coins[person] for person in self.names}
        worth = worth_of(coins, self.worth.value, self.worth.coins)
        return {person: worth[person] + owed[True, person] for person in self.names}


def balances(postings: Iterable[Posting]) -> Counter[Party]:
    """Return what each person, and the house, has from these postings."""
    sums: Counter[Party] = Counter()
    for posting in postings:
        sums[posting.giver] -= posting.coins
        sums[posting.taker] += posting.coins
    return sums
