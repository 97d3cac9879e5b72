"""Thief, and Thieves in partnerships: a second key suit whose cards are points (texts 000 and 002)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from scorekeeper.rules.bidding import Bid, CutThroat, Partnership, Party, alone, settle, tricks
from scorekeeper.rules.entries import Count, EachSeat, EachSide, Sides, Switch, nobody
from scorekeeper.rules.hand import Line, Scored
from scorekeeper.rules.house import PointsRules, target
from scorekeeper.rules.outcome import EXACT, MISSED, OVER, Outcome
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import POINT, THIEF, TRICK, counted

SUIT = 11
"""Cards of a suit, and so of thieves."""


@dataclass(frozen=True, kw_only=True)
class ThiefRules(PointsRules):
    target: Annotated[int, target({3: 60, 4: 40, 5: 30, 6: 30})]
    bid_tricks_only: Annotated[
        bool,
        Switch(
            "Bid tricks only",
            help="Bids are for tricks, which score as in Coralon; thieves always count for whoever has them.",
            default=False,
        ),
    ]


def all_tricks(table: Table[ThiefRules]) -> int:
    """Three players get 12 cards each; otherwise the whole deck is dealt."""
    return 12 if table.n == 3 else 55 // table.n


def most_thieves(table: Table[ThiefRules]) -> int:
    """One thief at most scores on a trick."""
    return min(SUIT, all_tricks(table))


def highest_bid(table: Table[ThiefRules]) -> int:
    """Every trick, and every thief where they count for the bid."""
    return all_tricks(table) + (0 if table.rules.bid_tricks_only else most_thieves(table))


@dataclass(frozen=True, kw_only=True)
class ThiefBid(Bid):
    bid: Annotated[int, Count("Bid", ask="For how many?", low=3, high=highest_bid, saves=True)]


@dataclass(frozen=True, kw_only=True)
class ThiefHand(ThiefBid):
    tricks: Annotated[
        PerSeat,
        EachSeat(
            "Tricks",
            ask="What was taken?",
            high=all_tricks,
            exactly=all_tricks,
            spare=True,
        ),
    ]
    thieves: Annotated[
        PerSeat,
        EachSeat(
            "Thieves",
            ask="Thieves kept",
            high=most_thieves,
            at_most=most_thieves,
            spare=True,
            default=nobody,
        ),
    ]


class Thief(CutThroat[ThiefRules, ThiefHand]):
    key = "thief"
    name = "Thief"
    about = "Coralon with a second key suit, the thieves, whose captured cards are points."
    also = ("Jesters", "Cowards", "Rogues", "Turns")
    texts = ("000", "002")
    seats = range(3, 7)
    rules = ThiefRules
    hand = ThiefHand
    bidding = ThiefBid
    outcomes = {
        "exact": Outcome(
            "made it exactly",
            "The bidder scores tricks and thieves kept; everybody else scores nothing.",
            result=EXACT,
        ),
        "over": Outcome("went over", "Everybody scores tricks and thieves kept.", result=OVER),
        "missed": Outcome(
            "missed", "The bidder scores nothing; everybody else tricks and thieves kept.", result=MISSED
        ),
    }
    rulings = (
        "The bid is in points, so points decide whether it was exceeded; the text speaks of tricks there.",
    )

    def score(self, table: Table[ThiefRules], state: State, hand: ThiefHand) -> Scored:
        if table.rules.bid_tricks_only:
            outcome, lines = settle(hand.bid, TRICK, *alone(hand.tricks, hand.bidder))
            return Scored(
                outcome, (*lines, *kept(((seat,), count) for seat, count in enumerate(hand.thieves)))
            )
        parties = [
            Party((seat,), sum(taken), loot(*taken))
            for seat, taken in enumerate(zip(hand.tricks, hand.thieves, strict=True))
        ]
        bidder = parties.pop(hand.bidder)
        outcome, lines = settle(hand.bid, POINT, bidder, parties)
        return Scored(outcome, tuple(lines))


ALL_TRICKS = 13
"""Of a hand in partnerships: 13 cards each, three in the box."""


@dataclass(frozen=True, kw_only=True)
class ThievesRules(PointsRules):
    target: Annotated[int, target(80)]
    min_bid: Annotated[
        int, Count("Lowest bid", help="The text names none; 3 as in Thief.", low=2, high=3, default=3)
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
        Count("Tricks", ask="What was taken?", help="The tricks of the side that bid.", high=ALL_TRICKS),
    ]
    thieves: Annotated[
        Sides,
        EachSide(
            "Thieves",
            ask="Thieves kept",
            high=SUIT,
            at_most=SUIT,
        ),
    ]


class Thieves(Partnership[ThievesRules, ThievesHand]):
    key = "thieves"
    name = "Thieves"
    about = "Thief in two partnerships: bids are for tricks, thieves are always scored."
    also = ("Walop (in Laforêt and the south)", "Jesters", "Cowards", "Rogues", "Turns")
    texts = ("000", "002")
    rules = ThievesRules
    hand = ThievesHand
    bidding = ThievesBid
    outcomes = {
        "exact": Outcome(
            "made it exactly",
            "The bidders score their tricks, the others none; both score their thieves.",
            result=EXACT,
        ),
        "over": Outcome("went over", "Both sides score their tricks and their thieves.", result=OVER),
        "missed": Outcome(
            "missed",
            "The bidders score no tricks, the others theirs; both score their thieves.",
            result=MISSED,
        ),
    }
    rulings = (
        "The lowest bid is 3 as in Thief, since the text names none; a house rule allows 2.",
        "A tie at the target goes to the side that bid; the text is silent.",
    )

    def score(self, table: Table[ThievesRules], state: State, hand: ThievesHand) -> Scored:
        ours, theirs = self.of(hand.bidder)
        left = ALL_TRICKS - hand.tricks
        bidders, others = Party(ours, hand.tricks, tricks(hand.tricks)), Party(theirs, left, tricks(left))
        outcome, lines = settle(hand.bid, TRICK, bidders, [others])
        return Scored(outcome, (*lines, *kept(zip((ours, theirs), hand.thieves, strict=True))))


def kept(thieves: Iterable[tuple[tuple[Seat, ...], int]]) -> list[Line]:
    """Thieves are scored by whoever kept them, whatever became of the bid."""
    return [Line(seats, count, Reason(f"kept {counted(count, THIEF)}")) for seats, count in thieves if count]


def loot(won: int, thieves: int) -> str:
    """The words for tricks and thieves together."""
    return f"{tricks(won)} and {counted(thieves, THIEF)}" if thieves else tricks(won)
