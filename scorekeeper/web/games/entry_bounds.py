"""The values an entry takes, in words."""

from functools import singledispatch
from typing import Any

from scorekeeper.rules.entries import (
    LARGEST,
    Alone,
    BySeat,
    Choice,
    Count,
    EachSide,
    Entry,
    Halves,
    People,
    Person,
    Places,
    Record,
    Several,
    Switch,
    Text,
    at,
)
from scorekeeper.rules.games.hazard import Bets
from scorekeeper.rules.games.jeu_de_tarock import POIGNEES, Poignee
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import listed

Parts = tuple[str, ...]
"""The bounds of an entry in words, part by part."""


@singledispatch
def describe_bounds(entry: Entry, table: Table[Any]) -> Parts:
    """Return the values an entry takes at this table, in words; empty if it has no bounds."""
    return ()


@describe_bounds.register
def _(entry: Switch, table: Table[Any]) -> Parts:
    return ("yes or no",)


@describe_bounds.register
def _(entry: Alone, table: Table[Any]) -> Parts:
    return ("entered on its own",)


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
def _(entry: Poignee, table: Table[Any]) -> Parts:
    return (listed(map(str, POIGNEES), "or"),)


@describe_bounds.register
def _(entry: Halves, table: Table[Any]) -> Parts:
    halves = "halves allowed" if entry.has_halves(table) else "no halves"
    return (_or_null(entry, _range(entry, table)), halves)


@describe_bounds.register
def _(entry: Person, table: Table[Any]) -> Parts:
    return (_or_null(entry, "a player"),)


@describe_bounds.register
def _(entry: People, table: Table[Any]) -> Parts:
    return ("any number of players",)


@describe_bounds.register
def _(entry: Places, table: Table[Any]) -> Parts:
    limit, high = entry.limit(table), at(entry.high, table)
    whose = "one for each side" if isinstance(entry, EachSide) else "one for each player"
    parts = [whose]
    if entry.exactly is not None:
        parts.append(f"{limit} in all")
    elif limit is not None:
        parts.append(f"at most {limit} in all")
    if high < LARGEST and high != limit:
        parts.append(f"{at(entry.low, table)} to {high} each")
    if at(entry.low, table) < 0:
        parts.append("may be negative")
    return tuple(parts)


@describe_bounds.register
def _(entry: BySeat, table: Table[Any]) -> Parts:
    return ("for each player", *describe_bounds(entry.each, table))


@describe_bounds.register
def _(entry: Several, table: Table[Any]) -> Parts:
    first, *more = describe_bounds(entry.each, table)
    return ("any number", f"each {first}", *more)


@describe_bounds.register
def _(entry: Bets, table: Table[Any]) -> Parts:
    coins = ", ".join(describe_bounds(entry.each.entries["coins"], table))
    what = listed((f"“{label}”" for label in entry.choices.values()), "or")
    return ("any number", f"each {coins} coins on {what}")


@describe_bounds.register
def _(entry: Record, table: Table[Any]) -> Parts:
    bounds = ((part.label, ", ".join(describe_bounds(part, table))) for part in entry.entries.values())
    return tuple(f"{label.lower()} {words}" for label, words in bounds)


def _range(entry: Count, table: Table[Any]) -> str:
    low, high = at(entry.low, table), at(entry.high, table)
    if high >= LARGEST:
        return f"{low} or more"
    if high - low == 1:
        return f"{low} or {high}"
    return f"{low} to {high}"


def _or_null(entry: Entry, words: str) -> str:
    return f"{words}, or {entry.null}" if entry.null else words
