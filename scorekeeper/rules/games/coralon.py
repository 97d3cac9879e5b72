"""Coralon, for single players or in partnerships (texts 000 and 002)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.bidding import (
    ZERO_BIDS,
    Bid,
    CutThroat,
    Partnership,
    SideResult,
    at_seats,
    bidder_and_others,
    say_bid,
    score_bid,
    score_taken,
    zero_and_double,
    zero_made,
)
from scorekeeper.rules.entries import BIDDERS, Count, EachSeat, Only, People, Switch
from scorekeeper.rules.game import Variant
from scorekeeper.rules.hand import Line, Scored, VinesTrumpHand
from scorekeeper.rules.house import PointsRules, Under, target
from scorekeeper.rules.lessons import vines
from scorekeeper.rules.outcome import when_exact, when_made, when_missed, when_over
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import And, Counted, Or, Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import TRICK


@dataclass(frozen=True, kw_only=True)
class CoralonRules(PointsRules):
    target: Annotated[int, target({3: 60, 4: 40, 5: 25, 6: 25})]
    zero_bids: Annotated[
        bool,
        Switch(
            "Zero bids",
            help="A player may bid to take no tricks: “zero”, or “less” after that.",
            default=False,
        ),
    ]


def deck_tricks(table: Table[CoralonRules]) -> int:
    """Return the tricks of a hand: all 55 cards are dealt, and odd ones discarded."""
    return 55 // table.n


def zero_and_less(table: Table[CoralonRules]) -> tuple[int | str, ...]:
    """Return the bids that the house rule adds."""
    return (0, "less") if table.rules.zero_bids else ()


@dataclass(frozen=True, kw_only=True)
class CoralonBid(VinesTrumpHand, Bid):
    bid: Annotated[
        int | str,
        Count("Bid", ask="For how many?", low=2, high=deck_tricks, besides=zero_and_less, saves=True),
    ]
    zero_bidders: Annotated[
        tuple[Seat, ...],
        People(
            "Zero bidders",
            ask="Who had bid zero?",
            step="Tap everyone who had bid zero or less",
            help="Everyone who had bid zero or less before this “less”.",
            only_if=Only("bid", "less"),
            offered=lambda table: table.rules.zero_bids,
            default=(),
        ),
    ]

    def check(self, table: Table[CoralonRules], state: State) -> list[Problem]:
        """Refuse zero bidders after the bidder: bidding goes once around from the dealer's left."""
        order = table.around(state.dealer)
        late = [seat for seat in self.zero_bidders if order.index(seat) >= order.index(self.bidder)]
        if not late:
            return []
        names, bidder = And(*table.names(tuple(late))), table.players[self.bidder]
        words = "Only players who bid before {bidder} count, not {names}."
        return [Problem("zero_bidders", Say(words, names=names, bidder=bidder))]


@dataclass(frozen=True, kw_only=True)
class CoralonHand(CoralonBid):
    tricks: Annotated[
        PerSeat,
        EachSeat(
            "Tricks",
            ask="How many tricks did each player take?",
            ask_one="how many tricks did you take?",
            counts=TRICK,
            high=deck_tricks,
            exactly=deck_tricks,
        ),
    ]


