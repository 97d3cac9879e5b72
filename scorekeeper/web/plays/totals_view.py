"""What pages show of the score of a play: the totals, who is next, and what is left at the end."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.engine import Result
from scorekeeper.rules.game import Game
from scorekeeper.rules.table import Seat, Setup, Table
from scorekeeper.rules.words import COIN, counted, listed, signed
from scorekeeper.web.plays.scores import Column, columns, write_total


class TotalsView(ABC):
    """What the scoreboard and the heading below it show, on the server and on a phone."""

    @property
    @abstractmethod
    def result(self) -> Result:
        """The score after every complete hand."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of the hand in progress."""

    @property
    @abstractmethod
    def dealer(self) -> Seat:
        """The dealer of the hand in progress."""

    @property
    def setup(self) -> Setup:
        """The game, the table and the first dealer."""
        return self.result.setup

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played."""
        return self.setup.game

    @property
    def table(self) -> Table[Any]:
        """Who plays, and the house rules."""
        return self.setup.table

    @property
    def noun(self) -> str:
        """What one hand of this game is called, such as "roll"."""
        return self.game.hand_noun.one

    @cached_property
    def columns(self) -> list[Column]:
        """The sides of the scoreboard."""
        return columns(self.result, self.dealer)

    @cached_property
    def digits(self) -> int:
        """The length of the longest figure, which sets the size of all of them."""
        hands, column = self.result.hands, self.columns[0]
        scores = ends([played.scores for played in hands])
        totals = ends([played.totals for played in hands])
        written = [write_total(total, column.stake, column.coins) for total in totals]
        return max(map(len, (*map(signed, scores), *written)))

    @property
    def goalless(self) -> bool:
        """Whether there is nothing to say below any total."""
        return not any(side.says or side.won for side in self.columns)

    @property
    def standings(self) -> list[Column]:
        """The sides of the scoreboard, leaders first, whether the highest total leads or the lowest."""
        _, best = self.setup.leaders(self.result.state.totals)
        return sorted(self.columns, key=lambda column: (not column.won, abs(column.total - best)))

    @cached_property
    def turn(self) -> Seat | None:
        """Whose turn it is, in games in which each hand is one player's."""
        return self.setup.turn(self.result.state)

    @property
    def on_table(self) -> list[tuple[str, int]]:
        """The coins on the table, pile by pile; none once the game is over."""
        piles = [] if self.result.ending else self.result.state.carry.items()
        return [(name.capitalize(), on_table({name: pile})) for name, pile in piles]

    @cached_property
    def returned(self) -> str:
        """Who got the coins that were left on the table at the end, as a sentence; empty if none were."""
        if not self.result.ending or self.setup.unit != "coins":
            return ""
        got: dict[int, list[str]] = {}
        totals, payout = self.result.state.totals, self.result.payout
        for name, total, paid in zip(self.table.players, totals, payout, strict=True):
            if paid > total:
                got.setdefault(paid - total, []).append(name)
        left = sum(coins * len(names) for coins, names in got.items())
        shares = [
            f"{coins}{' each' if len(names) > 1 else ''} to {listed(names)}"
            for coins, names in sorted(got.items(), reverse=True)
        ]
        were = "was" if left == 1 else "were"
        return f"{counted(left, COIN)} {were} left on the table: {', '.join(shares)}." if shares else ""


def ends(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return the greatest and the least figure of all rows."""
    return max(map(max, rows), default=0), min(map(min, rows), default=0)
