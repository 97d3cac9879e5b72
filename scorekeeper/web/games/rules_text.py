"""A game's declaration in words: which values an entry takes, and how the house rules change them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any, NamedTuple

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
from scorekeeper.rules.game import Game
from scorekeeper.rules.games.hazard import Bets
from scorekeeper.rules.games.jeu_de_tarock import POIGNEES, Poignee
from scorekeeper.rules.hand import BESIDE, Hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import VERSION, set_up
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import capital, listed

AnyGame = Game[Any, Any]
Parts = tuple[str, ...]
"""The bounds of an entry in words, part by part."""


class EntryText(NamedTuple):
    """An entry or house rule as the rules page describes it.

    Attributes:
        label: its name.
        help: what it is.
        values: its default and bounds, and how house rules change them; one sentence each.
        when: whether it is entered before or after play; empty in a game without a bid.
    """

    label: str
    help: str
    values: Sequence[str]
    when: str = ""


def describe_hand(game: AnyGame, kind: type[Hand]) -> Iterator[EntryText]:
    """Yield the entries of a hand in the order in which they are entered."""
    bidding = game.entries[game.bidding] if game.bidding else {}
    for name, entry in game.entries[kind].items():
        if entry.aside and name in BESIDE:
            continue
        when = "" if not bidding or kind is not game.hand else "Entered before play."
        if when and name not in bidding:
            when = "Entered after play."
        # An entry that replaces another asks “Enter … instead”, which says nothing here.
        asks = "" if entry.instead else entry.ask
        yield EntryText(
            entry.label, f"{asks} {entry.help}".strip(), tuple(_value_texts(game, kind, name)), when
        )


def describe_house_rules(game: AnyGame) -> Iterator[EntryText]:
    """Yield the house rules with their defaults and bounds."""
    for entry in game.house_rules.values():
        tables = {n: Table(("",) * n, None) for n in game.seats}
        bounds = _by_player_count({n: describe_bounds(entry, table) for n, table in tables.items()})
        default = _by_player_count({n: (_default(entry, table),) for n, table in tables.items()})
        # It goes without saying that a switch is on or off.
        told = () if isinstance(entry, Switch) or not bounds else (_sentence(bounds),)
        yield EntryText(entry.label, entry.help, (*told, f"Default: {default}."))


def _default(entry: Entry, table: Table[Any]) -> str:
    value = entry.blank(table)
    if value is None:
        return entry.null or "none"
    if isinstance(entry, Switch):
        return "on" if value else "off"
    words = entry.describe(entry.write(value, table), table)
    return f"“{words}”" if isinstance(entry, Choice) else words


def _value_texts(game: AnyGame, kind: type[Hand], name: str) -> Iterator[str]:
    """Yield the bounds of an entry with the default house rules, and how each other setting changes them."""
    default = _bounds_by_player_count(game, kind, name, {})
    if default and (words := _by_player_count(default)):
        yield _sentence(words)
    for rule, value, label in _variants(game):
        other = _bounds_by_player_count(game, kind, name, {rule: value})
        if other.items() <= default.items():
            continue
        if not default:
            words = _by_player_count(other)
            yield _sentence(f"only with “{label}”{': ' if words else ''}{words}")
            continue
        if all(parts[: len(default[n])] == default[n] for n, parts in other.items() if n in default):
            other = {n: parts[len(default.get(n, ())) :] for n, parts in other.items()}
        yield _sentence(f"with “{label}”: {_by_player_count(other)}")


def _bounds_by_player_count(
    game: AnyGame, kind: type[Hand], name: str, options: Mapping[str, Any]
) -> dict[int, Parts]:
    """Return the bounds of an entry by number of players, without those where it is not entered."""
    bounds = {n: _bounds_with(game, kind, name, n, options) for n in game.seats}
    return {n: parts for n, parts in bounds.items() if parts is not None}


def _bounds_with(
    game: AnyGame, kind: type[Hand], name: str, n: int, options: Mapping[str, Any]
) -> Parts | None:
    """Return the bounds of an entry for n players; None if it is not entered with these house rules."""
    players = [f"Player {seat}" for seat in range(1, n + 1)]
    try:
        table = set_up(
            {"scoresheet": VERSION, "game": game.key, "players": players, "options": options, "hands": []}
        ).table
    except Refused:
        return None
    entry = game.entries[kind][name]
    return describe_bounds(entry, table) if entry.offered(table) else None


def _variants(game: AnyGame) -> Iterator[tuple[str, object, str]]:
    """Yield every house rule with each of its few values other than the default, and what that is called."""
    for name, entry in game.house_rules.items():
        if isinstance(entry, Switch):
            yield name, not entry.default, entry.label
        elif isinstance(entry, Choice):
            yield from ((name, word, label) for word, label in entry.choices.items() if word != entry.default)
        elif isinstance(entry, Count) and not callable(entry.high) and entry.high < LARGEST:
            low = entry.low if isinstance(entry.low, int) else 0
            others = range(low, entry.high + 1)
            yield from ((name, n, f"{entry.label}: {n}") for n in others if n != entry.default)


# Bounds


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


# Different numbers of players


def _by_player_count(bounds: Mapping[int, Parts]) -> str:
    """Return the bounds for all numbers of players in one sentence; what they share is said once."""
    if len(set(map(len, bounds.values()))) > 1:
        return "; ".join(f"{', '.join(parts)} with {n} players" for n, parts in bounds.items())
    return ", ".join(
        group_by_player_count(dict(zip(bounds, part, strict=True)))
        for part in zip(*bounds.values(), strict=True)
    )


def group_by_player_count(words: Mapping[int, str]) -> str:
    """Return words for each number of players in a row: "25 with 4 players, 21 with 5"."""
    groups: dict[str, list[int]] = {}
    for n, said in words.items():
        groups.setdefault(said, []).append(n)
    if len(groups) < 2:
        return next(iter(groups), "")
    (first, counts), *others = groups.items()
    rest = (f"{said} with {join_numbers(counts)}" for said, counts in others)
    return ", ".join([f"{first} with {join_numbers(counts)} players", *rest])


def join_numbers(counts: Sequence[int]) -> str:
    """Return numbers in a row, a run by its first and last: "3, 5 and 6", "4 to 6"."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    return listed(map(str, counts))


def _sentence(words: str) -> str:
    return f"{capital(words)}."
