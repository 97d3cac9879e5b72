"""The values a house rule takes, in words."""

from functools import singledispatch
from typing import Any

from scorekeeper.rules.entries import LARGEST, BySeat, Choice, Count, Entry, Text, at
from scorekeeper.rules.games.tally import MOST_COLUMNS, Columns
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import listed

Parts = tuple[str, ...]
"""The bounds of an entry in words, part by part."""


@singledispatch
def describe_bounds(entry: Entry, table: Table[Any]) -> Parts:
    """Return the values an entry takes at this table, in words; empty if that goes without saying."""
    return ()


@describe_bounds.register
def _(entry: Text, table: Table[Any]) -> Parts:
    return (f"up to {entry.longest} characters",)


@describe_bounds.register
def _(entry: Choice, table: Table[Any]) -> Parts:
    return (_or_null(entry, listed((f"“{entry.describe(word, table)}”" for word in entry.choices), "or")),)


@describe_bounds.register
def _(entry: Count, table: Table[Any]) -> Parts:
    besides = [str(value) for value in entry.besides(table)]
    return (_or_null(entry, _range(entry, table)), *([f"also {listed(besides, 'or')}"] if besides else ()))


@describe_bounds.register
def _(entry: BySeat, table: Table[Any]) -> Parts:
    return ("for each player", *describe_bounds(entry.each, table))


@describe_bounds.register
def _(entry: Columns, table: Table[Any]) -> Parts:
    return (f"up to {MOST_COLUMNS}, each with a name and a weight",)


def _range(entry: Count, table: Table[Any]) -> str:
    low, high = at(entry.low, table), at(entry.high, table)
    if high >= LARGEST:
        return f"{low} or more"
    if high - low == 1:
        return f"{low} or {high}"
    return f"{low} to {high}"


def _or_null(entry: Entry, words: str) -> str:
    return f"{words}, or {entry.null}" if entry.null else words
