"""The table: the players in their seats, and the state of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from scorekeeper.rules.problems import PartlyRead, Wrong

Seat: TypeAlias = int
"""A place at the table, counted from 0 and clockwise."""

PerSeat: TypeAlias = tuple[int, ...]
"""One figure for each seat, in seat order."""

R = TypeVar("R")


@dataclass(frozen=True)
class Table(Generic[R]):
    """The players of one game and their house rules.

    Attributes:
        players: their names in seat order, clockwise.
        rules: the house rules, an instance of the game's own declaration.
    """

    players: tuple[str, ...]
    rules: R

    @cached_property
    def n(self) -> int:
        """The number of players."""
        return len(self.players)

    @cached_property
    def seats(self) -> dict[str, Seat]:
        """The seat of each name."""
        return {name: seat for seat, name in enumerate(self.players)}

    def seat(self, name: object) -> Seat:
        """Return the seat of a player. Raises Wrong if nobody of that name is playing."""
        if not isinstance(name, str) or not name.strip():
            raise Wrong("Give a player by name.")
        if name not in self.seats:
            raise Wrong(f"{name} isn’t playing in this game.")
        return self.seats[name]

    def names(self, seats: tuple[Seat, ...]) -> list[str]:
        """Return the names in these seats."""
        return [self.players[seat] for seat in seats]

    def left_of(self, seat: Seat) -> Seat:
        """Return the seat to the left."""
        return (seat + 1) % self.n

    def around(self, dealer: Seat) -> tuple[Seat, ...]:
        """Return every seat in left-of-the-dealer order: the left neighbour first, the dealer last."""
        return tuple((dealer + step) % self.n for step in range(1, self.n + 1))


@dataclass(frozen=True)
class State(PartlyRead):
    """The state of a game before a hand.

    Attributes:
        dealer: who deals the hand.
        totals: the totals so far.
        carry: the coins lying on the table, in the form the answer shows them.
        memory: anything else that a game must remember from hand to hand; immutable.
    """

    dealer: Seat
    totals: PerSeat
    carry: Mapping[str, Any] = field(default_factory=dict)
    memory: Any = None
