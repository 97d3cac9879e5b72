"""Thief: tricks and thieves are points."""

from typing import Any

import pytest

from tests.rules.sheets import ANN, BEA, CAL, DEE, answer, cases, each, last, reasons

TRICKS_ONLY = {"bid_tricks_only": True}


def hand(bidder: str, bid: int, tricks: tuple[int, ...], thieves: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": each(*tricks), "thieves": each(*thieves)}


@cases(
    "played, outcome, scores",
    {
        "exact: tricks and thieves together match the bid": (
            hand(BEA, 5, (3, 3, 4, 3), (1, 2, 3)),
            "exact",
            (0, 5, 0, 0),
        ),
        "over by thieves alone: points decide, not tricks": (
            hand(BEA, 3, (3, 3, 4, 3), (1, 2, 3)),
            "over",
            (4, 5, 7, 3),
        ),
        "missed: everyone else scores tricks and thieves": (
            hand(BEA, 6, (3, 3, 4, 3), (1, 2, 3)),
            "missed",
            (4, 0, 7, 3),
        ),
        "the lowest bid is 3": (hand(ANN, 3, (3, 10, 0, 0)), "exact", (3, 0, 0, 0)),
        "everything there is": (hand(DEE, 24, (0, 0, 0, 13), (0, 0, 0, 11)), "exact", (0, 0, 0, 24)),
        "players left out have nothing": (
            {"bidder": ANN, "bid": 3, "tricks": {BEA: 13}, "thieves": {BEA: 1}},
            "missed",
            (0, 14, 0, 0),
        ),
        "the thieves may be left out": (
            {"bidder": BEA, "bid": 3, "tricks": {BEA: 13}},
            "over",
            (0, 13, 0, 0),
        ),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("thief", played)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "exact: the others keep their thieves": (
            hand(BEA, 4, (3, 4, 3, 3), (1, 2, 1)),
            "exact",
            (1, 6, 1, 0),
        ),
        "over: tricks and thieves": (hand(BEA, 3, (3, 4, 3, 3), (1, 2, 1)), "over", (4, 6, 4, 3)),
        "missed: the bidder keeps the thieves": (
            hand(BEA, 6, (3, 4, 3, 3), (1, 2, 1)),
            "missed",
            (4, 2, 4, 3),
        ),
        "thieves do not help to reach the bid": (
            hand(ANN, 4, (3, 4, 3, 3), (1, 0, 0)),
            "missed",
            (1, 4, 3, 3),
        ),
        "the highest bid is every trick": (hand(ANN, 13, (13,), (11,)), "exact", (24, 0, 0, 0)),
    },
)
def test_thieves_always_score_when_bids_are_for_tricks(
    played: object, outcome: str, scores: tuple[int, ...]
) -> None:
    assert last(answer("thief", played, options=TRICKS_ONLY)) == (outcome, scores)


@pytest.mark.parametrize(("n", "tricks", "thieves"), [(3, 12, 11), (4, 13, 11), (5, 11, 11), (6, 9, 9)])
def test_the_limits_depend_on_the_number_of_players(n: int, tricks: int, thieves: int) -> None:
    everything = hand(ANN, tricks + thieves, (tricks,), (thieves,))
    assert last(answer("thief", everything, n=n))[1] == (tricks + thieves, *(0,) * (n - 1))


@pytest.mark.parametrize(("n", "target"), [(3, 60), (4, 40), (5, 30), (6, 30)])
def test_the_default_target_depends_on_the_number_of_players(n: int, target: int) -> None:
    assert answer("thief", n=n)["target"] == target


@cases(
    "options, played, player, why",
    {
        "exact, with thieves": (
            {},
            hand(BEA, 5, (3, 3, 4, 3), (1, 2, 3)),
            BEA,
            ["took exactly the 5 points bid: 3 tricks and 2 thieves"],
        ),
        "over, with a thief": (
            {},
            hand(BEA, 3, (3, 3, 4, 3), (1, 1, 3)),
            BEA,
            ["took 3 tricks and 1 thief, 1 over the bid of 3"],
        ),
        "another player’s, without thieves": (
            {},
            hand(BEA, 3, (3, 3, 4, 3), (1, 1, 3)),
            DEE,
            ["took 3 tricks"],
        ),
        "missed": (
            {},
            hand(BEA, 9, (3, 3, 4, 3), (1, 1, 3)),
            BEA,
            ["no score: missed the bid of 9 by 5"],
        ),
        "bids for tricks, missed: two reasons": (
            TRICKS_ONLY,
            hand(BEA, 6, (3, 4, 3, 3), (1, 2, 1)),
            BEA,
            ["no score: missed the bid of 6 by 2", "kept 2 thieves"],
        ),
        "bids for tricks, exact": (
            TRICKS_ONLY,
            hand(BEA, 4, (3, 4, 3, 3), (1, 2, 1)),
            CAL,
            ["no score: Bea made the bid exactly", "kept 1 thief"],
        ),
    },
)
def test_the_reasons_are_given(options: object, played: object, player: str, why: list[str]) -> None:
    assert reasons(answer("thief", played, options=options), player) == why


@cases(
    "bidder, winner",
    {
        "the bidder, if tied": (CAL, CAL),
        "else the first from the dealer’s left": (DEE, BEA),
    },
)
def test_a_tie_goes_to(bidder: str, winner: str) -> None:
    tied = hand(bidder, 3, (1, 2, 4, 6), (5, 4, 2, 0)) if bidder == CAL else hand(DEE, 6, (2, 5, 5, 1))
    assert answer("thief", tied, options={"target": 5})["winners"] == [winner]