class Coralon(CutThroat[CoralonRules, CoralonHand]):
    key = "coralon"
    edition = 2
    name = "Coralon"
    about = "An exact bid scores alone."
    lesson = vines.CORALON
    also = ("Vines (in Meere and the south)", "Marshal (in Sierin)", "Cinamon (in Lowgale and Laforêt)")
    texts = ("000", "002")
    seats = range(3, 7)
    rules = CoralonRules
    hand = CoralonHand
    bidding = CoralonBid
    outcomes = {
        "exact": when_exact("The bidder scores their tricks; no one else scores."),
        "over": when_over("Everyone scores their tricks.", others=Say("everyone scores their tricks")),
        "missed": when_missed(
            "The bidder scores nothing; everyone else scores their tricks.",
            others=Say("the others score their tricks"),
        ),
        "zero_made": when_made(
            "The bidder scores a point for every trick of the hand; no one else scores.",
            "Zero made",
            under=Under("zero_bids"),
        ),
        "zero_missed": when_missed(
            "The bidder scores nothing; everyone else scores their tricks.",
            "Zero missed",
            others=Say("the others score their tricks"),
            under=Under("zero_bids"),
        ),
        "less_made": when_made(
            "Scores as zero made. Everyone who bid “zero” or “less” before must have taken a trick.",
            "Less made",
            under=Under("zero_bids"),
        ),
        "less_missed": when_missed("Scores as zero missed.", "Less missed", under=Under("zero_bids")),
    }
    strokes = ("tricks",)
    rulings = (
        (
            Under("zero_bids"),
            "After a “less”, another “less” counts everyone who bid “zero” or “less” before it; the text "
            "doesn’t cover this.",
        ),
    )

    def played_out(
        self, table: Table[CoralonRules], bidding: CoralonBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the tricks, of which a rival takes all that the bidder leaves."""
        yield {"tricks": at_seats(table, {bidding.bidder: taken, rival: deck_tricks(table) - taken})}

    def score(self, table: Table[CoralonRules], state: State, hand: CoralonHand) -> Scored:
        bidder, others = bidder_and_others(hand.tricks, hand.bidder)
        if isinstance(hand.bid, int) and hand.bid > 0:
            outcome, lines = score_bid(table, hand.bid, TRICK, bidder, others)
            return Scored(outcome, tuple(lines))
        bid, outcome = say_bid(hand.bid), "less_missed" if hand.bid == "less" else "zero_missed"
        unbroken = [table.players[seat] for seat in hand.zero_bidders if hand.tricks[seat] == 0]
        if bidder.points:
            why = Say("bid {bid} but took {taken}", bid=bid, taken=bidder.taken)
        elif unbroken:
            why = Say("{others} took no tricks either", others=(*unbroken,))
        else:
            return self._made_zero(table, hand)
        return Scored(outcome, (Line(bidder.seats, 0, why), *score_taken(others)))

    def _made_zero(self, table: Table[CoralonRules], hand: CoralonHand) -> Scored:
        bidder, bid = hand.bidder, say_bid(hand.bid)
        others = tuple(seat for seat in range(table.n) if seat != bidder)
        worth = deck_tricks(table)
        made = Say("bid {bid} and took no tricks, for all {worth} of the hand", bid=bid, worth=worth)
        nothing = zero_made(table, bidder, hand.bid)
        outcome = "less_made" if hand.bid == "less" else "zero_made"
        return Scored(outcome, (Line((bidder,), worth, made), Line(others, 0, nothing)))


@dataclass(frozen=True, kw_only=True)
class PartnersRules(PointsRules):
    target: Annotated[int, target(60)]
    zero_bids: Annotated[bool, ZERO_BIDS]


ALL_TRICKS = 13
"""Tricks of a hand in partnerships: 13 cards each, and three left out."""

ZERO = 10
DOUBLE_ZERO = 25


@dataclass(frozen=True, kw_only=True)
class PartnersBid(Bid):
    bid: Annotated[
        int | str,
        Count("Bid", ask="For how many?", low=2, high=ALL_TRICKS, besides=zero_and_double, saves=True),
    ]

    def check(self, table: Table[PartnersRules], state: State) -> list[Problem]:
        """Refuse a double zero from the first two bidders: it follows the partner's zero (ruling)."""
        *first_two, third, dealer = table.around(state.dealer)
        if self.bid != "double zero" or self.bidder not in first_two:
            return []
        names = Or(*table.names((third, dealer)))
        words = "Double zero follows the partner’s zero, so only {names} can bid it."
        return [Problem("bid", Say(words, names=names))]


@dataclass(frozen=True, kw_only=True)
class PartnersHand(PartnersBid):
    tricks: Annotated[
        int,
        Count(
            "Tricks",
            ask="How many tricks did the bidders take?",
            help="The tricks of the side that bid. On a zero bid, the bidder’s own: the partner sits out.",
            high=ALL_TRICKS,
            of=BIDDERS,
        ),
    ]


class CoralonPartners(Partnership[PartnersRules, PartnersHand]):
    key = "coralon-partners"
    name = "Coralon, Partners"
    about = "Coralon for two partnerships."
    variant = Variant("coralon", "partners")
    lesson = vines.CORALON_PARTNERS
    also = ("Vines (in Meere and the south)", "Marshal (in Sierin)", "Cinamon (in Lowgale and Laforêt)")
    texts = ("000", "002")
    rules = PartnersRules
    hand = PartnersHand
    bidding = PartnersBid
    dealer_must_bid = True
    outcomes = {
        "exact": when_exact("The bidders score their tricks; the others score nothing."),
        "over": when_over("Both sides score their tricks.", others=Say("everyone scores their tricks")),
        "missed": when_missed(
            "The bidders score nothing; the others score their tricks.",
            others=Say("the others score their tricks"),
        ),
        "zero_made": when_made(
            f"The bidders score {ZERO}, or {DOUBLE_ZERO} for double zero; the others score nothing.",
            "Zero made",
            under=Under("zero_bids"),
        ),
        "zero_missed": when_missed(
            "The bidders score nothing; the others score their tricks.",
            "Zero missed",
            others=Say("the others score their tricks"),
            under=Under("zero_bids"),
        ),
    }
    strokes = ("tricks",)
    rulings = (
        (
            Under("zero_bids"),
            "Double zero follows the partner’s zero, so only the last two players to bid can bid it.",
        ),
        "A tie at the target goes to the side that bid; the text doesn’t cover this.",
    )

    def taken(self, table: Table[PartnersRules], hand: PartnersHand) -> Mapping[Seat, int]:
        """Return the tricks of each side."""
        return {hand.bidder: hand.tricks, table.after(hand.bidder): ALL_TRICKS - hand.tricks}

    def played_out(
        self, table: Table[PartnersRules], bidding: PartnersBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the tricks."""
        yield {"tricks": taken}

    def score(self, table: Table[PartnersRules], state: State, hand: PartnersHand) -> Scored:
        ours, theirs = self.of(hand.bidder)
        bidders = SideResult(ours, hand.tricks, Counted(hand.tricks, TRICK))
        left = ALL_TRICKS - hand.tricks
        others = SideResult(theirs, left, Counted(left, TRICK))
        if isinstance(hand.bid, int) and hand.bid > 0:
            outcome, lines = score_bid(table, hand.bid, TRICK, bidders, [others])
            return Scored(outcome, tuple(lines))
        bid = say_bid(hand.bid)
        if hand.tricks:
            broken = Say("bid {bid} but took {taken}", bid=bid, taken=bidders.taken)
            return Scored("zero_missed", (Line(ours, 0, broken), *score_taken([others])))
        worth = DOUBLE_ZERO if hand.bid == "double zero" else ZERO
        made = Line(ours, worth, Say("bid {bid} and took no tricks", bid=bid))
        return Scored("zero_made", (made, Line(theirs, 0, zero_made(table, hand.bidder, hand.bid))))
