"""The table: the players in their seats, the state of the game, and the game that they play."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from scorekeeper.rules.problems import PartlyRead, Wrong
from scorekeeper.rules.saying import And, Say

if TYPE_CHECKING:
    from scorekeeper.rules.game import Game, Side
    from scorekeeper.rules.hand import Played
    from scorekeeper.rules.outcome import Ending

Seat: TypeAlias = int
"""A place at the table, counted from 0 and clockwise."""

PerSeat: TypeAlias = tuple[int, ...]
"""One figure for each seat, in seat order."""

R = TypeVar("R")


class Stay(NamedTuple):
    """The hands of a player who joined a running game, or left it.

    Attributes:
        first: the first hand they play; None if they were there from the start.
        total: the total they start with.
        last: the last hand they play; None if they don't leave.
    """

    first: int | None = None
    total: int = 0
    last: int | None = None

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Stay":
        """Return the stay that JSON tells of; a player without one is always there."""
        return cls(raw.get("from"), raw.get("total", 0), raw.get("to"))

    def has_come(self, hand: int) -> bool:
        """Return whether they have joined by this hand."""
        return (self.first or 0) <= hand

    def covers(self, hand: int) -> bool:
        """Return whether they play this hand."""
        return self.has_come(hand) and (self.last is None or hand <= self.last)


@dataclass(frozen=True)
class Table(Generic[R]):
    """The players of one game and their house rules.

    Attributes:
        players: their names in seat order, clockwise.
        rules: the house rules, an instance of the game's own declaration.
        labels: what stands for each player in JSON, in seat order: their names on a scoresheet, their seats
            in what is stored. As a key of an object, a seat is its digits.
        hand: the number of the hand that it is looked at for, 0 for before the first; None for the whole
            game, in which everyone plays who ever does.
    """

    players: tuple[str, ...]
    rules: R
    labels: tuple[str | int, ...] = ()
    hand: int | None = None

    @classmethod
    def by_name(cls, players: tuple[str, ...], rules: R) -> "Table[R]":
        """Return the table of a scoresheet, whose JSON names the players."""
        return cls(players, rules, players)

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", self.labels or tuple(range(len(self.players))))

    @cached_property
    def n(self) -> int:
        """The number of players."""
        return len(self.players)

    @cached_property
    def seats(self) -> dict[str | int, Seat]:
        """The seat of each label."""
        return {label: seat for seat, label in enumerate(self.labels)}

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The label of each player as the key of an object."""
        return tuple(map(str, self.labels))

    @cached_property
    def stays(self) -> Mapping[Seat, Stay]:
        """When those play who joined or left the running game, by seat."""
        return getattr(self.rules, "presence", {})

    def at(self, hand: int) -> "Table[R]":
        """Return the table for a hand, by its number: with those who play it."""
        return replace(self, hand=hand)

    @property
    def next(self) -> "Table[R]":
        """The table for the next hand."""
        return self if self.hand is None else self.at(self.hand + 1)

    @cached_property
    def here(self) -> tuple[Seat, ...]:
        """The seats of those who play the hand."""
        return self._seats_of(lambda stay, hand: stay.covers(hand))

    @cached_property
    def counting(self) -> tuple[Seat, ...]:
        """The seats of those who play the hand and don't leave after it."""
        return self._seats_of(lambda stay, hand: stay.covers(hand) and stay.last != hand)

    @cached_property
    def arrived(self) -> tuple[Seat, ...]:
        """The seats of those who have joined by this hand, also if they have left."""
        return self._seats_of(Stay.has_come)

    def _seats_of(self, holds: Callable[[Stay, int], bool]) -> tuple[Seat, ...]:
        hand, stays, always = self.hand, self.stays, Stay()
        return tuple(seat for seat in range(self.n) if hand is None or holds(stays.get(seat, always), hand))

    def seat(self, label: object) -> Seat:
        """Return the seat of a player. Raises Wrong if nobody with that label plays the hand."""
        if type(label) is not type(self.labels[0]) or label == "" or str(label).isspace():
            by_name, by_seat = Say("Give a player by name."), Say("Give a player by seat.")
            raise Wrong(by_name if self.labels == self.players else by_seat)
        if label not in self.seats:
            raise Wrong(self.stranger(label))
        if self.seats[label] not in self.here:
            raise Wrong(self._absent(self.seats[label]))
        return self.seats[label]

    def seat_of_key(self, key: str) -> Seat:
        """Return the seat of a player. Raises Wrong if that is not the key of any who plays the hand."""
        return self.seat(self.labels[self.keys.index(key)] if key in self.keys else key)

    def stranger(self, label: object) -> Say:
        """Return the refusal of a label of nobody who plays the hand."""
        if str(label) in self.keys and self.keys.index(str(label)) not in self.here:
            return self._absent(self.keys.index(str(label)))
        if self.labels != self.players:
            return Say("Someone who is named here isn’t playing in this game.")
        if name := str(label).strip():
            return Say("{name} isn’t playing in this game.", name=name)
        return Say("A player without a name isn’t playing in this game.")

    def _absent(self, seat: Seat) -> Say:
        words = "{name} had left the game." if seat in self.arrived else "{name} hadn’t joined yet."
        return Say(words, name=self.players[seat])

    def names(self, seats: tuple[Seat, ...]) -> list[str]:
        """Return the names in these seats."""
        return [self.players[seat] for seat in seats]

    def by_side(self, sides: "Iterable[Side]") -> "Table[R]":
        """Return the table with everyone called by all of their side, whose figures a rule has for one."""
        called = {seat: str(And(*self.names(side))) for side in sides for seat in side}
        return replace(self, players=tuple(called[seat] for seat in range(self.n)))

    @cached_property
    def step(self) -> int:
        """The way around the table for the deal and all that is counted from the dealer.

        1 to the left, as nearly always; −1 to the right.
        """
        return getattr(self.rules, "step", 1)

    def after(self, seat: Seat) -> Seat:
        """Return the next player around the table: to the left, unless the deal passes to the right."""
        return next(iter(self.around(seat)), seat)

    def around(self, dealer: Seat) -> tuple[Seat, ...]:
        """Return the players of the hand in turn: the one after the dealer first, the dealer last."""
        seats = ((dealer + self.step * place) % self.n for place in range(1, self.n + 1))
        return tuple(seat for seat in seats if seat in self.here)

    def present(self, seat: Seat) -> Seat:
        """Return a seat whose player plays the hand: this one, or the next around the table."""
        return seat if seat in self.here else self.after(seat)


