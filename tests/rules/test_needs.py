"""What each side needs is compared with playing out the hands that are possible."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import declare
from scorekeeper.rules.engine import Result, extend, play
from scorekeeper.rules.game import Side
from scorekeeper.rules.games.ship import ShipMemory
from scorekeeper.rules.needs import Need, find_needs, find_race, say_needs
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import PerSeat, Table
from tests.rules.games.possible_hands import possible_hands
from tests.rules.sheets import cases, sheet
from tests.rules.strategies import hands

TABLES: dict[str, dict[str, Any]] = {
    "Coralon": {"game": "coralon", "n": 3},
    "Coralon with zero bids": {"game": "coralon", "n": 3, "options": {"zero_bids": True}},
    "Coralon, Partners": {"game": "coralon-partners"},
    "Coralon, Partners with zero bids": {"game": "coralon-partners", "options": {"zero_bids": True}},
    "Thief": {"game": "thief", "n": 3},
    "Thief, bidding tricks only": {"game": "thief", "n": 3, "options": {"bid_tricks_only": True}},
    "Thieves": {"game": "thieves"},
    "Ducks and Geese": {"game": "ducks-and-geese"},
    "Ducks and Geese with every bid": {
        "game": "ducks-and-geese",
        "options": {"zero_bids": True, "blind_bids": True},
    },
    "Dog": {"game": "dog"},
    "Cutthroat": {"game": "ducks-and-geese-cutthroat"},
    "Cutthroat with capped and blind bids": {
        "game": "ducks-and-geese-cutthroat",
        "options": {"cap_at_bid": True, "blind_bids": True},
    },
    "Bishop": {"game": "bishop"},
    "Bishop with five players": {"game": "bishop", "n": 5},
    "Chevalier": {"game": "chevalier"},
    "Up and Down, Points": {"game": "up-and-down-points", "n": 5},
    "Whist": {"game": "whist"},
    "Whist with a book of 5": {"game": "whist", "options": {"book": 5}},
    "Whist with a handicap": {"game": "whist", "options": {"handicap": {"Ann": 5, "Bea": 8}}},
    "Caravan": {"game": "caravan", "n": 2},
    "Caravan, banking once": {"game": "caravan", "n": 2, "options": {"bank_once": True}},
    "Tally": {"game": "tally", "n": 2, "options": {"target": 50}, "hands": [{"points": {"Ann": 12}}]},
}
BruteHand = tuple[Mapping[str, Any], PerSeat]
"""A hand as JSON, and what it scores."""

EVERY_TABLE = pytest.mark.parametrize("name", TABLES)


@cache
def opening(name: str) -> Result:
    """Return the game before the hands that are tried."""
    document = sheet(**TABLES[name])
    return play(set_up(document), document["hands"])


def told_hands(start: Result) -> Iterator[dict[str, Any]]:
    """Yield the hands that tell what each side needs as JSON."""
    game, table = start.setup.game, start.setup.table
    entries = game.entries[game.hand]
    for hand in game.telling_hands(table):
        values = {key: vars(hand).get(key, entry.blank(table)) for key, entry in entries.items()}
        yield declare.write(game.hand(**values), entries, table)


def around_the_table(raw: Mapping[str, Any], table: Table[Any]) -> Iterator[dict[str, Any]]:
    """Yield a hand with every player in turn in the place of the first."""
    for step in range(table.n):
        names = dict(zip(table.players, table.names(table.around(step)), strict=True))
        words = re.split(f"({'|'.join(names)})", json.dumps(raw))
        yield json.loads("".join(names.get(word, word) for word in words))


@cache
def brute_force(name: str) -> list[BruteHand]:
    """Return possible hands, one of all those that differ in nothing that decides who wins."""
    start, found = opening(name), dict[object, BruteHand]()
    game, table = start.setup.game, start.setup.table
    told = (hand for raw in told_hands(start) for hand in around_the_table(raw, table))
    for raw in chain(possible_hands(game, table), told):
        try:
            played = extend(start, raw).hands[-1]
        except Refused:
            continue
        call = played.hand.call and played.hand.call._replace(number=None)
        found.setdefault((played.scores, call), (raw, played.scores))
    return list(found.values())


@st.composite
def near_the_end(draw: st.DrawFn, name: str) -> Result:
    """Return a game in which each side has some points to go."""
    start = opening(name)
    setup, table = start.setup, start.setup.table
    totals = [0] * table.n
    for side in setup.sides:
        to_go = draw(st.integers(1, 12))
        for seat in side:
            totals[seat] = (setup.goal(side) or 0) - to_go
    memory = start.state.memory
    if isinstance(memory, ShipMemory):
        banked = st.frozensets(st.integers(2, 15), max_size=12)
        memory = memory._replace(banked=tuple(draw(banked) for _ in range(table.n)))
    dealer = draw(st.integers(0, table.n - 1))
    return replace(start, state=replace(start.state, dealer=dealer, totals=tuple(totals), memory=memory))


def most_telling(result: Result, needs: Mapping[Side, Need], name: str) -> list[Mapping[str, Any]]:
    """Return the hands most likely to contradict what was said, and some others."""
    tried, sides = brute_force(name), result.setup.sides
    found = [raw for raw, _ in tried[:: max(1, len(tried) // 8)]]
    for place, side in enumerate(sides):
        need = needs.get(side, Need(side, 10**6, 10**6, 0))
        sure = 10**6 if need.sure is None else need.sure

        def ahead(hand: BruteHand, place: int = place) -> int:
            totals = [result.state.totals[side[0]] + hand[1][side[0]] for side in sides]
            return totals.pop(place) - max(totals)

        from_behind = [(raw, scores[side[0]]) for raw, scores in sorted(tried, key=ahead)]
        found += islice((raw for raw, score in from_behind if score >= sure), 4)
        found += islice((raw for raw, score in reversed(from_behind) if score < need.least), 4)
        found += islice((raw for raw, score in reversed(from_behind) if score == need.least), 40)
    return found


@EVERY_TABLE
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data())
def test_needs_agree_with_playing_out_the_hands(name: str, data: st.DataObject) -> None:
    result = data.draw(near_the_end(name))
    needs = {need.side: need for need in find_needs(result)}
    won_with_least = set()
    for raw in most_telling(result, needs, name):
        try:
            after = extend(result, raw)
        except Refused:
            continue  # a double zero that this dealer's side can't bid
        winners = after.ending.winners if after.ending else ()
        for side in result.setup.sides:
            score, need = after.hands[-1].scores[side[0]], needs.get(side)
            if side[0] in winners:
                assert need, f"{raw}: {side} won with {score}"
                assert score >= need.least, f"{raw}: {side} won with {score}, but {need}"
                won_with_least |= {side} if score == need.least else set()
            elif need and need.sure is not None:
                assert score < need.sure, f"{raw}: {side} did not win with {score}, but {need}"
    assert won_with_least == needs.keys()


@EVERY_TABLE
def test_hands_that_tell_the_needs_are_possible(name: str) -> None:
    start = opening(name)
    game, table = start.setup.game, start.setup.table
    for hand, raw in zip(game.telling_hands(table), told_hands(start), strict=True):
        scores = extend(start, raw).hands[-1].scores
        assert scores == game.score(table, start.state, hand).scores(table.n)


RACES: dict[str, dict[str, Any]] = {
    "Jeu de Tarock": {"game": "jeu-de-tarock", "options": {"hands": 1}},
    "Tally": {"game": "tally", "n": 2, "options": {"hands": 1}},
    "Tally, lowest wins": {"game": "tally", "n": 3, "options": {"hands": 1, "lowest_wins": True}},
}


@pytest.mark.parametrize("name", RACES)
@given(data=st.data())
def test_only_who_leads_or_draws_level_wins_the_last_hand(name: str, data: st.DataObject) -> None:
    start = play(set_up(sheet(**RACES[name])), [])
    table = start.setup.table
    totals = tuple(data.draw(st.integers(-20, 20) | st.integers(-900, 900)) for _ in range(table.n))
    result = replace(start, state=replace(start.state, totals=totals))
    race = find_race(result)
    if race is None:
        assert len(set(totals)) == 1
        return
    after = extend(result, data.draw(hands(start.setup.game, table, result.state)))
    scores, behind = after.hands[-1].scores, dict(race.chasers)
    for (seat,) in start.setup.sides:
        for (leader,) in race.leaders:
            gained = (
                scores[leader] - scores[seat] if start.setup.lowest_wins else scores[seat] - scores[leader]
            )
            if after.ending and seat in after.ending.winners and (seat,) not in race.leaders:
                assert gained >= behind[seat,]


def at(game: str, *totals: int, **setup: Any) -> Result:
    """Return a game with these totals."""
    start = play(set_up(sheet(game, **{"n": len(totals), **setup, "hands": []})), setup.get("hands", []))
    return replace(start, state=replace(start.state, totals=totals))


FIRST = [{"points": {"Ann": 30}}]


@cases(
    "result, line",
    {
        "one side can win, and the other must prevent it": (
            at("whist", 6, 1, 6, 1, options={"target": 9}),
            "Ann and Cal need 3 to win; Bea and Dee must hold them to 2.",
        ),
        "both": (at("whist", 4, 3, 4, 3), "Ann and Cal need 1 to win; Bea and Dee need 2 to win."),
        "both the same": (at("whist", 4, 4, 4, 4), ""),
        "at the start": (at("whist", 0, 0, 0, 0), ""),
        "only an extraordinary hand could decide it": (at("whist", 1, 0, 1, 0), ""),
        "a player can win exactly, and is sure of it with more": (
            at("coralon", 36, 38, 10, 10),
            "Bea needs 2 to win, 6 to be sure; Ann needs 4 to win, 8 to be sure.",
        ),
        "a tie goes to the bidder, so that it is not sure": (
            at("coralon", 37, 34, 0, 0),
            "Ann needs 3 to win, 6 to be sure; Bea needs 6 to win, 9 to be sure.",
        ),
        "a tie is shared": (at("caravan", 70, 65), "Ann needs 7 to win."),
        "special dice": (
            at("caravan", 67, 20, options={"special_rolls": True}),
            "Ann needs 10 to win.",
        ),
        "only the highest score is enough": (at("coralon", 27, 0, 0, 0), ""),
        "one other can win too": (
            at("coralon", 38, 36, 34, 10),
            "Ann needs 2 to win, 6 to be sure; Bea needs 4 to win, 8 to be sure; Cal can win too.",
        ),
        "several others can win too": (
            at("coralon", 38, 37, 36, 36),
            "Ann needs 2 to win, 7 to be sure; Bea needs 3 to win, 8 to be sure; two others can win too.",
        ),
        "dice are rolled by everyone": (at("caravan", 70, 60, 20), "Ann needs 7 to win."),
        "nobody is near": (at("coralon", 26, 20, 10, 0), ""),
        "no total decides": (at("baronet", 26, 20, 10, -56), ""),
        "points without limit, as many as before are enough": (
            at("tally", 95, 80, 20, hands=FIRST, options={"target": 100}),
            "Ann needs 5 to win; Bea needs 20 to win.",
        ),
        "points without limit, more than ever before would be needed": (
            at("tally", 60, 0, hands=FIRST, options={"target": 100}),
            "",
        ),
        "the last round": (
            at("tally", 60, 48, 40, 0, options={"hands": 1}),
            "Last round: Ann leads; Bea needs 12 more than Ann to draw level, Cal 20.",
        ),
        "the last round with two ahead": (
            at("tally", 60, 60, 40, options={"hands": 1}),
            "Last round: Ann and Bea lead; Cal needs 20 more than the leaders to draw level.",
        ),
        "the last round, the lowest total wins": (
            at("tally", 60, 48, options={"hands": 1, "lowest_wins": True}),
            "Last round: Bea leads; Ann needs 12 fewer than Bea to draw level.",
        ),
        "someone ends the game, and the lowest total wins": (
            at("tally", 95, 40, hands=FIRST, options={"target": 100, "lowest_wins": True}),
            "Ann ends the game with 5 or more; Bea leads; Ann needs 55 fewer than Bea to draw level.",
        ),
        "the last hand, and the leader is out of reach": (
            at("jeu-de-tarock", 9000, -3000, -3000, -3000, options={"hands": 1}),
            "Last hand: Ann can’t be caught.",
        ),
        "the last hand, all level": (at("tally", 7, 7, options={"hands": 1}), ""),
    },
)
def test_the_line_says_what_each_side_needs(result: Result, line: str) -> None:
    assert say_needs(result) == line


def test_a_game_that_is_over_needs_nothing() -> None:
    start = at("whist", 4, 0, 4, 0)
    assert say_needs(extend(start, {"winner": "Ann", "tricks": 8})) == ""
