"""Noble's Estate, played for coins or with marker stones (text 004)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import BySeat, Choice, Count, Person, Switch
from scorekeeper.rules.game import split
from scorekeeper.rules.hand import Line, Played, Scored, VandregonianHand
from scorekeeper.rules.house import EitherWay
from scorekeeper.rules.lessons import vandregonian
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import And, Argument, Counted, Say
from scorekeeper.rules.sources import DEAL_PASSES
from scorekeeper.rules.table import PerSeat, Seat, State, Table
from scorekeeper.rules.words import Noun

DEALT = 5
"""The cards dealt to each player."""

CARD_LEFT = Noun("card left", "cards left")

CARDS = {"mistress": Say("the Mistress"), "beggar": Say("the Beggar")}
"""The cards for which a player is paid, by their entries."""

MISTRESS = 3
BEGGAR = 2
STONES = 20


@dataclass(frozen=True, kw_only=True)
class NoblesRules(EitherWay):
    stones: Annotated[
        bool,
        Switch(
            "Marker stones",
            help=f"Everyone starts with {STONES} stones and pays with them until someone runs out.",
            default=False,
        ),
    ]
    pot: Annotated[
        int,
        Count(
            "Pot",
            help="With marker stones: the coins each player puts in at the start.",
            default=lambda table: 1,
        ),
    ]
    pot_split: Annotated[
        str,
        Choice(
            "Pot split",
            {"proportional": "In proportion to stones", "most": "All to the most stones"},
            help="With marker stones: how the pot is divided at the end.",
            default=lambda table: "proportional",
        ),
    ]

    def check(self, table: Table[None], given: Collection[str]) -> list[Problem]:
        """Return a problem for each rule of the pot that is set without marker stones."""
        if self.stones:
            return []
        why = Say("Turn on marker stones first: without them there is no pot.")
        return [Problem(rule, why) for rule in ("pot", "pot_split") if rule in given]


@dataclass(frozen=True)
class FirstOut(Person):
    """The player who ran out of cards first; nobody if a player's stones ran out before."""

    def may_be_null(self, table: Table[Any]) -> bool:
        """Return whether the game is played with marker stones."""
        return bool(table.rules.stones)


@dataclass(frozen=True, kw_only=True)
class NoblesHand(VandregonianHand):
    mistress: Annotated[
        Seat | None,
        Person(
            "Mistress",
            ask="Who played the Mistress (Queen of Diamonds)?",
            null="nobody",
            step="Tap who played the Mistress",
        ),
    ]
    beggar: Annotated[
        Seat | None,
        Person(
            "Beggar",
            ask="Who played the Beggar (Jack of Clubs)?",
            null="nobody",
            step="Tap who played the Beggar",
        ),
    ]
    winner: Annotated[
        Seat | None,
        FirstOut(
            "Winner",
            ask="Who ran out of cards first?",
            help="Choose nobody only if a player’s stones ran out first.",
            null="nobody (stones ran out)",
            step="Tap who ran out of cards first",
        ),
    ]
    cards_left: Annotated[
        Mapping[Seat, int] | None,
        BySeat(
            "Cards left",
            ask_one="how many cards do you have left?",
            counts=CARD_LEFT,
            each=Count("Cards left", low=1, high=DEALT),
            but="winner",
            help="Count everyone’s cards except the winner’s.",
            default=None,
        ),
    ]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who won: "Ann went out first"."""
        if self.winner is None:
            return Say("Stones ran out")
        return Say("{winner} went out first", winner=table.players[self.winner])

    def check(self, table: Table[NoblesRules], state: State) -> Iterator[Problem]:
        """Yield what is wrong with the cards left, which all but the winner have."""
        if self.winner is None:
            yield from self._problems_without_winner(table, state)
            return
        left = self.cards_left or {}
        if self.winner in left:
            words = "{name} won, so has no cards left."
            yield Problem("cards_left", Say(words, name=table.players[self.winner]))
        others = tuple(seat for seat in range(table.n) if seat != self.winner and seat not in left)
        if others:
            names = And(*table.names(others))
            yield Problem("cards_left", Say("Enter the cards left for {names}.", names=names))
        for seat, cards in left.items():
            played = [words for card, words in CARDS.items() if getattr(self, card) == seat]
            most = DEALT - len(played)
            if cards > most:
                words = "{name} played {what}, so has at most {most} cards left, not {cards}."
                too_many = Say(words, name=table.players[seat], what=And(*played), most=most, cards=cards)
                yield Problem("cards_left", too_many)

    def _problems_without_winner(self, table: Table[NoblesRules], state: State) -> Iterator[Problem]:
        """Yield what is wrong with a hand that nobody won: a player's stones must have run out in it."""
        if self.cards_left is not None:
            words = "Leave the cards left blank: without a winner nobody is paid for them."
            yield Problem("cards_left", Say(words))
        if not table.rules.stones:
            yield Problem("winner", Say("Tap who ran out of cards first."))
        elif not pay_dues(table, state, self).stones_ran_out:
            words = "Everyone still has stones, so someone must have won. Tap who."
            yield Problem("winner", Say(words))


class Due(NamedTuple):
    """Coins that one player may collect from all the others at one moment.

    Attributes:
        payee: the player who collects.
        owed: what each of the others owes.
        title: what it is for.
        per_card: whether the others owe it for the cards they have left.
    """

    payee: Seat
    owed: Mapping[Seat, int]
    title: Say
    per_card: bool = False

    def owed_for(self, payer: Seat) -> Argument:
        """Return what a payer owes it for: "the Mistress", "3 cards left"."""
        return Counted(self.owed[payer], CARD_LEFT) if self.per_card else self.title


