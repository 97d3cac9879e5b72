"""Lansquenet: players bet against the bank, which can be sold (text 004)."""

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Choice, Count, EachSeat, Person, nobody
from scorekeeper.rules.hand import Hand, Line, Played, Scored, VandregonianHand
from scorekeeper.rules.house import Rules
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import COIN, ROUND, counted, listed

COLLECTED = "Lost during the round"
STANDING = "Still on the table"


@dataclass(frozen=True, kw_only=True)
class LansquenetHand(VandregonianHand):
    collected: Annotated[
        PerSeat,
        EachSeat(
            COLLECTED,
            ask="What did each player lose during the round?",
            help="Stakes the bank collected before the round ended.",
            but="dealer",
            spare=True,
            default=nobody,
        ),
    ]
    standing: Annotated[
        PerSeat,
        EachSeat(
            STANDING,
            ask="What was still on the table at the end?",
            help="Stakes the bank had not collected when the round ended.",
            but="dealer",
            spare=True,
            default=nobody,
        ),
    ]
    result: Annotated[
        str,
        Choice(
            "Result",
            {"bank": "Bank takes them", "returned": "Returned", "players": "Bank matches them"},
            ask="What happens to the stakes?",
        ),
    ]

    def check(self, table: Table[Rules], state: State) -> list[Problem]:
        """Return what is wrong with the stakes: the bank has none of its own."""
        bank = table.players[state.dealer]
        stakes = (("collected", COLLECTED, self.collected), ("standing", STANDING, self.standing))
        return [
            Problem(entry, f"{label}: {bank} holds the bank and has no stake.")
            for entry, label, coins in stakes
            if coins[state.dealer]
        ]


@dataclass(frozen=True, kw_only=True)
class Sale(VandregonianHand):
    """The sale of the bank between two rounds."""

    sold_to: Annotated[Seat, Person("Sold to", ask="Who buys the bank?", but="dealer")]
    price: Annotated[int, Count("Price", ask="For how much?", low=1)]

    def check(self, table: Table[Rules], state: State) -> list[Problem]:
        """Return a problem if the player who holds the bank is said to buy it."""
        if self.sold_to != state.dealer:
            return []
        return [Problem("sold_to", f"Sold to: {table.players[state.dealer]} already holds the bank.")]


class Lansquenet(CoinGame[Rules, LansquenetHand]):
    key = "lansquenet"
    name = "Lansquenet"
    about = "Bet against the bank, card by card. The bank can be sold."
    texts = ("004",)
    seats = range(2, 11)
    rules = Rules
    hand = LansquenetHand
    hand_noun = ROUND
    special_hands = (Sale,)
    deal = ("banks", "banked", "bank")
    outcomes = {
        "bank": Outcome(
            "the bank wins",
            "The bank keeps what it collected and takes the stakes still on the table.",
            "The bank wins",
        ),
        "returned": Outcome(
            "stakes returned",
            "The bank keeps what it collected; the stakes still on the table are returned.",
            "Both hand cards matched",
        ),
        "players": Outcome(
            "the players win",
            "The bank keeps what it collected and pays 1 to 1 on the stakes still on the table.",
            "The players win",
        ),
        "sold": Outcome(
            "the bank is sold", "The buyer pays the seller and takes over the bank.", "Bank sold"
        ),
    }
    rulings = (
        "The bank does not pass to the left: a player holds it until they sell it.",
        "The bank keeps what it collected during a round, however the round ends.",
    )

    def describe(self, table: Table[Rules], played: Played) -> str:
        """Return who holds the bank: "Ann banks"; after a sale, who buys it."""
        if isinstance(played.hand, Sale):
            price = counted(played.hand.price, COIN)
            return f"{table.players[played.hand.sold_to]} buys the bank for {price}"
        return f"{table.players[played.dealer]} banks"

    def score(self, table: Table[Rules], state: State, hand: Hand) -> Scored:
        bank = state.dealer
        if isinstance(hand, Sale):
            sold = Line((bank,), hand.price, Reason(f"sold the bank to {table.players[hand.sold_to]}"))
            bought = Line(
                (hand.sold_to,),
                -hand.price,
                Reason(f"bought the bank from {table.players[bank]}"),
                mirrors=True,
            )
            return Scored("sold", (sold, bought))
        assert isinstance(hand, LansquenetHand)
        lines = _moved(table, bank, hand.collected, -1, "lost during the round")
        if hand.result == "bank":
            lines += _moved(table, bank, hand.standing, -1, "lost to the bank at the end")
        elif hand.result == "players":
            lines += _moved(table, bank, hand.standing, 1, "paid by the bank at the end")
        elif any(hand.standing):
            staked = tuple(seat for seat, coins in enumerate(hand.standing) if coins)
            lines += (Line(staked, 0, Reason("the stake went back: both hand cards were matched")),)
        return Scored(hand.result, lines)

    def next_dealer(self, table: Table[Rules], state: State, hand: Hand) -> Seat:
        """Return who holds the bank next: the same player until it is sold."""
        return hand.sold_to if isinstance(hand, Sale) else state.dealer


def _moved(table: Table[Any], bank: Seat, stakes: PerSeat, sign: int, why: str) -> tuple[Line, ...]:
    """Stakes that are won or lost, and the same for the bank."""
    lines = [
        Line((seat,), sign * coins, Reason(f"a stake of {counted(coins, COIN)}, {why}"))
        for seat, coins in enumerate(stakes)
        if coins
    ]
    if not lines:
        return ()
    names = listed(table.names(tuple(seat for line in lines for seat in line.seats)))
    verb, rest = ("took", "from") if sign < 0 else ("paid", "to")
    return (*lines, Line((bank,), -sign * sum(stakes), Reason(f"{verb} the stakes {rest} {names}: {why}")))
