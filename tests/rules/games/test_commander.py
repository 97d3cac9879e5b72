"""Commander, Captain, and Company: three piles, and what is carried over."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet

GAME = "commander-captain-company"


def hand(commander: str | None, captain: str | None, company: str | None, **more: object) -> dict[str, Any]:
    return {"commander": commander, "captain": captain, "company": company, **more}


@cases(
    "played, scores, left",
    {
        "three winners": (hand(ANN, BEA, CAL), (1, 1, 1, -3), {}),
        "one wins everything": (hand(BEA, BEA, BEA), (-3, 9, -3, -3), {}),
        "nobody had most tricks": (hand(None, BEA, CAL), (-3, 1, 1, -3), {"commander": 4}),
        "nobody had the King": (hand(ANN, None, ANN), (5, -3, -3, -3), {"captain": 4}),
        "no winner": (hand(None, None, None), (-3, -3, -3, -3), {"commander": 4, "captain": 4, "company": 4}),
        "with a trump": (hand(ANN, BEA, CAL, trump="spades"), (1, 1, 1, -3), {}),
    },
)
def test_hand_pays_out_its_piles(played: object, scores: tuple[int, ...], left: dict[str, int]) -> None:
    scored = answer(GAME, played)
    assert last(scored) == ("played", scores)
    assert scored["carry"] == scored["hands"][-1]["carry"] == left


@cases(
    "options, totals",
    {
        "it takes the next ante too": ({}, (10, 2, -6, -6)),
        "it takes no ante where you agreed so": ({"added_ante": False}, (7, 3, -5, -5)),
        "with a higher ante": ({"ante": 5}, (50, 10, -30, -30)),
    },
)
def test_carried_over_pile_is_won_with_later_antes(options: object, totals: tuple[int, ...]) -> None:
    scored = answer(GAME, hand(None, BEA, BEA), hand(ANN, ANN, ANN), options=options)
    assert (figures(scored["totals"]), scored["carry"]) == (totals, {})


def test_carried_over_pile_gets_no_ante_without_the_house_rule() -> None:
    nobody = hand(None, ANN, ANN)
    scored = answer(GAME, nobody, nobody, nobody, options={"added_ante": False})
    assert scored["carry"] == {"commander": 4}


def test_each_ante_and_each_pile_won_has_a_line() -> None:
    assert reasons(answer(GAME, hand(ANN, BEA, ANN)), ANN) == [
        "paid the ante for the Commander pile",
        "won the Commander pile with the most tricks",
        "paid the ante for the Captain pile",
        "paid the ante for the Company pile",
        "won the Company pile with the best three of a kind",
    ]


@cases(
    "hands, payout, winners",
    {
        "a pile goes back in equal parts": ([hand(ANN, ANN, None)], (6, -2, -2, -2), [ANN]),
        "coins given back win nothing": ([hand(None, None, None)], (0, 0, 0, 0), []),
        "nothing was played": ([], (0, 0, 0, 0), []),
    },
)
def test_finished_game_returns_the_piles(
    hands: list[object], payout: tuple[int, ...], winners: list[str]
) -> None:
    scored = answer(GAME, *hands, finished=True)
    assert (figures(scored["payout"]), scored["winners"]) == (payout, winners)


def test_coins_on_the_table_stay_in_the_answer() -> None:
    scored = answer(GAME, hand(ANN, ANN, None), finished=True)
    assert (figures(scored["totals"]), scored["carry"]) == ((5, -3, -3, -3), {"company": 4})


def test_payout_leaves_out_the_piles_of_an_unfinished_game() -> None:
    scored = answer(GAME, hand(ANN, ANN, None))
    assert scored["payout"] == scored["totals"]


@cases(
    "played, wrong",
    {
        "a pile left out": ({"commander": ANN, "captain": BEA}, ["company"]),
        "a stranger": (hand("Zoe", BEA, CAL), ["commander"]),
        "several winners": ({**hand(ANN, BEA, CAL), "captain": [ANN, BEA]}, ["captain"]),
        "a suit of the other deck": (hand(ANN, BEA, CAL, trump="anchors"), ["trump"]),
        "everything left out": ({}, ["commander", "captain", "company"]),
    },
)
def test_impossible_hand_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, played))) == wrong


@pytest.mark.parametrize(("option", "value"), [("ante", 0), ("ante", "1"), ("added_ante", 0), ("wager", 1)])
def test_invalid_house_rule_is_refused(option: str, value: object) -> None:
    assert fields(refused(sheet(GAME, options={option: value}))) == [option]


def test_three_players_are_refused() -> None:
    assert fields(refused(sheet(GAME, n=3))) == ["players"]
