"""Small invented games with shapes that real games may need."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.bidding import Partnership
from scorekeeper.rules.entries import Count, EachSeat, Person, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand, Line, Played, Scored, VinesHand
from scorekeeper.rules.house import PointsRules, Rules, target
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import PerSeat, Seat, Setup, State, Table

PLAYERS = ("Ann", "Bea", "Cal")


def seated(game: Game[Any, Any], rules: Rules, dealer: Seat = 0) -> Setup:
    """Return the game with Ann, Bea and Cal at the table."""
    return Setup(game, Table.by_name(PLAYERS, rules), dealer)


# The kitty: everyone lays a coin on the table at the start; a hand puts more there or takes it all.


@dataclass(frozen=True, kw_only=True)
class KittyHand(Hand):
    taker: Annotated[Seat | None, Person("Taker", default=None)]
    coins: Annotated[int, Count("Coins", high=9, default=0)]


class Kitty(Game[Rules, KittyHand]):
    key = "kitty"
    name = "Kitty"
    about = "Coins on the table, until someone takes them."
    seats = range(2, 9)
    rules = Rules
    hand = KittyHand
    outcomes = {"took": Outcome("took", "All of it."), "grew": Outcome("grew", "The dealer pays.")}

    def unit(self, table: Table[Rules]) -> str:
        return "coins"

    def opening(self, table: Table[Rules], dealer: Seat) -> State:
        return State(dealer, (-1,) * table.n, {"kitty": table.n}, memory=())

    def score(self, table: Table[Rules], state: State, hand: KittyHand) -> Scored:
        kitty = state.carry.get("kitty", 0)
        if hand.taker is None:
            line = Line((state.dealer,), -hand.coins, Say("paid into the kitty"))
            return Scored("grew", (line,), {"kitty": kitty + hand.coins}, (*state.memory, hand.coins))
        return Scored("took", (Line((hand.taker,), kitty, Say("took the kitty")),), memory=state.memory)

    def next_dealer(self, table: Table[Rules], state: State, hand: Hand) -> Seat:
        """Return who took the kitty, else the same dealer."""
        taker = getattr(hand, "taker", None)
        return state.dealer if taker is None else taker

    def stopped(self, table: Table[Rules], state: State) -> Ending:
        totals, most = state.totals, max(state.totals)
        return Ending(tuple(seat for seat in range(table.n) if totals[seat] == most), Say("the most coins"))

    def payout(
        self, table: Table[Rules], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """Return the coins on the table in shares, the odd coins from the last dealer's left."""
        back, odd = divmod(state.carry.get("kitty", 0), table.n) if ending else (0, 0)
        first = table.around(hands[-1].dealer)[:odd] if hands else ()
        return tuple(total + back + (seat in first) for seat, total in enumerate(state.totals))


# The auction: nobody may want to play, and a player may give up.


@dataclass(frozen=True, kw_only=True)
class Passed(VinesHand):
    passed: Annotated[bool, Switch("Passed")]


@dataclass(frozen=True, kw_only=True)
class Sold(Hand):
    sold_to: Annotated[Seat, Person("Sold to")]
    price: Annotated[int, Count("Price", low=1)]

    def check(self, table: Table[Rules], state: State) -> list[Problem]:
        return (
            [Problem("sold_to", Say("Nobody sells to themselves."))] if self.sold_to == state.dealer else []
        )


@dataclass(frozen=True, kw_only=True)
class AuctionHand(VinesHand):
    points: Annotated[PerSeat, EachSeat("Points", spare=True)]


@dataclass(frozen=True, kw_only=True)
class AuctionRules(PointsRules):
    target: Annotated[int, target(10)]


class Auction(Game[AuctionRules, AuctionHand]):
    key = "auction"
    name = "Auction"
    about = "Points, unless everyone passed."
    seats = range(3, 6)
    rules = AuctionRules
    hand = AuctionHand
    special_hands = (Passed, Sold)
    outcomes = {
        "played": Outcome("played", "The points."),
        "passed": Outcome("passed", "Nothing."),
        "sold": Outcome("sold", "The price."),
    }

    def score(self, table: Table[AuctionRules], state: State, hand: Hand) -> Scored:
        if isinstance(hand, Passed):
            return Scored("passed", ())
        if isinstance(hand, Sold):
            return Scored("sold", (Line((hand.sold_to,), -hand.price, Say("paid the price")),))
        assert isinstance(hand, AuctionHand)
        return Scored("played", tuple(Line((s,), p, Say("points")) for s, p in enumerate(hand.points)))


# The pairs: two partnerships, and hands for which nobody bids.


class Pairs(Partnership[AuctionRules, AuctionHand]):
    key = "pairs"
    name = "Pairs"
    about = "Points for a side, without a bid."
    rules = AuctionRules
    hand = AuctionHand
    outcomes = {"played": Outcome("played", "The points.")}

    def score(self, table: Table[AuctionRules], state: State, hand: AuctionHand) -> Scored:
        return Scored("played", tuple(Line((s,), p, Say("points")) for s, p in enumerate(hand.points)))


# The duel: the first to be two ahead wins, and is paid a coin for every point of the lead.


class Duel(Game[Rules, AuctionHand]):
    key = "duel"
    name = "Duel"
    about = "Two points ahead wins."
    seats = range(2, 4)
    rules = Rules
    hand = AuctionHand
    outcomes = {"played": Outcome("played", "The points.")}

    def score(self, table: Table[Rules], state: State, hand: AuctionHand) -> Scored:
        return Scored("played", tuple(Line((s,), p, Say("points")) for s, p in enumerate(hand.points)))

    def ending(self, table: Table[Rules], hands: Sequence[Played]) -> Ending | None:
        *_, second, first = sorted(hands[-1].totals)
        return self.decide(table, hands[-1]) if first - second >= 2 else None

    def payout(
        self, table: Table[Rules], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        if ending is None or not ending.winners:
            return (0,) * table.n
        (winner,) = ending.winners
        behind = [state.totals[winner] - total for total in state.totals]
        return tuple(sum(behind) if seat == winner else -behind[seat] for seat in range(table.n))
