"""Lessons, by which games are taught: what happens at the table, and one hand to score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from scorekeeper.rules.house import Under

FOUR = ("Ann", "Bea", "Cal", "Dee")
"""The players of most examples; in partnership games Ann and Cal play Bea and Dee."""

FIVE = (*FOUR, "Eve")

LessonLine: TypeAlias = str | tuple[Under, str]
"""A line of a lesson, perhaps for some house rule only; ``{min_bid}`` stands for the value of that rule."""


@dataclass(frozen=True)
class Lesson:
    """Instructions for a game up to the scoring of a hand, which its outcomes tell, and an example.

    Attributes:
        parts: how to play: for each heading, in the order of play, its lines.
        players: who plays the example, in seat order.
        hand: the example, as on a scoresheet; None without one.
        options: the house rules of the example, as on a scoresheet.
    """

    parts: Mapping[str, Sequence[LessonLine]]
    players: Sequence[str] = ()
    hand: Mapping[str, Any] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
