"""What every hand has, and what scoring one gives."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, NamedTuple

from scorekeeper.rules.entries import Dealer, Suit, Text
from scorekeeper.rules.limits import Sum
from scorekeeper.rules.problems import PartlyRead, Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, Seat, State, Table

VINES = {
    "anchors": "Anchors",
    "crowns": "Crowns",
    "cups": "Cups",
    "locks": "Locks",
    "trees": "Trees",
    "none": "No trump",
}
"""The five suits of the Vines deck in their usual order (text 000), and a hand without trump."""

VANDREGONIAN = {
    "clubs": "Clubs",
    "diamonds": "Diamonds",
    "hearts": "Hearts",
    "spades": "Spades",
    "none": "No trump",
}
"""The four suits of the Vandregonian deck (text 004), and a hand without trump."""


ASIDES = ("trump", "note")
"""What is written beside a hand and affects no score (scoring contract, section 1)."""

BESIDE = ("dealer", *ASIDES)
"""What a hand of any game may have, also one that something else takes the place of."""


class Call(NamedTuple):
    """Who took a hand on, for how much, and with whom.

    Attributes:
        player: who.
        number: the number they bid; None for "less", or where no number is named.
        partner: who played this hand with them; None for nobody, or where partners are for the whole game.
    """

    player: Seat
    number: int | None = None
    partner: Seat | None = None


@dataclass(frozen=True, kw_only=True)
class Hand(PartlyRead):
    """The entries that a hand of any game may have.

    A game's hand adds its own. Where players bid, the bidding is a class of its own that the hand
    inherits from, so that a hand can be kept half-entered and finished after the play.
    """

    dealer: Annotated[
        Seat | None, Dealer("Dealer", otherwise="Next in turn", aside="change {dealer}", default=None)
    ]
    note: Annotated[
        str, Text("Note", help="Anything worth remembering about this hand.", aside="add a note", default="")
    ]

    sums_by: ClassVar[str] = ""
    """The entry on which ``sums`` depend, such as the bid; empty where they are the same for every hand."""

    def check(self, table: Table[Any], state: State) -> Iterable[Problem]:
        """What no real table could produce, beyond the bounds of the single entries.

        Each class checks what it adds itself. Where a value could not be read, a check goes as far as the
        first line that asks for it: a wrong note is no reason to be silent about the bid.
        ``state`` is the state before the hand, with the dealer of this hand.
        """
        return []

    @classmethod
    def sums(cls, table: Table[Any], said: Mapping[str, Any]) -> Sequence[Sum]:
        """What figures of several entries add up to, beside what is known already (``said``, as JSON).

        Of that it looks at the entry ``sums_by`` alone, and at the one with which that is not asked.
        """
        return ()

    def describe_bid(self, table: Table[Any]) -> str:
        """What was bid, as the table says it: "Bea plays 5"; empty where nobody bids."""
        return ""

    def describe(self, table: Table[Any]) -> str:
        """The same with what only the play has shown: "Bea plays 6 with Dee"."""
        return self.describe_bid(table)

    @property
    def call(self) -> Call | None:
        """Who took this hand on against the others, for how much and with whom; None where nobody did."""
        return None


@dataclass(frozen=True, kw_only=True)
class VinesHand(Hand):
    """A hand played with the Vines deck."""

    trump: Annotated[
        str | None, Suit("Trump", VINES, otherwise="Not recorded", aside="set trump", default=None)
    ]


@dataclass(frozen=True, kw_only=True)
class VandregonianHand(Hand):
    """A hand played with the Vandregonian deck."""

    trump: Annotated[
        str | None, Suit("Trump", VANDREGONIAN, otherwise="Not recorded", aside="set trump", default=None)
    ]


@dataclass(frozen=True)
class Line:
    """One part of a score: these players get this amount each, for this reason.

    Attributes:
        seats, amount, why: who, how much each, and what for.
        pile: where the coins lie afterwards, or lay before, such as "the pot"; empty between players.
        bump: whether a side gets it because the other side missed its bid.
        mirrors: whether it tells the line before from the other side, and nothing new: what these players
            paid for what the others won.
    """

    seats: tuple[Seat, ...]
    amount: int
    why: Reason
    pile: str = ""
    bump: bool = False
    mirrors: bool = False


class Step(NamedTuple):
    """One step of working out what a hand is worth: "Garde", "× 2"."""

    what: str
    figure: str


@dataclass(frozen=True)
class Scored:
    """What a game makes of one hand. The scores are the sums of the lines.

    Attributes:
        outcome: one of the game's outcomes.
        lines: the explanation, which addresses every amount to somebody.
        carry: the coins left on the table, as the answer shows them.
        memory: what the game must remember for the next hand.
        worked: how the value of the hand was worked out, step by step, where that takes several.
    """

    outcome: str
    lines: tuple[Line, ...]
    carry: Mapping[str, Any] = field(default_factory=dict)
    memory: Any = None
    worked: tuple[Step, ...] = ()

    def scores(self, n: int) -> PerSeat:
        """The score of each seat."""
        scores = [0] * n
        for line in self.lines:
            for seat in line.seats:
                scores[seat] += line.amount
        return tuple(scores)


@dataclass(frozen=True)
class Played:
    """A hand of a game with everything that came of it.

    Attributes:
        dealer: who dealt it.
        hand: what was entered.
        outcome, lines, carry: as the game scored it.
        scores: what everybody got in this hand.
        totals: what everybody has after it.
        worked: how the value of the hand was worked out.
    """

    dealer: Seat
    hand: Hand
    outcome: str
    lines: tuple[Line, ...]
    carry: Mapping[str, Any]
    scores: PerSeat
    totals: PerSeat
    worked: tuple[Step, ...] = ()
