"""Hazard: who wins with which roll, and what the bets are paid."""

from functools import partial
from itertools import product
from typing import Any

import pytest

from scorekeeper.rules.engine import play
from scorekeeper.rules.games.hazard import HazardRules, decision_of, roll_stages, ways_to_roll
from scorekeeper.rules.sheet import set_up
from scorekeeper.rules.table import Table
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet

WINS = {5: {5}, 6: {6, 12}, 7: {7, 11}, 8: {8, 12}, 9: {9}}
WON, LOST = ("won", (-60, 60, 0, 0)), ("lost", (60, -60, 0, 0))
LOSES = {5: {2, 3, 11, 12}, 6: {2, 3, 11}, 7: {2, 3, 12}, 8: {2, 3, 11}, 9: {2, 3, 11, 12}}


def bet(player: str, on: str, coins: object) -> dict[str, object]:
    return {"player": player, "on": on, "coins": coins}


def hand(main: int, *rolls: object, bets: list[object] | None = None, **more: object) -> dict[str, Any]:
    """Return a round in which Ann has the bank and Bea shoots with a stake of 60."""
    stake = [bet(BEA, "win", 60)] if bets is None else bets
    return {"bank": ANN, "shooter": BEA, "main": main, "rolls": list(rolls), "bets": stake, **more}


@pytest.mark.parametrize("dice", [2, 3])
@pytest.mark.parametrize("main", range(5, 10))
def test_first_roll_wins_loses_or_sets_the_chance(main: int, dice: int) -> None:
    for roll in range(2, 19):
        played = partial(answer, "hazard", options={"dice": dice, "odds": "even"})
        alone = sheet("hazard", hand(main, roll), options={"dice": dice})
        if not dice <= roll <= 6 * dice:
            assert fields(refused(alone)) == ["rolls"]
        elif roll in WINS[main]:
            assert last(played(hand(main, roll))) == WON, roll
        elif roll in LOSES[main]:
            assert last(played(hand(main, roll))) == LOST, roll
        else:
            assert fields(refused(alone)) == ["rolls"]
            assert last(played(hand(main, roll, roll))) == WON, roll
            assert last(played(hand(main, roll, main))) == LOST, roll


def test_only_the_chance_or_the_main_decides_after_the_first_roll() -> None:
    assert last(answer("hazard", hand(7, 4, 2, 3, 11, 12, 4)))[0] == "won"
    assert last(answer("hazard", hand(7, 4, 2, 3, 11, 12, 7)))[0] == "lost"
    assert decision_of(7, [4, 2, 3, 11, 12]) is None


def table(dice: int = 2) -> Table[HazardRules]:
    return Table.by_name((ANN, BEA, CAL), HazardRules(dice=dice, odds="fair"))


@pytest.mark.parametrize("dice", [2, 3])
@pytest.mark.parametrize("main", range(5, 10))
def test_stages_agree_with_the_decision(main: int, dice: int) -> None:
    totals = range(dice, 6 * dice + 1)
    course = roll_stages(table(dice), main)
    for rolls in product(totals, repeat=3):
        stage = course[""]
        for number, roll in enumerate(rolls, start=1):
            stage = course[stage.leads.get(roll, stage.otherwise)]
            decision = decision_of(main, rolls[:number])
            assert bool(stage.leads) == (decision is None)
            if decision:
                assert str(stage.says) == f"{roll}: the shooter {'wins' if decision.won else 'loses'}"
                break
        else:
            assert str(stage.says) == f"Keep rolling: {rolls[0]} wins, {main} loses"


def test_stage_names_the_winning_and_losing_rolls() -> None:
    course = roll_stages(table(), 7)
    assert str(course[""].says) == "7 or 11 wins; 2, 3 or 12 loses"
    assert str(roll_stages(table(3), 7)[""].says) == "7 or 11 wins; 3 or 12 loses"
    assert str(course[course[""].leads[5]].says) == "5 is the chance: 5 wins, 7 loses"


@cases(
    "rolls, shooter, usual",
    {
        "the first player holds the bank first": (None, BEA, {"bank": ANN, "shooter": BEA}),
        "a winning shooter shoots again": ([7], BEA, {"bank": ANN, "shooter": BEA}),
        "a losing shooter passes the dice to the left": ([2], BEA, {"bank": ANN, "shooter": CAL}),
        "the dice skip the bank": ([2], DEE, {"bank": ANN, "shooter": BEA}),
    },
)
def test_prefill_keeps_the_bank_and_a_winning_shooter(
    rolls: list[int] | None, shooter: str, usual: dict[str, str]
) -> None:
    setup = set_up(sheet("hazard"))
    shots = [] if rolls is None else [{**hand(7, *rolls, bets=[]), "shooter": shooter}]
    assert setup.prefill(play(setup, shots).state) == usual


