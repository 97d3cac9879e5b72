"""The scores of bids in Coralon."""

from typing import Any

import pytest

from tests.rules.sheets import ANN, BEA, CAL, DEE, answer, cases, each, last, reasons


def hand(bidder: str, bid: int | str, *tricks: int, **more: object) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": each(*tricks), **more}


@cases(
    "played, outcome, scores",
    {
        "exact: the bidder scores the tricks, everyone else nothing": (
            hand(BEA, 4, 3, 4, 3, 3),
            "exact",
            (0, 4, 0, 0),
        ),
        "over by one: everyone scores their tricks": (hand(BEA, 3, 3, 4, 3, 3), "over", (3, 4, 3, 3)),
        "missed by one: the bidder scores nothing, everyone else their tricks": (
            hand(BEA, 5, 3, 4, 3, 3),
            "missed",
            (3, 0, 3, 3),
        ),
        "the lowest bid is 2": (hand(ANN, 2, 2, 11, 0, 0), "exact", (2, 0, 0, 0)),
        "the highest bid is every trick": (hand(DEE, 13, 0, 0, 0, 13), "exact", (0, 0, 0, 13)),
        "missed without a trick": (hand(ANN, 2, 0, 13, 0, 0), "missed", (0, 13, 0, 0)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("coralon", played)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "zero made: the bidder scores every trick of the hand": (
            hand(CAL, 0, 5, 5, 0, 3),
            "zero_made",
            (0, 0, 13, 0),
        ),
        "zero missed: the bidder scores nothing, everyone else their tricks": (
            hand(CAL, 0, 5, 4, 1, 3),
            "zero_missed",
            (5, 4, 0, 3),
        ),
        "less made: the earlier zero bidder took a trick": (
            hand(CAL, "less", 5, 1, 0, 7, zero_bidders=[BEA]),
            "less_made",
            (0, 0, 13, 0),
        ),
        "less made: every one of two zero bidders took a trick": (
            hand(ANN, "less", 0, 1, 1, 11, zero_bidders=[BEA, DEE]),
            "less_made",
            (13, 0, 0, 0),
        ),
        "less missed: the bidder took a trick": (
            hand(CAL, "less", 5, 1, 1, 6, zero_bidders=[BEA]),
            "less_missed",
            (5, 1, 0, 6),
        ),
        "less missed: the zero bidder took none either": (
            hand(CAL, "less", 6, 0, 0, 7, zero_bidders=[BEA]),
            "less_missed",
            (6, 0, 0, 7),
        ),
        "less missed: one of two zero bidders took none": (
            hand(ANN, "less", 0, 0, 2, 11, zero_bidders=[BEA, CAL]),
            "less_missed",
            (0, 0, 2, 11),
        ),
        "an ordinary bid is played as ever": (hand(BEA, 4, 3, 4, 3, 3), "exact", (0, 4, 0, 0)),
    },
)
def test_zero_and_less_score(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("coralon", played, options={"zero_bids": True})) == (outcome, scores)


@pytest.mark.parametrize(
    ("n", "tricks"), [(3, (0, 9, 9)), (4, (0, 6, 7, 0)), (5, (0, 11, 0, 0, 0)), (6, (0, 4, 5, 0, 0, 0))]
)
def test_a_zero_is_worth_the_tricks_of_the_hand(n: int, tricks: tuple[int, ...]) -> None:
    scored = answer("coralon", hand(ANN, 0, *tricks), n=n, options={"zero_bids": True})
    assert last(scored) == ("zero_made", (55 // n, *(0,) * (n - 1)))


@cases(
    "played, player, why",
    {
        "exact": (hand(BEA, 4, 3, 4, 3, 3), BEA, "took exactly the 4 tricks bid"),
        "exact, for the others": (hand(BEA, 4, 3, 4, 3, 3), ANN, "no score: Bea made the bid exactly"),
        "over": (hand(BEA, 3, 3, 4, 3, 3), BEA, "took 4 tricks, 1 over the bid of 3"),
        "over, for one who took a single trick": (hand(BEA, 3, 1, 4, 5, 3), ANN, "took 1 trick"),
        "over, for one who took none": (hand(BEA, 3, 0, 5, 5, 3), ANN, "took no tricks"),
        "missed": (hand(BEA, 6, 3, 4, 3, 3), BEA, "no score: missed the bid of 6 by 2"),
        "missed, for the others": (hand(BEA, 6, 3, 4, 3, 3), ANN, "took 3 tricks"),
        "zero made": (hand(CAL, 0, 5, 5, 0, 3), CAL, "bid zero and took no tricks: all 13 of the hand"),
        "zero made, for the others": (hand(CAL, 0, 5, 5, 0, 3), ANN, "no score: Cal bid zero and made it"),
        "zero missed": (hand(CAL, 0, 5, 5, 1, 2), CAL, "no score: bid zero but took 1 trick"),
        "less made, for the others": (
            hand(CAL, "less", 5, 1, 0, 7, zero_bidders=[BEA]),
            ANN,
            "no score: Cal bid less and made it",
        ),
        "less missed by a trick": (
            hand(CAL, "less", 5, 0, 2, 6, zero_bidders=[BEA]),
            CAL,
            "no score: bid less but took 2 tricks",
        ),
        "less missed because of the zero bidders": (
            hand(ANN, "less", 0, 0, 0, 13, zero_bidders=[BEA, CAL]),
            ANN,
            "no score: Bea and Cal took no tricks either",
        ),
    },
)
def test_the_reasons_are_given(played: object, player: str, why: str) -> None:
    assert reasons(answer("coralon", played, options={"zero_bids": True}), player) == [why]
