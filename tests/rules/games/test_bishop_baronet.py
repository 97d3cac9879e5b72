"""Baronet: Bishop for coins."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL, DEE, EVE
from tests.rules.sheets import answer, cases, figures, last, reasons

PASSED = {"passed": True}


def hand(bidder: str, bid: int, partner: str | None, made: bool, **more: object) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "partner": partner, "block": "peace", "made": made, **more}


@cases(
    "n, played, outcome, scores",
    {
        "five, made": (5, hand(ANN, 6, CAL, True), "made", (12, -6, 6, -6, -6)),
        "five, missed": (5, hand(ANN, 6, CAL, False), "missed", (-12, 6, -6, 6, 6)),
        "five, made with the lowest bid": (5, hand(EVE, 1, ANN, True), "made", (1, -1, -1, -1, 2)),
        "four, made, no odd coin": (4, hand(ANN, 9, CAL, True), "made", (12, -9, 6, -9)),
        "four, made: the odd coin goes to the bidder": (4, hand(ANN, 5, CAL, True), "made", (7, -5, 3, -5)),
        "four, made: two odd coins": (4, hand(ANN, 7, CAL, True), "made", (10, -7, 4, -7)),
        "four, made with 1: nothing for the partner": (4, hand(ANN, 1, CAL, True), "made", (2, -1, 0, -1)),
        "four, missed: they pay instead": (4, hand(ANN, 5, CAL, False), "missed", (-7, 5, -3, 5)),
        "four, missed with 1": (4, hand(ANN, 1, CAL, False), "missed", (-2, 1, 0, 1)),
        "alone of five, made: everyone pays": (5, hand(ANN, 6, None, True), "made", (24, -6, -6, -6, -6)),
        "alone of five, missed": (5, hand(ANN, 6, None, False), "missed", (-24, 6, 6, 6, 6)),
        "alone of four, made": (4, hand(BEA, 3, None, True), "made", (-3, 9, -3, -3)),
        "alone of four, missed": (4, hand(BEA, 3, None, False), "missed", (3, -9, 3, 3)),
        "points in place of made": (
            5,
            {"bidder": ANN, "bid": 6, "partner": CAL, "block": "war", "points": {"bidders": 6, "others": 2}},
            "made",
            (12, -6, 6, -6, -6),
        ),
        "everyone passed": (5, PASSED, "passed", (0, 0, 0, 0, 0)),
    },
)
def test_a_bid_is_paid(n: int, played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("baronet", played, n=n)) == (outcome, scores)
    assert sum(scores) == 0


@cases(
    "n, played, player, why",
    {
        "made, the bidder": (5, hand(ANN, 6, CAL, True), ANN, "won two thirds of 3 bets of 6"),
        "made, the partner": (5, hand(ANN, 6, CAL, True), CAL, "won a third of 3 bets of 6"),
        "made, a loser": (5, hand(ANN, 6, CAL, True), DEE, "paid a bet because the bid of 6 was made"),
        "missed, bidder": (4, hand(ANN, 5, CAL, False), ANN, "paid two thirds (rounded up) of 2 bets of 5"),
        "missed, partner": (4, hand(ANN, 5, CAL, False), CAL, "paid a third (rounded down) of 2 bets of 5"),
        "missed, an opponent": (
            4,
            hand(ANN, 5, CAL, False),
            BEA,
            "won a bet because the bid of 5 was missed",
        ),
        "alone": (5, hand(ANN, 6, None, True), ANN, "won 4 bets of 6"),
        "passed": (5, PASSED, BEA, "everyone passed"),
    },
)
def test_the_reasons_are_given(n: int, played: object, player: str, why: str) -> None:
    assert reasons(answer("baronet", played, n=n), player) == [why]


@pytest.mark.parametrize("stake", [0, 5, 100])
def test_players_may_borrow_beyond_the_stake(stake: int) -> None:
    scored = answer("baronet", *[hand(ANN, 10, BEA, False)] * 3, n=5, options={"stake": stake})
    assert figures(scored["totals"]) == (-60, -30, 30, 30, 30)
    assert (scored["unit"], scored["target"], scored["finished"]) == ("coins", None, False)
    assert scored["carry"] == {}
    assert scored["payout"] == scored["totals"]


@cases(
    "hands, winners",
    {
        "the highest total has won": ([hand(ANN, 6, CAL, True)], [ANN]),
        "the highest totals have won": ([hand(ANN, 6, CAL, False)], [BEA, DEE, EVE]),
        "nobody has won when all are equal": ([PASSED], []),
        "before the first hand as well": ([], []),
    },
)
def test_a_finished_game(hands: list[object], winners: list[str]) -> None:
    scored = answer("baronet", *hands, n=5, finished=True)
    assert (scored["finished"], scored["winners"]) == (True, winners)
    assert scored["payout"] == scored["totals"]
