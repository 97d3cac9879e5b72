"""The scoreboard of a play: what everybody has, and the marks beside their names."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.engine import Result
from scorekeeper.rules.table import Seat


@dataclass(frozen=True)
class Column:
    """One side on the scoreboard.

    Attributes:
        seats: who plays together.
        names: their names, one below the other.
        total, to_go: what they have, and what is missing to the target; None without one.
        deals, first, won: the marks beside the names, by seat or for the side.
        begins: what the first one does.
        turn: whether it is their turn.
        stake: the coins they started with, where that was agreed; the total is what they won or lost.
        coins: whether the total is in coins.
    """

    seats: tuple[Seat, ...]
    names: Sequence[str]
    total: int
    to_go: int | None
    deals: Seat | None
    first: Seat | None
    won: bool
    begins: str = ""
    turn: bool = False
    stake: int = 0
    coins: bool = False

    @property
    def held(self) -> int:
        """What lies before them: the total, or all their coins."""
        return self.stake + self.total

    @property
    def borrowed(self) -> int:
        """Coins they had to borrow."""
        return max(0, -self.held) if self.stake else 0


def columns(result: Result, dealer: Seat) -> list[Column]:
    """The sides with their totals and the way left."""
    setup, totals = result.setup, result.state.totals
    goals = [setup.game.goal(setup.table, side) for side in setup.game.sides(setup.table)]
    over = result.ending is not None
    begins = setup.game.first_action(setup.table)
    first = setup.table.left_of(dealer) if begins and setup.game.deal[0] else None
    turn = None if over else setup.game.turn(setup.table, result.state)
    coins = setup.game.unit(setup.table) == "coins"
    winners = result.ending.winners if result.ending else ()
    return [
        Column(
            seats=side,
            names=setup.table.names(side),
            total=totals[side[0]],
            to_go=None if goal is None or over else max(goal - totals[side[0]], 0),
            deals=dealer if dealer in side and not over and setup.game.deal[0] else None,
            first=first if first in side and not over else None,
            won=side[0] in winners,
            begins=begins,
            turn=turn in side,
            stake=getattr(setup.table.rules, "stake", 0) if coins else 0,
            coins=coins,
        )
        for side, goal in zip(setup.game.sides(setup.table), goals, strict=True)
    ]
