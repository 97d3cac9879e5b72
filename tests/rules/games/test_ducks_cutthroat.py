"""Ducks and Geese for single players."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, each, fields, figures, last, reasons, refused
from tests.rules.sheets import sheet as written

GAME = "ducks-and-geese-cutthroat"
BLIND = {"blind_bids": True}
CAP = {"cap_at_bid": True}


def hand(
    bidder: str,
    bid: object,
    tricks: int,
    ducks: tuple[int, ...] = (),
    geese: tuple[int, ...] = (),
    **more: object,
) -> dict[str, Any]:
    cards = {name: each(*counts) for name, counts in (("ducks", ducks), ("geese", geese)) if counts}
    return {"bidder": bidder, "bid": bid, "tricks": tricks, **cards, **more}


@cases(
    "played, outcome, scores",
    {
        "exact: only the bidder scores": (hand(BEA, 5, 3, (2, 2, 1, 0), (0, 0, 0, 1)), "exact", (0, 5, 0, 0)),
        "over: only bidders score tricks": (
            hand(BEA, 4, 3, (2, 2, 1, 0), (0, 1, 0, 1)),
            "over",
            (2, 6, 1, 1),
        ),
        "missed: the bid comes off": (hand(BEA, 7, 3, (2, 2, 1, 0), (0, 0, 0, 1)), "missed", (2, -7, 1, 1)),
        "missed without anything": (hand(BEA, 2, 0), "missed", (0, -2, 0, 0)),
        "the lowest bid": (hand(ANN, 2, 2), "exact", (2, 0, 0, 0)),
        "the highest bid": (hand(ANN, 18, 8, (5,), (5,)), "exact", (18, 0, 0, 0)),
        "ducks without a trick": (hand(ANN, 5, 0, (5, 0, 0, 0)), "exact", (5, 0, 0, 0)),
        "ducks of the others without a trick": (hand(ANN, 4, 8, (0, 5, 0, 0)), "over", (8, 5, 0, 0)),
        "tables of zeros are written": (hand(ANN, 2, 2, (0, 0, 0, 0), (0, 0, 0, 0)), "exact", (2, 0, 0, 0)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer(GAME, played)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "exact: everyone else scores too": (hand(BEA, 5, 3, (2, 2, 1, 0)), "made", (2, 5, 1, 0)),
        "over: just the bid": (hand(BEA, 4, 3, (2, 2, 1, 0)), "made", (2, 4, 1, 0)),
        "missed: as ever": (hand(BEA, 6, 3, (2, 2, 1, 0)), "missed", (2, -6, 1, 0)),
        "blind: just the bid": (hand(BEA, 4, 3, (2, 2, 1, 0), blind=True), "blind_made", (0, 4, 0, 0)),
    },
)
def test_a_house_rule_caps_the_score_at_the_bid(
    played: object, outcome: str, scores: tuple[int, ...]
) -> None:
    assert last(answer(GAME, played, options={**CAP, **BLIND})) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "exact": (hand(BEA, 5, 3, (2, 2, 1, 0), blind=True), "blind_made", (0, 5, 0, 0)),
        "over: the others score 0": (hand(BEA, 4, 3, (2, 2, 1, 0), blind=True), "blind_made", (0, 5, 0, 0)),
        "missed: as ever": (hand(BEA, 6, 3, (2, 2, 1, 0), blind=True), "missed", (2, -6, 1, 0)),
        "not blind": (hand(BEA, 4, 3, (2, 2, 1, 0), blind=False), "over", (2, 5, 1, 0)),
    },
)
def test_blind_bids_score(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer(GAME, played, options=BLIND)) == (outcome, scores)


@cases(
    "options, played, player, why",
    {
        "exact": (
            {},
            hand(BEA, 5, 3, (2, 2, 1, 0)),
            BEA,
            "took exactly the 5 points bid: 3 tricks and 2 ducks",
        ),
        "exact, the others": ({}, hand(BEA, 5, 3, (2, 2, 1, 0)), ANN, "Bea made the bid exactly"),
        "over": ({}, hand(BEA, 3, 3, (2, 2, 1, 0)), BEA, "took 3 tricks and 2 ducks, 2 over the bid of 3"),
        "over, for the others": ({}, hand(BEA, 3, 3, (2, 2, 1, 0)), ANN, "took 2 ducks"),
        "over, for one with nothing": ({}, hand(BEA, 3, 3, (2, 2, 1, 0)), DEE, "took no ducks or geese"),
        "missed": ({}, hand(BEA, 6, 3, (2, 2, 1, 0)), BEA, "lost the bid of 6, missed by 1"),
        "capped": (
            CAP,
            hand(BEA, 3, 3, (2, 2, 1, 0)),
            BEA,
            "made the bid of 3 with 3 tricks and 2 ducks; only the bid counts",
        ),
        "blind": (BLIND, hand(BEA, 3, 3, (2, 2, 1, 0), blind=True), CAL, "Bea made a blind bid"),
    },
)
def test_the_reasons_are_given(options: object, played: object, player: str, why: str) -> None:
    assert reasons(answer(GAME, played, options=options), player) == [why]


@pytest.mark.parametrize("n", [4, 5, 6])
def test_the_default_target_is_21(n: int) -> None:
    scored = answer(GAME, hand(ANN, 8, 8), hand(BEA, 8, 8), hand(ANN, 8, 8), n=n)
    assert (scored["target"], scored["finished"]) == (21, False)
    assert answer(GAME, *[hand(ANN, 8, 8)] * 3, n=n)["winners"] == [ANN]


def test_totals_fall_below_zero() -> None:
    assert figures(answer(GAME, hand(ANN, 5, 0), hand(ANN, 5, 0))["totals"]) == (-10, 0, 0, 0)


@cases(
    "played, winner",
    {
        "the highest total wins": (hand(ANN, 2, 3, (0, 0, 4, 0)), CAL),
        "a tie goes to the bidder": (hand(DEE, 2, 3, (0, 3, 0, 0)), DEE),
        "a tie without the bidder goes to the first from the dealer’s left": (
            hand(ANN, 2, 3, (0, 0, 0, 4), (0, 4, 0, 0)),
            BEA,
        ),
        "the dealer sits last": (hand(DEE, 2, 3, (4, 0, 0, 0), (0, 0, 4, 0)), CAL),
        "with another dealer another player": (hand(DEE, 2, 3, (4, 0, 0, 0), (0, 0, 4, 0), dealer=CAL), ANN),
    },
)
def test_the_tie_rule(played: object, winner: str) -> None:
    assert answer(GAME, played, options={"target": 3})["winners"] == [winner]


@cases(
    "n, options, played, wrong",
    {
        "a bid of 1": (4, {}, hand(ANN, 1, 8), ["bid"]),
        "a bid of 19": (4, {}, hand(ANN, 19, 8), ["bid"]),
        "a zero": (4, BLIND, hand(ANN, 0, 0), ["bid"]),
        "a double zero": (4, BLIND, hand(ANN, "double zero", 0), ["bid"]),
        "nine tricks": (4, {}, hand(ANN, 5, 9), ["tricks"]),
        "six ducks": (4, {}, hand(ANN, 5, 4, (3, 3)), ["ducks"]),
        "six geese": (4, {}, hand(ANN, 5, 4, (), (3, 3)), ["geese"]),
        "geese without a trick": (4, {}, hand(ANN, 5, 0, (), (1,)), ["geese"]),
        "five geese in a trick of four": (4, {}, hand(ANN, 5, 1, (), (5,)), ["geese"]),
        "the others’ geese without a trick": (4, {}, hand(ANN, 5, 8, (), (0, 1)), ["geese"]),
        "five geese in the others’ trick of four": (4, {}, hand(ANN, 5, 7, (), (0, 2, 3)), ["geese"]),
        "blind without the house rule": (4, {}, hand(ANN, 5, 4, blind=True), ["blind"]),
        "ducks of a stranger": (4, {}, hand(ANN, 5, 4) | {"ducks": {"Zoe": 1}}, ["ducks"]),
        "a forfeit": (4, {}, {"forfeit": True}, ["forfeit", "bidder", "bid", "tricks"]),
    },
)
def test_an_impossible_hand_is_refused(n: int, options: object, played: object, wrong: list[str]) -> None:
    assert fields(refused(written(GAME, played, n=n, options=options))) == wrong


@cases("n, geese", {"four players": (4, 4), "five players": (5, 5), "six players": (6, 5)})
def test_a_trick_has_a_card_of_every_player(n: int, geese: int) -> None:
    assert last(answer(GAME, hand(ANN, 2, 1, (), (geese,)), n=n))[1][0] == geese + 1


@pytest.mark.parametrize("n", [3, 7])
def test_the_game_is_for_four_to_six_players(n: int) -> None:
    names = [f"Player {place}" for place in range(n)]
    assert fields(refused(written(GAME, players=names))) == ["players"]


@cases(
    "played, message",
    {
        "without a trick": (hand(ANN, 5, 0, (), (1,)), "With no tricks, Ann can’t have 1 goose."),
        "in one trick": (
            hand(ANN, 5, 7, (), (0, 2, 3)),
            "The others took 1 trick with 4 cards in all, too few for 5 geese.",
        ),
    },
)
def test_too_many_geese_are_refused_with_the_reason(played: object, message: str) -> None:
    (problem,) = refused(written(GAME, played))
    assert str(problem.message) == message
