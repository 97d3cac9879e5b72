"""Coralon in partnerships: Ann and Cal play Bea and Dee."""

from typing import Any

from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, last, reasons

ZERO = {"zero_bids": True}


def hand(bidder: str, bid: int | str, tricks: int, **more: object) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": tricks, **more}


@cases(
    "played, outcome, scores",
    {
        "exact: the side scores, the others score 0": (hand(ANN, 7, 7), "exact", (7, 0, 7, 0)),
        "exact, bid by the other side": (hand(DEE, 7, 7), "exact", (0, 7, 0, 7)),
        "over: both sides score their tricks": (hand(BEA, 7, 8), "over", (5, 8, 5, 8)),
        "missed: the side nothing, the others their tricks": (hand(CAL, 7, 6), "missed", (0, 7, 0, 7)),
        "the lowest bid": (hand(ANN, 2, 2), "exact", (2, 0, 2, 0)),
        "every trick": (hand(BEA, 13, 13), "exact", (0, 13, 0, 13)),
        "missed without a trick": (hand(ANN, 2, 0), "missed", (0, 13, 0, 13)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("coralon-partners", played)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "zero made: ten": (hand(BEA, 0, 0), "zero_made", (0, 10, 0, 10)),
        "zero missed: the others score their tricks": (hand(BEA, 0, 2), "zero_missed", (11, 0, 11, 0)),
        "zero may be bid by anybody": (hand(DEE, 0, 0), "zero_made", (0, 10, 0, 10)),
        "double zero made: twenty-five": (hand(DEE, "double zero", 0), "zero_made", (0, 25, 0, 25)),
        "double zero missed: as zero": (hand(DEE, "double zero", 1), "zero_missed", (12, 0, 12, 0)),
        "double zero by the dealer": (hand(ANN, "double zero", 0), "zero_made", (25, 0, 25, 0)),
        "double zero by the third bidder after a corrected deal": (
            hand(BEA, "double zero", 0, dealer=CAL),
            "zero_made",
            (0, 25, 0, 25),
        ),
        "an ordinary bid is played as ever": (hand(BEA, 7, 8), "over", (5, 8, 5, 8)),
    },
)
def test_zero_and_double_zero_score(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("coralon-partners", played, options=ZERO)) == (outcome, scores)


@cases(
    "played, player, why",
    {
        "exact": (hand(ANN, 7, 7), CAL, "took exactly the 7 tricks bid"),
        "exact, for the others": (hand(ANN, 7, 7), BEA, "Ann and Cal made the bid exactly"),
        "over": (hand(ANN, 7, 9), ANN, "took 9 tricks, 2 over the bid of 7"),
        "over, for the others": (hand(ANN, 7, 9), BEA, "took 4 tricks"),
        "missed": (hand(ANN, 7, 6), CAL, "missed the bid of 7 by 1"),
        "zero made": (hand(ANN, 0, 0), CAL, "bid zero and took no tricks"),
        "zero made, for the others": (hand(ANN, 0, 0), DEE, "Ann bid zero and made it"),
        "zero missed": (hand(ANN, 0, 3), CAL, "bid zero but took 3 tricks"),
        "double zero made": (hand(ANN, "double zero", 0), CAL, "bid double zero and took no tricks"),
        "double missed": (hand(ANN, "double zero", 1), ANN, "bid double zero but took 1 trick"),
        "double zero missed, for the others": (hand(ANN, "double zero", 13), BEA, "took no tricks"),
    },
)
def test_the_reasons_are_given(played: object, player: str, why: str) -> None:
    assert reasons(answer("coralon-partners", played, options=ZERO), player) == [why]


def test_the_default_target_is_60() -> None:
    assert answer("coralon-partners")["target"] == 60
    hands = [hand(ANN, 12, 12)] * 5
    assert answer("coralon-partners", *hands[:4])["winners"] == []
    assert answer("coralon-partners", *hands)["winners"] == [ANN, CAL]


def test_the_sides_are_named_by_their_seats() -> None:
    assert answer("coralon-partners")["sides"] == [[ANN, CAL], [BEA, DEE]]


@cases(
    "first, then, winners",
    {
        "bid by Ann": (BEA, ANN, [ANN, CAL]),
        "bid by her partner": (DEE, CAL, [ANN, CAL]),
        "bid by Bea": (ANN, BEA, [BEA, DEE]),
    },
)
def test_a_tie_at_the_target_goes_to_the_side_that_bid(first: str, then: str, winners: list[str]) -> None:
    scored = answer("coralon-partners", hand(first, 2, 7), hand(then, 2, 7), options={"target": 13})
    assert set(scored["totals"].values()) == {13}
    assert scored["winners"] == winners


@cases(
    "hands, winners",
    {
        "who leads has won": ([hand(ANN, 2, 7)], [ANN, CAL]),
        "nobody has won a draw": ([hand(ANN, 6, 6), hand(BEA, 6, 6)], []),
    },
)
def test_a_game_ended_early(hands: list[object], winners: list[str]) -> None:
    assert answer("coralon-partners", *hands, finished=True)["winners"] == winners
