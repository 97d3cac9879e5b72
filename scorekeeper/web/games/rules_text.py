"""What a game declares, said in words: the values an entry takes, and what the house rules change of that."""

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

from scorekeeper.rules.entries import (
    LARGEST,
    Alone,
    Bets,
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
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import VERSION, set_up
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import capital, listed

AnyGame = Game[Any, Any]
Parts = tuple[str, ...]
"""What is said of an entry, bit by bit."""


class Asked(NamedTuple):
    """An entry as a page of rules says it.

    Attributes:
        label: its name.
        help: what it is.
        values: what it can be, and with which house rules something else; one sentence each.
        when: when it is asked, where there is a bidding before the play.
    """

    label: str
    help: str
    values: Sequence[str]
    when: str = ""


def hand_of(game: AnyGame, kind: type[Hand]) -> Iterator[Asked]:
    """What is entered of a hand, in the order it is asked."""
    bidding = game.entries[game.bidding] if game.bidding else {}
    for name, entry in game.entries[kind].items():
        if entry.aside:
            continue
        when = "" if not bidding or kind is not game.hand else "Before the play."
        if when and name not in bidding:
            when = "After the play."
        # What takes the place of another entry asks “Or …?”, which says nothing here.
        asks = "" if entry.instead else entry.ask
        yield Asked(entry.label, f"{asks} {entry.help}".strip(), tuple(_values(game, kind, name)), when)


def house_rules_of(game: AnyGame) -> Iterator[Asked]:
    """The house rules with their bounds, and what they are unless something else is agreed."""
    for entry in game.house_rules.values():
        tables = {n: Table(("",) * n, None) for n in game.seats}
        bounds = _by_number({n: bounded(entry, table) for n, table in tables.items()})
        usual = _by_number({n: (_usual(entry, table),) for n, table in tables.items()})
        other = bool(bounds) and not isinstance(entry, Switch)  # no needs no telling where yes is said
        yield Asked(entry.label, entry.help, (f"Usually {usual}.", *([_sentence(bounds)] if other else ())))


def _usual(entry: Entry, table: Table[Any]) -> str:
    value = entry.blank(table)
    if value is None:
        return entry.null or "none"
    words = entry.describe(entry.write(value, table), table)
    return f"“{words}”" if isinstance(entry, Choice) else words


def _values(game: AnyGame, kind: type[Hand], name: str) -> Iterator[str]:
    """What an entry can be with the usual house rules, and what each other house rule makes of that."""
    usual = {n: said for n in game.seats if (said := _said(game, kind, name, n, {})) is not None}
    if usual and (words := _by_number(usual)):
        yield _sentence(words)
    for rule, value, label in _variants(game):
        other = {
            n: said for n in game.seats if (said := _said(game, kind, name, n, {rule: value})) is not None
        }
        if other.items() <= usual.items():
            continue
        if not usual:
            words = _by_number(other)
            yield _sentence(f"only with “{label}”{': ' if words else ''}{words}")
            continue
        if all(parts[: len(usual[n])] == usual[n] for n, parts in other.items() if n in usual):
            other = {n: parts[len(usual.get(n, ())) :] for n, parts in other.items()}
        yield _sentence(f"with “{label}”: {_by_number(other)}")


def _said(game: AnyGame, kind: type[Hand], name: str, n: int, options: Mapping[str, Any]) -> Parts | None:
    """What can be said of an entry at such a table; None where the house rules do not have it."""
    players = [f"Player {seat}" for seat in range(1, n + 1)]
    try:
        table = set_up(
            {"scoresheet": VERSION, "game": game.key, "players": players, "options": options, "hands": []}
        ).table
    except Refused:
        return None
    entry = game.entries[kind][name]
    return bounded(entry, table) if entry.offered(table) else None


def _variants(game: AnyGame) -> Iterator[tuple[str, object, str]]:
    """Every house rule with each of the few values that it can have besides the usual one."""
    for name, entry in game.house_rules.items():
        if isinstance(entry, Switch):
            yield name, not entry.default, entry.label
        elif isinstance(entry, Choice):
            yield from ((name, word, label) for word, label in entry.choices.items() if word != entry.default)
        elif isinstance(entry, Count) and not callable(entry.high) and entry.high < LARGEST:
            low = entry.low if isinstance(entry.low, int) else 0
            others = range(low, entry.high + 1)
            yield from ((name, n, f"{entry.label} {n}") for n in others if n != entry.default)


# What an entry can be


@singledispatch
def bounded(entry: Entry, table: Table[Any]) -> Parts:
    """What the entry can be at this table, as far as it has bounds."""
    return ()


@bounded.register
def _(entry: Switch, table: Table[Any]) -> Parts:
    return ("yes or no",)


@bounded.register
def _(entry: Alone, table: Table[Any]) -> Parts:
    return ("in place of the whole hand",)


@bounded.register
def _(entry: Text, table: Table[Any]) -> Parts:
    return (f"up to {entry.longest} characters",)


@bounded.register
def _(entry: Choice, table: Table[Any]) -> Parts:
    return (_or_null(entry, listed((f"“{entry.describe(word, table)}”" for word in entry.choices), "or")),)


@bounded.register
def _(entry: Count, table: Table[Any]) -> Parts:
    besides = [str(value) for value in entry.besides(table)]
    return (_or_null(entry, _range(entry, table)), *([f"also {listed(besides, 'or')}"] if besides else ()))


@bounded.register
def _(entry: Halves, table: Table[Any]) -> Parts:
    return (_or_null(entry, _range(entry, table)), "no halves" if table.n in entry.whole else "halves too")


@bounded.register
def _(entry: Person, table: Table[Any]) -> Parts:
    return (_or_null(entry, "one of the players"),)


@bounded.register
def _(entry: People, table: Table[Any]) -> Parts:
    return ("any of the players",)


@bounded.register
def _(entry: Places, table: Table[Any]) -> Parts:
    limit, high = entry.limit(table), at(entry.high, table)
    whose = "for each side" if isinstance(entry, EachSide) else "for every player"
    parts = [whose]
    if entry.exactly is not None:
        parts.append(f"{limit} in all")
    elif limit is not None:
        parts.append(f"at most {limit} in all")
    if high < LARGEST and high != limit:
        parts.append(f"{at(entry.low, table)} to {high} each")
    if at(entry.low, table) < 0:
        parts.append("also less than nothing")
    return tuple(parts)


@bounded.register
def _(entry: BySeat, table: Table[Any]) -> Parts:
    return ("by player", *bounded(entry.each, table))


@bounded.register
def _(entry: Several, table: Table[Any]) -> Parts:
    return ("any number of them", *bounded(entry.each, table))


@bounded.register
def _(entry: Bets, table: Table[Any]) -> Parts:
    coins = ", ".join(bounded(entry.each.entries["coins"], table))
    what = listed((f"“{label}”" for label in entry.choices.values()), "or")
    return ("by player", f"{coins} coins on {what}")


@bounded.register
def _(entry: Record, table: Table[Any]) -> Parts:
    return tuple(f"{part.label}: {', '.join(bounded(part, table))}" for part in entry.entries.values())


def _range(entry: Count, table: Table[Any]) -> str:
    low, high = at(entry.low, table), at(entry.high, table)
    if high >= LARGEST:
        return f"{low} or more"
    if high - low == entry.step:
        return f"{low} or {high}"
    return f"{low} to {high}" + (f" in steps of {entry.step}" if entry.step > 1 else "")


def _or_null(entry: Entry, words: str) -> str:
    return f"{words}, or {entry.null}" if entry.null else words


# Differences between numbers of players


def _by_number(said: Mapping[int, Parts]) -> str:
    """What is said for each number of players in one sentence; what is the same for all is said once."""
    if len(set(map(len, said.values()))) > 1:
        return "; ".join(f"{', '.join(parts)} with {n}" for n, parts in said.items())
    return ", ".join(_part(dict(zip(said, part, strict=True))) for part in zip(*said.values(), strict=True))


def _part(said: Mapping[int, str]) -> str:
    alike: dict[str, list[int]] = {}
    for n, words in said.items():
        alike.setdefault(words, []).append(n)
    if len(alike) == 1:
        return next(iter(alike))
    return ", ".join(f"{words} with {numbers(counts)}" for words, counts in alike.items())


def numbers(counts: Sequence[int]) -> str:
    """Numbers in a row, several without a gap by the first and the last: "3, 5 and 6", "4 to 6"."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    return listed(map(str, counts))


def _sentence(words: str) -> str:
    return f"{capital(words)}."
