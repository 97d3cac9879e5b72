"""Ducks and Geese and Dog for partners, and Ducks and Geese for single players (text 000)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, ClassVar, NamedTuple

from scorekeeper.rules.bidding import (
    DEALER_MUST_BID,
    ZERO_BIDS,
    Bid,
    CutThroat,
    Partnership,
    SideResult,
    at_seats,
    bump,
    say_bid,
    score_bid,
    score_taken,
    zero_and_double,
    zero_made,
)
from scorekeeper.rules.entries import BIDDER, BIDDERS, Alone, Count, EachSeat, EachSide, Sides, Switch, nobody
from scorekeeper.rules.game import H, Variant
from scorekeeper.rules.hand import Hand, Line, Played, Scored, VinesHand, VinesTrumpHand
from scorekeeper.rules.house import PointsRules, Under, target
from scorekeeper.rules.lessons import vines
from scorekeeper.rules.limits import Sum
from scorekeeper.rules.outcome import Outcome, when_exact, when_made, when_missed, when_over
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import Argument, Counted, Or, Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import POINT, TRICK, Noun

RANK = 5
"""Cards of a rank, one of each suit: ducks, geese or tars."""

ALL_TRICKS = 7
"""Tricks of a hand in partnerships."""

FORFEIT = 3
ZERO = 5
DOUBLE_ZERO = 12

CARDS = {"ducks": Noun("duck", "ducks"), "geese": Noun("goose", "geese"), "tars": Noun("tar", "tars")}
"""The point cards by the name of their entry."""


@dataclass(frozen=True, kw_only=True)
class DucksRules(PointsRules):
    target: Annotated[int, target(30)]
    zero_bids: Annotated[bool, ZERO_BIDS]
    blind_bids: Annotated[
        bool, Switch("Blind bids", help="A side may bid before looking at its cards.", default=False)
    ]


@dataclass(frozen=True, kw_only=True)
class BlindBid(Bid):
    """A bid that may have been made blind."""

    blind: Annotated[
        bool,
        Switch(
            "Blind",
            help="Bid before looking at the cards.",
            offered=lambda table: table.rules.blind_bids,
            default=False,
        ),
    ]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who bid how many, and whether blind: "Bea bid 5 blind"."""
        bid = super().describe_bid(table)
        return Say("{bid} blind", bid=bid) if self.blind else bid


@dataclass(frozen=True, kw_only=True)
class SidesTake(BlindBid):
    """The tricks of the bidders; each game adds its point cards."""

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

    point_cards: ClassVar[tuple[str, ...]] = ()
    sums_by = "bid"

    def cards(self) -> Mapping[str, Sides]:
        """Return the point cards of each side, by the name of the entry."""
        return {name: getattr(self, name) for name in self.point_cards}

    @classmethod
    def sums(cls, table: Table[Any], raw: Mapping[str, Any]) -> list[Sum]:
        """Return the limits on the point cards of each side, which are in its tricks."""
        size = in_a_trick(raw.get("bid"))
        ours, theirs = ({(name, side): 1 for name in cls.point_cards} for side in range(2))
        tricks = ("tricks",)
        return [Sum(ours | {tricks: -size}, 0), Sum(theirs | {tricks: size}, size * ALL_TRICKS)]


OTHERS = Say("the others")


def in_a_trick(bid: object) -> int:
    """Return the cards in a trick: three on a zero bid, when a partner sits out, else four."""
    return 3 if bid == 0 else 4


def crowded(hand: SidesTake) -> list[Problem]:
    """Return a problem for each point card of a side that holds more than its tricks have cards."""
    size = in_a_trick(hand.bid)
    problems = []
    for side, who, tricks in (
        ("bidders", Say("the bidders"), hand.tricks),
        ("others", OTHERS, ALL_TRICKS - hand.tricks),
    ):
        held = {name: getattr(sides, side) for name, sides in hand.cards().items()}
        if sum(held.values()) > tricks * size:
            reason = too_many(who, tricks, tricks * size, held)
            problems += [Problem(name, reason) for name, count in held.items() if count]
    return problems


