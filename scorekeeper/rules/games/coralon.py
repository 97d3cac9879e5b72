"""Coralon, everybody alone or in partnerships (texts 000 and 002)."""

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.rules.bidding import (
    ZERO_BIDS,
    Bid,
    CutThroat,
    Partnership,
    Party,
    alone,
    settle,
    took,
    tricks,
    zero_and_double,
)
from scorekeeper.rules.entries import Count, EachSeat, Only, People, Switch
from scorekeeper.rules.hand import Line, Scored
from scorekeeper.rules.house import PointsRules, target
from scorekeeper.rules.outcome import EXACT, MADE, MISSED, OVER, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import TRICK, listed


@dataclass(frozen=True, kw_only=True)
class CoralonRules(PointsRules):
    target: Annotated[int, target({3: 60, 4: 40, 5: 25, 6: 25})]
    zero_bids: Annotated[
        bool, Switch("Zero and less", help="A player may bid to take no trick at all.", default=False)
    ]


def all_tricks(table: Table[CoralonRules]) -> int:
    """The whole deck of 55 is dealt; a card too many is discarded."""
    return 55 // table.n


def zero_and_less(table: Table[CoralonRules]) -> tuple[int | str, ...]:
    """The bids that the house rule adds."""
    return (0, "less") if table.rules.zero_bids else ()


@dataclass(frozen=True, kw_only=True)
class CoralonBid(Bid):
    bid: Annotated[
        int | str,
        Count("Bid", ask="For how many?", low=2, high=all_tricks, besides=zero_and_less, saves=True),
    ]
    zero_bidders: Annotated[
        tuple[Seat, ...],
        People(
            "Zero bidders",
            ask="Who bid zero before?",
            help="Everybody who had bid zero or less before this “less”.",
            only_if=Only("bid", "less"),
            offered=lambda table: table.rules.zero_bids,
            default=(),
        ),
    ]

    def check(self, table: Table[CoralonRules], state: State) -> list[Problem]:
        """Bidding goes once around from the dealer's left, so a zero bidder sits before the bidder."""
        order = table.around(state.dealer)
        late = [seat for seat in self.zero_bidders if order.index(seat) >= order.index(self.bidder)]
        if not late:
            return []
        names = listed(table.names(tuple(late)))
        return [
            Problem("zero_bidders", f"Zero bidders: {names} did not bid before {table.players[self.bidder]}.")
        ]


@dataclass(frozen=True, kw_only=True)
class CoralonHand(CoralonBid):
    tricks: Annotated[
        PerSeat,
        EachSeat("Tricks", ask="What was taken?", high=all_tricks, exactly=all_tricks),
    ]


class Coralon(CutThroat[CoralonRules, CoralonHand]):
    key = "coralon"
    name = "Coralon"
    about = "Bid for tricks; whoever matches the bid exactly scores alone."
    also = ("Vines (in Meere and the south)", "Marshal (in Sierin)", "Cinamon (in Lowgale and Laforêt)")
    texts = ("000", "002")
    seats = range(3, 7)
    rules = CoralonRules
    hand = CoralonHand
    bidding = CoralonBid
    outcomes = {
        "exact": Outcome(
            "made it exactly", "The bidder scores their tricks; everybody else scores nothing.", result=EXACT
        ),
        "over": Outcome("went over", "Everybody scores their tricks.", result=OVER),
        "missed": Outcome("missed", "The bidder scores nothing; everybody else their tricks.", result=MISSED),
        "zero_made": Outcome(
            "made it",
            "The bidder scores all tricks of the hand; everybody else nothing.",
            "Zero made",
            result=MADE,
        ),
        "zero_missed": Outcome(
            "missed", "The bidder scores nothing; everybody else their tricks.", "Zero missed", result=MISSED
        ),
        "less_made": Outcome(
            "made it",
            "As zero made; every earlier zero bidder must have taken a trick too.",
            "Less made",
            result=MADE,
        ),
        "less_missed": Outcome("missed", "As zero missed.", "Less missed", result=MISSED),
    }
    rulings = (
        "After a “less”, a further “less” counts everybody who bid zero or less before; the text is silent.",
    )

    def score(self, table: Table[CoralonRules], state: State, hand: CoralonHand) -> Scored:
        bidder, others = alone(hand.tricks, hand.bidder)
        if isinstance(hand.bid, int) and hand.bid > 0:
            outcome, lines = settle(hand.bid, TRICK, bidder, others)
            return Scored(outcome, tuple(lines))
        word = "less" if hand.bid == "less" else "zero"
        unbroken = [table.players[seat] for seat in hand.zero_bidders if hand.tricks[seat] == 0]
        if bidder.points == 0 and not unbroken:
            seats = tuple(seat for seat in range(table.n) if seat != hand.bidder)
            return Scored(
                f"{word}_made",
                (
                    Line(
                        bidder.seats,
                        all_tricks(table),
                        Reason(f"took no trick: all {all_tricks(table)} of the hand"),
                    ),
                    Line(seats, 0, Reason(f"nothing: {word} was bid and made")),
                ),
            )
        if bidder.points:
            why = f"took {bidder.took} on a bid of {word}: nothing"
        else:
            why = f"{listed(unbroken)} took no trick either: nothing"
        return Scored(f"{word}_missed", (Line(bidder.seats, 0, Reason(why)), *took(others)))


