"""Hypothesis strategies for valid sheets of any game, built from what the game declared.

A game added later needs nothing here; a new kind of entry needs one function.
"""

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.declare import Entries
from scorekeeper.rules.engine import Result, play
from scorekeeper.rules.entries import (
    LARGEST,
    Alone,
    BySeat,
    Choice,
    Count,
    Entry,
    Halves,
    People,
    Person,
    Places,
    Record,
    Several,
    Switch,
    Text,
    Title,
    at,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.games.tally import MOST_COLUMNS, ColumnFigures, Columns, Weight
from scorekeeper.rules.house import PRESENCE
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup, State, Table

AnyGame = Game[Any, Any]

NAMES = ("Ann", "Bea", "Þórunn", "さくら", "محمد", "गीता", "O'Neil", "Mía José", "bidders", "others")
ROUND = (0, 50, 500, 1000)
"""Figures that are multiples of what many games count in."""

PLAYERS = NAMES + tuple(f"Player {place}" for place in range(10))


# One entry


@singledispatch
def values(entry: Entry, table: Table[Any]) -> st.SearchStrategy[Any]:
    """Return the JSON that an entry may have at this table, apart from other entries."""
    raise NotImplementedError(f"Say in {__name__} what a {type(entry).__name__} can be.")


@values.register
def _(entry: Switch, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.booleans()


@values.register
def _(entry: Alone, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.just(True)


@values.register
def _(entry: Text, table: Table[Any]) -> st.SearchStrategy[Any]:
    # The app leaves NUL out of what is typed: not every database can store it.
    letters = st.characters(exclude_characters="\0", exclude_categories=["Cs"])
    return st.text(letters, max_size=12) | st.just("n" * entry.longest)


@values.register
def _(entry: Choice, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.sampled_from(list(entry.choices))


@values.register
def _(entry: Count, table: Table[Any]) -> st.SearchStrategy[Any]:
    low, high = bounds(entry, table)
    if high - low <= 40:
        return st.sampled_from(entry.values(table))
    near = st.integers(low, min(high, low + 40)) | st.integers(low, high)
    besides = entry.besides(table)
    return near | st.sampled_from(besides) if besides else near


@values.register
def _(entry: Halves, table: Table[Any]) -> st.SearchStrategy[Any]:
    low, high = (2 * bound for bound in bounds(entry, table))
    halves = st.integers(low, min(high, low + 60)) | st.integers(low, high)
    return halves.map(lambda count: entry.write(count, table))


@values.register
def _(entry: Person, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.sampled_from(table.labels)


@values.register
def _(entry: People, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.lists(st.sampled_from(table.labels), min_size=1, unique=True)


@values.register
def _(entry: Places, table: Table[Any]) -> st.SearchStrategy[Any]:
    return counts(entry, table)


@values.register
def _(entry: BySeat, table: Table[Any]) -> st.SearchStrategy[Any]:
    players = st.sampled_from(table.keys)
    some = st.just(list(table.keys)) | st.lists(players, unique=True)
    each = values_or_null(entry.each, table)
    return some.flatmap(lambda names: st.fixed_dictionaries(dict.fromkeys(names, each)))


@values.register
def _(entry: Several, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.lists(values_or_null(entry.each, table), max_size=6)


@values.register
def _(entry: Record, table: Table[Any]) -> st.SearchStrategy[Any]:
    return documents(entry.entries, table)


@values.register
def _(entry: Title, table: Table[Any]) -> st.SearchStrategy[Any]:
    letters = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"))
    return st.text(letters, min_size=1, max_size=12).filter(str.strip) | st.just("n" * entry.longest)


@values.register
def _(entry: Weight, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.integers(*bounds(entry, table)).filter(bool)


@values.register
def _(entry: Columns, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.lists(
        values(entry.each, table),
        max_size=MOST_COLUMNS,
        unique_by=lambda column: column["name"].strip().casefold(),
    )


@values.register
def _(entry: ColumnFigures, table: Table[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {}, optional={name: values(each, table) for name, each in entry.each(table).items()}
    )


def bounds(entry: Count | Halves | Places, table: Table[Any]) -> tuple[int, int]:
    """Return the bounds of a figure."""
    return max(at(entry.low, table), -LARGEST), min(at(entry.high, table), LARGEST)


@st.composite
def counts(draw: st.DrawFn, entry: Places, table: Table[Any]) -> dict[str, int]:
    """Return a count for each place, with the right sum; a place with nothing may be left out."""
    places = entry.places(table)
    first = draw(st.integers(0, len(places) - 1))
    places = places[first:] + places[:first]  # so that it isn't always the same place that gets what is left
    low, high = bounds(entry, table)
    limit = entry.limit(table)
    if limit is None:
        some = st.integers(max(low, -30), min(high, 30)) | st.integers(low, high)
        even = st.sampled_from([figure for figure in ROUND if low <= figure <= high] or [low])
        each = draw(st.sampled_from([some, even]))
        found = [draw(each) for _ in places]
    else:
        left = limit if entry.exactly is not None else draw(st.integers(low * len(places), limit))
        found = []
        for after in reversed(range(len(places))):
            found.append(draw(st.integers(max(low, left - high * after), min(high, left - low * after))))
            left -= found[-1]
    spare = entry.spare and draw(st.booleans())
    return {place: count for place, count in zip(places, found, strict=True) if count or not spare}


def values_or_null(entry: Entry, table: Table[Any]) -> st.SearchStrategy[Any]:
    """Return the JSON that an entry may have, including null where null has a meaning."""
    return st.none() | values(entry, table) if entry.null else values(entry, table)


# Several entries together


@st.composite
def documents(draw: st.DrawFn, entries: Entries, table: Table[Any]) -> dict[str, Any]:
    """Return every required entry, and some of the others."""
    document: dict[str, Any] = {}
    for name, entry in sorted(entries.items(), key=lambda item: depends(item[1])):
        if entry.asked(document, table) and (entry.needed or draw(st.booleans())):
            document[name] = draw(values_or_null(entry, table))
    return document


def possible(entries: Entries, table: Table[Any]) -> bool:
    """Return whether the house rules have everything that is required."""
    return all(entry.offered(table) for entry in entries.values() if entry.needed and not depends(entry))


def depends(entry: Entry) -> bool:
    """Return whether being asked depends on another entry."""
    return entry.only_if is not None or entry.unless is not None


def mended(document: dict[str, Any], wrong: Callable[[dict[str, Any]], set[str]]) -> dict[str, Any]:
    """Return the document with part of a refused value, or without that value, wherever that is enough."""
    for name in sorted(wrong(document) & document.keys()):
        rest = {key: value for key, value in document.items() if key != name}
        others = [{**document, name: part} for part in parts(document[name])]
        document = next((other for other in [*others, rest] if name not in wrong(other)), document)
    return document


def parts(value: Any) -> list[Any]:
    """Return the starts of a list, or an object without some of its keys."""
    if isinstance(value, list):
        return [value[:length] for length in range(1, len(value))]
    if isinstance(value, dict):
        pairs = list(value.items())
        without = [dict(pairs[:place] + pairs[place + 1 :]) for place in range(len(pairs))]
        return [*without, *(dict(pairs[:length]) for length in reversed(range(len(pairs) - 1)))]
    return []


# Games, hands and sheets

TRIES = 12
"""Refused hands before a sheet is given up."""


@st.composite
def setups(draw: st.DrawFn, games: Sequence[AnyGame] = GAMES) -> dict[str, Any]:
    """Return a valid sheet without hands."""
    game = draw(st.sampled_from(games))
    n = draw(st.sampled_from(game.seats))
    first = draw(st.integers(0, len(PLAYERS) - 1))
    players = [*PLAYERS[first:], *PLAYERS[:first]][:n]
    sheet: dict[str, Any] = {"scoresheet": 1, "game": game.key, "players": players, "hands": []}
    if draw(st.booleans()):
        sheet["dealer"] = draw(st.sampled_from(players))
    if game.fixed:
        sheet["options"] = {**game.fixed}
    if draw(st.booleans()):
        options = {**game.fixed, **draw(documents(game.house_rules, Table.by_name(tuple(players), None)))}
        sheet["options"] = mended(options, lambda rules: refused(set_up, {**sheet, "options": rules}))
        assume(not refused(set_up, sheet))
    setup = set_up(sheet)
    if not game.why_closed(setup.table) and n > game.seats[0] and draw(st.booleans()):
        some = st.lists(st.sampled_from(players), min_size=1, max_size=n - game.seats[0], unique=True)
        presence = {player: draw(stays(setup.unit == "points")) for player in draw(some)}
        sheet["options"] = {**sheet.get("options", {}), PRESENCE: presence}
        assume(not refused(set_up, sheet))
    return sheet


@st.composite
def stays(draw: st.DrawFn, points: bool) -> dict[str, int]:
    """Return when someone plays who joins a running game, leaves it, or does both."""
    first = draw(st.integers(1, 5))
    joins = {"from": first, **({"total": draw(st.integers(-9, 9))} if points else {})}
    leaves = {"to": draw(st.integers(first - 1, 6))}
    return draw(st.sampled_from([joins, leaves, {**joins, **leaves}]))


def refused(read: Callable[..., object], *document: Any) -> set[str]:
    """Return the fields that are refused."""
    try:
        read(*document)
    except Refused as refusal:
        return {problem.field for problem in refusal.problems}
    return set()


@st.composite
def hands(draw: st.DrawFn, game: AnyGame, table: Table[Any], state: State) -> dict[str, Any]:
    """Return a hand that the game can read; an entry that conflicts with others is drawn again."""
    special = [kind for kind in game.special_hands if possible(game.entries[kind], table)]
    # What the house rules do not use, another entry of the hand replaces.
    kinds = [game.hand, *special]
    kind = draw(st.sampled_from(kinds))
    entries = game.entries[kind]
    raw = draw(documents(entries, table))
    for _ in range(TRIES):
        raw = mended(raw, lambda hand: refused(game.read, hand, table, state, kind))
        wrong = refused(game.read, raw, table, state, kind)
        if not wrong:
            return raw
        fresh = draw(documents(entries, table))
        if not wrong <= entries.keys() or any(depends(entries[name]) for name in wrong):
            raw = fresh
        else:
            kept = {name: value for name, value in raw.items() if name not in wrong}
            raw = kept | {name: value for name, value in fresh.items() if name in wrong}
    assume(False)
    raise AssertionError


@st.composite
def sheets(
    draw: st.DrawFn, games: Sequence[AnyGame] = GAMES, least: int = 0, most: int = 5
) -> dict[str, Any]:
    """Return a valid sheet with hands, as long as the game is running."""
    sheet = draw(setups(games))
    setup, played = set_up(sheet), sheet["hands"]
    length = draw(st.integers(least, most))
    while len(played) < length and (result := play(setup, played)).ending is None:
        played.append(draw(hands(setup.game, setup.table_for(result.state), result.state)))
    assume(len(played) >= least)
    if draw(st.integers(0, 3)) == 0:
        sheet["finished"] = True
    return sheet


def replayed(sheet: dict[str, Any]) -> tuple[Setup, Result]:
    """Return the setup of a valid sheet, and its result."""
    setup = set_up(sheet)
    return setup, play(setup, sheet["hands"], sheet.get("finished", False))


# Documents that are no sheets

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(PLAYERS)
    | st.sampled_from([game.key for game in GAMES])
)
KEYS = (
    st.sampled_from(["scoresheet", "game", "players", "dealer", "options", "hands", "finished"])
    | st.sampled_from(sorted({name for game in GAMES for kind in game.entries.values() for name in kind}))
    | st.text(max_size=5)
)
JUNK = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)
