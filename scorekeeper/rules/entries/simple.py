"""Entries of one value: yes or no, words, a number, players."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scorekeeper.rules.entries.entry import LARGEST, Bound, Entry, at
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.words import listed, lowered, spelled


def nothing_else(table: Table[Any]) -> tuple[int | str, ...]:
    """Return nothing: the count takes no value outside its bounds."""
    return ()


@dataclass(frozen=True)
class Switch(Entry):
    """Yes or no."""

    ask_for = "Answer yes or no: {label}."

    def read(self, raw: object, table: Table[Any]) -> bool:
        """Return True or False."""
        if not isinstance(raw, bool):
            raise Wrong(f"{self.label} must be yes or no (true or false).")
        return raw

    def describe(self, raw: bool, table: Table[Any]) -> str:
        """Return "yes" or "no"."""
        return "yes" if raw else "no"


@dataclass(frozen=True)
class Text(Entry):
    """Free text up to a length."""

    longest: int = 280

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the text unchanged."""
        if not isinstance(raw, str):
            raise Wrong(f"{self.label} must be text.")
        if len(raw) > self.longest:
            raise Wrong(
                f"Shorten the {lowered(self.label)}: {len(raw)} characters, with room for {self.longest}."
            )
        return raw


@dataclass(frozen=True)
class Choice(Entry):
    """One of a few words.

    Attributes:
        choices: each word as it is written, with its label.
        hints: what they mean, in a word or two; the form then draws them large.
    """

    choices: Mapping[str, str]
    hints: Mapping[str, str] = field(default_factory=dict)
    ask_for = "Choose the {label}."

    def read(self, raw: object, table: Table[Any]) -> str:
        """Return the word."""
        if not isinstance(raw, str) or raw not in self.choices:
            raise Wrong(f"{self.label} must be {listed(self.choices, 'or')}.")
        return raw

    def describe(self, raw: str, table: Table[Any]) -> str:
        """Return the label of the choice, with its hint."""
        return f"{self.choices[raw]} ({self.hints[raw]})" if raw in self.hints else self.choices[raw]


@dataclass(frozen=True)
class Suit(Choice):
    """A suit of the deck, which is drawn with its own mark."""


@dataclass(frozen=True)
class Count(Entry):
    """A whole number between two bounds, both included.

    Attributes:
        low, high: the bounds.
        besides: values outside the bounds that the house rules allow as well: numbers or words.
    """

    low: Bound = 0
    high: Bound = LARGEST
    besides: Callable[[Table[Any]], tuple[int | str, ...]] = nothing_else

    def read(self, raw: object, table: Table[Any]) -> int | str:
        """Return the number, or one of the values besides."""
        if type(raw) is not int and type(raw) is not str:
            raise Wrong(f"{self.label} must be a whole number.")
        besides = self.besides(table)
        if raw in besides:
            return raw
        low, high = at(self.low, table), at(self.high, table)
        if isinstance(raw, str):
            words = [f"“{word}”" for word in besides if isinstance(word, str)]
            raise Wrong(f"{self.label} must be {listed(['a whole number', *words], 'or')}.")
        if raw < low:
            raise Wrong(f"{self.label} must be at least {low}, not {raw}.")
        if raw > high:
            raise Wrong(f"{self.label} can be at most {high}, not {raw}.")
        return raw

    def values(self, table: Table[Any]) -> tuple[int | str, ...]:
        """Return every possible value, numbers first; only for entries with narrow bounds."""
        besides = self.besides(table)
        numbers = range(at(self.low, table), at(self.high, table) + 1)
        return (
            *(b for b in besides if isinstance(b, int)),
            *numbers,
            *(b for b in besides if isinstance(b, str)),
        )


@dataclass(frozen=True)
class Halves(Count):
    """A number that may end in a half, such as card points; its value is the number of halves."""

    def has_halves(self, table: Table[Any]) -> bool:
        """Whether there are halves at this table."""
        return True

    def read(self, raw: object, table: Table[Any]) -> int:
        """Return the number of halves."""
        if type(raw) not in (int, float) or raw * 2 % 1:  # type: ignore[operator]
            raise Wrong(f"{self.label} must be a whole number or end in a half.")
        if raw % 1 and not self.has_halves(table):  # type: ignore[operator]
            raise Wrong(f"With {spelled(table.n)} players there are no half points: enter a whole number.")
        low, high = at(self.low, table), at(self.high, table)
        if not low <= raw <= high:  # type: ignore[operator]
            raise Wrong(f"{self.label} must be between {low} and {high}, not {raw}.")
        return int(raw * 2)  # type: ignore[operator]

    def write(self, value: int, table: Table[Any]) -> int | float:
        """Return a whole number, or one that ends in .5."""
        return value / 2 if value % 2 else value // 2


@dataclass(frozen=True)
class Alone(Entry):
    """What replaces a whole hand, such as a deal that everyone passed; its only value is true."""

    def read(self, raw: object, table: Table[Any]) -> bool:
        """Return True."""
        if raw is not True:
            raise Wrong(f"{self.label} can only be true.")
        return True

    def describe(self, raw: bool, table: Table[Any]) -> str:
        """Return "yes"."""
        return "yes"


@dataclass(frozen=True)
class Person(Entry):
    """One of the players.

    Attributes:
        but: the entry that names a player who is not offered.
        leads: whether the others play against this player, whose figure then comes first.
    """

    but: str = ""
    leads: bool = False
    ask_for = "Tap the {label}."

    def read(self, raw: object, table: Table[Any]) -> Seat:
        """Return the player's seat."""
        try:
            return table.seat(raw)
        except Wrong as wrong:
            raise Wrong(f"{self.label}: {wrong}") from None

    def write(self, value: Seat, table: Table[Any]) -> str:
        """Return the player's name."""
        return table.players[value]

    def renamed(self, raw: str, table: Table[Any], other: Table[Any]) -> str:
        """Return the name at the other table of the player in this seat."""
        return other.players[table.seat(raw)]


@dataclass(frozen=True)
class Dealer(Person):
    """The player who deals; ``aside`` may name what a ``{dealer}`` of the game is called."""


@dataclass(frozen=True)
class People(Entry):
    """Several of the players, nobody twice."""

    may_be_empty: ClassVar[bool] = False
    ask_for = "Tap the {label}."

    def read(self, raw: object, table: Table[Any]) -> tuple[Seat, ...]:
        """Return the players' seats in the order given."""
        if not isinstance(raw, list):
            raise Wrong(f"{self.label} must be a list of players.")
        if not raw and not self.may_be_empty:
            raise Wrong(f"{self.label}: tap at least one player.")
        try:
            seats = tuple(table.seat(name) for name in raw)
        except Wrong as wrong:
            raise Wrong(f"{self.label}: {wrong}") from None
        doubled = [seat for seat, times in sorted(Counter(seats).items()) if times > 1]
        if doubled:
            raise Wrong(f"{self.label}: name {listed(table.names(tuple(doubled)))} only once.")
        return seats

    def write(self, value: tuple[Seat, ...], table: Table[Any]) -> list[str]:
        """Return the players' names."""
        return table.names(value)

    def renamed(self, raw: list[str], table: Table[Any], other: Table[Any]) -> list[str]:
        """Return the names at the other table in the same order."""
        return [other.players[table.seat(name)] for name in raw]

    def describe(self, raw: list[str], table: Table[Any]) -> str:
        """Return the names: "Ann, Bea and Cal"."""
        return listed(raw)
