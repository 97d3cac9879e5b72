"""Entries that are made of other entries: something for some of the players, rows, and records."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.entries.entry import (
    REQUIRED,
    Entry,
    LeftOut,
    NamedValue,
    Wording,
    describe_value,
    in_a_row,
    read_value,
    rewritten_value,
    write_value,
)
from scorekeeper.rules.json_text import twice
from scorekeeper.rules.problems import Wrong
from scorekeeper.rules.saying import And, Argument, Row, Say, Sentences
from scorekeeper.rules.table import Seat, Table


@dataclass(frozen=True)
class BySeat(Entry):
    """A value for some of the players; the value is a mapping by seat.

    Attributes:
        each: the entry of each player.
        but: the entry that names a player for whom there is nothing.
        everyone: whether the form asks for every player, though a sheet may leave some out.
        spare: players left out have 0.
    """

    may_be_empty = True
    each: Entry
    but: str = ""
    everyone: bool = False
    spare: bool = False

    def read(self, raw: object, table: Table[Any]) -> dict[Seat, Any]:
        """Return the value of each player who is named, by seat."""
        if not isinstance(raw, dict):
            raise Wrong(Say("{What}: give a value for each player.", what=self.what))
        wrong = [Say("{What}: {key} is written twice.", what=self.what, key=key) for key in twice(raw)]
        values: dict[Seat, Any] = {}
        for key, value in raw.items():
            who: Argument = Say(self.label)
            try:
                seat = table.seat_of_key(key)
                who = table.players[seat]
                values[seat] = read_value(self.each, value, table)
            except Wrong as refused:
                wrong += refused.about(who).messages
        if wrong:
            raise Wrong(*wrong)
        return values

    def left_out(self, raw: Mapping[str, Any] | None, table: Table[Any]) -> list[LeftOut]:
        """Return the players who are not in the JSON, and what is left out for those who are."""
        if not raw or not (self.everyone or self.spare):
            return []
        missing = tuple(
            name
            for name, key in zip(table.players, table.keys, strict=True)
            if key not in raw or not self.each.is_said(raw[key])
        )
        found = [LeftOut(self.what, missing, asked=self.everyone)] if missing else []
        for key, value in raw.items():
            if (name := table.players[table.seat_of_key(key)]) not in missing:
                left = self.each.left_out(value, table)
                found += [one._replace(what=Say("{name}’s {what}", name=name, what=one.what)) for one in left]
        return found

    def write(self, value: Mapping[Seat, Any], table: Table[Any]) -> dict[str, Any]:
        """Return the values by player."""
        return {table.keys[seat]: write_value(self.each, one, table) for seat, one in value.items()}

    def rewritten(self, raw: Mapping[str, Any], table: Table[Any], other: Table[Any]) -> dict[str, Any]:
        """Return the values by what stands for the players at the other table."""
        return {
            other.keys[table.seat_of_key(key)]: rewritten_value(self.each, value, table, other)
            for key, value in raw.items()
        }

    def describe(self, raw: Mapping[str, Any], table: Table[Any]) -> Row:
        """Return each player with their value: "Ann 3, Bea 4"."""
        return in_a_row(self.parts(raw, table).values())

    def parts(self, raw: Mapping[str, Any], table: Table[Any]) -> Mapping[str, NamedValue]:
        """Return the value of each player."""
        return {
            key: NamedValue(table.players[table.seat_of_key(key)], describe_value(self.each, value, table))
            for key, value in raw.items()
        }


@dataclass(frozen=True)
class Several(Entry):
    """A list of values; the value is a tuple.

    Attributes:
        each: the entry of each value.
        most: the most values; None for as many as there are.
    """

    may_be_empty = True
    each: Entry
    most: int | None = field(default=None, kw_only=True)

    def read(self, raw: object, table: Table[Any]) -> tuple[Any, ...]:
        """Return the values in order."""
        if not isinstance(raw, list):
            raise Wrong(Say("{What} must be a list.", what=self.what))
        if self.most is not None and len(raw) > self.most:
            words = "{What}: use at most {most}, not {number}."
            raise Wrong(Say(words, what=self.what, most=self.most, number=len(raw)))
        values: list[Any] = []
        wrong: list[Say] = []
        for number, value in enumerate(raw, start=1):
            try:
                values.append(read_value(self.each, value, table))
            except Wrong as refused:
                whose = self.whose(number, value, table)
                wrong += (refused.about(whose) if whose else refused).messages
        if wrong:
            raise Wrong(*wrong)
        return tuple(values)

    def whose(self, number: int, value: object, table: Table[Any]) -> Argument:
        """Return the name of a value that is refused, given its place from 1; empty if it has none."""
        return ""

    def write(self, value: tuple[Any, ...], table: Table[Any]) -> list[Any]:
        """Return the values in order."""
        return [write_value(self.each, one, table) for one in value]

    def rewritten(self, raw: list[Any], table: Table[Any], other: Table[Any]) -> list[Any]:
        """Return the values in the same order."""
        return [rewritten_value(self.each, value, table, other) for value in raw]

    def reworded(self, raw: list[Any], wording: Wording) -> list[Any]:
        """Return the values in other words."""
        return [self.each.reworded(value, wording) for value in raw]

    @property
    def is_written(self) -> bool:
        """Whether players write something into its values."""
        return self.each.is_written

    def describe(self, raw: list[Any], table: Table[Any]) -> Row:
        """Return the values separated by commas."""
        return Row(*(describe_value(self.each, value, table) for value in raw))


@dataclass(frozen=True)
class Record(Entry):
    """A few entries that belong together, such as a bet; the value is a mapping by name.

    Attributes:
        entries: its entries by name.
    """

    entries: Mapping[str, Entry]

    def read(self, raw: object, table: Table[Any]) -> dict[str, Any]:
        """Return the value of each entry by name."""
        if not isinstance(raw, dict):
            parts = And(*(Say(entry.label) for entry in self.entries.values()))
            raise Wrong(Say("{What} must give {parts}.", what=self.what, parts=parts))
        what, unknown = self.what, raw.keys() - self.entries.keys()
        wrong = [Say("{What}: “{key}” is written twice.", what=what, key=key) for key in twice(raw)]
        wrong += [Say("{What} has no “{key}”.", what=what, key=key) for key in raw if key in unknown]
        values: dict[str, Any] = {}
        for name, entry in self.entries.items():
            if name not in raw and entry.default is REQUIRED:
                wrong.append(entry.ask_again())
                continue
            try:
                values[name] = read_value(entry, raw[name], table) if name in raw else entry.blank(table)
            except Wrong as refused:
                wrong += refused.messages
        if wrong:
            raise Wrong(*wrong)
        return values

    def is_said(self, raw: Mapping[str, Any]) -> bool:
        """Return whether all of its entries are there, or one that says more than nothing."""
        return len(raw) == len(self.entries) or any(raw.values())

    def write(self, value: Mapping[str, Any], table: Table[Any]) -> dict[str, Any]:
        """Return each entry by name, without those that have their default."""
        return {
            name: write_value(entry, value[name], table)
            for name, entry in self.entries.items()
            if value[name] != entry.blank(table)
        }

    def rewritten(self, raw: Mapping[str, Any], table: Table[Any], other: Table[Any]) -> dict[str, Any]:
        """Return the same entries as they are written at the other table."""
        return {name: rewritten_value(self.entries[name], value, table, other) for name, value in raw.items()}

    def reworded(self, raw: Mapping[str, Any], wording: Wording) -> dict[str, Any]:
        """Return the same entries in other words."""
        return {name: self.entries[name].reworded(value, wording) for name, value in raw.items()}

    @property
    def is_written(self) -> bool:
        """Whether players write something into any of its entries."""
        return any(entry.is_written for entry in self.entries.values())

    def describe(self, raw: Mapping[str, Any], table: Table[Any]) -> And:
        """Return its entries in a row."""
        return Sentences(*(describe_value(self.entries[name], value, table) for name, value in raw.items()))
