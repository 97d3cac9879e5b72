"""Bishop for points, and Baronet, the same game for coins (text 000)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from scorekeeper.rules.bidding import (
    ALL_PASS,
    PASSED,
    AdHoc,
    Bid,
    PassedWithTrump,
    WithPartner,
    score_passed,
    sides_of,
)
from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Choice, Count, EachSide, Sides, Switch
from scorekeeper.rules.game import Game, R, Variant
from scorekeeper.rules.hand import Hand, Line, Scored, VinesTrumpHand
from scorekeeper.rules.house import PointsRules, Rules, stake, target
from scorekeeper.rules.lessons import vines
from scorekeeper.rules.outcome import Outcome, when_made, when_missed
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import Counted, Say
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import POINT, Noun

BET = Noun("bet", "bets")

POINTS = 10
"""The points of a hand: two ranks of five cards, a point each."""

BLOCKS = {"war": "War", "peace": "Peace"}
WORTH = {"war": "Knights and Tars", "peace": "Bishops and Farmers"}
"""The cards worth a point, by block."""


@dataclass(frozen=True)
class MadeOrMissed(Switch):
    """Made or missed: both answers are of equal weight, so the form offers both."""

    missed: ClassVar[str] = "Missed"


@dataclass(frozen=True, kw_only=True)
class BishopRules(PointsRules):
    target: Annotated[int, target({4: 25, 5: 21})]
    jasper_city: Annotated[
        bool,
        Switch(
            "Jasper City partners",
            help="The partner is the player of the lowest trump in the first trick, not its holder.",
            default=False,
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class BishopBid(VinesTrumpHand, Bid):
    bid: Annotated[int, Count("Bid", ask="For how many?", low=1, high=POINTS)]
    block: Annotated[
        str,
        Choice(
            "Block",
            BLOCKS,
            WORTH,
            ask="Which cards are worth points?",
            step="Tap War or Peace",
            saves=True,
        ),
    ]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who bid how many, for War or Peace: "Bea bid 6 for War"."""
        bid = super().describe_bid(table)
        return Say("{bid} for War", bid=bid) if self.block == "war" else Say("{bid} for Peace", bid=bid)


@dataclass(frozen=True, kw_only=True)
class BidDecided(BishopBid):
    """The end of a hand: whether the bid was made, or the points that decide it."""

    made: Annotated[
        bool | None, MadeOrMissed("Made", ask="Was the bid made?", entered="result", default=None)
    ]
    points: Annotated[
        Sides | None,
        EachSide(
            "Points",
            ask="Enter points instead",
            help="You may stop once the result is certain.",
            instead="made",
            joined="partner",
            high=POINTS,
            at_most=POINTS,
            default=None,
        ),
    ]

    def check(self, table: Table[Any], state: State) -> list[Problem]:
        """Refuse a result that is missing or given twice, and points that decide nothing yet."""
        if self.made is not None and self.points is not None:
            return [Problem("points", Say("Tap made or missed, or enter the points, but not both."))]
        if self.made is None and self.points is None:
            return [Problem("made", Say("Tap made or missed, or enter the points."))]
        if self.points is None or self.points.bidders >= self.bid or self.broken:
            return []
        bidders, others = self.points
        open_yet = Say(
            "{bidders} to {others} doesn’t decide it yet: the bidders need {bid}, or the others {rest}.",
            bidders=bidders,
            others=others,
            bid=self.bid,
            rest=POINTS - self.bid + 1,
        )
        return [Problem("points", open_yet)]

    @property
    def broken(self) -> bool:
        """Return whether the others have too many points for the bid to be made."""
        return self.points is not None and self.points.others > POINTS - self.bid

    @property
    def success(self) -> bool:
        """Return whether the bid was made."""
        return self.points.bidders >= self.bid if self.points else self.made is True

    def because(self, bid: Say) -> Say:
        """Return a reason about the bid, with the points where they were entered."""
        why = bid.filled(bid=self.bid)
        if self.points is None:
            return why
        points, others = Counted(self.points.bidders, POINT), self.points.others
        return Say("{why}, {points} to {others}", why=why, points=points, others=others)


@dataclass(frozen=True, kw_only=True)
class BishopHand(BidDecided, WithPartner, BishopBid):
    """The bid, the partner, and how it came out."""


LONE = (
    "If nobody else holds a trump (with Jasper City partners: plays one to the first trick), the bidder has "
    "no partner and plays alone; the text doesn’t cover this."
)
LOWEST = "The lowest bid is 1; the text gives none."


