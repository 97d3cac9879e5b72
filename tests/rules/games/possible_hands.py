"""The hands that a game's declarations allow: all of them, or many if there are too many."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from itertools import product
from math import prod
from random import Random
from typing import Any

from scorekeeper.rules.entries import (
    Alone,
    BySeat,
    Choice,
    Count,
    Dealer,
    Entry,
    Halves,
    People,
    Person,
    Places,
    Several,
    Suit,
    Switch,
    Text,
    at,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.table import Table

LEFT_OUT = object()

UNLIMITED = (-12, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
"""Some of the figures that an entry without limits may have."""

MOST = 1500
"""A game with more combinations of entries than this gets a random choice of so many."""


def possible_hands(game: Game[Any, Any], table: Table[Any]) -> Iterator[dict[str, Any]]:
    """Yield hands as JSON; the game may refuse some of them."""
    for kind in (game.hand, *game.special_hands):
        entries = {
            name: entry
            for name, entry in game.entries[kind].items()
            if entry.offered(table) and not isinstance(entry, Dealer | Suit | Text)
        }
        choices = [every_choice(entry, table) for entry in entries.values()]
        for values in combinations_of(choices):
            raw = {name: value for name, value in zip(entries, values, strict=True) if value is not LEFT_OUT}
            yield {name: value for name, value in raw.items() if entries[name].asked(raw, table)}


def every_choice(entry: Entry, table: Table[Any]) -> Sequence[Any]:
    """Return the JSON that an entry may have, with null and leaving it out where these are allowed."""
    left_out = [] if entry.needed else [LEFT_OUT]
    return [*left_out, *every_value(entry, table), *([None] if entry.null else [])]


def combinations_of(choices: Sequence[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Yield every combination of choices, or many of them."""
    if prod(map(len, choices)) <= MOST:
        yield from product(*choices)
        return
    random = Random(7)
    for _ in range(MOST):
        # The first and the last values of each entry are the extremes, which chance would hardly combine.
        yield [random.choice(random.choice((c, c[:2], c[-2:], sparse(c)))) for c in choices]


def sparse(values: Sequence[Any]) -> Sequence[Any]:
    """Return the values in which at most two places have anything."""
    return [v for v in values if not isinstance(v, dict) or sum(map(bool, v.values())) <= 2] or values


@singledispatch
def every_value(entry: Entry, table: Table[Any]) -> Sequence[Any]:
    """Return the JSON that an entry may have, apart from null."""
    raise NotImplementedError(type(entry).__name__)


@every_value.register
def _(entry: Switch, table: Table[Any]) -> Sequence[Any]:
    return (False, True)


@every_value.register
def _(entry: Alone, table: Table[Any]) -> Sequence[Any]:
    return (True,)


@every_value.register
def _(entry: Choice, table: Table[Any]) -> Sequence[Any]:
    return tuple(entry.choices)


@every_value.register
def _(entry: Count, table: Table[Any]) -> Sequence[Any]:
    return entry.values(table)


@every_value.register
def _(entry: Halves, table: Table[Any]) -> Sequence[Any]:
    return tuple(
        entry.write(halves, table)
        for halves in range(2 * at(entry.low, table), 2 * at(entry.high, table) + 1)
    )


@every_value.register
def _(entry: Person, table: Table[Any]) -> Sequence[Any]:
    return table.players


@every_value.register
def _(entry: People, table: Table[Any]) -> Sequence[Any]:
    return tuple([name] for name in table.players)


@every_value.register
def _(entry: Several, table: Table[Any]) -> Sequence[Any]:
    return ([], *([value] for value in every_value(entry.each, table)))


@every_value.register
def _(entry: BySeat, table: Table[Any]) -> Sequence[Any]:
    each = [*every_value(entry.each, table), *([None] * bool(entry.each.null))]
    first = [{table.players[0]: value} for value in each]
    return [{**one, name: value} for name in table.players[1:] for one in first for value in each] or first


@every_value.register
def _(entry: Places, table: Table[Any]) -> Sequence[Any]:
    limit = entry.limit(table)
    places, low, high = entry.places(table), at(entry.low, table), at(entry.high, table)
    figures = range(low, high + 1) if limit is not None else UNLIMITED
    found: list[tuple[int, ...]] = [()]
    for _ in places:
        found = [
            (*counts, count)
            for counts in found
            for count in figures
            if limit is None or sum(counts) + count <= limit
        ]
    exactly = entry.exactly is not None
    return [dict(zip(places, counts, strict=True)) for counts in found if not exactly or sum(counts) == limit]
