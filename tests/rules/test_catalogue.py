"""Promises that every game of the catalogue keeps; a new game is tested as soon as it is listed."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias, TypeVar, get_args

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorekeeper.report import report
from scorekeeper.rules import declare, engine
from scorekeeper.rules.catalogue import CATALOGUE, GAMES
from scorekeeper.rules.engine import read_bidding, score
from scorekeeper.rules.entries import BySeat, Count, Entry, Places, Record, Several, at, describe_value
from scorekeeper.rules.game import Icon
from scorekeeper.rules.hand import Deck, Played
from scorekeeper.rules.house import Under
from scorekeeper.rules.outcome import OTHER
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.saying import NOTHING, Say
from scorekeeper.rules.table import State, Table
from tests.rules.strategies import AnyGame, hands, replayed, setups, sheets, values

every_game = pytest.mark.parametrize("game", GAMES, ids=CATALOGUE)
a_few = settings(max_examples=settings().max_examples // 4)
"""A few examples of each game, as there are many games."""

LONGEST_ABOUT = 45
"""More takes a second line where a game is chosen on a phone."""

UNITS = {"points", "coins", "stones", "rounds"}
ANSWER = ["game", "unit", "target", "sides", "hands", "totals", "next_dealer", "carry"]
ANSWER += ["finished", "winners", "payout"]
HAND = ["dealer", "outcome", "scores", "totals", "because", "carry"]
LINE = ["players", "amount", "why"]
SENTENCE = re.compile(r"\S.*[^\s.]\.", re.DOTALL)
OF_A_PROGRAM = re.compile(r"\b(None|True|False|null|dict|tuple|lambda)\b|<|\{|\}|object at")


# What a game says of itself


@every_game
def test_a_game_says_what_it_is(game: AnyGame) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.key)
    assert game.name
    assert game.about.endswith(".")
    assert len(game.about) <= LONGEST_ABOUT
    assert game.hand.deck in get_args(Deck)
    assert game.icon in get_args(Icon)
    assert 2 <= min(game.seats) <= max(game.seats) <= 20
    # A variant stands beside a game that is none and has the same deck.
    if game.variant:
        beside = CATALOGUE[game.variant.of]
        assert beside.variant is None
        assert beside.hand.deck == game.hand.deck
        assert re.fullmatch(r"\S.*[^.]", game.variant.words)


@every_game
def test_outcomes_rulings_and_entries_are_in_words(game: AnyGame) -> None:
    assert game.outcomes
    for outcome in game.outcomes.values():
        assert outcome.words
        assert SENTENCE.fullmatch(str(outcome.scores))
    rulings = [ruling if isinstance(ruling, str) else ruling[1] for ruling in game.rulings]
    assert all(SENTENCE.fullmatch(ruling) for ruling in rulings)
    for entries in (game.house_rules, *game.entries.values()):
        for entry in entries.values():
            assert re.fullmatch(r"[A-Z].*[^.?]", entry.label)
            assert not entry.ask or re.fullmatch(r"[A-Z].*[^.]", entry.ask)
            assert not entry.help or SENTENCE.fullmatch(entry.help)
    if game.bidding:
        bidding, hand = game.entries[game.bidding], game.entries[game.hand]
        assert bidding.items() < hand.items()


# What it does with hands


@st.composite
def openings(draw: st.DrawFn, game: AnyGame) -> tuple[Table[Any], State, dict[str, Any]]:
    """Return a table, the state of its game, and a hand that can be played there."""
    setup, result = replayed({**draw(sheets([game], most=2)), "finished": False})
    if result.ending:
        setup, result = replayed({**draw(setups([game])), "hands": []})
    table = setup.table_for(result.state)
    return table, result.state, draw(hands(game, table, result.state))


Opening: TypeAlias = tuple[Table[Any], State, dict[str, Any]]
Sheet: TypeAlias = dict[str, Any]
Found = TypeVar("Found")


def drawn(strategy: st.SearchStrategy[Found]) -> list[Found]:
    """Return some examples, drawn once for all the promises that look at them, as drawing is slow."""
    found: list[Found] = []

    @settings(max_examples=settings().max_examples // 3, phases=[Phase.generate])
    @given(strategy)
    def draw(example: Found) -> None:
        found.append(example)

    draw()
    return found


@cache
def some_sheets(game: AnyGame) -> list[Sheet]:
    """Return sheets of a game, some of them without a hand."""
    return drawn(sheets([game]))


@cache
def some_openings(game: AnyGame) -> list[Opening]:
    """Return hands that can be played, each with its table and the state of its game."""
    return drawn(openings(game))


@every_game
def test_a_hand_survives_being_written_and_read(game: AnyGame) -> None:
    for table, state, raw in some_openings(game):
        hand = game.read(raw, table, state)
        written = declare.write(hand, game.entries[type(hand)], table)
        assert game.read(json.loads(json.dumps(written)), table, state) == hand


@every_game
@a_few
@given(data=st.data())
def test_house_rules_survive_being_written_and_read(game: AnyGame, data: st.DataObject) -> None:
    setup, _ = replayed(data.draw(setups([game])))
    plain: Table[Any] = Table.by_name(setup.table.players, None)
    written = json.loads(json.dumps(declare.write(setup.table.rules, game.options, plain)))
    values, problems = declare.read(game.options, written, plain, Say)
    assert not problems
    assert game.rules(**values) == setup.table.rules


@every_game
def test_every_entry_is_described_in_words(game: AnyGame) -> None:
    for table, _, raw in some_openings(game):
        entries = game.entries[game.kind(raw)]
        for name, value in raw.items():
            words = str(Say("{value}", value=describe_value(entries[name], value, table)))
            if value is None or isinstance(value, bool):
                assert not OF_A_PROGRAM.search(words)


@every_game
@a_few
@given(data=st.data())
def test_the_bidding_of_a_hand_can_be_read_alone(game: AnyGame, data: st.DataObject) -> None:
    if not game.bidding:
        return
    setup, result = replayed({**data.draw(setups([game])), "hands": []})
    table = setup.table_for(result.state)
    raw = data.draw(hands(game, table, result.state).filter(lambda raw: game.kind(raw) is game.hand))
    names = game.entries[game.bidding]
    bid = read_bidding(setup, result.state, {name: raw[name] for name in raw if name in names}, 1)
    hand = game.read(raw, table, result.state)
    assert [getattr(bid, name) for name in names] == [getattr(hand, name) for name in names]
    assert bid.describe_bid(table) == hand.describe_bid(table) != NOTHING


@every_game
def test_a_hand_with_a_bidder_has_a_result(game: AnyGame) -> None:
    for sheet in some_sheets(game):
        for played in score(sheet).hands:
            result = game.outcomes[played.outcome].result
            assert (result == OTHER) == (played.hand.call is None)


@every_game
def test_a_tie_ends_the_game_or_is_played_on(game: AnyGame) -> None:
    for table, state, raw in some_openings(game):
        hand = game.read(raw, table, state)
        level = Played(state.dealer, hand, "", (), {}, (0,) * table.n, (7,) * table.n)
        ending = game.break_tie(table, level, game.sides(table))
        assert ending is None or (ending.winners and str(ending.why))


# What it answers


@every_game
def test_the_answer_has_the_keys_of_the_contract_and_whole_numbers(game: AnyGame) -> None:
    for sheet in some_sheets(game):
        answer = score(sheet).as_json()
        assert list(answer) == ANSWER
        assert all(list(hand) == HAND for hand in answer["hands"])
        assert all(list(line) == LINE for hand in answer["hands"] for line in hand["because"])
        assert {type(leaf) for leaf in leaves(answer)} <= {int, str, bool, type(None)}
        assert {type(leaf) for figures in numbers(answer) for leaf in leaves(figures)} <= {int}
        assert answer["unit"] in UNITS


@every_game
def test_the_lines_of_every_player_add_up_to_their_score(game: AnyGame) -> None:
    for sheet in some_sheets(game):
        for hand in score(sheet).as_json()["hands"]:
            explained = dict.fromkeys(hand["scores"], 0)
            for line in hand["because"]:
                assert line["players"]
                assert line["why"].strip()
                for player in line["players"]:
                    explained[player] += line["amount"]
            assert explained == hand["scores"]


@every_game
def test_totals_are_the_sums_of_the_scores(game: AnyGame) -> None:
    for sheet in some_sheets(game):
        for hand, before in zip(score(sheet).as_json()["hands"], before_each_hand(sheet), strict=True):
            totals = before["totals"]
            assert hand["totals"] == {player: totals[player] + hand["scores"][player] for player in totals}
            assert hand["outcome"] in game.outcomes


@every_game
def test_coins_add_up_to_zero(game: AnyGame) -> None:
    for sheet in some_sheets(game):
        answer = score(sheet).as_json()
        coins = answer["unit"] == "coins"
        left = on_table(answer) if coins and not answer["finished"] else 0
        assert sum(answer["payout"].values()) + left == 0
        if coins:
            assert sum(answer["totals"].values()) + on_table(answer) == 0
            for hand, before in zip(answer["hands"], before_each_hand(sheet), strict=True):
                assert sum(hand["totals"].values()) + on_table(hand) == 0
                assert sum(hand["scores"].values()) + on_table(hand) - on_table(before) == 0


def before_each_hand(sheet: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the answers before each hand, with those who join for it."""
    hands = sheet["hands"]
    return [
        score({**sheet, "hands": hands[:played], "finished": False}).as_json() for played in range(len(hands))
    ]


