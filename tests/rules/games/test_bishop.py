"""Bishop: the bidder's partner changes with every hand."""

from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import play
from tests.rules.cast import ANN, BEA, CAL, DEE, EVE
from tests.rules.sheets import answer, cases, fields, last, reasons, refused, sheet, table_of

PASSED = {"passed": True}


def hand(bidder: str, bid: object, partner: object, made: object = None, **more: object) -> dict[str, Any]:
    told = {} if made is None else {"made": made}
    return {"bidder": bidder, "bid": bid, "partner": partner, "block": "war", **told, **more}


def points(bidders: int, others: int) -> dict[str, Any]:
    return {"points": {"bidders": bidders, "others": others}}


@cases(
    "n, played, outcome, scores",
    {
        "made: bidder and partner score the bid each": (5, hand(ANN, 6, CAL, True), "made", (6, 0, 6, 0, 0)),
        "missed: all against them score the bid": (5, hand(ANN, 6, CAL, False), "missed", (0, 6, 0, 6, 6)),
        "made by four": (4, hand(DEE, 6, BEA, True), "made", (0, 6, 0, 6)),
        "missed by four": (4, hand(DEE, 6, BEA, False), "missed", (6, 0, 6, 0)),
        "alone and made": (5, hand(ANN, 6, None, True), "made", (6, 0, 0, 0, 0)),
        "alone and missed": (5, hand(ANN, 6, None, False), "missed", (0, 6, 6, 6, 6)),
        "the lowest bid": (5, hand(ANN, 1, CAL, True), "made", (1, 0, 1, 0, 0)),
        "the highest bid": (5, hand(ANN, 10, CAL, True), "made", (10, 0, 10, 0, 0)),
        "points that make it exactly": (5, hand(ANN, 6, CAL, **points(6, 4)), "made", (6, 0, 6, 0, 0)),
        "points that make it: just the bid": (5, hand(ANN, 6, CAL, **points(9, 1)), "made", (6, 0, 6, 0, 0)),
        "play that stopped when it was made": (5, hand(ANN, 6, CAL, **points(6, 0)), "made", (6, 0, 6, 0, 0)),
        "play that stopped when missed": (5, hand(ANN, 6, CAL, **points(0, 5)), "missed", (0, 6, 0, 6, 6)),
        "points that miss it by one": (5, hand(ANN, 6, CAL, **points(5, 5)), "missed", (0, 6, 0, 6, 6)),
        "everyone passed": (5, PASSED, "passed", (0, 0, 0, 0, 0)),
        "in peace": (5, hand(ANN, 6, CAL, True, block="peace"), "made", (6, 0, 6, 0, 0)),
        "with a trump": (5, hand(ANN, 6, CAL, True, trump="cups"), "made", (6, 0, 6, 0, 0)),
    },
)
def test_a_bid_scores(n: int, played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("bishop", played, n=n)) == (outcome, scores)
    assert last(answer("bishop", played, n=n, options={"jasper_city": True})) == (outcome, scores)


@cases(
    "played, player, why",
    {
        "made": (hand(ANN, 6, CAL, True), CAL, "made the bid of 6"),
        "made, for the others": (hand(ANN, 6, CAL, True), BEA, "the bid was made"),
        "made with points": (hand(ANN, 6, CAL, **points(7, 3)), ANN, "made the bid of 6, 7 points to 3"),
        "missed": (hand(ANN, 6, CAL, False), ANN, "missed the bid of 6"),
        "points": (hand(ANN, 6, CAL, **points(1, 5)), CAL, "missed the bid of 6, 1 point to 5"),
        "missed, for the others": (hand(ANN, 6, CAL, False), EVE, "the bid of 6 was missed"),
        "passed": (PASSED, EVE, "everyone passed"),
    },
)
def test_the_reasons_are_given(played: object, player: str, why: str) -> None:
    assert reasons(answer("bishop", played, n=5), player) == [why]


@pytest.mark.parametrize(("n", "target"), [(4, 25), (5, 21)])
def test_the_default_target_depends_on_the_number_of_players(n: int, target: int) -> None:
    hands = [hand(ANN, 10, BEA, True), hand(ANN, 10, CAL, True)]
    scored = answer("bishop", *hands, hand(ANN, target - 20, DEE, True), n=n)
    assert (scored["target"], scored["winners"]) == (target, [ANN])
    assert not answer("bishop", *hands, hand(ANN, target - 21 or 1, DEE, False), n=n)["finished"]