def too_many(who: Argument, tricks: int, room: int, held: Mapping[str, int]) -> Say:
    """Return the refusal of more point cards than a side's tricks have room for."""
    cards = tricks_and_cards(held)
    if not tricks:
        return Say("With no tricks, {who} can’t have {cards}.", who=who, cards=cards)
    crowded = "{Who} took {tricks} with {room} cards in all, too few for {cards}."
    return Say(crowded, who=who, tricks=Counted(tricks, TRICK), room=room, cards=cards)


def tricks_and_cards(held: Mapping[str, int], tricks: int = 0) -> Say:
    """Return point cards in words, with the tricks where these count too: "3 tricks, 2 ducks and 1 goose"."""
    cards = [Counted(count, CARDS[name]) for name, count in held.items() if count]
    taken = (*([Counted(tricks, TRICK)] if tricks else []), *cards)
    if taken:
        return Say("{taken}", taken=taken)
    return Say("no {cards}", cards=Or(*(Say(CARDS[name].many) for name in held)))


@dataclass(frozen=True, kw_only=True)
class Forfeit(VinesHand):
    """A hand for which nobody bid, and which the dealer gave up."""

    forfeit: Annotated[
        bool, Alone("The dealer forfeits", help="Nobody bid, and the dealer gives up the hand.")
    ]


