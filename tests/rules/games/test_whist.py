"""Whist: tricks over six, the book of five, the handicap."""

from typing import Any

import pytest

from scorekeeper.rules.engine import play
from scorekeeper.rules.sheet import set_up
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet


def hand(winner: str, tricks: int, **more: object) -> dict[str, Any]:
    return {"winner": winner, "tricks": tricks, **more}


@cases(
    "played, book, scores",
    {
        "seven tricks are one point": (hand(ANN, 7), 6, (1, 0, 1, 0)),
        "eight tricks are two": (hand(BEA, 8), 6, (0, 2, 0, 2)),
        "all tricks are seven": (hand(CAL, 13), 6, (7, 0, 7, 0)),
        "either partner can be named": (hand(DEE, 9), 6, (0, 3, 0, 3)),
        "from a book of five eight tricks are three": (hand(ANN, 8), 5, (3, 0, 3, 0)),
        "from a book of five the others score their sixth": (hand(ANN, 7), 5, (2, 1, 2, 1)),
        "with a trump": (hand(ANN, 7, trump="clubs"), 6, (1, 0, 1, 0)),
    },
)
def test_tricks_over_the_book_score(played: object, book: int, scores: tuple[int, ...]) -> None:
    assert last(answer("whist", played, options={"book": book, "target": 9})) == ("won", scores)


def test_reasons() -> None:
    scored = answer("whist", hand(ANN, 8))
    assert (reasons(scored, CAL), reasons(scored, DEE)) == (["8 tricks, 2 over 6"], ["5 tricks, none over 6"])


def handicap(ours: int, theirs: int, **more: object) -> dict[str, Any]:
    return {"handicap": {ANN: ours, DEE: theirs}, **more}


@cases(
    "options, hands, winners",
    {
        "five points win": ({}, [hand(ANN, 11)], [ANN, CAL]),
        "four do not": ({}, [hand(ANN, 10)], []),
        "a higher target": ({"target": 6}, [hand(ANN, 11)], []),
        "a handicap: five of seven do not win": (handicap(7, 5), [hand(ANN, 11)], []),
        "a handicap: seven of seven do": (handicap(7, 5), [hand(ANN, 13)], [ANN, CAL]),
        "a handicap: the other side needs five": (handicap(7, 5), [hand(BEA, 11)], [BEA, DEE]),
        "a handicap: a side that reaches its own wins though it is behind": (
            handicap(7, 2),
            [hand(ANN, 10), hand(BEA, 8)],
            [BEA, DEE],
        ),
        "both reach it: the higher wins": (handicap(4, 2, book=5), [hand(ANN, 7), hand(ANN, 7)], [ANN, CAL]),
    },
)
def test_game_ends_at_a_target(options: object, hands: list[object], winners: list[str]) -> None:
    assert answer("whist", *hands, options=options)["winners"] == winners


@cases(
    "options, goal",
    {"without a handicap": ({"book": 5, "target": 3}, 3), "with a handicap": (handicap(3, 3, book=5), None)},
)
def test_tie_at_the_target_is_played_on(options: object, goal: int | None) -> None:
    tie = [hand(ANN, 7), hand(BEA, 7)]
    scored = answer("whist", *tie, options=options)
    assert (figures(scored["totals"]), scored["target"], scored["finished"]) == ((3, 3, 3, 3), goal, False)
    assert answer("whist", *tie, hand(DEE, 7), options=options)["winners"] == [BEA, DEE]


@cases(
    "hands, winners",
    {
        "the leading side wins": ([hand(ANN, 7)], [ANN, CAL]),
        "nobody when both have the same": ([hand(ANN, 7), hand(BEA, 7)], []),
        "nobody before the first hand": ([], []),
    },
)
def test_game_ended_early_is_won_by_a_sole_leader(hands: list[object], winners: list[str]) -> None:
    assert answer("whist", *hands, finished=True)["winners"] == winners


def test_partners_share_the_wagers() -> None:
    scored = answer("whist", hand(BEA, 13), options={"wager": 3})
    assert figures(scored["payout"]) == (-3, 3, -3, 3)


@cases(
    "played, wrong",
    {
        "six tricks are not the most": (hand(ANN, 6), ["tricks"]),
        "fourteen tricks": (hand(ANN, 14), ["tricks"]),
        "no winner": ({"tricks": 8}, ["winner"]),
        "a winner that is null": ({"winner": None, "tricks": 8}, ["winner"]),
        "no tricks": ({"winner": ANN}, ["tricks"]),
        "a suit of the other deck": (hand(ANN, 8, trump="locks"), ["trump"]),
        "a pass": ({"passed": True}, ["passed", "winner", "tricks"]),
    },
)
def test_impossible_hand_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet("whist", played))) == wrong


@cases(
    "options, wrong",
    {
        "a handicap beside a target": (handicap(7, 5, target=5), ["target"]),
        "a handicap of one side": ({"handicap": {ANN: 7}}, ["handicap"]),
        "a handicap of two partners": ({"handicap": {ANN: 7, CAL: 5}}, ["handicap"]),
        "a handicap of three": ({"handicap": {ANN: 7, BEA: 5, CAL: 5}}, ["handicap"]),
        "a handicap of nobody": ({"handicap": {}}, ["handicap"]),
        "a handicap that is null": ({"handicap": None}, ["handicap"]),
        "a handicap of a stranger": ({"handicap": {ANN: 7, "Zoe": 5}}, ["handicap"]),
        "a target of nothing": (handicap(7, 0), ["handicap"]),
        "a book of four": ({"book": 4}, ["book"]),
        "a target of zero": ({"target": 0}, ["target"]),
    },
)
def test_invalid_house_rules_are_refused(options: object, wrong: list[str]) -> None:
    assert fields(refused(sheet("whist", options=options))) == wrong


@pytest.mark.parametrize("n", [3, 5])
def test_other_numbers_of_players_are_refused(n: int) -> None:
    assert fields(refused(sheet("whist", n=n))) == ["players"]


def test_hand_is_described_by_the_side_that_took_more_tricks() -> None:
    setup = set_up(sheet("whist"))
    (played,) = play(setup, [{"winner": DEE, "tricks": 9}]).hands
    assert str(played.hand.describe_bid(setup.table)) == "Bea and Dee took 9 tricks"