@dataclass(frozen=True, kw_only=True)
class PartnersRules(PointsRules):
    target: Annotated[int, target(60)]
    zero_bids: Annotated[bool, ZERO_BIDS]


ALL_TRICKS = 13
"""Of a hand in partnerships: 13 cards each, three in the box."""

ZERO = 10
DOUBLE_ZERO = 25


@dataclass(frozen=True, kw_only=True)
class PartnersBid(Bid):
    bid: Annotated[
        int | str,
        Count("Bid", ask="For how many?", low=2, high=ALL_TRICKS, besides=zero_and_double, saves=True),
    ]

    def check(self, table: Table[PartnersRules], state: State) -> list[Problem]:
        """Double zero follows the partner's zero, so only the last two to bid can make it (ruling)."""
        *first_two, third, dealer = table.around(state.dealer)
        if self.bid != "double zero" or self.bidder not in first_two:
            return []
        names = f"{table.players[third]} or {table.players[dealer]}"
        return [Problem("bid", f"Bid: double zero follows the partner's zero, so only {names} can bid it.")]


@dataclass(frozen=True, kw_only=True)
class PartnersHand(PartnersBid):
    tricks: Annotated[
        int,
        Count(
            "Tricks",
            ask="What was taken?",
            help="The tricks of the side that bid; with zero, those of the bidder, as the partner sits out.",
            high=ALL_TRICKS,
        ),
    ]


class CoralonPartners(Partnership[PartnersRules, PartnersHand]):
    key = "coralon-partners"
    name = "Coralon, Partners"
    about = "Coralon in two partnerships of two."
    also = ("Vines (in Meere and the south)", "Marshal (in Sierin)", "Cinamon (in Lowgale and Laforêt)")
    texts = ("000", "002")
    rules = PartnersRules
    hand = PartnersHand
    bidding = PartnersBid
    outcomes = {
        "exact": Outcome(
            "made it exactly", "The bidders score their tricks, the others nothing.", result=EXACT
        ),
        "over": Outcome("went over", "Both sides score their tricks.", result=OVER),
        "missed": Outcome("missed", "The bidders score nothing, the others their tricks.", result=MISSED),
        "zero_made": Outcome(
            "made it",
            f"The bidders score {ZERO}, double zero {DOUBLE_ZERO}; the others nothing.",
            "Zero made",
            result=MADE,
        ),
        "zero_missed": Outcome(
            "missed", "The bidders score nothing; the others their tricks.", "Zero missed", result=MISSED
        ),
    }
    rulings = (
        "Double zero answers the partner's zero, so only the last two players to bid can bid it.",
        "A tie at the target goes to the side that bid; the text is silent.",
    )

    def score(self, table: Table[PartnersRules], state: State, hand: PartnersHand) -> Scored:
        ours, theirs = self.of(hand.bidder)
        bidders = Party(ours, hand.tricks, tricks(hand.tricks))
        others = Party(theirs, ALL_TRICKS - hand.tricks, tricks(ALL_TRICKS - hand.tricks))
        if isinstance(hand.bid, int) and hand.bid > 0:
            outcome, lines = settle(hand.bid, TRICK, bidders, [others])
            return Scored(outcome, tuple(lines))
        word = "double zero" if hand.bid == "double zero" else "zero"
        if hand.tricks:
            broken = Line(ours, 0, Reason(f"took {bidders.took} on a bid of {word}: nothing"))
            return Scored("zero_missed", (broken, *took([others])))
        worth = DOUBLE_ZERO if word == "double zero" else ZERO
        made = Line(ours, worth, Reason(f"bid {word} and took no trick"))
        return Scored("zero_made", (made, Line(theirs, 0, Reason(f"nothing: {word} was bid and made"))))
