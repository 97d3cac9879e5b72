"""Whist in two partnerships (text 004)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.bidding import Partnership
from scorekeeper.rules.entries import BySeat, Count, Person
from scorekeeper.rules.game import Side
from scorekeeper.rules.hand import Line, Played, Scored, VandregonianTrumpHand
from scorekeeper.rules.house import EitherWay, PointsRules, Under, target
from scorekeeper.rules.lessons import vandregonian
from scorekeeper.rules.outcome import Ending, Outcome
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.saying import Counted, Say
from scorekeeper.rules.sources import DEAL_PASSES
from scorekeeper.rules.table import Seat, State, Table
from scorekeeper.rules.words import TRICK

ALL_TRICKS = 13


@dataclass(frozen=True)
class WinningSide(Person):
    """A side, named by either of its players; the form offers the two sides."""


@dataclass(frozen=True, kw_only=True)
class WhistRules(PointsRules, EitherWay):
    target: Annotated[int, target(5)]
    book: Annotated[
        int,
        Count(
            "Book",
            help="Tricks a side takes before it scores: 6 by the text’s rule, 5 by its example.",
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
            help="A separate target for each side.",
            default=None,
        ),
    ]

    def check(self, table: Table[None], given: Collection[str]) -> list[Problem]:
        """Return what is wrong with a handicap: it names one player of each side, and replaces the target."""
        if self.handicap is None:
            return []
        problems = []
        if sorted(seat % 2 for seat in self.handicap) != [0, 1]:
            problems.append(Problem("handicap", Say("Set one target for each side.")))
        if "target" in given:
            words = "Leave out the target: the handicap sets one for each side."
            problems.append(Problem("target", Say(words)))
        return problems


@dataclass(frozen=True, kw_only=True)
class WhistHand(VandregonianTrumpHand):
    winner: Annotated[
        Seat,
        WinningSide(
            "Winner",
            ask="Which side took more tricks?",
            help="Tap either partner.",
            step="Tap the side that took more tricks",
        ),
    ]
    tricks: Annotated[
        int, Count("Tricks", ask="How many tricks?", low=ALL_TRICKS // 2 + 1, high=ALL_TRICKS, saves=True)
    ]

    def describe_bid(self, table: Table[Any]) -> Say:
        """Return which side took more tricks, and how many: "Ann and Cal took 9 tricks"."""
        side = next(side for side in Whist.partners if self.winner in side)
        return Say("{names} took {tricks}", names=(*table.names(side),), tricks=Counted(self.tricks, TRICK))


class Whist(Partnership[WhistRules, WhistHand]):
    key = "whist"
    edition = 2
    name = "Whist"
    about = "Every trick over six is a point."
    lesson = vandregonian.WHIST
    texts = ("004",)
    rules = WhistRules
    hand = WhistHand
    end = (
        "The first side to reach its target wins. If both do on the same hand, the higher total wins; if the "
        "totals are equal, play on."
    )
    outcomes = {
        "won": Outcome(
            "won",
            "A side scores a point for each trick over {book}. The first {book} count nothing.",
        )
    }
    strokes = ("tricks",)
    rulings = (
        "Thirteen cards each leave none of the 52 to turn up, as the text wants: the dealer’s own last card "
        "shows trump.",
        "Eight tricks score two points: one for each trick over six, as the rule says. The text’s own "
        "example gives three. To follow the example, set the book to 5; both sides then score their tricks "
        "over five.",
        "With the book of 6 only one side can score on a hand, so a tie at the target can only happen with "
        "the book of 5. The game then goes on, with or without a handicap.",
        "A bet on a contract (how many tricks a side will take) doesn’t change the score. Enter it as a "
        "side bet of the night.",
        (
            Under("handicap"),
            "With a handicap, if both sides reach their targets on the same hand, the higher total wins. The "
            "text doesn’t say which side comes first.",
        ),
        DEAL_PASSES,
    )

    def target(self, table: Table[WhistRules]) -> int | None:
        """Return the target of both sides; None with a handicap."""
        return None if table.rules.handicap else table.rules.target

    def taken(self, table: Table[WhistRules], hand: WhistHand) -> Mapping[Seat, int]:
        """Return the tricks of each side."""
        return {hand.winner: hand.tricks, table.after(hand.winner): ALL_TRICKS - hand.tricks}

    def score(self, table: Table[WhistRules], state: State, hand: WhistHand) -> Scored:
        ours, theirs = self.of(hand.winner)
        book = table.rules.book
        lines = []
        for side, taken in ((ours, hand.tricks), (theirs, ALL_TRICKS - hand.tricks)):
            points = max(0, taken - book)
            over = Say("{tricks}, {points} over {book}") if points else Say("{tricks}, none over {book}")
            tricks = Counted(taken, TRICK)
            lines.append(Line(side, points, over.filled(tricks=tricks, points=points, book=book)))
        return Scored("won", tuple(lines))

    def ending(self, table: Table[WhistRules], hands: Sequence[Played]) -> Ending | None:
        """Return the end of the game: a side has reached its target, or both have and one is ahead."""
        if self.target(table) is not None:
            return super().ending(table, hands)
        last = hands[-1]
        there = [side for side in self.partners if last.totals[side[0]] >= self.goal(table, side)]
        if len(there) != 1:
            return self.decide(table, last) if there else None
        (side,) = there
        names, total = (*table.names(side),), last.totals[side[0]]
        goal = self.goal(table, side)
        return Ending(
            side,
            Say("{names} reach their target of {goal} with {total}", names=names, goal=goal, total=total),
        )

    def goal(self, table: Table[WhistRules], side: Side) -> int:
        """Return the target of a side, which a handicap may set."""
        goals: Mapping[Seat, int] = table.rules.handicap or {}
        return next((goals[seat] for seat in side if seat in goals), table.rules.target)

    def break_tie(self, table: Table[Any], last: Played, tied: Sequence[Side]) -> Ending | None:
        """Return None: a tie is played on."""
        return None