@cases(
    "bets, terms",
    {
        "nobody bets": ([], ["Ann holds the bank", "No bets"]),
        "bets of a player are added up": (
            [bet(BEA, "win", 5), bet(CAL, "lose", 3), bet(CAL, "lose", 4), bet(DEE, "win", 2)],
            ["Ann holds the bank", "On the shooter: Bea 5 and Dee 2", "Against the shooter: Cal 7"],
        ),
    },
)
def test_terms_say_who_stakes_what(bets: list[object], terms: list[str]) -> None:
    setup = set_up(sheet("hazard"))
    played = play(setup, [hand(7, 7, bets=bets)]).hands[0].hand
    assert [*map(str, played.terms(setup.table))] == terms


@pytest.mark.parametrize(
    ("dice", "counts"),
    [(2, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]), (3, [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1])],
)
def test_ways_to_roll_each_total(dice: int, counts: list[int]) -> None:
    assert [ways_to_roll(total, dice) for total in range(dice, 6 * dice + 1)] == counts


@cases(
    "main, rolls, coins, dice, paid",
    {
        "4 against 7: six ways to three": (7, (4, 4), 60, 2, 120),
        "10 against 7": (7, (10, 10), 60, 2, 120),
        "5 against 7: six ways to four": (7, (5, 5), 60, 2, 90),
        "6 against 7: six ways to five": (7, (6, 6), 60, 2, 72),
        "7 against 5: four ways to six": (5, (7, 7), 60, 2, 40),
        "what is no whole coin is not paid": (7, (6, 6), 9, 2, 10),
        "a single coin may be paid nothing": (5, (7, 7), 1, 2, 0),
        "three dice: 10 against 7": (7, (10, 10), 60, 3, 33),
        "three dice: 18 against 9": (9, (18, 18), 60, 3, 1500),
    },
)
def test_bet_on_a_chance_pays_true_odds(
    main: int, rolls: tuple[int, ...], coins: int, dice: int, paid: int
) -> None:
    played = hand(main, *rolls, bets=[bet(BEA, "win", coins)])
    assert last(answer("hazard", played, options={"dice": dice}))[1] == (-paid, paid, 0, 0)


@cases(
    "played, scores",
    {
        "against one who lost at once: 1 to 1": (hand(7, 2, bets=[bet(CAL, "lose", 9)]), (-9, 0, 9, 0)),
        "against the shooter, who lost to the main: the ways of the chance to those of the main": (
            hand(7, 4, 7, bets=[bet(CAL, "lose", 60)]),
            (-30, 0, 30, 0),
        ),
        "against the shooter, who won": (hand(7, 11, bets=[bet(CAL, "lose", 9)]), (9, 0, -9, 0)),
        "a lost bet is lost at any odds": (hand(7, 4, 7, bets=[bet(BEA, "win", 60)]), (60, -60, 0, 0)),
        "several bets of one player": (
            hand(
                7, 7, bets=[bet(BEA, "win", 5), bet(CAL, "win", 2), bet(CAL, "lose", 1), bet(CAL, "win", 1)]
            ),
            (-7, 5, 2, 0),
        ),
        "each bet is rounded": (hand(7, 6, 6, bets=[bet(CAL, "win", 1), bet(CAL, "win", 1)]), (-2, 0, 2, 0)),
        "no bets": (hand(7, 7, bets=[]), (0, 0, 0, 0)),
    },
)
def test_bet_scores(played: object, scores: tuple[int, ...]) -> None:
    assert last(answer("hazard", played))[1] == scores


@cases(
    "played, player, why",
    {
        "on the first roll": (
            hand(7, 11),
            BEA,
            ["bet 60 on the shooter, and Bea won with 11 on the first roll; paid 1 to 1"],
        ),
        "the bank": (hand(7, 11), ANN, ["paid Bea’s bet on the shooter"]),
        "the chance": (
            hand(7, 4, 4),
            BEA,
            ["bet 60 on the shooter, and Bea rolled the chance, 4; paid 2 to 1"],
        ),
        "the main": (hand(7, 4, 7), BEA, ["bet 60 on the shooter, and Bea rolled 7 before the chance, 4"]),
        "lost at once": (hand(7, 2), BEA, ["bet 60 on the shooter, and Bea lost with 2 on the first roll"]),
        "the bank takes": (hand(7, 2), ANN, ["collected Bea’s bet on the shooter"]),
    },
)
def test_reasons(played: object, player: str, why: list[str]) -> None:
    assert reasons(answer("hazard", played), player) == why


