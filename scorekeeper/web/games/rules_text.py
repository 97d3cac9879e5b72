"""A game's declaration in words: which values an entry takes, and how the house rules change them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.entries import LARGEST, Choice, Count, Entry, Switch
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import BESIDE, Hand
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import VERSION, set_up
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import capital
from scorekeeper.web.games.entry_bounds import Parts, describe_bounds
from scorekeeper.web.games.player_counts import join_bounds

AnyGame = Game[Any, Any]


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
        bounds = join_bounds({n: describe_bounds(entry, table) for n, table in tables.items()})
        default = join_bounds({n: (_default(entry, table),) for n, table in tables.items()})
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
    if default and (words := join_bounds(default)):
        yield _sentence(words)
    for rule, value, label in _variants(game):
        other = _bounds_by_player_count(game, kind, name, {rule: value})
        if other.items() <= default.items():
            continue
        if not default:
            words = join_bounds(other)
            yield _sentence(f"only with “{label}”{': ' if words else ''}{words}")
            continue
        if all(parts[: len(default[n])] == default[n] for n, parts in other.items() if n in default):
            other = {n: parts[len(default.get(n, ())) :] for n, parts in other.items()}
        yield _sentence(f"with “{label}”: {join_bounds(other)}")


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


def _sentence(words: str) -> str:
    return f"{capital(words)}."
