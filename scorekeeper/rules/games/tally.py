"""Any other game, for which the app only adds up the points (no rule text)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from scorekeeper.rules.entries import LARGEST, Count, EachSeat, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand, Line, Played, Reason, Scored
from scorekeeper.rules.house import PointsRules
from scorekeeper.rules.lessons import own
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.table import PerSeat, State, Table
from scorekeeper.rules.words import ROUND, listed, signed, spelled

MOST_NAMES = 3
"""The most players whose names fit in a list of rounds; more of them are counted."""


@dataclass(frozen=True, kw_only=True)
class TallyRules(PointsRules):
    target: Annotated[
        int | None, Count("Target", help="The game ends when someone reaches it.", low=1, default=None)
    ]
    lowest_wins: Annotated[bool, Switch("Lowest wins", help="The lowest total wins.", default=False)]
    hands: Annotated[
        int | None, Count("Number of rounds", help="The game ends after this many.", low=1, default=None)
    ]


@dataclass(frozen=True, kw_only=True)
class TallyHand(Hand):
    points: Annotated[PerSeat, EachSeat("Points", ask="Who scored what?", low=-LARGEST, spare=True)]


class Tally(Game[TallyRules, TallyHand]):
    key = "tally"
    name = "Tally"
    about = "For any other game: enter the points and the app adds them up."
    lesson = own.TALLY
    seats = range(2, 21)
    rules = TallyRules
    hand = TallyHand
    hand_noun = ROUND
    end = (
        "The game ends once someone has reached the target, or after the agreed number of rounds. Without "
        "either, you end it. The highest total wins, or the lowest if your house rules say so. Equal totals "
        "share the win."
    )
    outcomes = {"played": Outcome("played", "Everyone scores the points entered for them.")}

    def lowest_wins(self, table: Table[TallyRules]) -> bool:
        """Return whether the house rules say so."""
        return table.rules.lowest_wins

    def describe(self, table: Table[TallyRules], played: Played) -> str:
        """Return who did best in the round: "Most: Ann, +12"."""
        fewest = self.lowest_wins(table)
        best = min(played.scores) if fewest else max(played.scores)
        who = tuple(seat for seat, score in enumerate(played.scores) if score == best)
        if len(who) == table.n:
            return f"Everyone {signed(best)}"
        names = listed(table.names(who)) if len(who) <= MOST_NAMES else f"{spelled(len(who))} players"
        return f"{'Fewest' if fewest else 'Most'}: {names}, {signed(best)}"

    def score(self, table: Table[TallyRules], state: State, hand: TallyHand) -> Scored:
        lines = (
            Line((seat,), points, Reason("written down")) for seat, points in enumerate(hand.points) if points
        )
        return Scored("played", tuple(lines))

    def ending(self, table: Table[TallyRules], hands: Sequence[Played]) -> Ending | None:
        """Return the end of the game at the target, or after the agreed number of rounds."""
        rules, totals = table.rules, hands[-1].totals
        reached = rules.target is not None and max(totals) >= rules.target
        if reached or len(hands) == rules.hands:
            return self.decide(table, hands[-1])
        return None
