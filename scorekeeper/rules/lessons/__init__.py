"""Lessons, by which games are taught: what happens at the table, and one hand to score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FOUR = ("Ann", "Bea", "Cal", "Dee")
"""The players of most examples; in partnership games Ann and Cal play Bea and Dee."""

FIVE = (*FOUR, "Eve")


@dataclass(frozen=True)
class Lesson:
    """Instructions for a game, and an example of a hand.

    Attributes:
        steps: how to play, one line each; at most ten.
        players: who plays the example, in seat order.
        hand: the example, as on a scoresheet.
        options: the house rules of the example, as on a scoresheet.
    """

    steps: Sequence[str]
    players: Sequence[str]
    hand: Mapping[str, Any]
    options: Mapping[str, Any] = field(default_factory=dict)
