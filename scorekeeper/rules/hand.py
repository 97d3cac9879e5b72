"""Hands as all games have them, and the score of one: amounts, each with its reason."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from scorekeeper.rules.entries import Dealer, Suit, Text
from scorekeeper.rules.limits import Sum
from scorekeeper.rules.problems import PartlyRead, Problem
from scorekeeper.rules.saying import NOTHING, Say, Signed
from scorekeeper.rules.table import PerSeat, Seat, State, Table

VINES = {
    "anchors": "Anchors",
    "crowns": "Crowns",
    "cups": "Cups",
    "locks": "Locks",
    "trees": "Trees",
}
"""The five suits of the Vines deck in their usual order (text 000)."""

VANDREGONIAN = {
    "clubs": "Clubs",
    "diamonds": "Diamonds",
    "hearts": "Hearts",
    "spades": "Spades",
}
"""The four suits of the Vandregonian deck (text 004)."""

NO_TRUMP = {"none": "No trump"}
"""A hand without trump, in the games that allow it."""


def trump(suits: Mapping[str, str]) -> Suit:
    """Return the entry for the trump of a hand, which is one of these suits."""
    return Suit("Trump", suits, otherwise="Not recorded", aside=True, default=None)


ASIDES = ("trump", "note")
"""Entries that affect no score (scoring contract, section 1)."""

BESIDE = ("dealer", *ASIDES)
"""Entries that any hand may have, special hands included."""


Deck: TypeAlias = Literal["vines", "cards", "dice", "own"]
"""The things a hand is played with: the Vines deck, other cards, dice, or anything in an own game."""


class Dealing(NamedTuple):
    """The words of a game for dealing a hand; empty where nobody deals.

    Attributes:
        deals: what the dealer does.
        dealt: what the dealer did.
        dealer: what the dealer is called.
        next: who deals the next hand, as a sentence.
    """

    deals: str
    dealt: str
    dealer: str
    next: Say


DEALING = Dealing("deals", "dealt", "dealer", Say("{player} deals."))
BANKING = Dealing("banks", "banked", "bank", Say("{player} banks."))
NOBODY_DEALS = Dealing("", "", "", NOTHING)


class Call(NamedTuple):
    """The player who took on a hand against the others: the bidder, leader or attacker.

    Attributes:
        player: the bidder.
        number: what they bid; None for "less", or where bids have no number.
        partner: the partner for this hand alone; None for nobody, or where partners stay for the whole game.
    """

    player: Seat
    number: int | None = None
    partner: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class Hand(PartlyRead):
    """The entries that a hand of any game may have; a game's own hand adds to them.

    Where players bid, the hand inherits from a class for the bidding alone, so that a hand can be saved after
    the bidding and completed after the play.
    """

    dealer: Annotated[Seat | None, Dealer("Dealer", otherwise="Next in turn", aside=True, default=None)]
    note: Annotated[
        str, Text("Note", help="Anything worth remembering about this hand.", aside=True, default="")
    ]

    deck: ClassVar[Deck] = "cards"
    """The things on the table."""

    sums_by: ClassVar[str] = ""
    """The entry on which ``sums`` depend, such as the bid; empty where they are the same for every hand."""

    def check(self, table: Table[Any], state: State) -> Iterable[Problem]:
        """Return what is impossible at a real table, beyond the bounds of single entries.

        Each class checks what it adds. If an entry could not be read, the check stops at the first line that
        uses it, and keeps the problems found before. ``state`` is the state before the hand, with the dealer
        of this hand.
        """
        return []

    @classmethod
    def sums(cls, table: Table[Any], raw: Mapping[str, Any]) -> Sequence[Sum]:
        """Return what figures of several entries add up to, given what is known already (``raw``, as JSON).

        Only the entry ``sums_by`` may be used of that, and the one with which that is not asked.
        """
        return ()

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return what was bid, as players say it: "Bea bid 5"; empty where nobody bids."""
        return NOTHING

    def bids_in_all(self, table: Table[Any]) -> Say:
        """Return what everybody's bids add up to: "3 of 4 bid"; empty where one player bids, or nobody."""
        return NOTHING

    def terms(self, table: Table[Any]) -> Sequence[Say]:
        """Return what else was settled before the play, a short line each: "Ann holds the bank"."""
        return ()

    def decided_by(self, table: Table[Any]) -> Say:
        """Return what the play decides by, where no bid foretells it: "7 or 11 wins; 2, 3 or 12 loses"."""
        return NOTHING

    def describe(self, table: Table[Any]) -> Say:
        """Return what was bid and what the play has added: "Bea bid 6 with Dee"."""
        return self.describe_bid(table)

    @property
    def call(self) -> Call | None:
        """The player who took on this hand against the others; None where nobody did."""
        return None

    @property
    def bid_by_seat(self) -> Mapping[Seat, int]:
        """The numbers that were bid, by seat: the bidder's, or where everybody bids those of all."""
        return {} if self.call is None or self.call.number is None else {self.call.player: self.call.number}


