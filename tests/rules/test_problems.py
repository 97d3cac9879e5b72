"""What every game refuses: each reason is a message, and nothing in it is put together from words."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import play
from scorekeeper.rules.entries import LARGEST, BySeat, Count, Entry, Record, Several
from scorekeeper.rules.json_text import parse
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Table
from tests.rules.strategies import AnyGame
from tests.rules.test_catalogue import OF_A_PROGRAM, SENTENCE
from tests.rules.test_saying_of_the_rules import without_words

EVENINGS = Path(__file__).parent.parent / "data" / "evenings"

STRANGER = "Zoë"
WRONG_WORD = "čepice"
"""What is written where no game has such a word or name."""

OUT_OF_BOUNDS = (-1, 1, 7, LARGEST + 1, 2.5, 2.25)
JUNK: tuple[Any, ...] = (None, True, False, "", "none", "n" * 300, "\0", WRONG_WORD, [], {}, *OUT_OF_BOUNDS)


def wrong_values(value: Any, players: list[str], depth: int = 0) -> Iterator[Any]:
    """Yield what an entry may have instead of a value that it accepts; some of it is right, too."""
    yield from (*JUNK, players[0], [STRANGER], [players[0]] * 2)
    yield from ({players[0]: junk} for junk in JUNK)
    yield from ({STRANGER: 1}, dict.fromkeys(players, 1), parse(f'{{"{players[0]}": 1, "{players[0]}": 2}}'))
    for place in range(len(value)) if isinstance(value, list) and depth < 2 else ():
        for other in wrong_values(value[place], players, depth + 1):
            yield [*value[:place], other, *value[place + 1 :]]
    for key in value if isinstance(value, dict) and depth < 2 else ():
        yield {other: value[other] for other in value if other != key}
        yield from ({**value, key: other} for other in wrong_values(value[key], players, depth + 1))


def problems_of(read: Callable[..., object], *document: Any) -> tuple[Problem, ...]:
    """Return what is wrong with a document."""
    try:
        read(*document)
    except Refused as refused:
        return refused.problems
    return ()


def refusals(game: AnyGame, evening: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with an evening of which one house rule or entry is another one or missing."""
    setup = set_up(evening)
    agreed, players = evening.get("options", {}), list(setup.table.players)
    for rule in [*game.options, WRONG_WORD]:
        for value in wrong_values(agreed.get(rule), players):
            yield from problems_of(set_up, {**evening, "options": {**agreed, rule: value}})
    first = {frozenset(hand): number for number, hand in reversed([*enumerate(evening["hands"])])}
    for number in first.values():
        hand = evening["hands"][number]
        state = play(setup, evening["hands"][:number]).state
        table = setup.table_for(state)
        for entry in {WRONG_WORD}.union(*game.entries.values()):
            without = {name: value for name, value in hand.items() if name != entry}
            yield from problems_of(game.read, without, table, state)
            for value in wrong_values(hand.get(entry), players):
                yield from problems_of(game.read, {**hand, entry: value}, table, state)
                yield from problems_of(game.read, {entry: value}, table, state, game.bidding)


def names_in(document: Any) -> Iterator[str]:
    """Yield every key and text of a document."""
    if isinstance(document, dict):
        yield from document
        document = list(document.values())
    if isinstance(document, list):
        for part in document:
            yield from names_in(part)
    elif isinstance(document, str):
        yield document


def keys_of(game: AnyGame, table: Table[Any]) -> Iterator[str]:
    """Yield the words of a game that JSON has and players know: keys, choices, and its name."""
    yield from (game.name, "bidders", "others", *game.special_by_key)
    for entries in (game.options, *game.entries.values()):
        for name, entry in entries.items():
            yield from (name, *words_of(entry, table))


def words_of(entry: Entry, table: Table[Any]) -> Iterator[str]:
    """Yield the words that an entry may have in JSON."""
    yield from getattr(entry, "choices", ())
    if isinstance(entry, Count) and entry.offered(table):
        yield from (word for word in entry.besides(table) if isinstance(word, str))
    if isinstance(entry, BySeat | Several):
        yield from words_of(entry.each, table)
    if isinstance(entry, Record):
        for name, part in entry.entries.items():
            yield from (name, *words_of(part, table))


@pytest.mark.parametrize("game", GAMES, ids=CATALOGUE)
def test_only_names_are_left_of_a_refusal_without_the_words_of_its_message(game: AnyGame) -> None:
    told = json.loads((EVENINGS / f"{game.key}.json").read_text("utf-8"))
    # One evening of those with the same house rules says it all.
    for evening in {frozenset(one["sheet"].get("options", {})): one["sheet"] for one in told}.values():
        names = {*names_in(evening), *keys_of(game, set_up(evening).table), *names_in([*JUNK, STRANGER])}
        known = re.compile("|".join(map(re.escape, sorted(filter(None, names), key=len, reverse=True))), re.I)
        for problem in refusals(game, evening):
            left = known.sub("", problem.message.write(without_words))
            assert not re.search(r"[a-z]", left, re.I), f"{problem.message}: {left}"
            assert SENTENCE.fullmatch(str(problem.message)), problem.message
            assert not OF_A_PROGRAM.search(str(problem.message)), problem.message
