"""Games played for coins: who has won, and what goes back when the table is cleared."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rules.game import Game, H, R, split
from scorekeeper.rules.hand import Played
from scorekeeper.rules.outcome import Ending
from scorekeeper.rules.table import PerSeat, State, Table

POT = "the pot"
"""What the coins on the table are called where a game has one pile of them."""


class CoinGame(Game[R, H]):
    """A game whose scores are coins won and paid; it goes on until the players end it."""

    end = (
        "The game goes on until you end it. The player with the most coins wins, or all who tie for the "
        "most; nobody wins if all have the same. Coins still on the table go back in equal parts, odd ones "
        "to the players next to the dealer's left."
    )

    def unit(self, table: Table[R]) -> str:
        """Coins."""
        return "coins"

    def stopped(self, table: Table[R], totals: PerSeat) -> Ending:
        """The highest total or totals have won; if all are equal, nobody has."""
        return self.highest_wins(table, totals)

    def payout(
        self, table: Table[R], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """The totals; once the game is over also what still lay on the table."""
        if ending is None:
            return state.totals
        order = table.around(hands[-1].dealer if hands else state.dealer)
        shares = dict(zip(order, split(on_table(state.carry), table.n), strict=True))
        return tuple(total + shares[seat] for seat, total in enumerate(state.totals))


def on_table(carry: Mapping[str, Any]) -> int:
    """All coins that lie on the table."""
    return sum(on_table(pile) if isinstance(pile, Mapping) else pile for pile in carry.values())
