"""Ducks and Geese, Dog, and Ducks and Geese with everybody for themselves (text 000)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from scorekeeper.rules.bidding import (
    ZERO_BIDS,
    Bid,
    CutThroat,
    Partnership,
    Party,
    settle,
    took,
    tricks,
    zero_and_double,
)
from scorekeeper.rules.entries import Alone, Count, EachSeat, EachSide, Sides, Switch, nobody
from scorekeeper.rules.game import H
from scorekeeper.rules.hand import Hand, Line, Played, Scored, VinesHand
from scorekeeper.rules.house import PointsRules, target
from scorekeeper.rules.limits import Sum
from scorekeeper.rules.outcome import EXACT, MADE, MISSED, OVER, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, State, Table
from scorekeeper.rules.words import POINT, Noun, counted, listed, spelled

RANK = 5
"""Cards of a rank, one of each suit: ducks, geese or tars."""

ALL_TRICKS = 7
"""Of a hand in partnerships."""

FORFEIT = 3
ZERO = 5
DOUBLE_ZERO = 12

CARDS = {"ducks": Noun("duck", "ducks"), "geese": Noun("goose", "geese"), "tars": Noun("tar", "tars")}
"""The point cards as they are counted: one, and several."""


@dataclass(frozen=True, kw_only=True)
class DucksRules(PointsRules):
    target: Annotated[int, target(30)]
    zero_bids: Annotated[bool, ZERO_BIDS]
    blind_bids: Annotated[
        bool, Switch("Blind bids", help="A side may bid before it looks at its cards.", default=False)
    ]


@dataclass(frozen=True, kw_only=True)
class BlindBid(Bid):
    """A bid that may have been made blind."""

    blind: Annotated[
        bool,
        Switch(
            "Blind",
            help="Bid before the cards were looked at.",
            offered=lambda table: table.rules.blind_bids,
            default=False,
        ),
    ]

    def describe_bid(self, table: Table[Any]) -> str:
        """Who plays, for how much, and whether blind."""
        return super().describe_bid(table) + (" blind" if self.blind else "")


@dataclass(frozen=True, kw_only=True)
class SidesPlay(BlindBid):
    """What the two sides took; each game adds its point cards."""

    tricks: Annotated[
        int,
        Count(
            "Tricks",
            ask="What was taken?",
            help="The tricks of the side that bid; with zero, those of the bidder, as the partner sits out.",
            high=ALL_TRICKS,
        ),
    ]

    point_cards: ClassVar[tuple[str, ...]] = ()
    sums_by = "bid"

    def cards(self) -> Mapping[str, Sides]:
        """The point cards of each side, by the name of the entry."""
        return {name: getattr(self, name) for name in self.point_cards}

    @classmethod
    def sums(cls, table: Table[Any], said: Mapping[str, Any]) -> list[Sum]:
        """The point cards of each side lie in its tricks."""
        size = in_a_trick(said.get("bid"))
        ours, theirs = ({(name, side): 1 for name in cls.point_cards} for side in range(2))
        tricks = ("tricks",)
        return [Sum(ours | {tricks: -size}, 0), Sum(theirs | {tricks: size}, size * ALL_TRICKS)]


def in_a_trick(bid: object) -> int:
    """The cards in a trick; with a zero bid a partner sits out."""
    return 3 if bid == 0 else 4


def crowded(play: SidesPlay) -> list[Problem]:
    """Nobody can hold more point cards than there are cards in the tricks of that side."""
    size = in_a_trick(play.bid)
    problems = []
    for side, who, won in (
        ("bidders", "the bidders", play.tricks),
        ("others", "the others", ALL_TRICKS - play.tricks),
    ):
        held = {name: getattr(sides, side) for name, sides in play.cards().items()}
        if sum(held.values()) <= won * size:
            continue
        room = f"with {won * size} cards in all, too few for" if won else "and so cannot have"
        why = f"{who} took {tricks(won)} {room} {loot(held)}."
        problems += [Problem(name, f"{name.capitalize()}: {why}") for name, count in held.items() if count]
    return problems


def loot(held: Mapping[str, int], won: int = 0) -> str:
    """The words for point cards, and for tricks where these count too."""
    words = [tricks(won)] if won else []
    words += [counted(count, CARDS[name]) for name, count in held.items() if count]
    return listed(words) if words else f"no {' or '.join(CARDS[name].one for name in held)}"


@dataclass(frozen=True, kw_only=True)
class Forfeit(VinesHand):
    """Nobody bid, and the dealer did not want to."""

    forfeit: Annotated[
        bool, Alone("The dealer forfeits", help="Nobody bid and the dealer gives the hand up.")
    ]


class PointCards(Partnership[DucksRules, H]):
    """Bids for tricks and point cards in partnerships, whatever the point cards are."""

    rules = DucksRules
    special_hands = (Forfeit,)
    outcomes = {
        "made": Outcome(
            "made it",
            "The bidders' tricks and point cards reach the bid: they score the bid and no more. The others "
            "score their point cards; their tricks do not count.",
            result=MADE,
        ),
        "missed": Outcome(
            "missed",
            "The bidders score nothing; the others their point cards and a bump equal to the bid.",
            result=MISSED,
        ),
        "forfeit": Outcome(
            "forfeit", f"The dealer's side scores nothing, the other side {FORFEIT}.", "Forfeit"
        ),
        "zero_made": Outcome(
            "made it",
            f"The bidders score {ZERO}, double zero {DOUBLE_ZERO}; the others nothing.",
            "Zero made",
            result=MADE,
        ),
        "zero_missed": Outcome(
            "missed",
            "The bidders score nothing; the others twice their point cards.",
            "Zero missed",
            result=MISSED,
        ),
        "blind_made": Outcome(
            "made it", "The bidders score their bid, the others nothing.", "Blind made", result=MADE
        ),
    }
    rulings = (
        "A zero is broken by any trick, with or without a point card in it, because tricks are points to the "
        "bidders; there is no bump.",
        "Point cards lie in tricks: a side holds no more of them than there are cards in its tricks, four in "
        "each, or three where a partner sits out.",
        "Zero may be bid blind, but that changes nothing.",
    )

    def describe(self, table: Table[DucksRules], played: Played) -> str:
        """Who plays, and for how much, or who forfeits."""
        forfeited = f"{table.players[played.dealer]} forfeited"
        return forfeited if isinstance(played.hand, Forfeit) else super().describe(table, played)

    def score(self, table: Table[DucksRules], state: State, hand: Hand) -> Scored:
        if not isinstance(hand, SidesPlay):
            return self._forfeited(table, state)
        if isinstance(hand.bid, str) or hand.bid == 0:
            return self._zero(hand)
        return self._bid(hand, hand.bid)

    def _forfeited(self, table: Table[DucksRules], state: State) -> Scored:
        ours, theirs = self.of(state.dealer)
        dealer = table.players[state.dealer]
        return Scored(
            "forfeit",
            (
                Line(ours, 0, Reason(f"nothing: {dealer} forfeited the hand")),
                Line(theirs, FORFEIT, Reason(f"{dealer} forfeited the hand")),
            ),
        )

    def _zero(self, hand: SidesPlay) -> Scored:
        ours, theirs = self.of(hand.bidder)
        word = "double zero" if hand.bid == "double zero" else "zero"
        if hand.tricks == 0:
            worth = DOUBLE_ZERO if hand.bid == "double zero" else ZERO
            lines = (
                Line(ours, worth, Reason(f"bid {word} and took no trick")),
                Line(theirs, 0, Reason(f"nothing: {word} was bid and made")),
            )
            return Scored("zero_made", lines)
        held = {name: sides.others for name, sides in hand.cards().items()}
        twice = f"{loot(held)}{', counted double' if any(held.values()) else ''}"
        return Scored(
            "zero_missed",
            (
                Line(ours, 0, Reason(f"took {tricks(hand.tricks)} on a bid of {word}: nothing")),
                Line(theirs, 2 * sum(held.values()), Reason(twice)),
            ),
        )

    def _bid(self, hand: SidesPlay, bid: int) -> Scored:
        ours, theirs = self.of(hand.bidder)
        caught = {name: sides.bidders for name, sides in hand.cards().items()}
        held = {name: sides.others for name, sides in hand.cards().items()}
        points = hand.tricks + sum(caught.values())
        others = Line(theirs, sum(held.values()), Reason(loot(held)))
        if points < bid:
            why = f"missed the bid of {bid} by {spelled(bid - points)}: nothing"
            bump = Line(theirs, bid, Reason(f"a bump for the missed bid of {bid}"), bump=True)
            return Scored("missed", (Line(ours, 0, Reason(why)), others, bump))
        made = Line(ours, bid, Reason(kept_to(bid, points, loot(caught, hand.tricks))))
        if hand.blind:
            return Scored("blind_made", (made, Line(theirs, 0, Reason("nothing: a blind bid was made"))))
        return Scored("made", (made, others))


def kept_to(bid: int, points: int, taken: str) -> str:
    """Why a bid that was made scores just the bid."""
    how = f", all that counts of {taken}" if points > bid else f" with {taken}"
    return f"made the bid of {bid}{how}"


@dataclass(frozen=True, kw_only=True)
class DucksBid(BlindBid):
    bid: Annotated[
        int | str,
        Count(
            "Bid", ask="For how many?", low=3, high=ALL_TRICKS + 2 * RANK, besides=zero_and_double, saves=True
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class DucksHand(SidesPlay, DucksBid):
    ducks: Annotated[Sides, EachSide("Ducks", high=RANK, at_most=RANK)]
    geese: Annotated[Sides, EachSide("Geese", high=RANK, at_most=RANK)]

    point_cards = ("ducks", "geese")

    def check(self, table: Table[DucksRules], state: State) -> list[Problem]:
        """Ducks and geese lie in tricks."""
        return crowded(self)


class DucksAndGeese(PointCards[DucksHand]):
    key = "ducks-and-geese"
    name = "Ducks and Geese"
    about = "Partners bid for tricks and for point cards, the Deuces (ducks) and Farmers (geese)."
    also = ("Deuce and Goose",)
    texts = ("000",)
    hand = DucksHand
    bidding = DucksBid


@dataclass(frozen=True, kw_only=True)
class DogBid(BlindBid):
    bid: Annotated[
        int | str,
        Count("Bid", ask="For how many?", low=2, high=ALL_TRICKS + RANK, besides=zero_and_double, saves=True),
    ]


@dataclass(frozen=True, kw_only=True)
class DogHand(SidesPlay, DogBid):
    tars: Annotated[Sides, EachSide("Tars", high=RANK, at_most=RANK)]

    point_cards = ("tars",)

    def check(self, table: Table[DucksRules], state: State) -> list[Problem]:
        """Tars lie in tricks."""
        return crowded(self)


class Dog(PointCards[DogHand]):
    key = "dog"
    name = "Dog"
    about = "Ducks and Geese with the Tars as the only point cards."
    also = ("Straight Draft",)
    texts = ("000",)
    hand = DogHand
    bidding = DogBid


TRICKS_ALONE = 8
"""Of a hand with everybody for themselves."""


@dataclass(frozen=True, kw_only=True)
class CutthroatRules(PointsRules):
    target: Annotated[int, target(21)]
    cap_at_bid: Annotated[
        bool,
        Switch(
            "Score no more than the bid",
            help="As in partnerships: a bid that is made scores just the bid, and everybody else scores too.",
            default=False,
        ),
    ]
    blind_bids: Annotated[
        bool, Switch("Blind bids", help="A player may bid before looking at the cards.", default=False)
    ]


@dataclass(frozen=True, kw_only=True)
class CutthroatBid(BlindBid):
    bid: Annotated[int, Count("Bid", ask="For how many?", low=2, high=TRICKS_ALONE + 2 * RANK, saves=True)]


@dataclass(frozen=True, kw_only=True)
class CutthroatHand(CutthroatBid):
    tricks: Annotated[
        int,
        Count(
            "Tricks", ask="What was taken?", help="The tricks of the high bidder alone.", high=TRICKS_ALONE
        ),
    ]
    ducks: Annotated[
        PerSeat,
        EachSeat(
            "Ducks",
            help="Those taken in tricks, and your own that you led or followed suit with.",
            high=RANK,
            at_most=RANK,
            spare=True,
            default=nobody,
        ),
    ]
    geese: Annotated[
        PerSeat,
        EachSeat("Geese", high=RANK, at_most=RANK, spare=True, default=nobody),
    ]

    sums_by = "bidder"

    @classmethod
    def sums(cls, table: Table[Any], said: Mapping[str, Any]) -> list[Sum]:
        """Geese lie in tricks, as many as there are players in each."""
        bidder = table.seats.get(said.get("bidder", ""))
        if bidder is None:
            return []
        others = {("geese", seat): 1 for seat in range(table.n) if seat != bidder}
        tricks = ("tricks",)
        return [
            Sum({("geese", bidder): 1, tricks: -table.n}, 0),
            Sum(others | {tricks: table.n}, table.n * TRICKS_ALONE),
        ]

    def check(self, table: Table[CutthroatRules], state: State) -> list[Problem]:
        """Geese lie in tricks; ducks need not, as players keep their own."""
        own = self.geese[self.bidder]
        problems = []
        for who, geese, won in (
            (table.players[self.bidder], own, self.tricks),
            ("the others", sum(self.geese) - own, TRICKS_ALONE - self.tricks),
        ):
            if geese > table.n * won:
                room = f"of {table.n} cards each, too few for" if won else "and so cannot have"
                why = f"{who} took {tricks(won)} {room} {loot({'geese': geese})}."
                problems.append(Problem("geese", f"Geese: {why}"))
        return problems


class DucksAndGeeseCutthroat(CutThroat[CutthroatRules, CutthroatHand]):
    key = "ducks-and-geese-cutthroat"
    name = "Ducks and Geese, Cutthroat"
    about = "Ducks and Geese with everybody for themselves; a missed bid is taken off."
    also = ("Deuce and Goose",)
    texts = ("000",)
    seats = range(4, 7)
    rules = CutthroatRules
    hand = CutthroatHand
    bidding = CutthroatBid
    outcomes = {
        "exact": Outcome(
            "made it exactly",
            "The bidder scores tricks, ducks and geese; everybody else nothing.",
            result=EXACT,
        ),
        "over": Outcome(
            "went over",
            "The bidder scores tricks, ducks and geese; everybody else ducks and geese.",
            result=OVER,
        ),
        "missed": Outcome(
            "missed", "The bid is taken off the bidder; everybody else scores ducks and geese.", result=MISSED
        ),
        "made": Outcome(
            "made it", "The bidder scores just the bid; everybody else ducks and geese.", result=MADE
        ),
        "blind_made": Outcome(
            "made it", "The bidder scores as ever; everybody else nothing.", "Blind made", result=MADE
        ),
    }
    rulings = (
        "A bid that is matched or exceeded scores as in Coralon, which the text likens this game to; a house "
        "rule keeps to the partners' way, in which the bidder scores just the bid.",
        "Ties are decided as in Coralon; the text is silent.",
        "Geese lie in tricks, as many as there are players in each; ducks can be kept without a trick.",
    )

    def score(self, table: Table[CutthroatRules], state: State, hand: CutthroatHand) -> Scored:
        parties = []
        for seat, (ducks, geese) in enumerate(zip(hand.ducks, hand.geese, strict=True)):
            won = hand.tricks if seat == hand.bidder else 0
            words = loot({"ducks": ducks, "geese": geese}, won)
            parties.append(Party((seat,), won + ducks + geese, words))
        bidder = parties.pop(hand.bidder)
        outcome, (first, *rest) = settle(hand.bid, POINT, bidder, parties)
        if outcome == "missed":
            short = spelled(hand.bid - bidder.points)
            why = f"missed the bid of {hand.bid} by {short}: the bid is taken off"
            return Scored("missed", (Line(bidder.seats, -hand.bid, Reason(why)), *rest))
        if table.rules.cap_at_bid:
            first = Line(bidder.seats, hand.bid, Reason(kept_to(hand.bid, bidder.points, bidder.took)))
            outcome, rest = "made", took(parties)
        if hand.blind:
            others = tuple(seat for seat in range(table.n) if seat != hand.bidder)
            outcome, rest = "blind_made", [Line(others, 0, Reason("nothing: a blind bid was made"))]
        return Scored(outcome, (first, *rest))
