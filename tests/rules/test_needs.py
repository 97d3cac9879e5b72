"""What each side needs is compared with the hands that are played then."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.rules.catalogue import GAMES
from scorekeeper.rules.engine import Result, extend, play
from scorekeeper.rules.entries import LARGEST
from scorekeeper.rules.game import Side
from scorekeeper.rules.needs import find_chasers, find_needs, say_needs
from scorekeeper.rules.problems import Refused
from scorekeeper.rules.prospects import totals_if_made
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Setup
from tests.rules.drawn_hands import PLAYERS, draw_hand
from tests.rules.sheets import cases, sheet

SHORT: list[dict[str, Any]] = [
    *({"target": 12}, {"target": 12, "lowest_wins": True}, {"target": 12, "ties": "played on"}),
    *({"target": 9, "handicap": {"0": 4, "1": 7}}, {"target": 12, "zero_bids": True, "blind_bids": True}),
    *({"target": 12, "cap_at_bid": True}, {"target": 12, "bank_once": True}, {"hands": 3}),
    *({"hands": 3, "lowest_wins": True}, {"target": 60}, {"target": 12, "played_on": 4}, {}),
]
"""House rules under which a game is soon over; each game has only some of them."""

GAMES_OF_EACH = 3
NEXT_HANDS = 4
MOST_HANDS = 8

EVERY_GAME = pytest.mark.parametrize("key", [game.key for game in GAMES])


def setups(key: str) -> list[Setup]:
    """Return a game under every house rule that makes it short and that it has."""
    (game,) = (game for game in GAMES if game.key == key)
    found = []
    for players, options in ((n, options) for n in game.seats if n <= len(PLAYERS) for options in SHORT):
        document = sheet(key, options=options) | {"players": list(PLAYERS[:players])}
        try:
            found.append(set_up(document, by_name=False))
        except Refused:
            continue
    return found


def next_hands(random: Random, before: Result) -> list[Result]:
    """Return a game with different next hands."""
    setup = before.setup
    return [extend(before, draw_hand(random, setup, before.state)) for _ in range(NEXT_HANDS)]


@EVERY_GAME
def test_nothing_that_is_foretold_of_the_next_hand_is_false(key: str) -> None:
    random = Random(key)
    for setup in random.choices(setups(key), k=GAMES_OF_EACH):
        before = play(setup, [])
        while before.ending is None and len(before.hands) < MOST_HANDS:
            found = next_hands(random, before)
            for after in found:
                check_needs(before, after)
                check_chasers(before, after)
                check_keys(before, after)
            before = found[0]


def check_needs(before: Result, after: Result) -> None:
    """Check that nobody wins with less than they need at least."""
    needs, scores = find_needs(before), after.hands[-1].scores
    if after.ending is None or not needs:
        return
    for side, least in needs:
        assert before.setup.lowest_wins or side[0] not in after.ending.winners or scores[side[0]] >= least


def check_chasers(before: Result, after: Result) -> None:
    """Check that only sides that led or drew level win the last hand."""
    chasers, scores = dict(find_chasers(before)), after.hands[-1].scores
    if not chasers or after.ending is None:
        return
    leaders = [side for side in before.setup.sides if side not in chasers]
    for side, behind in chasers.items():
        if side[0] in after.ending.winners:
            assert all(caught_up(before, side, leader, scores) >= behind for leader in leaders)


def caught_up(before: Result, side: Side, leader: Side, scores: tuple[int, ...]) -> int:
    gained = scores[side[0]] - scores[leader[0]]
    return -gained if before.setup.lowest_wins else gained


def check_keys(before: Result, after: Result) -> None:
    """Check the total beside the bid that was made, and that it wins if the key says so."""
    setup, played = before.setup, after.hands[-1]
    call = played.hand.call
    result = setup.game.outcomes[played.outcome].result
    if call is None or call.number is None or result not in ("exact", "made"):
        return
    made = totals_if_made(setup, before.state, played.dealer).get(call.player, {}).get(call.number)
    if made is None:
        return
    assert made.total <= setup.stake + played.totals[call.player] or getattr(played.hand, "red", False)
    if made.wins:
        assert after.ending
        assert call.player in after.ending.winners


def test_every_game_is_played_on_after_its_end() -> None:
    for game in GAMES:
        random = Random(game.key)
        for setup in random.choices(setups(game.key), k=2):
            rules = replace(setup.table.rules, played_on=LARGEST)
            open_setup = replace(setup, table=replace(setup.table, rules=rules))
            result = play(open_setup, [])
            for _ in range(MOST_HANDS):
                assert (result.ending, say_needs(result)) == (None, "")
                try:
                    raw = draw_hand(random, open_setup, result.state)
                except RuntimeError:
                    break  # Nobody is left who could play it.
                result = extend(result, raw)


def at(game: str, *totals: int, **setup: Any) -> Result:
    """Return a game with these totals."""
    start = play(set_up(sheet(game, **{"n": len(totals), **setup, "hands": []})), setup.get("hands", []))
    return replace(start, state=replace(start.state, totals=totals))


THIRTY = [{"points": {"Ann": 30}}]
FIVE = [{"bidder": "Ann", "bid": 5, "tricks": {"Ann": 5, "Bea": 4, "Cal": 2, "Dee": 2}}]
THREE = [{"winner": "Ann", "tricks": 9}]


@cases(
    "result, line",
    {
        "the nearest first": (
            at("coralon", 36, 38, 10, 10, hands=FIVE),
            "Bea needs at least 2 to win; Ann needs at least 4 to win.",
        ),
        "no more than two sides": (
            at("coralon", 38, 36, 37, 38, hands=FIVE),
            "Ann needs at least 2 to win; Dee needs at least 2 to win.",
        ),
        "partners": (
            at("whist", 7, 1, 7, 1, hands=THREE, options={"target": 10}),
            "Ann and Cal need at least 3 to win.",
        ),
        "all the same": (at("whist", 8, 8, 8, 8, hands=THREE, options={"target": 10}), ""),
        "before the first hand": (at("whist", 0, 0, 0, 0), ""),
        "more than any hand has brought": (at("coralon", 34, 0, 0, 0, hands=FIVE), ""),
        "no total decides": (at("baronet", 26, 20, 10, -56), ""),
        "points without limit": (
            at("tally", 95, 80, 20, hands=THIRTY, options={"target": 100}),
            "Ann needs at least 5 to win; Bea needs at least 20 to win.",
        ),
        "a target that was reached, and the table plays on": (
            at("tally", 105, 80, 20, hands=THIRTY, options={"target": 100, "played_on": 1}),
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
        "the last round, all level": (at("tally", 7, 7, options={"hands": 1}), ""),
        "someone can end the game, and the lowest total wins": (
            at("tally", 95, 40, hands=THIRTY, options={"target": 100, "lowest_wins": True}),
            "Ann can end the game with 5 or more.",
        ),
    },
)
def test_the_line_says_what_each_side_needs(result: Result, line: str) -> None:
    assert say_needs(result) == line


def test_a_game_that_is_over_needs_nothing() -> None:
    start = at("whist", 8, 0, 8, 0, hands=THREE, options={"target": 10})
    assert say_needs(extend(start, {"winner": "Ann", "tricks": 8})) == ""
