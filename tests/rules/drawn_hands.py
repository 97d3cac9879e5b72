"""Hands of any game, drawn from what the game declares; the same ones in every run."""

from collections.abc import Mapping
from functools import singledispatch
from random import Random
from typing import Any

from scorekeeper.rules.engine import play
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
    at,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import VERSION, set_up
from scorekeeper.rules.table import Setup, State, Table

Raw = dict[str, Any]

PLAYERS = ("Ann", "Bea", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
USUAL = 4
"""The number of players, in games for that many."""

USUALLY_WITHOUT = ("dealer", "note")
"""Entries that any hand may have but few do."""

SPREAD = 40
"""How far a figure without an upper bound may be above the lower one."""

SELDOM = 0.1
"""The share of hands without a bid, and of entries left out where that has a meaning."""

TRIES = 2000
"""Refused hands in a row before giving up."""


def endless(game: Game[Any, Any]) -> Setup:
    """Return a game that goes on as long as its rules allow: any target is out of reach."""
    n = USUAL if USUAL in game.seats else game.seats[0]
    sheet = {"scoresheet": VERSION, "game": game.key, "players": list(PLAYERS[:n]), "hands": []}
    try:
        return set_up({**sheet, "options": {"target": LARGEST}}, by_name=False)
    except Refused:
        return set_up(sheet, by_name=False)


def draw_hands(setup: Setup, most: int) -> list[Raw]:
    """Return that many hands, or fewer if the game ends before."""
    random = Random(setup.game.key)
    hands: list[Raw] = []
    state = play(setup, hands).state
    while len(hands) < most:
        for _ in range(TRIES):
            hand = draw_hand(random, setup, state)
            result = play(setup, [*hands, hand])
            if result.ending is None:
                break
        else:
            break
        hands.append(hand)
        state = result.state
    return hands


def draw_hand(random: Random, setup: Setup, state: State) -> Raw:
    """Return a hand that the game accepts; an entry that conflicts with others is drawn again."""
    game, table = setup.game, setup.table
    alone = [kind for kind in game.special_hands if possible(game.entries[kind], table)]
    kind = random.choice(alone) if alone and random.random() < SELDOM else game.hand
    raw = draw_entries(random, game.entries[kind], table)
    for _ in range(TRIES):
        try:
            game.read(raw, table, state)
        except Refused as refused:
            fresh = draw_entries(random, game.entries[kind], table)
            wrong = {problem.field for problem in refused.problems}
            # What is asked depends on other entries, so one alone can't always be fixed.
            if random.random() < 0.5 or not wrong <= raw.keys() & fresh.keys():
                raw = fresh
            else:
                raw |= {name: fresh[name] for name in wrong}
        else:
            return raw
    raise RuntimeError(f"no hand of {game.name} found")


def draw_entries(random: Random, entries: Mapping[str, Entry], table: Table[Any]) -> Raw:
    """Return every required entry, and about half of the others."""
    raw: Raw = {}
    for name, entry in sorted(entries.items(), key=lambda item: depends(item[1])):
        if name in USUALLY_WITHOUT or not entry.asked(raw, table):
            continue
        if entry.needed or random.random() < 0.5:
            raw[name] = draw_one(entry, random, table)
    return raw


def possible(entries: Mapping[str, Entry], table: Table[Any]) -> bool:
    """Return whether the house rules have everything that is required."""
    return all(entry.offered(table) for entry in entries.values() if entry.needed and not depends(entry))


def depends(entry: Entry) -> bool:
    """Return whether being asked depends on another entry."""
    return entry.only_if is not None or entry.unless is not None


def draw_one(entry: Entry, random: Random, table: Table[Any]) -> Any:
    """Return the JSON of one entry; sometimes null, where null has a meaning."""
    return None if entry.null and random.random() < SELDOM else draw(entry, random, table)


@singledispatch
def draw(entry: Entry, random: Random, table: Table[Any]) -> Any:
    """Return the JSON of one entry, within its bounds."""
    raise NotImplementedError(f"Say in {__name__} how a {type(entry).__name__} is drawn.")


@draw.register
def _(entry: Switch, random: Random, table: Table[Any]) -> bool:
    return random.random() < 0.5


@draw.register
def _(entry: Alone, random: Random, table: Table[Any]) -> bool:
    return True


@draw.register
def _(entry: Text, random: Random, table: Table[Any]) -> str:
    return "A hand to remember"


@draw.register
def _(entry: Choice, random: Random, table: Table[Any]) -> str:
    return random.choice(list(entry.choices))


@draw.register
def _(entry: Count, random: Random, table: Table[Any]) -> int | str:
    low, high = at(entry.low, table), at(entry.high, table)
    if high - low <= SPREAD:
        return random.choice(entry.values(table))
    return random.choice([*range(low, low + SPREAD + 1), *entry.besides(table)])


@draw.register
def _(entry: Halves, random: Random, table: Table[Any]) -> int | float:
    low, high = 2 * at(entry.low, table), 2 * at(entry.high, table)
    return entry.write(random.randint(low, min(high, low + SPREAD)), table)


@draw.register
def _(entry: Person, random: Random, table: Table[Any]) -> str | int:
    return random.choice(table.labels)


@draw.register
def _(entry: People, random: Random, table: Table[Any]) -> list[str | int]:
    return random.sample(table.labels, random.randint(1, table.n))


@draw.register
def _(entry: Places, random: Random, table: Table[Any]) -> dict[str, int]:
    places = entry.places(table)
    low, high, limit = at(entry.low, table), at(entry.high, table), entry.limit(table)
    if limit is None:
        return {place: random.randint(max(low, -SPREAD), min(high, SPREAD)) for place in places}
    counts = dict.fromkeys(places, low)
    # Each trick goes to one of the places, as at the table.
    taken = limit if entry.exactly is not None else random.randint(low * len(places), limit)
    for _ in range(taken - low * len(places)):
        if not (open_to := [place for place in places if counts[place] < high]):
            break
        counts[random.choice(open_to)] += 1
    return counts


@draw.register
def _(entry: BySeat, random: Random, table: Table[Any]) -> dict[str, Any]:
    # Everyone, or everyone but one, such as the winner.
    names = list(table.keys)
    if random.random() < 0.5:
        names.remove(random.choice(names))
    return {name: draw_one(entry.each, random, table) for name in names}


@draw.register
def _(entry: Several, random: Random, table: Table[Any]) -> list[Any]:
    return [draw_one(entry.each, random, table) for _ in range(random.randint(0, 3))]


@draw.register
def _(entry: Record, random: Random, table: Table[Any]) -> Raw:
    return draw_entries(random, entry.entries, table)