def on_table(place: Mapping[str, Any]) -> int:
    """Return all coins on the table."""
    return sum(leaves(place["carry"]))


@every_game
def test_winners_are_whole_sides_of_a_finished_game(game: AnyGame) -> None:
    for sheet in some_sheets(game):
        answer = score(sheet).as_json()
        assert answer["finished"] or not answer["winners"]
        for side in answer["sides"]:
            assert set(side) <= set(answer["winners"]) or not set(side) & set(answer["winners"])
            assert len({answer["totals"][player] for player in side}) == 1


@every_game
def test_a_game_can_be_printed(game: AnyGame) -> None:
    for sheet in some_sheets(game):
        setup, result = replayed(sheet)
        printed = report(result)
        assert setup.title in printed
        assert all(player in printed for player in setup.table.players)


# What it refuses


def refusal(game: AnyGame, raw: Mapping[str, Any], table: Table[Any], state: State) -> list[tuple[str, str]]:
    """Return the fields and reasons of a refusal; nothing for an accepted hand."""
    try:
        game.read(raw, table, state)
    except Refused as refused:
        return [(problem.field, str(problem.message)) for problem in refused.problems]
    return []


@every_game
def test_a_hand_beyond_a_bound_is_refused(game: AnyGame) -> None:
    for table, state, raw in some_openings(game):
        entries = game.entries[game.kind(raw)]
        for name in raw:
            for beyond in out_of_bounds(entries[name], raw[name], table):
                assert name in dict(refusal(game, {**raw, name: beyond}, table, state))