@dataclass(frozen=True)
class State(PartlyRead):
    """The state of a game before a hand.

    Attributes:
        dealer: who deals the hand.
        totals: the totals so far.
        carry: the coins lying on the table, in the form the answer shows them.
        memory: anything else that a game must remember from hand to hand; immutable.
        played: the number of hands played so far.
    """

    dealer: Seat
    totals: PerSeat
    carry: Mapping[str, Any] = field(default_factory=dict)
    memory: Any = None
    played: int = 0


@dataclass(frozen=True)
class Setup:
    """A game that can begin, at its table; it answers what depends on the players and house rules.

    Attributes:
        game: what is played.
        table: by whom, and under which house rules.
        dealer: who deals first.
    """

    game: "Game[Any, Any]"
    table: Table[Any]
    dealer: Seat

    @cached_property
    def sides(self) -> "tuple[Side, ...]":
        """The players who win and lose together."""
        return self.game.sides(self.table)

    @cached_property
    def title(self) -> str:
        """The name of the game at this table."""
        return self.game.title(self.table)

    @cached_property
    def unit(self) -> str:
        """The unit of the score: points, coins, stones or rounds."""
        return self.game.unit(self.table)

    @cached_property
    def target(self) -> int | None:
        """The winning score; None where there is none."""
        return self.game.target(self.table)

    @cached_property
    def stake(self) -> int:
        """The coins that everyone starts with; 0 if that isn't agreed, and if coins aren't scored."""
        return getattr(self.table.rules, "stake", 0) if self.unit == "coins" else 0

    @cached_property
    def opening(self) -> State:
        """The state before the first hand."""
        return self.admit(self.game.opening(self.table.at(0), self.dealer))

    def table_for(self, state: State) -> Table[Any]:
        """Return the table for the next hand: with those who play it."""
        return self.table.at(state.played + 1)

    def admit(self, state: State) -> State:
        """Return the state with those who join for the next hand, which someone present deals."""
        table = self.table_for(state)
        for seat, stay in table.stays.items():
            if stay.first == table.hand:
                state = self.game.admit(table, state, seat, stay.total)
        return replace(state, dealer=table.present(state.dealer)) if table.stays else state

    @property
    def is_together(self) -> bool:
        """Return whether all players are one side, which wins or loses."""
        return len(self.sides) == 1 and self.table.n > 1

    def tells_totals(self, totals: Sequence[int]) -> bool:
        """Return whether the totals of a finished game say more than who won."""
        return self.game.tells_totals(self.table, totals)

    @property
    def lowest_wins(self) -> bool:
        """Return whether the lowest total wins."""
        return self.game.lowest_wins(self.table)

    @property
    def first_action(self) -> str:
        """The first act of the player after the dealer; empty where nobody is first."""
        return self.game.first_action(self.table)

    def names(self, seats: Iterable[Seat]) -> list[str]:
        """Return the names in these seats."""
        return self.table.names(tuple(seats))

    def side_of(self, seat: Seat) -> "Side":
        """Return the side that a seat belongs to."""
        return next(side for side in self.sides if seat in side)

    def goal(self, side: "Side") -> int | None:
        """Return the total a side plays to; None where there is none."""
        return self.game.goal(self.table, side)

    def leaders(self, totals: PerSeat, hand: int) -> "tuple[list[Side], int]":
        """Return the sides that lead with the totals after a hand, and their total."""
        return self.game.leaders(self.table.at(hand), totals)

    def can_end(self, hand: int) -> bool:
        """Return whether a hand can end the game; it can't if the table has played on after it."""
        return bool(hand > self.table.rules.played_on)

    def ending(self, hands: "Sequence[Played]") -> "Ending | None":
        """Return how the game ended with the last of these hands (at least one); None while it is on."""
        number = hands[-1].number
        return self.game.ending(self.table.at(number), hands) if self.can_end(number) else None

    def playing(self, state: State) -> tuple[Seat, ...]:
        """Return the players who are still in the game."""
        return self.game.playing(self.table_for(state), state)

    def turn(self, state: State) -> Seat | None:
        """Return the player whose turn it is; None where all play at once."""
        return self.game.turn(self.table_for(state), state)

    def prefill(self, state: State) -> Mapping[str, Any]:
        """Return what the next hand most likely has, as JSON."""
        return self.game.prefill(self.table_for(state), state)

    def summary(self, played: "Played") -> Say:
        """Return a hand in a few words."""
        return self.game.summary(self.table.at(played.number), played)
