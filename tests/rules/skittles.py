"""Skittles, an invented game: the file of someone who adds a game (see test_catalogue_add_a_game)."""

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.rules.entries import Count, EachSeat, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand, Line, Scored
from scorekeeper.rules.house import PointsRules, target
from scorekeeper.rules.lessons import Lesson
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.saying import Amount, Say
from scorekeeper.rules.table import PerSeat, State, Table
from scorekeeper.rules.words import Noun

PINS = 9
STRIKE = 12
PIN = Noun("pin", "pins")


@dataclass(frozen=True, kw_only=True)
class SkittlesRules(PointsRules):
    target: Annotated[int, target({2: 60, 3: 50, 4: 40})]
    strikes: Annotated[bool, Switch("Strikes", help="All nine pins score twelve.", default=False)]


@dataclass(frozen=True, kw_only=True)
class SkittlesHand(Hand):
    pins: Annotated[PerSeat, EachSeat("Pins", ask="Who knocked down how many?", high=PINS)]
    lane: Annotated[int, Count("Lane", help="Which lane was played.", low=1, high=4, default=1)]


class Skittles(Game[SkittlesRules, SkittlesHand]):
    key = "skittles"
    name = "Skittles"
    about = "A point for every pin that falls."
    lesson = Lesson(
        {
            "You need": ("Nine pins and a ball.",),
            "Goal": ("Be the first to knock over {target} pins.",),
            "Play": (
                "In turn, roll one ball at the pins, and set them up again for the next player.",
                "Once everyone has rolled, the round is over.",
            ),
        },
        ("Ann", "Bea"),
        {"pins": {"Ann": 7, "Bea": 9}},
    )
    also = ("Ninepins",)
    seats = range(2, 5)
    rules = SkittlesRules
    hand = SkittlesHand
    end = "Once someone has reached the target, the highest total wins. Equal totals share the win."
    outcomes = {"bowled": Outcome("bowled", "Everyone scores the pins that fell.")}
    rulings = ("A pin that gets up again has fallen all the same, since nobody could count otherwise.",)

    def score(self, table: Table[SkittlesRules], state: State, hand: SkittlesHand) -> Scored:
        lines = []
        for seat, pins in enumerate(hand.pins):
            if table.rules.strikes and pins == PINS:
                lines.append(Line((seat,), STRIKE, Say("a strike")))
            else:
                lines.append(Line((seat,), pins, Amount(pins, PIN) if pins else Say("no pin")))
        return Scored("bowled", tuple(lines))