@every_game
@a_few
@given(data=st.data())
def test_a_house_rule_beyond_a_bound_is_refused(game: AnyGame, data: st.DataObject) -> None:
    sheet = data.draw(setups([game]))
    table: Table[Any] = Table.by_name(tuple(sheet["players"]), None)
    for name, entry in game.house_rules.items():
        if entry.offered(table):
            for beyond in out_of_bounds(entry, data.draw(values(entry, table)), table):
                _, problems = declare.read(game.house_rules, {name: beyond}, table, Say)
                assert name in {problem.field for problem in problems}


@every_game
def test_a_missing_or_unknown_entry_is_refused(game: AnyGame) -> None:
    for table, state, raw in some_openings(game):
        assert dict(refusal(game, {**raw, "no such entry": 1}, table, state)).keys() == {"no such entry"}
        for name, entry in game.entries[game.hand].items():
            if game.kind(raw) is game.hand and name in raw and isinstance(entry.default, type(Entry.default)):
                rest = {key: value for key, value in raw.items() if key != name}
                assert name in dict(refusal(game, rest, table, state))


def out_of_bounds(entry: Entry, value: Any, table: Table[Any]) -> Iterator[object]:
    """Return values that an entry refuses, made from one that it accepts."""
    if isinstance(entry, Count):
        low, high = at(entry.low, table), at(entry.high, table)
        yield from (beyond for beyond in (low - 1, high + 1) if beyond not in entry.besides(table))
    if isinstance(entry, Places):
        places, low, high = entry.places(table), at(entry.low, table), at(entry.high, table)
        yield from ({**value, place: beyond} for place in places for beyond in (low - 1, high + 1))
        limit, whole = entry.limit(table), dict.fromkeys(places, 0) | value
        if limit is not None:
            first = places[0]
            yield {**whole, first: whole[first] + limit - sum(whole.values()) + 1}
            if entry.exactly is not None:
                yield {**whole, first: whole[first] - 1}
    if isinstance(entry, BySeat):
        for name in value:
            yield from ({**value, name: b} for b in out_of_bounds(entry.each, value[name], table))
    if isinstance(entry, Several):
        for place, one in enumerate(value):
            yield from ([*value[:place], b, *value[place:]] for b in out_of_bounds(entry.each, one, table))
    if isinstance(entry, Record):
        for name in value:
            yield from ({**value, name: b} for b in out_of_bounds(entry.entries[name], value[name], table))


