"""Thieves in partnerships: Ann and Cal play Bea and Dee."""

from typing import Any

from tests.rules.sheets import ANN, BEA, CAL, DEE, answer, cases, last, reasons


def hand(bidder: str, bid: int, tricks: int, ours: int, theirs: int) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": tricks, "thieves": {"bidders": ours, "others": theirs}}


@cases(
    "played, outcome, scores",
    {
        "exact: tricks and thieves; the others keep their thieves": (
            hand(ANN, 8, 8, 2, 3),
            "exact",
            (10, 3, 10, 3),
        ),
        "over: everything counts": (hand(ANN, 7, 8, 2, 3), "over", (10, 8, 10, 8)),
        "missed: the side keeps its thieves": (hand(ANN, 9, 8, 2, 3), "missed", (2, 8, 2, 8)),
        "thieves do not help to reach the bid": (hand(ANN, 9, 8, 11, 0), "missed", (11, 5, 11, 5)),
        "the thieves are seen from the bidder": (hand(DEE, 8, 8, 2, 3), "exact", (3, 10, 3, 10)),
        "the lowest bid": (hand(BEA, 3, 3, 0, 0), "exact", (0, 3, 0, 3)),
        "the highest bid": (hand(BEA, 13, 13, 11, 0), "exact", (0, 24, 0, 24)),
        "not every thief needs to be captured": (hand(CAL, 3, 0, 0, 1), "missed", (0, 14, 0, 14)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("thieves", played)) == (outcome, scores)


def test_a_house_rule_allows_a_bid_of_2() -> None:
    scored = answer("thieves", hand(ANN, 2, 2, 0, 0), options={"min_bid": 2})
    assert last(scored) == ("exact", (2, 0, 2, 0))


@cases(
    "played, player, why",
    {
        "exact, with thieves": (
            hand(ANN, 8, 8, 2, 3),
            CAL,
            ["took exactly the 8 tricks bid", "kept 2 thieves"],
        ),
        "exact, for the others": (
            hand(ANN, 8, 8, 2, 1),
            BEA,
            ["no score: Ann and Cal made the bid exactly", "kept 1 thief"],
        ),
        "missed": (hand(ANN, 9, 8, 2, 0), ANN, ["no score: missed the bid of 9 by 1", "kept 2 thieves"]),
        "without thieves nothing is said of them": (hand(ANN, 9, 8, 2, 0), DEE, ["took 5 tricks"]),
    },
)
def test_the_reasons_are_given(played: object, player: str, why: list[str]) -> None:
    assert reasons(answer("thieves", played), player) == why


def test_the_default_target_is_80() -> None:
    hands = [hand(DEE, 9, 9, 11, 0)] * 4
    assert answer("thieves", *hands[:3])["target"] == 80
    assert answer("thieves", *hands[:3])["winners"] == []
    assert answer("thieves", *hands)["winners"] == [BEA, DEE]


@cases("bidder, winners", {"bid by Ann": (ANN, [ANN, CAL]), "bid by Dee": (DEE, [BEA, DEE])})
def test_a_tie_at_the_target_goes_to_the_side_that_bid(bidder: str, winners: list[str]) -> None:
    scored = answer("thieves", hand(bidder, 3, 7, 2, 3), options={"target": 9})
    assert set(scored["totals"].values()) == {9}
    assert scored["winners"] == winners
