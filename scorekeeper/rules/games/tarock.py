"""Tarock, the original game for coins (text 004), and the deck it shares with Jeu de Tarock."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from scorekeeper.rules.coin_game import NO_ANTE, POT, AnteGame, antes
from scorekeeper.rules.entries import (
    BySeat,
    Count,
    Halves,
    LeftOut,
    NamedValue,
    People,
    Record,
    Switch,
    in_a_row,
)
from scorekeeper.rules.halves import from_halves
from scorekeeper.rules.hand import Hand, Line, Played, Scored
from scorekeeper.rules.house import EitherWay
from scorekeeper.rules.lessons import tarock
from scorekeeper.rules.limits import Sum, each_once
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import NOTHING, Amount, And, Say
from scorekeeper.rules.sources import DEAL_PASSES
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import CARD_POINT

SEATS = range(3, 6)

IN_DECK = 91
"""The card points in the whole deck."""

DEALT = 12
"""The cards dealt to each player, which is also the number of tricks in a hand."""

VALUES = {"bouts": 10, "kings": 10, "queens": 8, "knights": 6, "knaves": 4, "suited": 1}
"""The worth of a card of each kind, in half points."""

BOUTS = 3
FACES = 4
SUITED = 40
PLAIN_TRUMPS = 19


def plain_cards(table: Table[Any]) -> int:
    """Return how many cards count half a point: plain suited cards, and trumps if the house rules say so."""
    return SUITED + (PLAIN_TRUMPS if table.rules.plain_trumps else 0)


CARDS: Mapping[str, Count] = {
    "bouts": Count("Bouts", help="The I, the XXI and the Fool.", high=BOUTS, default=0),
    "kings": Count("Kings", high=FACES, default=0),
    "queens": Count("Queens", high=FACES, default=0),
    "knights": Count("Knights", high=FACES, default=0),
    "knaves": Count("Knaves", high=FACES, default=0),
    "suited": Count("Suited", help="All other cards that count.", high=plain_cards, default=0),
}


def cards_in_deck(kind: str, table: Table[Any]) -> int:
    """Return how many cards of a kind are in the deck."""
    return BOUTS if kind == "bouts" else plain_cards(table) if kind == "suited" else FACES


def most_halves(table: Table[Any]) -> int:
    """Return the most card points that the hands dealt can hold, in half points."""
    best = {kind: cards_in_deck(kind, table) for kind in VALUES if kind != "suited"}
    rest = min(DEALT * table.n - sum(best.values()), plain_cards(table))
    return sum(VALUES[kind] * cards for kind, cards in best.items()) + rest


def card_points(halves: int) -> Say:
    """Return a number of half points with its noun: "30½ card points", "½ card point"."""
    if not halves:
        return Say("no card points")
    return Amount(1 if halves <= 2 else halves, CARD_POINT, from_halves(halves))


@dataclass(frozen=True)
class CardCounts(Record):
    """The number of cards of each kind that a player took; the form adds up their points."""

    def left_out(self, raw: Mapping[str, int], table: Table[Any]) -> list[LeftOut]:
        """Return the kinds that are not in the JSON."""
        missing = And(*(entry.what for kind, entry in self.entries.items() if kind not in raw))
        return [LeftOut(missing)] if missing else []

    def describe(self, raw: Mapping[str, int], table: Table[Any]) -> And:
        """Return the kinds that were taken: "kings 2 and suited 5"."""
        there = in_a_row(NamedValue(self.entries[kind].what, count) for kind, count in raw.items() if count)
        return And(*there) if there else And(Say("nothing"))


@dataclass(frozen=True)
class Forfeiters(People):
    """The players whose points don't count; there may be none."""

    may_be_empty = True