class PaidDues(NamedTuple):
    """The lines of everything paid in a hand, and whether that left a player without stones."""

    lines: tuple[Line, ...]
    stones_ran_out: bool


def dues(table: Table[NoblesRules], hand: NoblesHand) -> Iterator[Due]:
    """Yield what is due in a hand, in the order in which it is paid."""
    special = ((hand.mistress, MISTRESS, CARDS["mistress"]), (hand.beggar, BEGGAR, CARDS["beggar"]))
    for payee, price, title in special:
        if payee is not None:
            yield Due(payee, {seat: price for seat in range(table.n) if seat != payee}, title)
    if hand.winner is not None:
        yield Due(hand.winner, hand.cards_left or {}, Say("cards left"), per_card=True)


def pay_dues(table: Table[NoblesRules], state: State, hand: NoblesHand) -> PaidDues:
    """Pay what is due, one after another; with stones, until a player has none."""
    holds, lines = list(state.totals), list[Line]()
    broke: tuple[str, ...] = ()
    for due in dues(table, hand):
        if broke:
            unpaid = Say("not paid for {title}, as {broke} had no stones left", title=due.title, broke=broke)
            lines.append(Line((due.payee,), 0, unpaid))
            continue
        paid = {
            seat: min(owed, holds[seat]) if table.rules.stones else owed for seat, owed in due.owed.items()
        }
        lines += _due_lines(table, due, paid)
        holds[due.payee] += sum(paid.values())
        for seat, amount in paid.items():
            holds[seat] -= amount
        if table.rules.stones:
            broke = tuple(table.players[seat] for seat in range(table.n) if not holds[seat])
    return PaidDues(tuple(lines), bool(broke))


def _due_lines(table: Table[NoblesRules], due: Due, paid: Mapping[Seat, int]) -> Iterator[Line]:
    """Yield a line for the payee, and one for each payer."""
    collected = Say("paid by the others for {title}", title=due.title)
    yield Line((due.payee,), sum(paid.values()), collected)
    for seat, amount in sorted(paid.items()):
        short = amount < due.owed[seat]
        paid_all = Say("paid {payee} all they had left for {title}")
        words = paid_all if short else Say("paid {payee} for {title}")
        payment = words.filled(payee=table.players[due.payee], title=due.owed_for(seat))
        yield Line((seat,), -amount, payment, mirrors=not short)


class NoblesEstate(CoinGame[NoblesRules, NoblesHand]):
    key = "nobles-estate"
    name = "Noble’s Estate"
    about = "Get rid of your cards first."
    lesson = vandregonian.NOBLES_ESTATE
    texts = ("004",)
    seats = range(4, 11)
    rules = NoblesRules
    hand = NoblesHand
    end = (
        "For coins, the game goes on until you end it, and the player with the most wins. With marker stones "
        "it ends as soon as a player has none left, or when you end it: the most stones win, and the pot is "
        "divided. Players tied for the most share the win; nobody wins if all have the same."
    )
    outcomes = {
        "played": Outcome(
            "played",
            f"Everyone else pays {MISTRESS} to the player who played the Mistress (the Queen of Diamonds), "
            f"{BEGGAR} to the player who played the Beggar (the Jack of Clubs), and 1 to the winner for each "
            "card they have left.",
        )
    }
    rulings = (
        "Stones are paid for the Mistress first, then the Beggar, then the cards left. Everyone pays at the "
        "same time, up to what they hold. Once a player has no stones, nothing more is paid.",
        "When the pot is split in proportion, the coins left over go to the player with the most stones; if "
        "tied, to the first of them from the dealer’s left.",
        "When players tie for the most stones, they split the pot equally, odd coins going one each from the "
        "dealer’s left. The text doesn’t cover any of this.",
        DEAL_PASSES,
    )

    def unit(self, table: Table[NoblesRules]) -> str:
        """Return stones if the game is played with marker stones, otherwise coins."""
        return "stones" if table.rules.stones else super().unit(table)

    def opening(self, table: Table[NoblesRules], dealer: Seat) -> State:
        """Return the start of the game; with marker stones everyone has the same number."""
        return State(dealer, (STONES if table.rules.stones else 0,) * table.n)

    def score(self, table: Table[NoblesRules], state: State, hand: NoblesHand) -> Scored:
        return Scored("played", pay_dues(table, state, hand).lines)

    def ending(self, table: Table[NoblesRules], hands: Sequence[Played]) -> Ending | None:
        """Return the end of a game with marker stones once a player has none."""
        totals = hands[-1].totals
        return self.highest_wins(table, totals) if table.rules.stones and min(totals) == 0 else None

    def payout(
        self, table: Table[NoblesRules], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """Return the coins; with marker stones the shares of the pot, once the game is over."""
        rules = table.rules
        if not rules.stones:
            return super().payout(table, hands, state, ending)
        if ending is None:
            return (0,) * table.n
        order = table.around(hands[-1].dealer if hands else state.dealer)
        most = [seat for seat in order if state.totals[seat] == max(state.totals)]
        pot = rules.pot * table.n
        if rules.pot_split == "most":
            shares = dict(zip(most, split(pot, len(most)), strict=True))
        else:
            shares = {seat: pot * held // sum(state.totals) for seat, held in enumerate(state.totals)}
            shares[most[0]] += pot - sum(shares.values())
        return tuple(shares.get(seat, 0) - rules.pot for seat in range(table.n))
