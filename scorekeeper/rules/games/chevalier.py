"""Chevalier: partners bid for tricks, some of which are poisoned (texts 000 and 001)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from scorekeeper.rules.bidding import ALL_PASS, PASSED, Bid, Partnership, Passed, bump, score_passed
from scorekeeper.rules.entries import Choice, Count, EachSide, Sides
from scorekeeper.rules.hand import Hand, Line, Scored
from scorekeeper.rules.house import PointsRules, target
from scorekeeper.rules.lessons import vines
from scorekeeper.rules.limits import Sum, each_once
from scorekeeper.rules.outcome import when_made, when_missed
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import Counted, Say
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import CLEAN_TRICK, POISONED_TRICK, TRICK

ALL_TRICKS = 10
POISON = 5
"""Cards of the poison rank, one of each suit; no more tricks than that can be poisoned."""

SWEEP = 2
"""The worth of a poisoned trick to bidders who sweep; to the others it is worth 1."""

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
            ask="How many clean tricks did each side take?",
            entered="tricks",
            high=ALL_TRICKS,
            at_most=ALL_TRICKS,
        ),
    ]
    poisoned: Annotated[
        Sides,
        EachSide(
            "Poisoned tricks",
            ask="How many poisoned tricks?",
            help="Tricks with at least one poison card. One side taking all of them is a sweep.",
            high=POISON,
            at_most=POISON,
        ),
    ]

    @classmethod
    def sums(cls, table: Table[Any], raw: Mapping[str, Any]) -> list[Sum]:
        """Return the sum of all tricks, which is ten."""
        return [each_once(product(("clean", "poisoned"), range(2)), ALL_TRICKS, exactly=True)]

    def check(self, table: Table[ChevalierRules], state: State) -> list[Problem]:
        """Refuse clean and poisoned tricks that do not add up to ten."""
        clean, poisoned = sum(self.clean), sum(self.poisoned)
        if clean + poisoned == ALL_TRICKS:
            return []
        added = Say(
            "{clean} clean and {poisoned} poisoned tricks make {together}, but {all} were played.",
            clean=clean,
            poisoned=poisoned,
            together=clean + poisoned,
            all=ALL_TRICKS,
        )
        return [Problem("clean", added)]

    @property
    def worth_poisoned(self) -> Sides:
        """The worth of a poisoned trick to each side: nothing unless the side swept all of them."""
        return Sides(0 if self.poisoned.others else SWEEP, 0 if self.poisoned.bidders else 1)


class Chevalier(Partnership[ChevalierRules, ChevalierHand]):
    key = "chevalier"
    name = "Chevalier"
    about = "Poison makes a trick worthless."
    lesson = vines.CHEVALIER
    also = ("Cavalier", "Poison", "Poison 7s", "Buccaneer (in Sierin, with the Tars)", "Sweep (in Meere)")
    texts = ("000", "001")
    rules = ChevalierRules
    hand = ChevalierHand
    bidding = ChevalierBid
    special_hands = (Passed,)
    outcomes = {
        "made": when_made(
            "Both sides score their clean tricks. A side that swept also scores its poisoned tricks: "
            f"{SWEEP} each if it won the bidding, 1 each if not. These points count towards the bid.",
            others=Say("the others score their points"),
        ),
        "missed": when_missed(
            "The bidders score nothing; the others score their points, and as many more as were bid (the "
            "bump).",
            others=Say("the others score their points and a bump of {bid}"),
        ),
        **PASSED,
    }
    strokes = ("clean", "poisoned")
    rulings = (
        "If only one side has poisoned tricks, it has taken every poison card in play, so that counts as a "
        "sweep. You don’t enter sweeps.",
        "The lowest bid is 1; the text gives none.",
        ALL_PASS,
        "The high bidder leads the first trick, as in Ducks and Geese; the texts don’t say who does.",
        "A tie at the target goes to the side that bid; the texts don’t cover this.",
    )

    def played_out(
        self, table: Table[ChevalierRules], bidding: ChevalierBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the tricks, as few as can be for the bidders: as far as possible they sweep."""
        swept = min(taken // SWEEP, POISON)
        clean = taken - SWEEP * swept
        yield {"clean": Sides(clean, ALL_TRICKS - clean - swept), "poisoned": Sides(swept, 0)}

    def taken(self, table: Table[ChevalierRules], hand: ChevalierHand) -> Mapping[Seat, int]:
        """Return the points of each side: clean tricks, and poisoned ones in a sweep."""
        ours, theirs = (
            clean + each * poisoned
            for clean, each, poisoned in zip(hand.clean, hand.worth_poisoned, hand.poisoned, strict=True)
        )
        return {hand.bidder: ours, table.after(hand.bidder): theirs}

    def score(self, table: Table[ChevalierRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, ChevalierHand):
            return score_passed(table)
        ours, theirs = self.of(hand.bidder)
        card = Say("Tar") if table.rules.poison_rank == "tars" else Say("Seven")
        clean, poisoned, bid = hand.clean, hand.poisoned, hand.bid
        each = hand.worth_poisoned
        points, taken = worth(clean.bidders, poisoned.bidders, each.bidders, card)
        against, their_taken = worth(clean.others, poisoned.others, each.others, card)
        others = Line(theirs, against, Say("took {taken}", taken=their_taken))
        if points >= bid:
            made = Say("made the bid of {bid} with {taken}", bid=bid, taken=taken)
            return Scored("made", (Line(ours, points, made), others))
        missed = Say("missed the bid of {bid} by {short}", bid=bid, short=bid - points)
        return Scored("missed", (Line(ours, 0, missed), others, bump(theirs, bid)))


def worth(clean: int, poisoned: int, each: int, card: Say) -> tuple[int, Say]:
    """Return the points of a side, and its tricks in words.

    ``each`` is what a poisoned trick is worth: 0 unless the side swept every ``card``.
    """
    if poisoned == 0:
        return clean, Counted(clean, TRICK)
    figures = {"clean": Counted(clean, CLEAN_TRICK), "poisoned": Counted(poisoned, POISONED_TRICK)}
    if not each:
        return clean, Say("{clean}, and {poisoned} without points", **figures)
    swept = "{clean}, and {poisoned} at {each} each for sweeping every {card}"
    return clean + each * poisoned, Say(swept, **figures, each=each, card=card)
