"""The form of a hand: in which order its boxes stand and are filled in, and what its figures add up to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.entries import EachSide, Person
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.saying import And, Say
from scorekeeper.rules.table import Seat, Setup, State, Table
from scorekeeper.web.forms.form_model import NAMED_OPPONENTS, Chips, Drawing, Typed
from scorekeeper.web.forms.widgets import NULL, draw_control, read_entry, seat_tapped, tapped


@dataclass
class HandForm:
    """The form of the hand in progress, or of an earlier one.

    Attributes:
        setup: the game, the table and the first dealer.
        state: the totals and what else carries over to the next hand.
        dealer: who deals the hand in progress.
    """

    setup: Setup
    state: State
    dealer: Seat

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order of bidding for the hand in progress."""
        return self.dealt_by(self.dealer)

    def dealt_by(self, dealer: Seat) -> tuple[Seat, ...]:
        """Return the seats in the order of bidding, the dealer last, or in seat order."""
        table, game = self.setup.table, self.setup.game
        return table.around(dealer) if game.deal.deals and game.from_dealer else tuple(range(table.n))

    @cached_property
    def columns(self) -> tuple[Seat, ...]:
        """The seats in the order of the totals, where partners stand together."""
        return tuple(seat for side in self.setup.sides for seat in side)

    @cached_property
    def player(self) -> str:
        """The entry that names the bidder; empty if nobody bids."""
        game = self.setup.game
        bidding = game.entries[game.bidding] if game.bidding else {}
        leads = (name for name, entry in bidding.items() if isinstance(entry, Person) and entry.leads)
        return next(leads, "")

    @property
    def joins(self) -> list[str]:
        """The entries that name the bidder's partner."""
        game = self.setup.game
        sides = [e for e in game.entries[game.hand].values() if isinstance(e, EachSide)]
        return [e.joined for e in sides if e.joined]

    def sums(self, kind: type[Hand], known: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return what the figures of a form add up to, by their names in the form; empty if nothing does.

        If this depends on an entry of the same form, each of its values has its own ``cases``, and
        ``without`` is for when another answer makes that entry needless.
        """
        table, known = self.setup.table, known or {}
        by = "" if kind.sums_by in known else kind.sums_by
        cases = {"": summed(kind, table, known)}
        without = cases[""]
        if by:
            entry = self.setup.game.entries[kind][by]
            control = draw_control(entry, by, self.drawing(MultiDict()))
            assert isinstance(control, Chips)
            for option in control.options:
                said = read_entry(entry, by, MultiDict({by: option.value}), table)
                cases[option.value] = summed(kind, table, {**known, by: None if said == NULL else said})
            if other := entry.unless:
                without = summed(kind, table, {**known, other.entry: other.value})
        cases = {value: sums for value, sums in cases.items() if not value or sums != cases[""]}
        return {"by": by, "cases": cases, "without": without} if any(cases.values()) else {}

    def drawing(
        self, typed: Typed, known: Mapping[str, Any] | None = None, dealt: Seat | None = None
    ) -> Drawing:
        """Return how to draw the form of the hand in progress, or of an earlier one ``dealt`` by a seat."""
        setup, table, known = self.setup, self.setup.table, known or {}
        playing = range(table.n) if dealt is not None else setup.playing(self.state)
        in_turn: Sequence[Seat] = self.order if dealt is None else self.dealt_by(dealt)
        player = (
            table.seats.get(known.get(self.player, ""))
            if known
            else seat_tapped(tapped(self.player, typed), table)
        )
        if player is not None:
            # The bidder counts first.
            in_turn = (player, *table.around(player)[:-1])
        return Drawing(
            table=setup.table_for(self.state),
            typed=typed,
            columns=self.columns,
            in_turn=[seat for seat in in_turn if seat in playing],
            bidder=player,
            sides=self.sides(player, typed, known),
            teams=setup.sides,
            player=self.player,
            keys=setup.game.entries[setup.game.bidding] if setup.game.bidding else (),
            partners=dict.fromkeys(self.joins, player if known else None),
            known=known,
            carry=self.state.carry,
            dealer=setup.game.deal.dealer,
        )

    def sides(self, player: Seat | None, typed: Typed, known: Mapping[str, Any]) -> Sequence[str]:
        """Return the names of the bidder's side and of the other one, as far as they are known."""
        setup, table = self.setup, self.setup.table
        if player is None:
            return ("Bidders", "Others")
        ours = setup.side_of(player)
        if self.joins:
            joins = self.joins[0]
            said = typed.get(joins)
            partner = table.seats.get(known.get(joins, "")) if said is None else seat_tapped(said, table)
            if partner is None:
                return (table.players[player], "Others")
            ours = (player, partner)
        others = tuple(seat for seat in range(table.n) if seat not in ours)
        return [
            str(And(*table.names(ours))),
            str(And(*table.names(others)) if len(others) <= NAMED_OPPONENTS else Say("Others")),
        ]


def summed(kind: type[Hand], table: Table[Any], known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what figures add up to in one case, as the form has it."""
    return [
        {
            "parts": {"-".join(map(str, path)): times for path, times in one.parts.items()},
            "most": one.most,
            "exactly": one.exactly,
        }
        for one in kind.sums(table, known)
    ]