class PointCards(Partnership[DucksRules, H]):
    """A partnership game with bids for tricks and point cards, whatever the point cards are."""

    rules = DucksRules
    special_hands = (Forfeit,)
    outcomes = {
        "made": when_made(
            "The bidders’ tricks and point cards reach the bid: they score the bid and no more. The others "
            "score their point cards; their tricks don’t count.",
            others=Say("the others score their point cards"),
        ),
        "missed": when_missed(
            "The bidders score nothing; the others score their point cards, and as many points more as were "
            "bid (the bump).",
            others=Say("the others score their point cards and a bump of {bid}"),
        ),
        "forfeit": Outcome(
            "forfeit", f"The dealer’s side scores nothing; the other side scores {FORFEIT}.", "Forfeit"
        ),
        "zero_made": when_made(
            f"The bidders score {ZERO}, or {DOUBLE_ZERO} for double zero; the others score nothing.",
            "Zero made",
            under=Under("zero_bids"),
        ),
        "zero_missed": when_missed(
            "The bidders score nothing; the others score 2 for each of their point cards.",
            "Zero missed",
            others=Say("the others score 2 for each point card"),
            under=Under("zero_bids"),
        ),
        "blind_made": when_made(
            "The bidders score their bid; the others score nothing. Missed: as usual.",
            "Blind made",
            under=Under("blind_bids"),
        ),
    }
    rulings = (
        (
            Under("zero_bids"),
            "Any trick breaks a zero bid, with or without point cards in it, because tricks are points for "
            "the bidders. There is no bump.",
        ),
        "Point cards lie in tricks, so a side can’t hold more of them than its tricks have cards: four in "
        "each, or three if a partner sits out.",
        (
            Under("blind_bids"),
            "A zero bid may be blind, but that changes nothing.",
        ),
    )

    def describe(self, table: Table[DucksRules], played: Played) -> Say:
        """Return who bid how many, or who forfeited."""
        if isinstance(played.hand, Forfeit):
            return Say("{dealer} forfeited", dealer=table.players[played.dealer])
        return super().describe(table, played)

    @property
    def _point_cards(self) -> list[str]:
        return [name for name in self.entries[self.hand] if name in CARDS]

    def _dealt_out(self, caught: int, held: int) -> Mapping[str, Sides]:
        """Return point cards by their name: so many of the bidders, and so many of the others."""
        figures = {}
        for name in self._point_cards:
            figures[name] = Sides(min(RANK, caught), min(RANK - min(RANK, caught), held))
            caught, held = caught - figures[name].bidders, held - figures[name].others
        return figures

    def played_out(
        self, table: Table[DucksRules], bidding: BlindBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield tricks and point cards, with as many for the others as can be."""
        held, tricks, caught = most_for_others(taken, RANK * len(self._point_cards))
        yield {"tricks": tricks, **self._dealt_out(caught, held)}

    def score(self, table: Table[DucksRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, SidesTake):
            return self._forfeited(table, state)
        if isinstance(hand.bid, str) or hand.bid == 0:
            return self._zero(table, hand)
        return self._bid(table, hand, hand.bid)

    def _forfeited(self, table: Table[DucksRules], state: State) -> Scored:
        ours, theirs = self.of(state.dealer)
        dealer = table.players[state.dealer]
        return Scored(
            "forfeit",
            (
                Line(ours, 0, Say("{dealer} forfeited the hand", dealer=dealer)),
                Line(theirs, FORFEIT, Say("{dealer} forfeited the hand", dealer=dealer)),
            ),
        )

    def _zero(self, table: Table[DucksRules], hand: SidesTake) -> Scored:
        ours, theirs = self.of(hand.bidder)
        bid = say_bid(hand.bid)
        if hand.tricks == 0:
            worth = DOUBLE_ZERO if hand.bid == "double zero" else ZERO
            made = Line(ours, worth, Say("bid {bid} and took no tricks", bid=bid))
            return Scored("zero_made", (made, Line(theirs, 0, zero_made(table, hand.bidder, hand.bid))))
        broken = Say("bid {bid} but took {tricks}", bid=bid, tricks=Counted(hand.tricks, TRICK))
        held = {name: sides.others for name, sides in hand.cards().items()}
        points = 2 * sum(held.values())
        why = Say("took {cards}, 2 for each") if points else Say("took {cards}")
        return Scored(
            "zero_missed",
            (Line(ours, 0, broken), Line(theirs, points, why.filled(cards=tricks_and_cards(held)))),
        )

    def _bid(self, table: Table[DucksRules], hand: SidesTake, bid: int) -> Scored:
        ours, theirs = self.of(hand.bidder)
        caught = {name: sides.bidders for name, sides in hand.cards().items()}
        held = {name: sides.others for name, sides in hand.cards().items()}
        points = hand.tricks + sum(caught.values())
        others = Line(theirs, sum(held.values()), Say("took {cards}", cards=tricks_and_cards(held)))
        if points < bid:
            missed = Say("missed the bid of {bid} by {short}", bid=bid, short=bid - points)
            return Scored("missed", (Line(ours, 0, missed), others, bump(theirs, bid)))
        made = Line(ours, bid, held_to_bid(bid, points, tricks_and_cards(caught, hand.tricks)))
        if hand.blind:
            nothing = Say("{bidder} made a blind bid", bidder=table.players[hand.bidder])
            return Scored("blind_made", (made, Line(theirs, 0, nothing)))
        return Scored("made", (made, others))


def most_for_others(bid: int, cards: int) -> tuple[int, int, int]:
    """Return the most point cards that the others can have when a bid is just made.

    With it come the tricks and the point cards of the bidders.
    """
    return max(
        (min(cards - bid + tricks, 4 * (ALL_TRICKS - tricks)), tricks, bid - tricks)
        for tricks in range(min(bid, ALL_TRICKS) + 1)
        if bid - tricks <= min(cards, 4 * tricks)
    )


def held_to_bid(bid: int, points: int, taken: Say) -> Say:
    """Return why a bid that was made scores just the bid."""
    made = Say("made the bid of {bid} with {taken}", bid=bid, taken=taken)
    return Say("{made}; only the bid counts", made=made) if points > bid else made


@dataclass(frozen=True, kw_only=True)
class DucksBid(BlindBid):
    bid: Annotated[
        int | str,
        Count(
            "Bid", ask="For how many?", low=3, high=ALL_TRICKS + 2 * RANK, besides=zero_and_double, saves=True
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class DucksHand(SidesTake, DucksBid):
    ducks: Annotated[Sides, EachSide("Ducks", high=RANK, at_most=RANK)]
    geese: Annotated[Sides, EachSide("Geese", high=RANK, at_most=RANK)]

    point_cards = ("ducks", "geese")

    def check(self, table: Table[DucksRules], state: State) -> list[Problem]:
        """Refuse more ducks and geese than a side's tricks have cards."""
        return crowded(self)


class DucksAndGeese(PointCards[DucksHand]):
    key = "ducks-and-geese"
    name = "Ducks and Geese"
    about = "Point cards count."
    lesson = vines.DUCKS_AND_GEESE
    also = ("Deuce and Goose",)
    texts = ("000",)
    hand = DucksHand
    bidding = DucksBid
    strokes = ("tricks", *DucksHand.point_cards)


@dataclass(frozen=True, kw_only=True)
class DogBid(BlindBid):
    bid: Annotated[
        int | str,
        Count("Bid", ask="For how many?", low=2, high=ALL_TRICKS + RANK, besides=zero_and_double, saves=True),
    ]


@dataclass(frozen=True, kw_only=True)
class DogHand(SidesTake, DogBid):
    tars: Annotated[Sides, EachSide("Tars", high=RANK, at_most=RANK)]

    point_cards = ("tars",)

    def check(self, table: Table[DucksRules], state: State) -> list[Problem]:
        """Refuse more Tars than a side's tricks have cards."""
        return crowded(self)


class Dog(PointCards[DogHand]):
    key = "dog"
    name = "Dog"
    about = "Ducks and Geese with Tars for point cards."
    variant = Variant("ducks-and-geese", "Dog")
    lesson = vines.DOG
    also = ("Straight Draft",)
    texts = ("000",)
    hand = DogHand
    bidding = DogBid
    strokes = ("tricks", *DogHand.point_cards)


TRICKS_ALONE = 8
"""Tricks of a hand for single players."""


@dataclass(frozen=True, kw_only=True)
class CutthroatRules(PointsRules):
    target: Annotated[int, target(21)]
    cap_at_bid: Annotated[
        bool,
        Switch(
            "Score no more than the bid",
            help="As in partnerships, a bid that is made scores just the bid, and everyone else scores too.",
            default=False,
        ),
    ]
    blind_bids: Annotated[
        bool, Switch("Blind bids", help="A player may bid before looking at the cards.", default=False)
    ]


@dataclass(frozen=True, kw_only=True)
class CutthroatBid(VinesTrumpHand, BlindBid):
    bid: Annotated[int, Count("Bid", ask="For how many?", low=2, high=TRICKS_ALONE + 2 * RANK, saves=True)]


@dataclass(frozen=True, kw_only=True)
class CutthroatHand(CutthroatBid):
    tricks: Annotated[
        int,
        Count(
            "Tricks",
            ask="How many tricks did the bidder take?",
            ask_one="how many tricks did you take?",
            counts=TRICK,
            high=TRICKS_ALONE,
            of=BIDDER,
        ),
    ]
    ducks: Annotated[
        PerSeat,
        EachSeat(
            "Ducks",
            ask_one="how many ducks?",
            counts=CARDS["ducks"],
            help="Ducks you captured, plus your own if you led them or followed suit with them.",
            high=RANK,
            at_most=RANK,
            spare=True,
            default=nobody,
        ),
    ]
    geese: Annotated[
        PerSeat,
        EachSeat(
            "Geese",
            ask_one="how many geese?",
            counts=CARDS["geese"],
            high=RANK,
            at_most=RANK,
            spare=True,
            default=nobody,
        ),
    ]

    sums_by = "bidder"

    @classmethod
    def sums(cls, table: Table[Any], raw: Mapping[str, Any]) -> list[Sum]:
        """Return the limits on geese, which are in tricks; a trick has a card of each player."""
        bidder = table.seats.get(raw.get("bidder", ""))
        if bidder is None:
            return []
        others = {("geese", seat): 1 for seat in range(table.n) if seat != bidder}
        tricks = ("tricks",)
        return [
            Sum({("geese", bidder): 1, tricks: -table.n}, 0),
            Sum(others | {tricks: table.n}, table.n * TRICKS_ALONE),
        ]

    def check(self, table: Table[CutthroatRules], state: State) -> list[Problem]:
        """Refuse more geese than tricks have cards. Ducks need no trick, as players keep their own."""
        own = self.geese[self.bidder]
        problems = []
        for who, geese, won in (
            (table.players[self.bidder], own, self.tricks),
            (OTHERS, sum(self.geese) - own, TRICKS_ALONE - self.tricks),
        ):
            if geese > table.n * won:
                problems.append(Problem("geese", too_many(who, won, table.n * won, {"geese": geese})))
        return problems


class BidderTook(NamedTuple):
    """The cards that the bidder took, and how many point cards that leaves for the others."""

    tricks: int
    ducks: int
    geese: int
    left: int


@lru_cache(64)
def most_left(points: int, n: int) -> BidderTook:
    """Return how the bidder can take just so many points and leave the others the most point cards."""
    return max(
        (
            BidderTook(tricks, ducks, geese, RANK - ducks + min(RANK - geese, n * (TRICKS_ALONE - tricks)))
            for tricks in range(TRICKS_ALONE + 1)
            for ducks in range(RANK + 1)
            for geese in range(min(RANK, n * tricks) + 1)
            if tricks + ducks + geese == points
        ),
        key=lambda took: took.left,
    )


class DucksAndGeeseCutthroat(CutThroat[CutthroatRules, CutthroatHand]):
    key = "ducks-and-geese-cutthroat"
    edition = 2
    name = "Ducks and Geese, Cutthroat"
    short_name = "Cutthroat"
    about = "Ducks and Geese, each for themselves."
    variant = Variant("ducks-and-geese", "cutthroat")
    lesson = vines.DUCKS_AND_GEESE_CUTTHROAT
    also = ("Deuce and Goose",)
    texts = ("000",)
    seats = range(4, 7)
    rules = CutthroatRules
    hand = CutthroatHand
    bidding = CutthroatBid
    outcomes = {
        "exact": when_exact(
            "The bidder scores their tricks, ducks and geese; no one else scores.",
            under=Under("cap_at_bid", False),
        ),
        "over": when_over(
            "The bidder scores their tricks, ducks and geese; everyone else scores their ducks and geese.",
            others=Say("the others score their ducks and geese"),
            under=Under("cap_at_bid", False),
        ),
        "missed": when_missed(
            "The bidder loses the bid; everyone else scores their ducks and geese.",
            others=Say("the others score their ducks and geese"),
        ),
        "made": when_made(
            "The bidder scores just the bid; everyone else scores their ducks and geese.",
            others=Say("the others score their ducks and geese"),
            under=Under("cap_at_bid"),
        ),
        "blind_made": when_made(
            "The bidder scores as usual; no one else scores. Missed: as usual.",
            "Blind made",
            under=Under("blind_bids"),
        ),
    }
    strokes = ("tricks", "ducks", "geese")
    rulings = (
        (
            Under("cap_at_bid", False),
            "A bid that is matched or exceeded scores as in Coralon, to which the text compares this game. A "
            "house rule scores it as in partnerships, where the bidder scores just the bid.",
        ),
        DEALER_MUST_BID,
        "Ties are decided as in Coralon; the text doesn’t cover this.",
        "Geese lie in tricks, at most one for each player in each; ducks can be kept without a trick.",
    )

    def played_out(
        self, table: Table[CutthroatRules], bidding: CutthroatBid, taken: int, rival: Seat
    ) -> Iterator[Mapping[str, Any]]:
        """Yield tricks and point cards, with as many for a rival as can be."""
        tricks, ducks, geese, left = most_left(taken, table.n)
        yield {
            "tricks": tricks,
            "ducks": at_seats(table, {bidding.bidder: ducks, rival: RANK - ducks}),
            "geese": at_seats(table, {bidding.bidder: geese, rival: left - RANK + ducks}),
        }

    def score(self, table: Table[CutthroatRules], state: State, hand: CutthroatHand) -> Scored:
        results = []
        for seat, (ducks, geese) in enumerate(zip(hand.ducks, hand.geese, strict=True)):
            tricks = hand.tricks if seat == hand.bidder else 0
            taken = tricks_and_cards({"ducks": ducks, "geese": geese}, tricks)
            results.append(SideResult((seat,), tricks + ducks + geese, taken))
        bidder = results.pop(hand.bidder)
        outcome, (first, *rest) = score_bid(table, hand.bid, POINT, bidder, results)
        if outcome == "missed":
            short = hand.bid - bidder.points
            lost = Say("lost the bid of {bid}, missed by {short}", bid=hand.bid, short=short)
            return Scored("missed", (Line(bidder.seats, -hand.bid, lost), *rest))
        if table.rules.cap_at_bid:
            first = Line(bidder.seats, hand.bid, held_to_bid(hand.bid, bidder.points, bidder.taken))
            outcome, rest = "made", score_taken(results)
        if hand.blind:
            others = tuple(seat for seat in range(table.n) if seat != hand.bidder)
            nothing = Say("{bidder} made a blind bid", bidder=table.players[hand.bidder])
            outcome, rest = "blind_made", [Line(others, 0, nothing)]
        return Scored(outcome, (first, *rest))
