"""House rules that many games share."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rules.entries import Count
from scorekeeper.rules.problems import PartlyRead, Problem
from scorekeeper.rules.table import Table


@dataclass(frozen=True, kw_only=True)
class Rules(PartlyRead):
    """The house rules of a game that has none."""

    def check(self, table: Table[Any], said: Collection[str]) -> Iterable[Problem]:
        """What does not go together, beyond the bounds of the single rules.

        The table knows the players, and no rules yet; ``said`` are the rules that stand on the sheet, be it
        with their usual value.
        """
        return []


@dataclass(frozen=True, kw_only=True)
class PointsRules(Rules):
    """A game scored in points: people may put coins in a pot for the winners."""

    wager: Annotated[
        int,
        Count(
            "Wager",
            help="Coins each player puts in a pot for the winners.",
            aside="play for a wager",
            low=0,
            default=0,
        ),
    ]


def target(score: int | Mapping[int, int]) -> Count:
    """The entry of a winning score: one for all, or one for each number of players."""

    def usual(table: Table[Any]) -> int:
        return score if isinstance(score, int) else score[table.n]

    return Count("Target", help="The winning score.", low=1, default=usual)


def stake(coins: int) -> Count:
    """The entry of what everybody starts a coin game with."""
    return Count(
        "Stake", help="Coins each player starts with; if you run out, you may borrow.", default=coins
    )