@dataclass(frozen=True, kw_only=True)
class TarockRules(EitherWay):
    ante: Annotated[
        int,
        Count(
            "Ante",
            help="Coins each player pays into the pot before a hand. With 0 you play for hands won.",
            default=1,
        ),
    ]
    plain_trumps: Annotated[
        bool,
        Switch(
            "Plain trumps count",
            help="Trumps II to XX count half a point each, like plain suited cards.",
            default=False,
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class TarockHand(Hand):
    points: Annotated[
        Mapping[Seat, int] | None,
        BySeat(
            "Card points",
            each=Halves("Card points", high=IN_DECK + 1),
            ask="How many points did each player take?",
            ask_one="how many points did you take?",
            counts=CARD_POINT,
            spare=True,
            default=None,
        ),
    ]
    cards: Annotated[
        Mapping[Seat, Mapping[str, int]] | None,
        BySeat(
            "Cards",
            each=CardCounts("Cards", entries=CARDS),
            ask="Enter cards instead",
            help="Count the cards each player took instead of their points. Bouts are the I, the XXI and the "
            "Fool; suited are all other cards that count.",
            instead="points",
            everyone=True,
            default=None,
        ),
    ]
    forfeited: Annotated[
        tuple[Seat, ...],
        Forfeiters(
            "Forfeited",
            help="Players caught not following suit or trumping when they could. Their points don’t count.",
            default=(),
        ),
    ]

    @classmethod
    def sums(cls, table: Table[Any], raw: Mapping[str, Any]) -> list[Sum]:
        """Return the limits on card points (in half points), on the cards of each kind, and on all cards."""
        seats = range(table.n)
        return [
            Sum({("points", seat): 2 for seat in seats}, most_halves(table)),
            *(
                each_once((("cards", seat, kind) for seat in seats), cards_in_deck(kind, table))
                for kind in VALUES
            ),
            each_once(product(("cards",), seats, VALUES), DEALT * table.n),
        ]

    def check(self, table: Table[TarockRules], state: State) -> list[Problem]:
        """Return what is wrong: both points and cards, neither, or more than were dealt."""
        if self.points is not None and self.cards is not None:
            return [Problem("cards", Say("Enter card points or cards, not both."))]
        if self.points is None and self.cards is None:
            return [Problem("points", Say("Enter each player’s card points or cards."))]
        if self.cards is not None:
            return [Problem("cards", reason) for reason in self._too_many(table)]
        together, most = sum(self.points_taken(table)), most_halves(table)
        if together <= most:
            return []
        words = "The card points add up to {together}, but there are at most {most}."
        return [Problem("points", Say(words, together=from_halves(together), most=from_halves(most)))]

    def _too_many(self, table: Table[TarockRules]) -> list[Say]:
        taken = (self.cards or {}).values()
        sums = {kind: sum(cards[kind] for cards in taken) for kind in VALUES}
        words = "You entered {count} {kind}, but there are only {there}."
        wrong = [
            Say(words, count=count, kind=Say(kind), there=there)
            for kind, count in sums.items()
            if count > (there := cards_in_deck(kind, table))
        ]
        dealt = DEALT * table.n
        if sum(sums.values()) > dealt:
            words = "You entered {count}, but only {dealt} were dealt."
            wrong.append(Say(words, count=sum(sums.values()), dealt=dealt))
        return wrong

    def points_taken(self, table: Table[TarockRules]) -> PerSeat:
        """Return the card points that each seat took, in half points."""
        points: Mapping[Seat, int] = self.points or {}
        if self.cards is not None:
            points = {
                seat: sum(VALUES[kind] * count for kind, count in cards.items())
                for seat, cards in self.cards.items()
            }
        return tuple(points.get(seat, 0) for seat in range(table.n))

    def counted_points(self, table: Table[TarockRules]) -> PerSeat:
        """Return the card points that count, in half points: 0 for those who forfeited."""
        return tuple(
            0 if seat in self.forfeited else taken for seat, taken in enumerate(self.points_taken(table))
        )


class Tarock(AnteGame[TarockRules, TarockHand]):
    key = "tarock"
    name = "Tarock"
    about = "The most card points win."
    lesson = tarock.TAROCK
    texts = ("004",)
    seats = SEATS
    rules = TarockRules
    hand = TarockHand
    end = f"{AnteGame.end} Without an ante, only a player who leads alone wins."
    outcomes = {
        "won": Outcome(
            "won",
            "The most card points take the pot, which holds everyone’s ante.",
            is_deed=True,
            instead=(NO_ANTE, "The most card points win the hand, which counts 1."),
        ),
        "shared": Outcome(
            "shared",
            "Players who tie for the most card points share the pot; odd coins stay in it.",
            "Shared",
            is_deed=True,
            instead=(NO_ANTE, "Players tie for the most card points, so the hand counts for nobody."),
        ),
        "none": Outcome(
            "nobody won",
            "Nobody has any card points; the pot carries over to the next hand.",
            instead=(NO_ANTE, "Nobody has any card points, so the hand counts for nobody."),
        ),
    }
    strokes = ("points",)
    rulings = (
        "The I, the XXI, the Fool and Kings count 5 each, Queens 4, Knights 3, Knaves 2 and plain suited "
        "cards ½. Trumps II to XX count nothing, because the text gives them no value; the deck then holds "
        "91 points, as in Jeu de Tarock. A house rule lets them count ½ each.",
        "With twelve cards each, the points add up to at most 79½ with three players, 85½ with four and 91 "
        "with five (91½ if plain trumps count).",
        "Players who tie for the most card points share the pot, because the text doesn’t name a winner. Odd "
        "coins stay in the pot for the next hand. Without an ante a tied hand counts for nobody.",
        DEAL_PASSES,
    )

    def describe(self, table: Table[TarockRules], played: Played) -> Say:
        """Return who had the most card points: "Ann took 30½ card points"; empty if nobody had any."""
        assert isinstance(played.hand, TarockHand)
        points = played.hand.counted_points(table)
        most = max(points)
        winners = tuple(seat for seat, counted in enumerate(points) if counted == most)
        if not most:
            return NOTHING
        return Say("{names} took {points}", names=(*table.names(winners),), points=card_points(most))

    def taken(self, table: Table[TarockRules], hand: TarockHand) -> Mapping[Seat, int]:
        """Return the card points that count, in half points."""
        return dict(enumerate(hand.counted_points(table)))

    def score(self, table: Table[TarockRules], state: State, hand: TarockHand) -> Scored:
        everybody = tuple(range(table.n))
        pot: int = state.carry.get("pot", 0) + table.rules.ante * table.n
        points = hand.counted_points(table)
        most = max(points)
        winners = [seat for seat in everybody if points[seat] == most > 0]
        share, left = divmod(pot, len(winners)) if winners else (0, pot)
        lines = antes(everybody, table.rules.ante)
        if not table.rules.ante:
            share = 1 if len(winners) == 1 else 0
        pile = POT if pot else NOTHING
        prize = Say("the pot of {pot}", pot=pot) if pot else Say("the hand")
        for seat in everybody:
            took = card_points(points[seat])
            if seat in hand.forfeited:
                lines.append(Line((seat,), 0, Say("forfeited all card points")))
            elif seat not in winners:
                lines.append(Line((seat,), 0, took))
            elif len(winners) == 1:
                won = Say("won {prize} with {took}, the most", took=took, prize=prize)
                lines.append(Line((seat,), share, won, pile))
            else:
                shared = Say("shared {prize} with {took}, tied for the most")
                tied = shared if pot else Say("tied for the most with {took}, so nobody wins {prize}")
                lines.append(Line((seat,), share, tied.filled(took=took, prize=prize), pile))
        outcome = "none" if not winners else "won" if len(winners) == 1 else "shared"
        return Scored(outcome, tuple(lines), {"pot": left} if left else {})
