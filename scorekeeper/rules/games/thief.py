"""Thief, and Thieves in partnerships: a second key suit whose cards are points (texts 000 and 002)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.bidding import (
    DEALER_MUST_BID,
    Bid,
    CutThroat,
    Partnership,
    SideResult,
    at_seats,
    bidder_and_others,
    score_bid,
)
from scorekeeper.rules.entries import BIDDERS, Count, EachSeat, EachSide, Sides, Switch, nobody
from scorekeeper.rules.game import Variant
from scorekeeper.rules.hand import Line, Scored
from scorekeeper.rules.house import PointsRules, Under, target
from scorekeeper.rules.lessons import vines
from scorekeeper.rules.outcome import when_exact, when_missed, when_over
from scorekeeper.rules.saying import NOTHING, Counted, Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import POINT, THIEF, TRICK

SUIT = 11
"""Cards of a suit, and so the number of thieves."""


@dataclass(frozen=True, kw_only=True)
class ThiefRules(PointsRules):
    target: Annotated[int, target({3: 60, 4: 40, 5: 30, 6: 30})]
    bid_tricks_only: Annotated[
        bool,
        Switch(
            "Bids for tricks alone",
            help="Bids are for tricks, which score as in Coralon. Thieves always score.",
            default=False,
        ),
    ]


TRICKS_ONLY = Under("bid_tricks_only")


def thief_tricks(table: Table[ThiefRules]) -> int:
    """Return the tricks of a hand: three players get 12 cards each, more share the whole deck."""
    return 12 if table.n == 3 else 55 // table.n


def most_thieves(table: Table[ThiefRules]) -> int:
    """Return the thieves that can be kept, at most one on a trick."""
    return min(SUIT, thief_tricks(table))


def highest_bid(table: Table[ThiefRules]) -> int:
    """Return the highest bid: every trick, and every thief where thieves count towards the bid."""
    return thief_tricks(table) + (0 if table.rules.bid_tricks_only else most_thieves(table))


@dataclass(frozen=True, kw_only=True)
class ThiefBid(Bid):
    bid: Annotated[int, Count("Bid", ask="For how many?", low=3, high=highest_bid, saves=True)]


@dataclass(frozen=True, kw_only=True)
class ThiefHand(ThiefBid):
    tricks: Annotated[
        PerSeat,
        EachSeat(
            "Tricks",
            ask="How many tricks did each player take?",
            ask_one="how many tricks did you take?",
            counts=TRICK,
            high=thief_tricks,
            exactly=thief_tricks,
            spare=True,
        ),
    ]
    thieves: Annotated[
        PerSeat,
        EachSeat(
            "Thieves",
            ask="How many thieves did each player keep?",
            ask_one="how many thieves did you keep?",
            counts=THIEF,
            high=most_thieves,
            at_most=most_thieves,
            spare=True,
            default=nobody,
        ),
    ]


class Thief(CutThroat[ThiefRules, ThiefHand]):
    key = "thief"
    name = "Thief"
    about = "Coralon, with thieves."
    lesson = vines.THIEF
    also = ("Jesters", "Cowards", "Rogues", "Turns")
    texts = ("000", "002")
    seats = range(3, 7)
    rules = ThiefRules
    hand = ThiefHand
    bidding = ThiefBid
    outcomes = {
        "exact": when_exact(
            "The bidder scores their tricks and the thieves they kept; no one else scores.",
            instead=(
                TRICKS_ONLY,
                "The bidder scores their tricks; no one else does. Everyone scores the thieves they kept.",
            ),
        ),
        "over": when_over(
            "Everyone scores their tricks and the thieves they kept.",
            others=Say("everyone scores their tricks and thieves"),
            instead=(TRICKS_ONLY, "Everyone scores their tricks and the thieves they kept."),
        ),
        "missed": when_missed(
            "The bidder scores nothing; everyone else scores their tricks and the thieves they kept.",
            others=Say("the others score their tricks and thieves"),
            instead=(
                TRICKS_ONLY,
                "The bidder scores no tricks; everyone else scores theirs. Everyone scores the thieves they "
                "kept.",
            ),
        ),
    }
    strokes = ("tricks", "thieves")
    rulings = (
        (
            Under("bid_tricks_only", False),
            "Bids are in points, so points decide whether a bid was exceeded; the text says tricks there.",
        ),
        DEALER_MUST_BID,
    )

    def stroke_entries(self, table: Table[ThiefRules]) -> tuple[str, ...]:
        """Return what was bid for: tricks and thieves, or tricks only by the house rule."""
        return self.strokes[:1] if table.rules.bid_tricks_only else self.strokes

    def played_out(
        self, table: Table[ThiefRules], bidding: ThiefBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield tricks and thieves, of which a rival takes all that the bidder leaves."""
        tricks_only = table.rules.bid_tricks_only
        own = 0 if tricks_only else min(taken // 2, most_thieves(table))
        tricks = {bidding.bidder: taken - own, rival: thief_tricks(table) - taken + own}
        for kept in (0, most_thieves(table)) if tricks_only else (most_thieves(table) - own,):
            thieves = at_seats(table, {bidding.bidder: own, rival: kept})
            yield {"tricks": at_seats(table, tricks), "thieves": thieves}

    def always_scores(self, table: Table[ThiefRules]) -> Say:
        """Return the thieves, if bids are for tricks only."""
        return Say("thieves") if table.rules.bid_tricks_only else NOTHING

    def score(self, table: Table[ThiefRules], state: State, hand: ThiefHand) -> Scored:
        if table.rules.bid_tricks_only:
            outcome, lines = score_bid(table, hand.bid, TRICK, *bidder_and_others(hand.tricks, hand.bidder))
            thieves = score_thieves(((seat,), count) for seat, count in enumerate(hand.thieves))
            return Scored(outcome, (*lines, *thieves))
        results = [
            SideResult((seat,), tricks + thieves, tricks_and_thieves(tricks, thieves))
            for seat, (tricks, thieves) in enumerate(zip(hand.tricks, hand.thieves, strict=True))
        ]
        bidder = results.pop(hand.bidder)
        outcome, lines = score_bid(table, hand.bid, POINT, bidder, results)
        return Scored(outcome, tuple(lines))


ALL_TRICKS = 13
"""Tricks of a hand in partnerships: 13 cards each, and three left out."""


@dataclass(frozen=True, kw_only=True)
class ThievesRules(PointsRules):
    target: Annotated[int, target(80)]
    min_bid: Annotated[
        int,
        Count(
            "Lowest bid", help="The rules of Thieves name none; in Thief it is 3.", low=2, high=3, default=3
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class ThievesBid(Bid):
    bid: Annotated[
        int,
        Count(
            "Bid",
            ask="For how many tricks?",
            low=lambda table: table.rules.min_bid,
            high=ALL_TRICKS,
            saves=True,
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class ThievesHand(ThievesBid):
    tricks: Annotated[
        int,
        Count(
            "Tricks",
            ask="How many tricks did the bidders take?",
            help="The tricks of the side that bid.",
            high=ALL_TRICKS,
            of=BIDDERS,
        ),
    ]
    thieves: Annotated[
        Sides,
        EachSide(
            "Thieves",
            ask="How many thieves did each player keep?",
            high=SUIT,
            at_most=SUIT,
        ),
    ]


class Thieves(Partnership[ThievesRules, ThievesHand]):
    key = "thieves"
    name = "Thieves"
    about = "Thief for two partnerships."
    variant = Variant("thief", "partners")
    lesson = vines.THIEVES
    also = ("Walop (in Laforêt and the south)", "Jesters", "Cowards", "Rogues", "Turns")
    texts = ("000", "002")
    rules = ThievesRules
    hand = ThievesHand
    bidding = ThievesBid
    dealer_must_bid = True
    outcomes = {
        "exact": when_exact(
            "The bidders score their tricks and the others score none. Both sides score their thieves."
        ),
        "over": when_over(
            "Both sides score their tricks and their thieves.",
            others=Say("everyone scores their tricks and thieves"),
        ),
        "missed": when_missed(
            "The bidders score no tricks and the others score theirs. Both sides score their thieves.",
            others=Say("the others score their tricks and thieves"),
        ),
    }
    strokes = ("tricks",)
    rulings = (
        "The lowest bid is 3 as in Thief, since the text gives none; a house rule allows 2.",
        DEALER_MUST_BID,
        "A tie at the target goes to the side that bid; the text doesn’t cover this.",
    )

    def taken(self, table: Table[ThievesRules], hand: ThievesHand) -> Mapping[Seat, int]:
        """Return the tricks of each side."""
        return {hand.bidder: hand.tricks, table.after(hand.bidder): ALL_TRICKS - hand.tricks}

    def played_out(
        self, table: Table[ThievesRules], bidding: ThievesBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the tricks without thieves, and with all thieves for the others."""
        for kept in (0, SUIT):
            yield {"tricks": taken, "thieves": Sides(0, kept)}

    def always_scores(self, table: Table[ThievesRules]) -> Say:
        """Return the thieves."""
        return Say("thieves")

    def score(self, table: Table[ThievesRules], state: State, hand: ThievesHand) -> Scored:
        ours, theirs = self.of(hand.bidder)
        left = ALL_TRICKS - hand.tricks
        bidders = SideResult(ours, hand.tricks, Counted(hand.tricks, TRICK))
        others = SideResult(theirs, left, Counted(left, TRICK))
        outcome, lines = score_bid(table, hand.bid, TRICK, bidders, [others])
        return Scored(outcome, (*lines, *score_thieves(zip((ours, theirs), hand.thieves, strict=True))))


def score_thieves(kept: Iterable[tuple[tuple[Seat, ...], int]]) -> list[Line]:
    """Return the lines for thieves, which score for those who kept them whether or not the bid was made."""
    return [
        Line(seats, count, Say("kept {thieves}", thieves=Counted(count, THIEF)))
        for seats, count in kept
        if count
    ]


def tricks_and_thieves(tricks: int, thieves: int) -> Say:
    """Return tricks and thieves together in words: "4 tricks and 2 thieves"."""
    taken = Counted(tricks, TRICK)
    if not thieves:
        return taken
    return Say("{tricks} and {thieves}", tricks=taken, thieves=Counted(thieves, THIEF))
