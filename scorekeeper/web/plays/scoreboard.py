"""The scoreboard of a play: every side's total, and the marks beside the names."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.engine import Result
from scorekeeper.rules.table import Seat


@dataclass(frozen=True)
class Column:
    """One side on the scoreboard.

    Attributes:
        seats: who plays together.
        names: their names.
        total, to_go: their total, and what they need to reach the target; None if there is none.
        deals, first: the seat of theirs that deals, and that begins; None if it is another side's.
        won: whether they won.
        begins: what the first player does, such as "bids".
        turn: whether it is their turn.
        stake: the coins they started with, if that was agreed; the total is what they won or lost.
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
        """What they have: the total, or all their coins."""
        return self.stake + self.total

    @property
    def borrowed(self) -> int:
        """The coins they had to borrow."""
        return max(0, -self.held) if self.stake else 0


def columns(result: Result, dealer: Seat) -> list[Column]:
    """Return the sides with their totals."""
    setup, totals = result.setup, result.state.totals
    goals = [setup.goal(side) for side in setup.sides]
    over = result.ending is not None
    begins = setup.first_action
    first = setup.table.left_of(dealer) if begins and setup.game.deal.deals else None
    turn = None if over else setup.turn(result.state)
    coins = setup.unit == "coins"
    winners = result.ending.winners if result.ending else ()
    return [
        Column(
            seats=side,
            names=setup.table.names(side),
            total=totals[side[0]],
            to_go=None if goal is None or over else max(goal - totals[side[0]], 0),
            deals=dealer if dealer in side and not over and setup.game.deal.deals else None,
            first=first if first in side and not over else None,
            won=side[0] in winners,
            begins=begins,
            turn=turn in side,
            stake=getattr(setup.table.rules, "stake", 0) if coins else 0,
            coins=coins,
        )
        for side, goal in zip(setup.sides, goals, strict=True)
    ]
