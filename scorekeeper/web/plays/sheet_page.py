"""What the pages of a play show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.rules import engine
from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import Suit
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.table import Seat, Setup, Table
from scorekeeper.rules.words import COIN, counted, listed, signed
from scorekeeper.store.plays.change_log import newest_logged
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.plays.hand_form import HandForm
from scorekeeper.web.plays.scores import Column, columns, write_total
from scorekeeper.web.plays.undo import UndoOffer, offer_undo, undo_left


@dataclass
class SheetPage:
    """What the templates of a play ask for beyond its result."""

    sheet: Sheet

    @property
    def result(self) -> Result:
        """The score after every complete hand."""
        return self.sheet.result

    @property
    def setup(self) -> Setup:
        """The game, the table and the first dealer."""
        return self.sheet.result.setup

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

    @property
    def bidding(self) -> Hand | None:
        """The bid of the hand in progress; None before there is one, and if it is no longer possible."""
        return self._bid_read[0]

    @property
    def bidding_problems(self) -> tuple[Problem, ...]:
        """Why the saved bid must be entered again: an earlier hand was corrected since."""
        return self._bid_read[1]

    @cached_property
    def _bid_read(self) -> tuple[Hand | None, tuple[Problem, ...]]:
        if self.sheet.bidding is None:
            return None, ()
        try:
            state = self.result.state
            return engine.read_bidding(self.setup, state, self.sheet.bidding, self.sheet.number), ()
        except Refused as refused:
            return None, refused.problems

    @cached_property
    def dealer(self) -> Seat:
        """The dealer of the hand in progress."""
        if self.bidding and self.bidding.dealer is not None:
            return self.bidding.dealer
        return self.result.state.dealer

    @cached_property
    def form(self) -> HandForm:
        """The form of the hand in progress."""
        return HandForm(self.setup, self.result.state, self.dealer)

    @cached_property
    def before(self) -> dict[str, Any]:
        """The entries of the last hand that the next one can repeat, as JSON."""
        last = self.result.hands[-1].hand if self.result.hands else None
        entries = self.game.entries[self.game.hand] if isinstance(last, self.game.hand) else {}
        return {
            name: entry.write(getattr(last, name), self.table)
            for name, entry in entries.items()
            if entry.again
        }

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
    def can_continue(self) -> bool:
        """Whether the players ended the game, and not its rules."""
        sheet = self.sheet
        return sheet.play.stopped and sheet.score(sheet.entries, False).ending is None

    @cached_property
    def suits(self) -> Mapping[str, str]:
        """The suits that can be trump, by name; none if the game has no trump."""
        return self.suit.choices if self.suit else {}

    @cached_property
    def suit(self) -> Suit | None:
        """The entry that says which suit is trump; None if the game has no trump."""
        entries = self.game.entries[self.game.hand].values()
        return next((entry for entry in entries if isinstance(entry, Suit)), None)

    @cached_property
    def undo(self) -> UndoOffer | None:
        """The offer to undo the newest change; None later than a minute after it."""
        newest, ended = self.sheet.newest, self.sheet.play.ended_at
        # After the players have ended the game, undo means to continue it: no hand was wrong.
        if self.can_continue and ended and (newest is None or ended >= newest.at):
            left = undo_left(ended)
            return UndoOffer("go-on", "Game ended", "Undo", left) if left else None
        left = undo_left(newest.at) if newest else 0
        change = newest_logged(self.sheet) if left else None
        return offer_undo(change, self.game, left) if change else None

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
