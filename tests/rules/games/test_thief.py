"""Thief and Thieves: tricks and thieves are points."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, each, last, reasons

TRICKS_ONLY = {"bid_tricks_only": True}


def hand(bidder: str, bid: int, tricks: tuple[int, ...], thieves: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": each(*tricks), "thieves": each(*thieves)}


@cases(
    "played, outcome, scores",
    {
        "exact: together they match the bid": (hand(BEA, 5, (3, 3, 4, 3), (1, 2, 3)), "exact", (0, 5, 0, 0)),
        "over by thieves alone: points decide": (hand(BEA, 3, (3, 3, 4, 3), (1, 2, 3)), "over", (4, 5, 7, 3)),
        "missed: everyone else scores both": (hand(BEA, 6, (3, 3, 4, 3), (1, 2, 3)), "missed", (4, 0, 7, 3)),
        "the lowest bid is 3": (hand(ANN, 3, (3, 10, 0, 0)), "exact", (3, 0, 0, 0)),
        "everything there is": (hand(DEE, 24, (0, 0, 0, 13), (0, 0, 0, 11)), "exact", (0, 0, 0, 24)),
        "players left out have nothing": (
            {"bidder": ANN, "bid": 3, "tricks": {BEA: 13}, "thieves": {BEA: 1}},
            "missed",
            (0, 14, 0, 0),
        ),
        "thieves may be left out": ({"bidder": BEA, "bid": 3, "tricks": {BEA: 13}}, "over", (0, 13, 0, 0)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("thief", played)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "exact: others keep their thieves": (hand(BEA, 4, (3, 4, 3, 3), (1, 2, 1)), "exact", (1, 6, 1, 0)),
        "over: tricks and thieves": (hand(BEA, 3, (3, 4, 3, 3), (1, 2, 1)), "over", (4, 6, 4, 3)),
        "missed: the bidder keeps thieves": (hand(BEA, 6, (3, 4, 3, 3), (1, 2, 1)), "missed", (4, 2, 4, 3)),
        "thieves do not help with the bid": (hand(ANN, 4, (3, 4, 3, 3), (1, 0, 0)), "missed", (1, 4, 3, 3)),
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
        "another’s, without thieves": ({}, hand(BEA, 3, (3, 3, 4, 3), (1, 1, 3)), DEE, ["took 3 tricks"]),
        "missed": ({}, hand(BEA, 9, (3, 3, 4, 3), (1, 1, 3)), BEA, ["missed the bid of 9 by 5"]),
        "bids for tricks, missed: two reasons": (
            TRICKS_ONLY,
            hand(BEA, 6, (3, 4, 3, 3), (1, 2, 1)),
            BEA,
            ["missed the bid of 6 by 2", "kept 2 thieves"],
        ),
        "bids for tricks, exact": (
            TRICKS_ONLY,
            hand(BEA, 4, (3, 4, 3, 3), (1, 2, 1)),
            CAL,
            ["Bea made the bid exactly", "kept 1 thief"],
        ),
    },
)
def test_the_reasons_are_given(options: object, played: object, player: str, why: list[str]) -> None:
    assert reasons(answer("thief", played, options=options), player) == why


@cases(
    "bidder, winner", {"the bidder, if tied": (CAL, CAL), "else the first from the dealer’s left": (DEE, BEA)}
)
def test_a_tie_goes_to(bidder: str, winner: str) -> None:
    tied = hand(bidder, 3, (1, 2, 4, 6), (5, 4, 2, 0)) if bidder == CAL else hand(DEE, 6, (2, 5, 5, 1))
    assert answer("thief", tied, options={"target": 5})["winners"] == [winner]


# Thieves in partnerships: Ann and Cal play Bea and Dee


def shared(bidder: str, bid: int, tricks: int, ours: int, theirs: int) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": tricks, "thieves": {"bidders": ours, "others": theirs}}


@cases(
    "played, outcome, scores",
    {
        "exact: all; the others keep their thieves": (shared(ANN, 8, 8, 2, 3), "exact", (10, 3, 10, 3)),
        "over: everything counts": (shared(ANN, 7, 8, 2, 3), "over", (10, 8, 10, 8)),
        "missed: the side keeps its thieves": (shared(ANN, 9, 8, 2, 3), "missed", (2, 8, 2, 8)),
        "thieves do not help to reach the bid": (shared(ANN, 9, 8, 11, 0), "missed", (11, 5, 11, 5)),
        "the thieves are seen from the bidder": (shared(DEE, 8, 8, 2, 3), "exact", (3, 10, 3, 10)),
        "the lowest bid": (shared(BEA, 3, 3, 0, 0), "exact", (0, 3, 0, 3)),
        "the highest bid": (shared(BEA, 13, 13, 11, 0), "exact", (0, 24, 0, 24)),
        "not every thief needs to be captured": (shared(CAL, 3, 0, 0, 1), "missed", (0, 14, 0, 14)),
    },
)
def test_a_bid_of_partners_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("thieves", played)) == (outcome, scores)


def test_a_house_rule_allows_a_bid_of_2() -> None:
    scored = answer("thieves", shared(ANN, 2, 2, 0, 0), options={"min_bid": 2})
    assert last(scored) == ("exact", (2, 0, 2, 0))


@cases(
    "played, player, why",
    {
        "exact, thieves": (shared(ANN, 8, 8, 2, 3), CAL, ["took exactly the 8 tricks bid", "kept 2 thieves"]),
        "exact, for the others": (
            shared(ANN, 8, 8, 2, 1),
            BEA,
            ["Ann and Cal made the bid exactly", "kept 1 thief"],
        ),
        "missed": (shared(ANN, 9, 8, 2, 0), ANN, ["missed the bid of 9 by 1", "kept 2 thieves"]),
        "without thieves nothing is said of them": (shared(ANN, 9, 8, 2, 0), DEE, ["took 5 tricks"]),
    },
)
def test_the_reasons_for_partners_are_given(played: object, player: str, why: list[str]) -> None:
    assert reasons(answer("thieves", played), player) == why


def test_the_default_target_is_80() -> None:
    hands = [shared(DEE, 9, 9, 11, 0)] * 4
    assert answer("thieves", *hands[:3])["target"] == 80
    assert answer("thieves", *hands[:3])["winners"] == []
    assert answer("thieves", *hands)["winners"] == [BEA, DEE]


@cases("bidder, winners", {"bid by Ann": (ANN, [ANN, CAL]), "bid by Dee": (DEE, [BEA, DEE])})
def test_a_tie_at_the_target_goes_to_the_side_that_bid(bidder: str, winners: list[str]) -> None:
    scored = answer("thieves", shared(bidder, 3, 7, 2, 3), options={"target": 9})
    assert set(scored["totals"].values()) == {9}
    assert scored["winners"] == winners
