"""Commander, Captain, and Company, played for three piles of coins (text 004)."""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from scorekeeper.rules.coin_game import COINS_LEFT, CoinGame
from scorekeeper.rules.entries import Count, Person, Switch
from scorekeeper.rules.hand import Line, Scored, VandregonianTrumpHand
from scorekeeper.rules.house import COINS_STAY, JOIN_FOR_COINS, ComeAndGo, EitherWay, Under
from scorekeeper.rules.lessons import vandregonian
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.saying import And, Row, Say
from scorekeeper.rules.sources import DEAL_PASSES
from scorekeeper.rules.table import Seat, State, Table


class Pile(NamedTuple):
    """A pile of coins: what its winner is called, its name, and what wins it."""

    winner: Say
    name: Say
    won_with: Say


PILES = {
    "commander": Pile(Say("Commander"), Say("the Commander pile"), Say("the most tricks")),
    "captain": Pile(Say("Captain"), Say("the Captain pile"), Say("the King of trumps")),
    "company": Pile(Say("Company"), Say("the Company pile"), Say("the best three of a kind")),
}
"""The three piles by their keys."""

NOBODY = "nobody (the pile carries over)"


@dataclass(frozen=True, kw_only=True)
class CommanderRules(EitherWay, ComeAndGo):
    ante: Annotated[
        int, Count("Ante", help="Coins each player pays into each pile before a hand.", low=1, default=1)
    ]
    added_ante: Annotated[
        bool,
        Switch(
            "Ante for every pile",
            help="If off, only empty piles get an ante, not those carried over.",
            default=True,
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class CommanderHand(VandregonianTrumpHand):
    commander: Annotated[
        Seat | None,
        Person(
            "Commander",
            ask="Who won the most tricks?",
            help="Nobody, if there was a tie.",
            null=NOBODY,
            step="Tap who won the most tricks",
        ),
    ]
    captain: Annotated[
        Seat | None,
        Person(
            "Captain",
            ask="Who won the King of trumps?",
            null=NOBODY,
            step="Tap who won the King of trumps",
        ),
    ]
    company: Annotated[
        Seat | None,
        Person(
            "Company",
            ask="Who won the best three of a kind?",
            null=NOBODY,
            step="Tap who won the best three of a kind",
        ),
    ]

    @property
    def winners(self) -> dict[str, Seat | None]:
        """Return who won each pile, by the key of the pile."""
        return {"commander": self.commander, "captain": self.captain, "company": self.company}

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return who won which pile: "Ann won Commander and Company, Bea won Captain"."""
        won: dict[Seat, list[Say]] = {}
        for key, seat in self.winners.items():
            if seat is not None:
                won.setdefault(seat, []).append(PILES[key].winner)
        each = (
            Say("{player} won {piles}", player=table.players[seat], piles=And(*piles))
            for seat, piles in won.items()
        )
        return Say("{each}", each=Row(*each)) if won else Say("Nobody won a pile")


class CommanderCaptainCompany(CoinGame[CommanderRules, CommanderHand]):
    key = "commander-captain-company"
    edition = 2
    name = "Commander, Captain, and Company"
    about = "Three piles of coins to win."
    lesson = vandregonian.COMMANDER
    texts = ("004",)
    seats = range(4, 11)
    rules = CommanderRules
    hand = CommanderHand
    outcomes = {
        "played": Outcome(
            "played",
            "Everyone antes into the three piles, and each pile goes to the player who won it. "
            "A pile that nobody won carries over to the next hand.",
        )
    }
    end = f"{CoinGame.end} {COINS_LEFT}"
    rulings = (
        "If you can’t follow suit, you must play a trump if you have one. The text says “may”, but allows "
        "another card only to players without trumps.",
        "If players tie for the most tricks, nobody wins the Commander pile: it carries over.",
        "If the King of trumps is the card turned up, or is never dealt, nobody wins the Captain pile: it "
        "carries over.",
        (
            Under("added_ante"),
            "A pile that carries over gets the next ante too. The text says this is often done; a house rule "
            "turns it off.",
        ),
        DEAL_PASSES,
        f"{JOIN_FOR_COINS} {COINS_STAY}",
    )

    def score(self, table: Table[CommanderRules], state: State, hand: CommanderHand) -> Scored:
        everybody = table.here
        lines, left = [], {}
        for key, winner in hand.winners.items():
            pile = PILES[key].name
            coins: int = state.carry.get(key, 0)
            if not coins or table.rules.added_ante:
                ante = Say("paid the ante for {pile}", pile=pile)
                lines.append(Line(everybody, -table.rules.ante, ante, pile, is_ante=True))
                coins += table.rules.ante * len(everybody)
            if winner is None:
                left[key] = coins
            else:
                won = Say("won {pile} with {what}", pile=pile, what=PILES[key].won_with)
                lines.append(Line((winner,), coins, won, pile))
        return Scored("played", tuple(lines), left)
