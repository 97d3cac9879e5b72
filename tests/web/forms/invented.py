"""Invented games with shapes of form that no game of the catalogue has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.bidding import Bid
from scorekeeper.rules.entries import (
    BySeat,
    Choice,
    Count,
    EachSeat,
    Person,
    Record,
    Several,
    Suit,
    Switch,
    Text,
    nobody,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import VINES, Hand, Scored
from scorekeeper.rules.house import Rules
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.table import PerSeat, Seat, State, Table


class Invented(Game[Rules, Any]):
    """A game in which nothing scores."""

    about = "Invented."
    end = "Never."
    seats = range(2, 6)
    rules = Rules
    outcomes = {"played": Outcome("played", "Nothing.")}

    def score(self, table: Table[Rules], state: State, hand: Hand) -> Scored:
        return Scored("played", ())


@dataclass(frozen=True, kw_only=True)
class TrumpBid(Bid):
    """The bidder must name the trump before the bid."""

    trump: Annotated[str, Suit("Trump", VINES, ask="Which suit is trump?")]
    bid: Annotated[int, Count("Bid", ask="For how many?", low=1, high=9, saves=True)]


@dataclass(frozen=True, kw_only=True)
class TrumpHand(TrumpBid):
    tricks: Annotated[PerSeat, EachSeat("Tricks", high=9, exactly=9)]


class NamedTrump(Invented):
    key = "named-trump"
    name = "Named Trump"
    hand = TrumpHand
    bidding = TrumpBid


@dataclass(frozen=True, kw_only=True)
class BonusHand(Hand):
    roll: Annotated[int, Count("Roll", ask="What was rolled?", low=2, high=12, saves=True)]
    bonus: Annotated[PerSeat, EachSeat("Bonus", high=5, spare=True, default=nobody)]


class RollAndBonus(Invented):
    key = "roll-and-bonus"
    name = "Roll and Bonus"
    hand = BonusHand


COINS = {"gold": Count("Gold", high=9, default=0), "silver": Count("Silver", high=9, default=0)}


@dataclass(frozen=True, kw_only=True)
class LootHand(Hand):
    rolls: Annotated[tuple[int, ...], Several("Rolls", each=Count("A roll", low=1, high=6))]
    loot: Annotated[
        Mapping[Seat, Mapping[str, int]],
        BySeat(
            "Loot",
            each=Record("Loot", entries=COINS),
            default={},
        ),
    ]


class RollsAndLoot(Invented):
    key = "rolls-and-loot"
    name = "Rolls and Loot"
    hand = LootHand


WISH = {
    "who": Person("Who"),
    "what": Choice("What", {"cake": "Cake", "wine": "Wine"}),
    "much": Count("How much", high=9, default=0),
    "kind": Switch("Kindly", default=False),
    "word": Text("A word", default=""),
}


@dataclass(frozen=True, kw_only=True)
class WishHand(Hand):
    """Lists of choices, and records of other things than counts."""

    orders: Annotated[tuple[str, ...], Several("Orders", each=WISH["what"])]
    wish: Annotated[Mapping[str, Any], Record("Wish", entries=WISH)]
    wishes: Annotated[tuple[Any, ...], Several("More wishes", each=Record("Wish", entries=WISH), default=())]
    hats: Annotated[Mapping[Seat, bool], BySeat("Hats", each=Switch("Hat"), default={})]
    gifts: Annotated[Mapping[Seat, Any], BySeat("Gifts", each=Record("Gift", entries=WISH), default={})]


class Wishes(Invented):
    key = "wishes"
    name = "Wishes"
    hand = WishHand


GAMES = (NamedTrump(), RollAndBonus(), RollsAndLoot(), Wishes())
