"""A play as the sheet shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.domain import REMOVED, UNDONE
from scorekeeper.rules import engine
from scorekeeper.rules.coin_game import on_table
from scorekeeper.rules.engine import Result
from scorekeeper.rules.entries import EachSide, Person, Suit
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.words import COIN, counted, listed, signed
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.forms.form_model import NAMED_OPPONENTS, Drawing, Typed
from scorekeeper.web.forms.widget import NULL, draw_control, read_entry, tapped
from scorekeeper.web.plays.scoreboard import Column, columns
from scorekeeper.web.plays.undo import Undo, happened, undo_left


@dataclass
class View:
    """What the templates ask of a play beyond its result."""

    sheet: Sheet

    @property
    def result(self) -> Result:
        """The play scored."""
        return self.sheet.result

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order of bidding for the hand in progress."""
        return self.dealt_by(self.dealer)

    def dealt_by(self, dealer: Seat) -> tuple[Seat, ...]:
        """The seats in the order of bidding, the dealer last; as they sit where nobody deals."""
        setup = self.result.setup
        return setup.table.around(dealer) if setup.game.deal[0] else tuple(range(setup.table.n))

    @cached_property
    def bidding(self) -> Hand | None:
        """The bidding of the hand in progress; None before it, and when it is not possible any more."""
        try:
            return self._read_bidding()
        except Refused:
            return None

    @property
    def bidding_problems(self) -> tuple[Problem, ...]:
        """Why the bid that was saved must be asked again: an earlier hand was corrected since."""
        try:
            self._read_bidding()
        except Refused as refused:
            return refused.problems
        return ()

    def _read_bidding(self) -> Hand | None:
        sheet, result = self.sheet, self.result
        if sheet.bidding is None:
            return None
        return engine.read_bidding(result.setup, result.state, sheet.bidding, sheet.number)

    @cached_property
    def dealer(self) -> Seat:
        """Who deals the hand in progress."""
        if self.bidding and self.bidding.dealer is not None:
            return self.bidding.dealer
        return self.result.state.dealer

    @cached_property
    def columns(self) -> list[Column]:
        """The scoreboard."""
        return columns(self.result, self.dealer)

    @cached_property
    def digits(self) -> int:
        """The length of the longest figure, by which all are sized: a long one must not run into the next."""
        hands, stake = self.result.hands, self.columns[0].stake
        scores = ends([played.scores for played in hands])
        totals = ends([played.totals for played in hands])
        return max(map(len, (*map(signed, scores), *(str(stake + total) for total in totals))))

    @property
    def standings(self) -> list[Column]:
        """The scoreboard with the leaders first, whether the highest total leads or the lowest."""
        setup, totals = self.result.setup, self.result.state.totals
        _, best = setup.game.leaders(setup.table, totals)
        return sorted(self.columns, key=lambda column: (not column.won, abs(column.total - best)))

    @property
    def can_go_on(self) -> bool:
        """Whether only the players themselves ended the game."""
        sheet = self.sheet
        return sheet.play.stopped and sheet.score(sheet.entries, False).ending is None

    @cached_property
    def suits(self) -> Mapping[str, str]:
        """The suits that can be trump, by name; none where the game knows no trump."""
        return self.suit.choices if self.suit else {}

    @cached_property
    def suit(self) -> Suit | None:
        """The entry that says which suit is trump; None where the game knows no trump."""
        game = self.result.setup.game
        return next((entry for entry in game.entries[game.hand].values() if isinstance(entry, Suit)), None)

    @cached_property
    def undo(self) -> Undo | None:
        """The Undo that stays for a minute after a change."""
        newest, ended = self.sheet.newest, self.sheet.play.ended_at
        # After the players ended the game, to undo is to go on: the hand before it is not what was wrong.
        if self.can_go_on and ended and (newest is None or ended >= newest.at):
            left = undo_left(ended)
            return Undo("go-on", "The game is ended", "Undo", left) if left else None
        left = undo_left(newest.at) if newest else 0
        if newest is None or not left:
            return None
        number = next(row.number for row in self.sheet.rows if row.id == newest.hand_id)
        taken_away = newest.action == REMOVED or (newest.action == UNDONE and newest.gone)
        button = "Bring it back" if taken_away else "Change back" if newest.action == UNDONE else "Undo"
        said = happened(newest, number, self.result.setup.game.bid_noun)
        return Undo("undo", said, button, left, newest.id)

    @cached_property
    def turn(self) -> Seat | None:
        """Whose turn it is, where a hand is played by one player."""
        return self.result.setup.game.turn(self.result.setup.table, self.result.state)

    @cached_property
    def player(self) -> str:
        """The entry that names who plays the hand; empty where nobody bids."""
        game = self.result.setup.game
        bidding = game.entries[game.bidding] if game.bidding else {}
        return next(
            (name for name, entry in bidding.items() if isinstance(entry, Person) and entry.leads), ""
        )

    def sums(self, kind: type[Hand], known: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What the figures of a form add up to, by the names that they have there; empty where nothing does.

        Where this depends on an entry that is still asked for, each of its values has its own ``cases``;
        ``without`` is what holds while something else said takes that entry out.
        """
        table, known = self.result.setup.table, known or {}
        by = "" if kind.sums_by in known else kind.sums_by
        cases = {"": summed(kind, table, known)}
        without = cases[""]
        if by:
            entry = self.result.setup.game.entries[kind][by]
            for option in draw_control(entry, by, self.drawing(MultiDict())).options:
                said = read_entry(entry, by, MultiDict({by: option.value}), table)
                cases[option.value] = summed(kind, table, {**known, by: None if said == NULL else said})
            if other := entry.unless:
                without = summed(kind, table, {**known, other.entry: other.value})
        cases = {value: sums for value, sums in cases.items() if not value or sums != cases[""]}
        return {"by": by, "cases": cases, "without": without} if any(cases.values()) else {}

    def drawing(
        self, typed: Typed, known: Mapping[str, Any] | None = None, dealt: Seat | None = None
    ) -> Drawing:
        """How the form of the hand in progress is drawn, or of an earlier one that somebody ``dealt``."""
        setup, table, known = self.result.setup, self.result.setup.table, known or {}
        playing = range(table.n) if dealt is not None else setup.game.playing(table, self.result.state)
        order: Sequence[Seat] = self.order if dealt is None else self.dealt_by(dealt)
        around = [seat for seat in order if seat in playing]
        player = table.seats.get(known.get(self.player, "") if known else tapped(self.player, typed))
        if player is not None:
            # Whoever plays counts first.
            order = tuple((player + step) % table.n for step in range(table.n))
        return Drawing(
            table=table,
            typed=typed,
            order=[seat for seat in order if seat in playing],
            sides=self.sides(player, typed, known),
            teams=setup.game.sides(table),
            around=around if not known else (),
            player=self.player,
            keys=setup.game.entries[setup.game.bidding] if setup.game.bidding else (),
            partners=dict.fromkeys(self.joins, player if known else None),
            known=known,
            carry=self.result.state.carry,
            dealer=setup.game.deal[2],
        )

    @property
    def joins(self) -> list[str]:
        """The entries that name who plays with whoever plays."""
        game = self.result.setup.game
        sides = [e for e in game.entries[game.hand].values() if isinstance(e, EachSide)]
        return [e.joined for e in sides if e.joined]

    def sides(self, player: Seat | None, typed: Typed, known: Mapping[str, Any]) -> Sequence[str]:
        """What the side that plays and the other one are called, as far as is known who belongs to them."""
        game, table = self.result.setup.game, self.result.setup.table
        if player is None:
            return ("Bidders", "Others")
        ours = next(side for side in game.sides(table) if player in side)
        if self.joins:
            partner = table.seats.get(typed.get(self.joins[0], known.get(self.joins[0]) or ""))
            if partner is None:
                return (table.players[player], "Others")
            ours = (player, partner)
        others = tuple(seat for seat in range(table.n) if seat not in ours)
        return [
            listed(table.names(ours)),
            listed(table.names(others)) if len(others) <= NAMED_OPPONENTS else "Others",
        ]

    @property
    def on_table(self) -> list[tuple[str, int]]:
        """The coins lying on the table, pile by pile; once the game is over none do."""
        piles = [] if self.result.ending else self.result.state.carry.items()
        return [(name.capitalize(), on_table({name: pile})) for name, pile in piles]

    @cached_property
    def went_back(self) -> str:
        """Who got the coins that still lay on the table at the end, as a sentence; empty where none did."""
        setup, totals = self.result.setup, self.result.state.totals
        if not self.result.ending or setup.game.unit(setup.table) != "coins":
            return ""
        got: dict[int, list[str]] = {}
        for name, total, paid in zip(setup.table.players, totals, self.result.payout, strict=True):
            if paid > total:
                got.setdefault(paid - total, []).append(name)
        lay = counted(sum(coins * len(names) for coins, names in got.items()), COIN)
        shares = [
            f"{coins}{' each' if len(names) > 1 else ''} to {listed(names)}"
            for coins, names in sorted(got.items(), reverse=True)
        ]
        return f"{lay} still lay on the table and went back: {', '.join(shares)}." if shares else ""


def summed(kind: type[Hand], table: Table[Any], known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What figures add up to in one case, as the form has it."""
    return [
        {
            "parts": {"-".join(map(str, path)): times for path, times in one.parts.items()},
            "most": one.most,
            "exactly": one.exactly,
        }
        for one in kind.sums(table, known)
    ]


def ends(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The greatest and the least figure of all rows."""
    return max(map(max, rows), default=0), min(map(min, rows), default=0)
