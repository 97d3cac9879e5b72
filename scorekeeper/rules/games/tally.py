"""Any other game: points are written down and added up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from scorekeeper.rules.entries import LARGEST, Count, EachSeat, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand, Line, Played, Scored
from scorekeeper.rules.house import PointsRules
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.table import PerSeat, State, Table
from scorekeeper.rules.words import ROUND, listed, signed, spelled

NAMED = 3
"""More players than these are told by their number."""


@dataclass(frozen=True, kw_only=True)
class TallyRules(PointsRules):
    target: Annotated[
        int | None, Count("Target", help="The game ends when somebody reaches it.", low=1, default=None)
    ]
    lowest_wins: Annotated[bool, Switch("Lowest wins", help="The lowest total wins.", default=False)]
    hands: Annotated[
        int | None, Count("Number of hands", help="The game ends after so many.", low=1, default=None)
    ]


@dataclass(frozen=True, kw_only=True)
class TallyHand(Hand):
    points: Annotated[PerSeat, EachSeat("Points", ask="Who scored what?", low=-LARGEST, spare=True)]


class Tally(Game[TallyRules, TallyHand]):
    key = "tally"
    name = "Tally"
    about = "Any other game: write the points down, the app adds up."
    seats = range(2, 21)
    rules = TallyRules
    hand = TallyHand
    hand_noun = ROUND
    end = (
        "Once somebody has reached the target, or after the agreed number of hands, the highest total wins, "
        "or the lowest if you play so. Equal totals share the win. Without either, you end the game."
    )
    outcomes = {"played": Outcome("played", "Everybody scores what was written down.")}

    def lowest_wins(self, table: Table[TallyRules]) -> bool:
        """Where the house plays so."""
        return table.rules.lowest_wins

    def told(self, table: Table[TallyRules], played: Played) -> str:
        """Who did best in the hand."""
        fewest = self.lowest_wins(table)
        best = min(played.scores) if fewest else max(played.scores)
        who = tuple(seat for seat, score in enumerate(played.scores) if score == best)
        if len(who) == table.n:
            return f"Everybody {signed(best)}"
        names = listed(table.names(who)) if len(who) <= NAMED else f"{spelled(len(who))} players"
        return f"{'Fewest' if fewest else 'Most'}: {names}, {signed(best)}"

    def score(self, table: Table[TallyRules], state: State, hand: TallyHand) -> Scored:
        lines = (
            Line((seat,), points, Reason("written down")) for seat, points in enumerate(hand.points) if points
        )
        return Scored("played", tuple(lines))

    def ending(self, table: Table[TallyRules], hands: Sequence[Played]) -> Ending | None:
        """Over when somebody has reached the target, or after the agreed number of hands."""
        rules, totals = table.rules, hands[-1].totals
        reached = rules.target is not None and max(totals) >= rules.target
        if reached or len(hands) == rules.hands:
            return self.decide(table, hands[-1])
        return None
