"""Chevalier: partners bid for tricks, some of which are poisoned (texts 000 and 001)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from scorekeeper.rules.bidding import PASSED, Bid, Partnership, Passed, pass_on, tricks
from scorekeeper.rules.entries import Choice, Count, EachSide, Sides
from scorekeeper.rules.hand import Hand, Line, Scored
from scorekeeper.rules.house import PointsRules, target
from scorekeeper.rules.limits import Sum, together
from scorekeeper.rules.outcome import MADE, MISSED, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import State, Table
from scorekeeper.rules.words import CLEAN_TRICK, POISONED_TRICK, counted, spelled

ALL_TRICKS = 10
POISON = 5
"""Cards of the poison rank, one of each suit; no more tricks than these can be poisoned."""

SWEEP = 2
"""What a poisoned trick is worth to the bidders when they sweep; it is worth 1 to the others."""

RANKS = {"sevens": "Sevens", "tars": "Tars (Buccaneer)"}


@dataclass(frozen=True, kw_only=True)
class ChevalierRules(PointsRules):
    target: Annotated[int, target(31)]
    poison_rank: Annotated[
        str, Choice("Poison cards", RANKS, help="With the Tars the game is Buccaneer.", default="sevens")
    ]


@dataclass(frozen=True, kw_only=True)
class ChevalierBid(Bid):
    bid: Annotated[
        int, Count("Bid", ask="For how many?", low=1, high=ALL_TRICKS - POISON + SWEEP * POISON, saves=True)
    ]


@dataclass(frozen=True, kw_only=True)
class ChevalierHand(ChevalierBid):
    clean: Annotated[
        Sides,
        EachSide(
            "Clean tricks",
            ask="What was taken?",
            high=ALL_TRICKS,
            at_most=ALL_TRICKS,
        ),
    ]
    poisoned: Annotated[
        Sides,
        EachSide(
            "Poisoned tricks",
            help="Tricks with at least one poison card; all of them on one side are a sweep.",
            high=POISON,
            at_most=POISON,
        ),
    ]

    @classmethod
    def sums(cls, table: Table[Any], said: Mapping[str, Any]) -> list[Sum]:
        """All tricks of both sides."""
        return [together(product(("clean", "poisoned"), range(2)), ALL_TRICKS, exactly=True)]

    def check(self, table: Table[ChevalierRules], state: State) -> list[Problem]:
        """Every trick is clean or poisoned."""
        clean, poisoned = sum(self.clean), sum(self.poisoned)
        if clean + poisoned == ALL_TRICKS:
            return []
        added = f"{clean} clean and {poisoned} poisoned make {clean + poisoned}"
        return [Problem("clean", f"Clean tricks: {added}; {ALL_TRICKS} were played.")]


class Chevalier(Partnership[ChevalierRules, ChevalierHand]):
    key = "chevalier"
    name = "Chevalier"
    about = "Partners bid for tricks; poison makes a trick worthless, unless one side takes it all."
    also = ("Cavalier", "Poison", "Poison 7s", "Buccaneer (in Sierin, with the Tars)", "Sweep (in Meere)")
    texts = ("000", "001")
    rules = ChevalierRules
    hand = ChevalierHand
    bidding = ChevalierBid
    special_hands = (Passed,)
    outcomes = {
        "made": Outcome(
            "made it",
            "Both sides score their clean tricks. In a sweep poisoned tricks count too: "
            f"{SWEEP} each for the bidders, 1 each for the others.",
            result=MADE,
        ),
        "missed": Outcome(
            "missed",
            "The bidders score nothing; the others their points and a bump equal to the bid.",
            result=MISSED,
        ),
        **PASSED,
    }
    rulings = (
        "When only one side holds poisoned tricks it has taken every poison card in play, so that is a "
        "sweep; it need not be entered.",
        "The lowest bid is 1; the text names none.",
        "A tie at the target goes to the side that bid; the texts are silent.",
    )

    def score(self, table: Table[ChevalierRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, ChevalierHand):
            return pass_on(table)
        ours, theirs = self.of(hand.bidder)
        clean, poisoned, bid = hand.clean, hand.poisoned, hand.bid
        cards = "Tar" if table.rules.poison_rank == "tars" else "Seven"

        def taken(clean: int, poisoned: int, elsewhere: int, worth: int) -> tuple[int, str]:
            """The points of a side, and the words for them."""
            if poisoned == 0:
                return clean, tricks(clean)
            words = counted(clean, CLEAN_TRICK) if clean else "no clean trick"
            if elsewhere:
                return clean, f"{words}, and {poisoned} poisoned that count{'s' * (poisoned == 1)} nothing"
            swept = f"{counted(poisoned, POISONED_TRICK)} at {worth} each, having swept every {cards}"
            return clean + worth * poisoned, f"{words}, and {swept}"

        points, words = taken(clean.bidders, poisoned.bidders, poisoned.others, SWEEP)
        against, their_words = taken(clean.others, poisoned.others, poisoned.bidders, 1)
        others = Line(theirs, against, Reason(their_words))
        if points >= bid:
            return Scored("made", (Line(ours, points, Reason(f"made the bid of {bid}: {words}")), others))
        why = f"missed the bid of {bid} by {spelled(bid - points)}: nothing"
        bump = Line(theirs, bid, Reason(f"a bump for the missed bid of {bid}"), bump=True)
        return Scored("missed", (Line(ours, 0, Reason(why)), others, bump))