@dataclass(frozen=True, kw_only=True)
class VinesHand(Hand):
    """A hand played with the Vines deck, with or without a trump."""

    deck = "vines"
    trump: Annotated[str | None, trump({**VINES, **NO_TRUMP})]


@dataclass(frozen=True, kw_only=True)
class VinesTrumpHand(VinesHand):
    """A hand played with the Vines deck, in a game that always has a trump."""

    trump: Annotated[str | None, trump(VINES)]


@dataclass(frozen=True, kw_only=True)
class VandregonianHand(Hand):
    """A hand played with the Vandregonian deck, with or without a trump."""

    trump: Annotated[str | None, trump({**VANDREGONIAN, **NO_TRUMP})]


@dataclass(frozen=True, kw_only=True)
class VandregonianTrumpHand(VandregonianHand):
    """A hand played with the Vandregonian deck, in a game that always has a trump."""

    trump: Annotated[str | None, trump(VANDREGONIAN)]


@dataclass(frozen=True)
class Line:
    """One part of a score: these players get this amount each, for this reason.

    Attributes:
        seats, amount, why: who, how much each, and what for.
        pile: where the coins lie afterwards, or lay before, such as "the pot"; empty between players.
        bump: whether a side gets it because the other side missed its bid.
        mirrors: whether it tells the line before from the other side, and nothing new: what these players
            paid for what the others won.
        is_ante: whether it is what everyone pays into the pile before the hand.
    """

    seats: tuple[Seat, ...]
    amount: int
    why: Say
    pile: Say = NOTHING
    bump: bool = False
    mirrors: bool = False
    is_ante: bool = False


def merge_lines(lines: Sequence[Line]) -> list[tuple[tuple[Seat, ...], Line]]:
    """Return the lines of a hand with their seats, those of the same amount and reason as one."""
    found: dict[tuple[int, Say], list[list[Seat]]] = {}
    order: list[tuple[list[Seat], Line]] = []
    for line in lines:
        said = found.setdefault((line.amount, line.why), [])
        # A player who gets the same twice for the same reason is named twice.
        group = next((seats for seats in said if not set(seats) & set(line.seats)), None)
        if group is None:
            group = []
            said.append(group)
            order.append((group, line))
        group.extend(line.seats)
    return [(tuple(seats), line) for seats, line in order]


class Step(NamedTuple):
    """One step of working out what a hand is worth: "Garde", "× 2"."""

    what: Say
    figure: Say | Signed


@dataclass(frozen=True)
class Scored:
    """The score of one hand; each player's score is the sum of their lines.

    Attributes:
        outcome: the key of one of the game's outcomes.
        lines: the explanation, which assigns every amount to players.
        carry: the coins left on the table, as the answer shows them.
        memory: what the game must remember for the next hand.
        worked: how the value of the hand was worked out, where that takes several steps.
    """

    outcome: str
    lines: tuple[Line, ...]
    carry: Mapping[str, Any] = field(default_factory=dict)
    memory: Any = None
    worked: tuple[Step, ...] = ()

    def scores(self, n: int) -> PerSeat:
        """Return the score of each seat."""
        scores = [0] * n
        for line in self.lines:
            for seat in line.seats:
                scores[seat] += line.amount
        return tuple(scores)


@dataclass(frozen=True)
class Played:
    """A hand of a game with its score.

    Attributes:
        dealer: who dealt it.
        hand: what was entered.
        outcome, lines, carry: as the game scored it.
        scores: the score of each seat in this hand.
        totals: the total of each seat after it.
        worked: how the value of the hand was worked out.
        number: its number in the game, from 1.
        memory: what the game remembers after it.
    """

    dealer: Seat
    hand: Hand
    outcome: str
    lines: tuple[Line, ...]
    carry: Mapping[str, Any]
    scores: PerSeat
    totals: PerSeat
    worked: tuple[Step, ...] = ()
    number: int = 0
    memory: Any = None
