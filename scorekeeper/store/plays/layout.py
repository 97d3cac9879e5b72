"""How a game is laid out: the order of its hands, its house rules, its first dealer and its seats.

A change that touches any of these keeps with its revision, as JSON, what they were before: ``order`` (the ids
of the hands), ``options``, ``dealer`` and ``seats``. A seat is the player's id, and the place of the same
figures after the change. ``swapped`` says whose names were exchanged, and in which hands.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorekeeper.rules.table import Seat
from scorekeeper.store.database import db
from scorekeeper.store.models import Play, Player
from scorekeeper.store.plays.sheet import scoresheet_json
from scorekeeper.store.plays.stored_hands import StoredHand, as_text


class SeatedPlayer(NamedTuple):
    """The player in a seat."""

    player_id: int
    name: str


class Swap(NamedTuple):
    """Two players whose names were exchanged, by id, in the hands from ``first`` to ``last``."""

    players: tuple[int, int]
    first: int
    last: int


@dataclass(frozen=True)
class GameLayout:
    """How a game is laid out.

    Attributes:
        game: the game's key.
        order: the ids of its hands.
        options: the house rules as on a scoresheet.
        dealer: the seat of the first dealer.
        seats: who sits where.
    """

    game: str
    order: tuple[int, ...]
    options: Mapping[str, Any]
    dealer: Seat
    seats: tuple[SeatedPlayer, ...]

    @classmethod
    def of(cls, play: Play, rows: Sequence[StoredHand]) -> "GameLayout":
        """Return the layout of a play with these hands."""
        seats = tuple(SeatedPlayer(seat.player_id, seat.name) for seat in play.seats)
        return cls(play.game, tuple(row.id for row in rows), play.options, play.dealer, seats)

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        return [seat.name for seat in self.seats]

    def number_of(self, hand_id: int) -> int:
        """Return the number of a hand; 0 if it is not among the hands."""
        return self.order.index(hand_id) + 1 if hand_id in self.order else 0

    @property
    def players(self) -> list[int]:
        """The players' ids in seat order."""
        return [seat.player_id for seat in self.seats]

    def key(self, stopped: bool) -> str:
        """Return the scoresheet without hands, as JSON text."""
        return as_text(scoresheet_json(self, self.seats, [], stopped))

    def before(self, kept: str | None) -> "GameLayout":
        """Return the layout before a change that kept this JSON text."""
        known = json.loads(kept or "{}")
        here = {seat.player_id: seat for seat in self.seats}
        seats = tuple(here.get(player_id) or _seat_of(player_id) for player_id, _ in known.get("seats", ()))
        return replace(
            self,
            order=tuple(known.get("order", self.order)),
            options=known.get("options", self.options),
            dealer=known.get("dealer", self.dealer),
            seats=seats or self.seats,
        )

    def kept_for(self, after: "GameLayout", places: Sequence[Seat], swap: Swap | None = None) -> str | None:
        """Return the JSON text to keep with a change to another layout; None if nothing is touched.

        ``places`` says which seat the figures of each player have after it.
        """
        kept: dict[str, Any] = {}
        if self.order != after.order:
            kept["order"] = self.order
        if self.options != after.options:
            kept["options"] = self.options
        if self.dealer != after.dealer:
            kept["dealer"] = self.dealer
        if self.players != after.players:
            kept["seats"] = [(seat.player_id, place) for seat, place in zip(self.seats, places, strict=True)]
        if swap:
            kept["swapped"] = swap
        return as_text(kept) if kept else None


def _seat_of(player_id: int) -> SeatedPlayer:
    """Return the seat of someone who no longer plays in the game."""
    return SeatedPlayer(player_id, db.session.get_one(Player, player_id).name)


def seats_after(kept: Mapping[str, Any], seats: int) -> list[Seat]:
    """Return the place that the figures of each seat have after a change that kept this."""
    return [place for _, place in kept["seats"]] if "seats" in kept else [*range(seats)]


def swap_in(kept: Mapping[str, Any]) -> Swap | None:
    """Return whose names a change exchanged; None if it is another kind of change."""
    if "swapped" not in kept:
        return None
    (one, other), first, last = kept["swapped"]
    return Swap((one, other), first, last)
