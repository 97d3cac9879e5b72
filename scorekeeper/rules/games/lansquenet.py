"""Lansquenet: players bet against the bank, which can be sold (text 004)."""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Choice, Count, EachSeat, Person, nobody
from scorekeeper.rules.hand import BANKING, Hand, Line, Played, Scored, VandregonianHand
from scorekeeper.rules.house import JOIN_FOR_COINS, ComeAndGo
from scorekeeper.rules.lessons import vandregonian
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import Counted, Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import COIN, ROUND


class StakeMove(NamedTuple):
    """One way stakes change hands.

    Attributes:
        sign: 1 where the players win, -1 where the bank does.
        player: the reason for a player, with the coins of the stake.
        bank: the reason for the bank, with the names of the players.
    """

    sign: int
    player: Say
    bank: Say


LOST_DURING = StakeMove(
    -1,
    Say("lost a stake of {coins} during the round"),
    Say("collected the stakes of {names} during the round"),
)
LOST_AT_END = StakeMove(
    -1, Say("lost a stake of {coins} at the end"), Say("took the stakes of {names} at the end")
)
PAID_AT_END = StakeMove(
    1, Say("won {coins} on a stake at the end"), Say("matched the stakes of {names} at the end")
)

COLLECTED = "Coins lost during the round"
STANDING = "Coins still on the table at the end"


@dataclass(frozen=True, kw_only=True)
class LansquenetHand(VandregonianHand):
    collected: Annotated[
        PerSeat,
        EachSeat(
            COLLECTED,
            ask_one="how many coins did you lose during the round?",
            but="dealer",
            spare=True,
            default=nobody,
        ),
    ]
    standing: Annotated[
        PerSeat,
        EachSeat(
            STANDING,
            ask_one="how many coins do you still have on the table?",
            but="dealer",
            spare=True,
            default=nobody,
        ),
    ]
    result: Annotated[
        str,
        Choice(
            "Result",
            {"bank": "Bank won", "returned": "Returned", "players": "Players won"},
            {"bank": "takes the rest", "returned": "both matched", "players": "bank pays 1:1"},
            ask="How did the round end?",
            step="Tap how the round ended",
        ),
    ]

    def check(self, table: Table[ComeAndGo], state: State) -> list[Problem]:
        """Return what is wrong with the stakes: the bank has none of its own."""
        bank = table.players[state.dealer]
        stakes = (("collected", self.collected), ("standing", self.standing))
        why = Say("{name} holds the bank and has no stake.", name=bank)
        return [Problem(entry, why) for entry, coins in stakes if coins[state.dealer]]


@dataclass(frozen=True, kw_only=True)
class Sale(VandregonianHand):
    """The sale of the bank between two rounds."""

    sold_to: Annotated[
        Seat, Person("Sold to", ask="Who buys the bank?", but="dealer", step="Tap who buys the bank")
    ]
    price: Annotated[int, Count("Price", ask="For how much?", low=1)]

    def check(self, table: Table[ComeAndGo], state: State) -> list[Problem]:
        """Return a problem if the player who holds the bank is said to buy it."""
        if self.sold_to != state.dealer:
            return []
        words = "{name} already holds the bank."
        return [Problem("sold_to", Say(words, name=table.players[state.dealer]))]


class Lansquenet(CoinGame[ComeAndGo, LansquenetHand]):
    key = "lansquenet"
    name = "Lansquenet"
    about = "Bet against the bank, card by card."
    icon = "coins"
    lesson = vandregonian.LANSQUENET
    texts = ("004",)
    seats = range(2, 11)
    rules = ComeAndGo
    hand = LansquenetHand
    hand_noun = ROUND
    special_hands = (Sale,)
    deal = BANKING
    outcomes = {
        "bank": Outcome(
            "won",
            "The bank keeps what it collected and takes the stakes still on the table.",
            "The bank wins",
            is_deed=True,
        ),
        "returned": Outcome(
            "returned the stakes",
            "The bank keeps what it collected; the stakes still on the table are returned.",
            "Both hand cards matched",
            is_deed=True,
        ),
        "players": Outcome(
            "lost",
            "The bank keeps what it collected and pays 1 to 1 on the stakes still on the table.",
            "The players win",
            is_deed=True,
        ),
        "sold": Outcome(
            "the bank is sold",
            "The buyer pays the seller and takes over the bank.",
            "Bank sold",
            tells_coins=True,
        ),
    }
    rulings = (
        "The bank does not pass to the left: a player holds it until they sell it.",
        "The bank keeps what it collected during a round, however the round ends.",
        f"{JOIN_FOR_COINS} If the bank leaves, the player to the left holds it next.",
    )

    def describe(self, table: Table[ComeAndGo], played: Played) -> Say:
        """Return who held the bank: "Ann held the bank"; after a sale, who bought it."""
        if isinstance(played.hand, Sale):
            buyer, price = table.players[played.hand.sold_to], Counted(played.hand.price, COIN)
            return Say("{buyer} bought the bank for {price}", buyer=buyer, price=price)
        return Say("{dealer} held the bank", dealer=table.players[played.dealer])

    def banker(self, played: Played) -> Seat | None:
        """Return the player who held the bank."""
        return played.dealer

    def score(self, table: Table[ComeAndGo], state: State, hand: Hand) -> Scored:
        bank = state.dealer
        if isinstance(hand, Sale):
            buyer, seller = table.players[hand.sold_to], table.players[bank]
            sold = Line((bank,), hand.price, Say("sold the bank to {buyer}", buyer=buyer))
            bought = Line(
                (hand.sold_to,),
                -hand.price,
                Say("bought the bank from {seller}", seller=seller),
                mirrors=True,
            )
            return Scored("sold", (sold, bought))
        assert isinstance(hand, LansquenetHand)
        lines = _stake_lines(table, bank, hand.collected, LOST_DURING)
        if hand.result == "bank":
            lines += _stake_lines(table, bank, hand.standing, LOST_AT_END)
        elif hand.result == "players":
            lines += _stake_lines(table, bank, hand.standing, PAID_AT_END)
        elif any(hand.standing):
            staked = tuple(seat for seat, coins in enumerate(hand.standing) if coins)
            lines += (Line(staked, 0, Say("both hand cards were matched, so the stake was returned")),)
        return Scored(hand.result, lines)

    def next_dealer(self, table: Table[ComeAndGo], state: State, hand: Hand) -> Seat:
        """Return who holds the bank next: the same player until it is sold."""
        return hand.sold_to if isinstance(hand, Sale) else state.dealer


def _stake_lines(table: Table[Any], bank: Seat, stakes: PerSeat, move: StakeMove) -> tuple[Line, ...]:
    """Return a line for each player with a stake, and one for the bank; none without stakes."""
    staked = tuple(seat for seat, coins in enumerate(stakes) if coins)
    if not staked:
        return ()
    players = (
        Line((seat,), move.sign * stakes[seat], move.player.filled(coins=Counted(stakes[seat], COIN)))
        for seat in staked
    )
    names = (*table.names(staked),)
    return (*players, Line((bank,), -move.sign * sum(stakes), move.bank.filled(names=names)))
