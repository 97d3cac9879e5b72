"""Bishop for points, and Baronet, the same game for coins (text 000)."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from scorekeeper.rules.bidding import PASSED, AdHoc, Allied, Bid, Passed, pass_on, teams
from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Choice, Count, EachSide, Sides, Switch
from scorekeeper.rules.hand import Hand, Line, Scored
from scorekeeper.rules.house import PointsRules, Rules, stake, target
from scorekeeper.rules.outcome import MADE, MISSED, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import POINT, counted, spelled

POINTS = 10
"""Two ranks of five cards each are worth a point a card."""

BLOCKS = {"war": "War", "peace": "Peace"}
WORTH = {"war": "Knights and Tars", "peace": "Bishops and Farmers"}
"""The cards that are worth a point."""


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
            help="The partner is whoever plays the lowest trump to the first trick, not whoever holds it.",
            default=False,
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class BishopBid(Bid):
    bid: Annotated[int, Count("Bid", ask="For how many?", low=1, high=POINTS)]
    block: Annotated[str, Choice("Block", BLOCKS, WORTH, ask="Which cards are worth points?", saves=True)]

    def describe_bid(self, table: Table[Any]) -> str:
        """Who plays, for how much, and whether at war or in peace."""
        return f"{super().describe_bid(table)} for {BLOCKS[self.block]}"


@dataclass(frozen=True, kw_only=True)
class Decided(BishopBid):
    """How the bid came out: made or missed, or the points that say so."""

    made: Annotated[bool | None, MadeOrMissed("Made", ask="Was the bid made?", default=None)]
    points: Annotated[
        Sides | None,
        EachSide(
            "Points",
            ask="Or how many points?",
            help="In place of made or missed; the play may stop as soon as they decide.",
            instead="made",
            joined="partner",
            high=POINTS,
            at_most=POINTS,
            default=None,
        ),
    ]

    def check(self, table: Table[Any], state: State) -> list[Problem]:
        """Made, missed or points: one of them, and the points must have decided."""
        if self.made is not None and self.points is not None:
            return [Problem("points", "Points: say whether the bid was made, or give the points, not both.")]
        if self.made is None and self.points is None:
            return [Problem("made", "Made or missed must be said, or the points given.")]
        if self.points is None or self.points.bidders >= self.bid or self.broken:
            return []
        bidders, others = self.points
        needed = f"the bidders need {self.bid}, the others {POINTS - self.bid + 1}"
        return [Problem("points", f"Points: {bidders} and {others} decide nothing yet; {needed}.")]

    @property
    def broken(self) -> bool:
        """Whether the others have so many points that the bid cannot be made any more."""
        return self.points is not None and self.points.others > POINTS - self.bid

    @property
    def success(self) -> bool:
        """Whether the bid was made."""
        return self.points.bidders >= self.bid if self.points else self.made is True

    @property
    def told(self) -> str:
        """The points in words, where they were given."""
        if self.points is None:
            return ""
        return f", {counted(self.points.bidders, POINT)} to {self.points.others}"


@dataclass(frozen=True, kw_only=True)
class BishopHand(Decided, Allied, BishopBid):
    """The bid, the partner, and how it came out."""


LONE = (
    "Where nobody else holds (in Jasper City: plays) a trump there is no partner, and the bidder plays "
    "alone; the text does not think of it."
)
LOWEST = "The lowest bid is 1; the text names none."


class Bishop(AdHoc[BishopRules, BishopHand]):
    key = "bishop"
    name = "Bishop"
    about = "Bid for point cards with a partner who is found in the play."
    also = ("War and Peace", "Knights and Bishops", "Southern Vines", "Sierin Vines")
    texts = ("000",)
    seats = range(4, 6)
    rules = BishopRules
    hand = BishopHand
    bidding = BishopBid
    special_hands = (Passed,)
    outcomes = {
        "made": Outcome(
            "made it", "The bidder and the partner score the bid each, the others nothing.", result=MADE
        ),
        "missed": Outcome(
            "missed",
            "The bidder and the partner score nothing; everybody against them the bid.",
            result=MISSED,
        ),
        **PASSED,
    }
    rulings = (
        LONE,
        LOWEST,
        "A tie between opponents of the bidder goes to the one nearest to the dealer's left, who need not be "
        "the dealer's neighbour.",
    )

    def score(self, table: Table[BishopRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, BishopHand):
            return pass_on(table)
        ours, theirs = teams(hand.bidder, hand.partner, table)
        if hand.success:
            lines = (
                Line(ours, hand.bid, Reason(f"made the bid of {hand.bid}{hand.told}")),
                Line(theirs, 0, Reason("nothing: the bid was made")),
            )
            return Scored("made", lines)
        lines = (
            Line(ours, 0, Reason(f"missed the bid of {hand.bid}{hand.told}: nothing")),
            Line(theirs, hand.bid, Reason(f"the bid of {hand.bid} was missed")),
        )
        return Scored("missed", lines)


@dataclass(frozen=True, kw_only=True)
class BaronetRules(Rules):
    stake: Annotated[int, stake(100)]


class Baronet(CoinGame[BaronetRules, BishopHand]):
    key = "baronet"
    name = "Baronet"
    about = "Bishop for coins: the bet is the bid. The partner is found as in Jasper City."
    also = ("Southern Vines", "Sierin Vines")
    texts = ("000",)
    seats = range(4, 6)
    rules = BaronetRules
    hand = BishopHand
    bidding = BishopBid
    special_hands = (Passed,)
    outcomes = {
        "made": Outcome(
            "made it",
            "Every loser pays the bid; the partner gets a third of that, rounded down, the bidder the rest.",
            result=MADE,
        ),
        "missed": Outcome(
            "missed",
            "The bidder and the partner pay what they would have got; every opponent gets the bid.",
            result=MISSED,
        ),
        **PASSED,
    }
    rulings = (
        LONE,
        "A bidder who plays alone collects the bid from every opponent, or pays it to each of them, since "
        "there is nobody to share with.",
        LOWEST,
    )

    def score(self, table: Table[BaronetRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, BishopHand):
            return pass_on(table)
        _, theirs = teams(hand.bidder, hand.partner, table)
        bets = hand.bid * len(theirs)
        of = f"of {spelled(len(theirs))} bets of {hand.bid}"
        shares: list[tuple[Seat, int, str]] = [(hand.bidder, bets, f"all {of}")]
        if hand.partner is not None:
            third, odd = divmod(bets, 3)
            shares = [
                (hand.bidder, bets - third, f"two thirds {of}{', rounded up' if odd else ''}"),
                (hand.partner, third, f"a third {of}{', rounded down' if odd else ''}"),
            ]
        if hand.success:
            paid = Line(
                theirs,
                -hand.bid,
                Reason(f"paid a bet: the bid of {hand.bid} was made{hand.told}"),
                mirrors=True,
            )
            return Scored(
                "made", (*(Line((s,), share, Reason(f"got {why}")) for s, share, why in shares), paid)
            )
        got = Line(
            theirs, hand.bid, Reason(f"got a bet: the bid of {hand.bid} was missed{hand.told}"), mirrors=True
        )
        return Scored(
            "missed", (*(Line((s,), -share, Reason(f"paid {why}")) for s, share, why in shares), got)
        )
