"""Commander, Captain, and Company: three piles of coins (text 004)."""

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.coin_game import CoinGame
from scorekeeper.rules.entries import Count, Person, Switch
from scorekeeper.rules.hand import Line, Scored, VandregonianHand
from scorekeeper.rules.house import Rules
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.sources import LEFTWARD
from scorekeeper.rules.table import Seat, State, Table

PILES = {
    "commander": ("Commander", "most tricks"),
    "captain": ("Captain", "the King of trumps"),
    "company": ("Company", "the best three of a kind"),
}
"""The piles, and what wins each of them."""

NOBODY = "nobody: the pile stays"


@dataclass(frozen=True, kw_only=True)
class PilesRules(Rules):
    ante: Annotated[
        int, Count("Ante", help="Coins each player pays into every pile before a hand.", low=1, default=1)
    ]
    added_ante: Annotated[
        bool,
        Switch(
            "Ante into every pile",
            help="Also into a pile that was carried over; otherwise only into the empty ones.",
            default=True,
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class PilesHand(VandregonianHand):
    commander: Annotated[
        Seat | None,
        Person("Commander", ask="Who won most tricks?", help="Nobody if several tied.", null=NOBODY),
    ]
    captain: Annotated[Seat | None, Person("Captain", ask="Who won the King of trumps?", null=NOBODY)]
    company: Annotated[Seat | None, Person("Company", ask="Who won the best three of a kind?", null=NOBODY)]

    @property
    def winners(self) -> dict[str, Seat | None]:
        """Who won which pile."""
        return {"commander": self.commander, "captain": self.captain, "company": self.company}

    def called(self, table: Table[Any]) -> str:
        """Who won what."""
        won = (
            f"{PILES[key][0]} {table.players[seat]}" for key, seat in self.winners.items() if seat is not None
        )
        return ", ".join(won) or "Nobody won a pile"


class CommanderCaptainCompany(CoinGame[PilesRules, PilesHand]):
    key = "commander-captain-company"
    name = "Commander, Captain, and Company"
    about = "Three piles of coins: for most tricks, for the King of trumps, for the best three of a kind."
    texts = ("004",)
    seats = range(4, 11)
    rules = PilesRules
    hand = PilesHand
    outcomes = {
        "played": Outcome(
            "played",
            "Everybody antes into the three piles, and each pile goes to whoever won it. "
            "A pile that nobody won stays for the next hand.",
        )
    }
    rulings = (
        "A tie for most tricks wins the Commander pile for nobody: it stays for the next hand.",
        "A pile that stays takes the next ante as well, as the text says is often done; you may agree that "
        "it does not.",
        LEFTWARD,
    )

    def score(self, table: Table[PilesRules], state: State, hand: PilesHand) -> Scored:
        everybody = tuple(range(table.n))
        lines, left = [], {}
        for key, winner in hand.winners.items():
            name, feat = PILES[key]
            pile = f"the {name} pile"
            coins: int = state.carry.get(key, 0)
            if not coins or table.rules.added_ante:
                lines.append(Line(everybody, -table.rules.ante, Reason(f"ante for {pile}"), pile))
                coins += table.rules.ante * table.n
            if winner is None:
                left[key] = coins
            else:
                lines.append(Line((winner,), coins, Reason(f"won {pile} with {feat}"), pile))
        return Scored("played", tuple(lines), left)