@cases(
    "played, wrong, fragment",
    {
        "nothing rolled": (hand(7), ["rolls"], "at least one roll"),
        "not decided yet": (hand(7, 5, 6), ["rolls"], "Keep rolling until 5 (the chance) or 7 comes up"),
        "a roll after the first decided": (hand(7, 7, 4), ["rolls"], "The 7 decided the round"),
        "a roll after the chance": (hand(7, 4, 4, 5), ["rolls"], "The 4 decided the round"),
        "a roll after the main": (hand(7, 4, 7, 7), ["rolls"], "The 7 decided the round"),
        "a roll of one": (hand(7, 1), ["rolls"], "at least 2"),
        "a roll of thirteen": (hand(7, 13), ["rolls"], "at most 12"),
        "rolls that are a number": ({**hand(7), "rolls": 7}, ["rolls"], "list"),
        "a roll as text": (hand(7, "7"), ["rolls"], "whole number"),
        "a main of four": (hand(4, 4), ["main"], "at least 5"),
        "a main of ten": (hand(10, 10), ["main"], "at most 9"),
        "the bank shoots": ({**hand(7, 7), "bank": BEA}, ["shooter"], "Bea holds the bank"),
        "the bank bets": (hand(7, 7, bets=[bet(ANN, "win", 1)]), ["bets"], "Ann holds the bank"),
        "the shooter bets to lose": (hand(7, 7, bets=[bet(BEA, "lose", 1)]), ["bets"], "can only bet to win"),
        "the shooter has two bets": (
            hand(7, 7, bets=[bet(BEA, "win", 1)] * 2),
            ["bets"],
            "one bet, not 2",
        ),
        "a bet of nothing": (hand(7, 7, bets=[bet(CAL, "win", 0)]), ["bets"], "at least 1"),
        "a bet on the bank": (hand(7, 7, bets=[bet(CAL, "bank", 1)]), ["bets"], "win or lose"),
        "a bet of a stranger": (hand(7, 7, bets=[bet("Zoe", "win", 1)]), ["bets"], "Zoe isn’t playing"),
        "a bet of no coins": (hand(7, 7, bets=[{"player": CAL, "on": "win"}]), ["bets"], "Enter the coins."),
        "a bet with odds": (hand(7, 7, bets=[{**bet(CAL, "win", 1), "odds": 2}]), ["bets"], "no “odds”"),
        "no bets": ({k: v for k, v in hand(7, 7).items() if k != "bets"}, ["bets"], "Enter the bets."),
        "a trump": (hand(7, 7, trump="none"), ["trump"], "no “trump”"),
    },
)
def test_impossible_round_is_refused(played: object, wrong: list[str], fragment: str) -> None:
    problems = refused(sheet("hazard", played))
    assert fields(problems) == wrong
    assert fragment in str(problems[0].message)


def test_every_problem_with_the_bets_is_listed() -> None:
    played = hand(7, 7, bets=[bet(ANN, "win", 1), bet(BEA, "lose", 1)])
    assert fields(refused(sheet("hazard", played))) == ["bets", "bets"]


def test_refused_bet_names_the_player() -> None:
    played = hand(7, 7, bets=[bet(BEA, "win", 1), bet(CAL, "lose", 0)])
    assert str(refused(sheet("hazard", played))[0].message) == "Cal: Coins must be at least 1, not 0."


@pytest.mark.parametrize(("option", "value"), [("dice", 1), ("dice", 4), ("odds", "mat"), ("wager", 1)])
def test_invalid_house_rule_is_refused(option: str, value: object) -> None:
    assert fields(refused(sheet("hazard", options={option: value}))) == [option]


def test_most_coins_win_and_the_deal_passes_left() -> None:
    scored = answer("hazard", hand(7, 7), hand(7, 2), hand(7, 2), finished=True)
    assert figures(scored["payout"]) == (60, -60, 0, 0)
    assert (scored["winners"], scored["next_dealer"]) == ([ANN], DEE)
