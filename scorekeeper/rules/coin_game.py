"""Games played for coins: who wins, and who gets the coins left on the table."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rules.game import Game, H, R, split
from scorekeeper.rules.hand import Line, Played
from scorekeeper.rules.house import Under
from scorekeeper.rules.outcome import Ending
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import PerSeat, Seat, State, Table

NO_ANTE = Under("ante", False)
"""The house rule of games that can be played for hands or rounds instead of coins."""

POT = Say("the pot")
"""The name of the coins on the table in games with a single pile."""


COINS_LEFT = (
    "Coins still on the table are returned in equal parts, with odd coins going one each to the first "
    "players from the dealer’s left."
)
"""The end of a game in which coins may lie on the table between hands."""


class CoinGame(Game[R, H]):
    """A game whose scores are coins won and paid; it goes on until the players end it."""

    end = (
        "The game goes on until you end it. The player with the most coins wins. Players tied for the most "
        "share the win; nobody wins if all have the same."
    )

    def unit(self, table: Table[R]) -> str:
        """Return "coins"."""
        return "coins"

    def stopped(self, table: Table[R], state: State) -> Ending:
        """Return the win of the highest total or totals; if all are equal, of nobody."""
        return self.highest_wins(table, state.totals)

    def contenders(self, table: Table[R]) -> tuple[Seat, ...]:
        """Return everyone who has joined: the coins of those who have left count too."""
        return table.arrived

    def payout(
        self, table: Table[R], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """Return the totals, once the game is over with shares of the coins left on the table."""
        if ending is None:
            return state.totals
        there = table.next.around(hands[-1].dealer if hands else state.dealer)
        # Someone who has joined for the next hand alone has put nothing on the table.
        order = [seat for seat in there if seat in table.arrived or state.totals[seat]] or there
        shares = dict(zip(order, split(on_table(state.carry), len(order)), strict=True))
        return tuple(total + shares.get(seat, 0) for seat, total in enumerate(state.totals))


class AnteGame(CoinGame[R, H]):
    """A game for a pot of antes; without an ante, for the number of hands or rounds won."""

    end = f"{CoinGame.end} {COINS_LEFT}"

    def unit(self, table: Table[Any]) -> str:
        """Return "coins", or "rounds" without an ante."""
        return super().unit(table) if table.rules.ante else "rounds"

    def stopped(self, table: Table[Any], state: State) -> Ending:
        """Return the end of a game the players ended: without an ante, a player who leads alone wins."""
        return super().stopped(table, state) if table.rules.ante else Game.stopped(self, table, state)

    def contenders(self, table: Table[Any]) -> tuple[Seat, ...]:
        """Return everyone who has joined; without an ante, those who haven't left."""
        return super().contenders(table) if table.rules.ante else Game.contenders(self, table)

    def payout(
        self, table: Table[Any], hands: Sequence[Played], state: State, ending: Ending | None
    ) -> PerSeat:
        """Return the coins; zeros without an ante."""
        return super().payout(table, hands, state, ending) if table.rules.ante else (0,) * table.n


def antes(seats: tuple[Seat, ...], coins: int) -> list[Line]:
    """Return the line of what these players pay into the pot before a hand; none without an ante."""
    return [Line(seats, -coins, Say("paid the ante"), POT, is_ante=True)] if coins else []


def on_table(carry: Mapping[str, Any]) -> int:
    """Return the number of coins on the table."""
    return sum(on_table(pile) if isinstance(pile, Mapping) else pile for pile in carry.values())