def numbers(answer: Mapping[str, Any]) -> Iterator[Any]:
    """Return every part of an answer that holds nothing but numbers."""
    for place in (answer, *answer["hands"]):
        yield from (place[key] for key in ("scores", "totals", "payout", "carry") if key in place)
    yield from (line["amount"] for hand in answer["hands"] for line in hand["because"])


def leaves(document: Any) -> Iterator[Any]:
    """Return every value in a document that contains no others."""
    if isinstance(document, dict):
        document = list(document.values())
    if isinstance(document, list):
        for inner in document:
            yield from leaves(inner)
    else:
        yield document


MOST_WORDS = 600
LONGEST_LINE = 240
"""More would not be read at a table."""


def lesson_lines(key: str) -> list[tuple[Under | None, str]]:
    """Return every line of a lesson, with the house rule for which it is."""
    lesson = CATALOGUE[key].lesson
    assert lesson is not None
    lines = [line for part in lesson.parts.values() for line in part]
    return [(None, line) if isinstance(line, str) else line for line in lines]


@pytest.mark.parametrize("key", CATALOGUE)
def test_lesson_is_short_and_names_house_rules_of_its_game(key: str) -> None:
    game, lines = CATALOGUE[key], [words for _, words in lesson_lines(key)]
    assert sum(len(words.split()) for words in lines) <= MOST_WORDS
    assert max(map(len, lines)) <= LONGEST_LINE
    assert all(words.endswith(".") for words in lines)
    conditions = [under for under, _ in lesson_lines(key)]
    conditions += [outcome.under for outcome in game.outcomes.values()]
    assert {under.rule for under in conditions if under} <= game.house_rules.keys()


@pytest.mark.parametrize("key", CATALOGUE)
def test_example_of_a_lesson_scores_with_reasons(key: str) -> None:
    lesson = CATALOGUE[key].lesson
    assert lesson is not None
    sheet = {"scoresheet": 1, "game": key, "players": [*lesson.players], "options": lesson.options}
    (played,) = engine.score({**sheet, "hands": [lesson.hand]}).hands
    assert any(played.scores)
    assert played.lines
