"""Whist in two partnerships (text 004)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.bidding import Partnership, tricks
from scorekeeper.rules.entries import BySeat, Count, Person
from scorekeeper.rules.game import Side
from scorekeeper.rules.hand import Line, Played, Scored, VandregonianHand
from scorekeeper.rules.house import PointsRules, target
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.reason import Reason
from scorekeeper.rules.sources import LEFTWARD
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import listed

ALL_TRICKS = 13


@dataclass(frozen=True, kw_only=True)
class WhistRules(PointsRules):
    target: Annotated[int, target(5)]
    book: Annotated[
        int,
        Count(
            "Book",
            help="Tricks that score nothing: 6 by the rule of the text, 5 by its example.",
            low=5,
            high=6,
            default=6,
        ),
    ]
    handicap: Annotated[
        Mapping[Seat, int] | None,
        BySeat(
            "Handicap",
            each=Count("Target", low=1),
            help="A target for each side, in place of one for both.",
            default=None,
        ),
    ]

    def check(self, table: Table[None], said: Collection[str]) -> list[Problem]:
        """A handicap is a target for each side, and takes the place of the one for both."""
        if self.handicap is None:
            return []
        problems = []
        if sorted(seat % 2 for seat in self.handicap) != [0, 1]:
            problems.append(Problem("handicap", "Handicap: give a target for one player of each side."))
        if "target" in said:
            problems.append(Problem("target", "Target: with a handicap each side has its own."))
        return problems


@dataclass(frozen=True, kw_only=True)
class WhistHand(VandregonianHand):
    winner: Annotated[
        Seat,
        Person(
            "Winner", ask="Who took more tricks?", help="Either player of the side that took more.", side=True
        ),
    ]
    tricks: Annotated[
        int, Count("Tricks", ask="How many?", low=ALL_TRICKS // 2 + 1, high=ALL_TRICKS, saves=True)
    ]

    def called(self, table: Table[Any]) -> str:
        """Which side took more, and how many."""
        side = next(side for side in Whist.partners if self.winner in side)
        return f"{listed(table.names(side))} took {self.tricks}"


class Whist(Partnership[WhistRules, WhistHand]):
    key = "whist"
    name = "Whist"
    about = "Two partnerships; every trick over six is a point."
    texts = ("004",)
    rules = WhistRules
    hand = WhistHand
    end = (
        "Once a side has reached the target (with a handicap, its own), the higher total wins. "
        "If the totals are equal, play on."
    )
    outcomes = {"won": Outcome("won", "The side that took more tricks scores one point for each over six.")}
    rulings = (
        "Eight tricks are two points: a point for each over six, as the rule says. The example that follows "
        "it in the text gives three; to play by that, count from a book of 5, and both sides score what "
        "they took over five.",
        "With a handicap, if both sides reach their targets on the same hand, the higher total wins; the "
        "text does not say who comes first.",
        LEFTWARD,
    )

    def target(self, table: Table[WhistRules]) -> int | None:
        """None where each side has its own."""
        return None if table.rules.handicap else table.rules.target

    def score(self, table: Table[WhistRules], state: State, hand: WhistHand) -> Scored:
        ours, theirs = self.of(hand.winner)
        book = table.rules.book
        lines = []
        for side, taken in ((ours, hand.tricks), (theirs, ALL_TRICKS - hand.tricks)):
            points = max(0, taken - book)
            over = f"{points} over {book}" if points else f"none over {book}"
            lines.append(Line(side, points, Reason(f"{tricks(taken)}, {over}")))
        return Scored("won", tuple(lines))

    def ending(self, table: Table[WhistRules], hands: Sequence[Played]) -> Ending | None:
        """Over once a side has reached its target; of two that have, the higher total wins."""
        last = hands[-1]
        there = [side for side in self.partners if last.totals[side[0]] >= self.goal(table, side)]
        if len(there) != 1:
            return self.decide(table, last) if there else None
        (side,) = there
        names, total = (*table.names(side),), last.totals[side[0]]
        goal = self.goal(table, side)
        return Ending(
            side,
            Reason("{names} reach their target of {goal} with {total}", names=names, goal=goal, total=total),
        )

    def goal(self, table: Table[WhistRules], side: Side) -> int:
        """With a handicap each side has its own."""
        goals: Mapping[Seat, int] = table.rules.handicap or {}
        return next((goals[seat] for seat in side if seat in goals), table.rules.target)

    def break_tie(self, table: Table[Any], last: Played, tied: Sequence[Side]) -> Ending | None:
        """Equal totals play on."""
        return None