@cases(
    "hands, winner",
    {
        "the highest total wins": ([hand(BEA, 3, CAL, True), hand(ANN, 5, BEA, True)], BEA),
        "a tie goes to the bidder": ([hand(ANN, 5, CAL, True)], ANN),
        "even if the bidder is the dealer and sits last": ([hand(ANN, 5, BEA, True)], ANN),
        "without them to the opponent first from the dealer’s left": ([hand(ANN, 5, DEE, False)], BEA),
        "with another dealer it is another opponent": ([hand(ANN, 5, DEE, False, dealer=BEA)], CAL),
        "the dealer sits last in that order": ([hand(ANN, 5, DEE, False, dealer=EVE)], BEA),
    },
)
def test_the_tie_rule(hands: list[object], winner: str) -> None:
    assert answer("bishop", *hands, n=5, options={"target": 5})["winners"] == [winner]


@cases(
    "totals, winners",
    {
        "who leads alone has won": ([hand(ANN, 3, None, True)], [ANN]),
        "the bidder wins no tie of a game ended early": ([hand(ANN, 3, BEA, True)], []),
        "nobody has won before the first hand": ([], []),
    },
)
def test_a_game_ended_early(totals: list[object], winners: list[str]) -> None:
    assert answer("bishop", *totals, n=5, finished=True)["winners"] == winners


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in hand(ANN, 6, CAL, True).items() if key != name}


@cases(
    "game, played, wrong",
    {
        "a bid of 0": ("bishop", hand(ANN, 0, CAL, True), ["bid"]),
        "a bid of 11": ("bishop", hand(ANN, 11, CAL, True), ["bid"]),
        "the bidder as partner": ("bishop", hand(ANN, 6, ANN, True), ["partner"]),
        "a stranger as partner": ("bishop", hand(ANN, 6, "Zoe", True), ["partner"]),
        "no word of the partner": ("bishop", without("partner"), ["partner"]),
        "no word of the block": ("bishop", without("block"), ["block"]),
        "an unknown block": ("bishop", hand(ANN, 6, CAL, True, block="siege"), ["block"]),
        "neither made nor points": ("bishop", without("made"), ["made"]),
        "made and points": ("bishop", hand(ANN, 6, CAL, True, **points(6, 4)), ["points"]),
        "missed and points": ("bishop", hand(ANN, 6, CAL, False, **points(6, 4)), ["points"]),
        "made of null": ("bishop", {**hand(ANN, 6, CAL), "made": None}, ["made"]),
        "points of null": ("bishop", {**hand(ANN, 6, CAL), "points": None}, ["points"]),
        "made as a number": ("bishop", hand(ANN, 6, CAL, 1), ["made"]),
        "points that decide nothing": ("bishop", hand(ANN, 6, CAL, **points(5, 4)), ["points"]),
        "eleven points": ("bishop", hand(ANN, 6, CAL, **points(7, 4)), ["points"]),
        "points of one side": ("bishop", hand(ANN, 6, CAL, points={"bidders": 6}), ["points"]),
        "passed, and a block": ("bishop", {**PASSED, "block": "war"}, ["block"]),
        "partner and points wrong": ("bishop", hand(ANN, 6, ANN, **points(5, 4)), ["partner", "points"]),
        "no word of the partner, and the points wrong": (
            "bishop",
            {"bidder": ANN, "bid": 6, "block": "war", **points(5, 4)},
            ["partner", "points"],
        ),
        "Baronet: no word of the block": ("baronet", without("block"), ["block"]),
        "Baronet: the bidder as partner": ("baronet", hand(ANN, 6, ANN, True), ["partner"]),
        "Baronet: points that decide nothing": ("baronet", hand(ANN, 6, CAL, **points(5, 4)), ["points"]),
    },
)
def test_an_impossible_hand_is_refused(game: str, played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(game, played, n=5))) == wrong


def test_the_refusal_says_what_would_decide() -> None:
    (problem,) = refused(sheet("bishop", hand(ANN, 6, CAL, **points(5, 4)), n=5))
    assert str(problem.message) == ("5 to 4 doesn’t decide it yet: the bidders need 6, or the others 5.")


@cases(
    "game, options, wrong",
    {
        "Baronet has no house rule for Jasper City": ("baronet", {"jasper_city": True}, ["jasper_city"]),
        "Baronet has no target": ("baronet", {"target": 21}, ["target"]),
        "Baronet has no wager": ("baronet", {"wager": 1}, ["wager"]),
        "a stake below zero": ("baronet", {"stake": -1}, ["stake"]),
        "Bishop has no stake": ("bishop", {"stake": 100}, ["stake"]),
    },
)
def test_house_rules_that_do_not_belong_are_refused(game: str, options: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(game, n=5, options=options))) == wrong


@pytest.mark.parametrize("game", ["bishop", "baronet"])
def test_the_bid_in_words(game: str) -> None:
    setup = table_of(CATALOGUE[game])
    for block, word in (("war", "War"), ("peace", "Peace")):
        played = play(setup, [hand(ANN, 6, CAL, True, block=block)]).hands[0]
        assert str(played.hand.describe_bid(setup.table)) == f"Ann bid 6 for {word}"
