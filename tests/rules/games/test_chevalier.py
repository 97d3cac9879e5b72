"""Chevalier in partnerships: Ann and Cal play Bea and Dee."""

from typing import Any

from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, fields, last, reasons, refused, sheet

GAME = "chevalier"
PASSED = {"passed": True}


def hand(
    bidder: str, bid: object, clean: tuple[int, int], poisoned: tuple[int, int] = (0, 0), **more: object
) -> dict[str, Any]:
    def sides(bidders: int, others: int) -> dict[str, int]:
        return {"bidders": bidders, "others": others}

    return {"bidder": bidder, "bid": bid, "clean": sides(*clean), "poisoned": sides(*poisoned), **more}


@cases(
    "played, outcome, scores",
    {
        "made exactly, without poison": (hand(ANN, 6, (6, 4)), "made", (6, 4, 6, 4)),
        "made with more: all points count": (hand(BEA, 5, (6, 4)), "made", (4, 6, 4, 6)),
        "poison on both sides counts nothing": (hand(ANN, 5, (5, 2), (1, 2)), "made", (5, 2, 5, 2)),
        "missed because of poison": (hand(ANN, 6, (5, 2), (2, 1)), "missed", (0, 8, 0, 8)),
        "missed by one: a bump of the bid": (hand(DEE, 7, (6, 4)), "missed", (11, 0, 11, 0)),
        "the bidders sweep: poisoned tricks at 2 each": (hand(ANN, 9, (3, 4), (3, 0)), "made", (9, 4, 9, 4)),
        "a sweep of a single trick": (hand(ANN, 7, (5, 4), (1, 0)), "made", (7, 4, 7, 4)),
        "the bidders sweep and miss all the same": (hand(ANN, 10, (3, 4), (3, 0)), "missed", (0, 14, 0, 14)),
        "the others sweep: poisoned tricks at 1 each": (hand(ANN, 4, (4, 3), (0, 3)), "made", (4, 6, 4, 6)),
        "the others sweep and the bid is missed": (hand(CAL, 5, (4, 3), (0, 3)), "missed", (0, 11, 0, 11)),
        "the lowest bid": (hand(ANN, 1, (1, 9)), "made", (1, 9, 1, 9)),
        "the highest bid": (hand(ANN, 15, (5, 0), (5, 0)), "made", (15, 0, 15, 0)),
        "no trick at all": (hand(ANN, 1, (0, 10)), "missed", (0, 11, 0, 11)),
        "only poisoned tricks that count nothing": (hand(ANN, 1, (0, 8), (1, 1)), "missed", (0, 9, 0, 9)),
        "everyone passed": (PASSED, "passed", (0, 0, 0, 0)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer(GAME, played)) == (outcome, scores)
    assert last(answer(GAME, played, options={"poison_rank": "tars"})) == (outcome, scores)


@cases(
    "options, played, player, why",
    {
        "made": ({}, hand(ANN, 6, (6, 4)), CAL, ["made the bid of 6 with 6 tricks"]),
        "made, for the others": ({}, hand(ANN, 6, (6, 4)), BEA, ["took 4 tricks"]),
        "made, for others without a trick": ({}, hand(ANN, 6, (10, 0)), BEA, ["took no tricks"]),
        "poison": (
            {},
            hand(ANN, 5, (5, 2), (1, 2)),
            ANN,
            ["made the bid of 5 with 5 clean tricks, and 1 poisoned trick without points"],
        ),
        "nothing but poison": (
            {},
            hand(ANN, 5, (8, 0), (1, 1)),
            BEA,
            ["took no clean tricks, and 1 poisoned trick without points"],
        ),
        "a sweep by the bidders": (
            {},
            hand(ANN, 9, (3, 4), (3, 0)),
            ANN,
            [
                "made the bid of 9 with 3 clean tricks, and 3 poisoned tricks at 2 each for sweeping every "
                "Seven"
            ],
        ),
        "a sweep by the others": (
            {},
            hand(ANN, 4, (4, 5), (0, 1)),
            DEE,
            ["took 5 clean tricks, and 1 poisoned trick at 1 each for sweeping every Seven"],
        ),
        "a sweep in Buccaneer": (
            {"poison_rank": "tars"},
            hand(ANN, 4, (4, 5), (0, 1)),
            DEE,
            ["took 5 clean tricks, and 1 poisoned trick at 1 each for sweeping every Tar"],
        ),
        "missed": ({}, hand(ANN, 8, (6, 4)), ANN, ["missed the bid of 8 by 2"]),
        "a bump": ({}, hand(ANN, 8, (6, 4)), BEA, ["took 4 tricks", "bump for the missed bid of 8"]),
        "passed": ({}, PASSED, DEE, ["everyone passed"]),
    },
)
def test_the_reasons_are_given(options: object, played: object, player: str, why: list[str]) -> None:
    assert reasons(answer(GAME, played, options=options), player) == why


def test_the_default_target_is_31() -> None:
    hands = [hand(ANN, 6, (6, 4))] * 6
    assert answer(GAME, *hands[:5])["target"] == 31
    assert answer(GAME, *hands[:5])["winners"] == []
    assert answer(GAME, *hands)["winners"] == [ANN, CAL]


@cases("bidder, winners", {"bid by Ann": (ANN, [ANN, CAL]), "bid by Dee": (DEE, [BEA, DEE])})
def test_a_tie_at_the_target_goes_to_the_side_that_bid(bidder: str, winners: list[str]) -> None:
    scored = answer(GAME, hand(bidder, 5, (5, 5)), options={"target": 5})
    assert set(scored["totals"].values()) == {5}
    assert scored["winners"] == winners


def test_the_deal_passes_after_a_passed_hand() -> None:
    scored = answer(GAME, PASSED, hand(ANN, 5, (5, 5)), {**PASSED, "note": "!", "trump": "none"})
    assert [h["dealer"] for h in scored["hands"]] == [ANN, BEA, CAL]


@cases(
    "played, wrong",
    {
        "a bid of 0": (hand(ANN, 0, (5, 5)), ["bid"]),
        "a bid of 16": (hand(ANN, 16, (5, 0), (5, 0)), ["bid"]),
        "nine tricks": (hand(ANN, 5, (5, 3), (1, 0)), ["clean"]),
        "eleven tricks": (hand(ANN, 5, (5, 5), (1, 0)), ["clean"]),
        "eleven clean tricks": (hand(ANN, 5, (6, 5)), ["clean"]),
        "six poisoned tricks": (hand(ANN, 5, (3, 1), (3, 3)), ["poisoned"]),
        "six poisoned tricks of one side": (hand(ANN, 5, (3, 1), (6, 0)), ["poisoned"]),
        "no poisoned tricks": ({"bidder": ANN, "bid": 5, "clean": {"bidders": 5, "others": 5}}, ["poisoned"]),
        "one side left out": ({**hand(ANN, 5, (5, 5)), "poisoned": {"bidders": 0}}, ["poisoned"]),
        "a sweep of its own": (hand(ANN, 5, (5, 5), sweep=True), ["sweep"]),
        "tricks": (hand(ANN, 5, (5, 5), tricks=5), ["tricks"]),
        "passed, and a bid": ({**PASSED, "bidder": ANN}, ["bidder"]),
        "passed that is no": ({"passed": False}, ["passed"]),
        "passed that is null": ({"passed": None}, ["passed"]),
        "passed that is 1": ({"passed": 1}, ["passed"]),
    },
)
def test_an_impossible_hand_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, played))) == wrong


def test_an_unknown_poison_is_refused() -> None:
    assert fields(refused(sheet(GAME, options={"poison_rank": "knights"}))) == ["poison_rank"]