class WarAndPeace(Game[R, BishopHand]):
    """The game for points and for coins, as far as both are the same."""

    texts = ("000",)
    seats = range(4, 6)
    hand = BishopHand
    bidding = BishopBid
    special_hands = (PassedWithTrump,)
    strokes = ("points",)

    def played_out(
        self, table: Table[R], bidding: BishopBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the result with a rival as the partner, and alone."""
        for partner in (rival, None):
            yield {"partner": partner, "made": taken >= bidding.bid, "points": None}


class Bishop(WarAndPeace[BishopRules], AdHoc[BishopRules, BishopHand]):
    key = "bishop"
    edition = 2
    name = "Bishop"
    about = "Bid first, find a partner later."
    lesson = vines.BISHOP
    also = ("War and Peace", "Knights and Bishops", "Southern Vines", "Sierin Vines")
    rules = BishopRules
    outcomes = {
        "made": when_made(
            "The bidder and the partner score the bid each; the others score nothing.",
        ),
        "missed": when_missed(
            "The bidder and the partner score nothing; each opponent scores the bid.",
            others=Say("each opponent scores {bid}"),
        ),
        **PASSED,
    }
    rulings = (
        LONE,
        LOWEST,
        ALL_PASS,
        "A tie between opponents of the bidder goes to the first of them from the dealer’s left.",
    )

    def score(self, table: Table[BishopRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, BishopHand):
            return score_passed(table)
        ours, theirs = sides_of(hand.bidder, hand.partner, table)
        if hand.success:
            lines = (
                Line(ours, hand.bid, hand.because(Say("made the bid of {bid}"))),
                Line(theirs, 0, Say("the bid was made")),
            )
            return Scored("made", lines)
        lines = (
            Line(ours, 0, hand.because(Say("missed the bid of {bid}"))),
            Line(theirs, hand.bid, Say("the bid of {bid} was missed", bid=hand.bid)),
        )
        return Scored("missed", lines)


EVEN = Say("two thirds of {bets} of {bid}"), Say("a third of {bets} of {bid}")
ROUNDED = (
    Say("two thirds (rounded up) of {bets} of {bid}"),
    Say("a third (rounded down) of {bets} of {bid}"),
)
"""The shares of a bidder and a partner."""


@dataclass(frozen=True, kw_only=True)
class BaronetRules(Rules):
    stake: Annotated[int, stake(100)]


class Baronet(WarAndPeace[BaronetRules], CoinGame[BaronetRules, BishopHand]):
    key = "baronet"
    edition = 2
    name = "Baronet"
    about = "Bishop for coins: the bid is the bet."
    variant = Variant("bishop", "for coins")
    icon = "coins"
    lesson = vines.BARONET
    also = ("Southern Vines", "Sierin Vines")
    rules = BaronetRules
    outcomes = {
        "made": when_made(
            "Each opponent pays the bid. The partner gets a third of that, rounded down; the bidder gets "
            "the rest.",
            others=Say("each opponent pays {bid}"),
        ),
        "missed": when_missed(
            "The bidder and the partner each pay what they’d have won; every opponent gets the bid.",
            others=Say("each opponent gets {bid}"),
        ),
        "passed": Outcome("everyone passed", "Nobody pays; the next player deals."),
    }
    rulings = (
        "If nobody else plays a trump to the first trick, the bidder has no partner and plays alone; the "
        "text doesn’t cover this.",
        "A bidder who plays alone wins the bid from each opponent, or pays it to each of them, since there "
        "is nobody to share with.",
        LOWEST,
        ALL_PASS,
    )

    def score(self, table: Table[BaronetRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, BishopHand):
            return score_passed(table)
        _, theirs = sides_of(hand.bidder, hand.partner, table)
        bets, each = hand.bid * len(theirs), Counted(len(theirs), BET)
        shares = [(hand.bidder, bets, Say("{bets} of {bid}"))]
        if hand.partner is not None:
            third, odd = divmod(bets, 3)
            most, least = ROUNDED if odd else EVEN
            shares = [(hand.bidder, bets - third, most), (hand.partner, third, least)]
        got, sign = (Say("won {share}"), 1) if hand.success else (Say("paid {share}"), -1)
        lines = [
            Line((seat,), sign * coins, got.filled(share=share.filled(bets=each, bid=hand.bid)))
            for seat, coins, share in shares
        ]
        how = "made" if hand.success else "missed"
        made = Say("paid a bet because the bid of {bid} was made")
        why = hand.because(made if hand.success else Say("won a bet because the bid of {bid} was missed"))
        return Scored(how, (*lines, Line(theirs, -sign * hand.bid, why, mirrors=True)))
