"""Caravan: banking cargoes, and the race to the target."""

from typing import Any

import pytest

from scorekeeper.rules.course import say_coins, say_course
from scorekeeper.rules.engine import play
from scorekeeper.rules.sheet import set_up
from tests.rules.cast import ANN, BEA, CAL
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet

SPECIAL = {"special_rolls": True}


def cargo(*values: int | None, **more: object) -> dict[str, Any]:
    return {"cargo": dict(zip((ANN, BEA, CAL), values, strict=False)), **more}


@cases(
    "hands, scores",
    {
        "everyone banks the cargo": ([cargo(8, 11, None)], (8, 11, 0)),
        "drunks and desperate sailors are banked with it": (
            [cargo(8, 11, 2, specials={ANN: "drunks", BEA: "desperate sailors"})],
            (10, 14, 2),
        ),
        "a wind banks 12; others go on": ([cargo(12, 11, 2, specials={ANN: "favorable wind"})], (12, 11, 2)),
        "a doubled stake adds no points": ([cargo(8, 11, 2, shipwreck={ANN: "doubled"})], (8, 11, 2)),
        "one who withdraws banks nothing": ([cargo(8, 11, None, shipwreck={CAL: "withdrew"})], (8, 11, 0)),
        "a player who withdrew is out": ([cargo(8, 11, shipwreck={CAL: "withdrew"}), cargo(2, 3)], (2, 3, 0)),
        "the same value is banked twice": ([cargo(8, 8, 8), cargo(8, 9, 8)], (8, 9, 8)),
    },
)
def test_round_banks_every_cargo(hands: list[object], scores: tuple[int, ...]) -> None:
    scored = answer("caravan", *hands, n=3, options={**SPECIAL, "wager": 1})
    assert last(scored) == ("banked", scores)
    assert (scored["unit"], scored["target"], scored["carry"]) == ("points", 77, {})


@cases(
    "hands, scores",
    {
        "a value that was banked before scores nothing": ([cargo(8, 9, 10), cargo(8, 8, None)], (0, 8, 0)),
        "however long ago": ([cargo(8, 9, 10), cargo(3, 9, 10), cargo(8, 9, 3)], (0, 0, 3)),
        "what scored nothing stays banked": ([cargo(8, 9, 10), cargo(8, 3, 4), cargo(8, 9, 10)], (0, 0, 0)),
        "the value with its bonus counts": (
            [cargo(8, 8, 10), cargo(8, 6, 8, specials={ANN: "drunks", BEA: "drunks", CAL: "drunks"})],
            (10, 0, 0),
        ),
        "a wind is a 12 like any other": (
            [cargo(12, 12, 3), cargo(12, 9, 4, specials={ANN: "favorable wind", BEA: "desperate sailors"})],
            (0, 0, 4),
        ),
    },
)
def test_bank_once_scores_each_value_once(hands: list[object], scores: tuple[int, ...]) -> None:
    assert last(answer("caravan", *hands, n=3, options={"bank_once": True, **SPECIAL}))[1] == scores


@cases(
    "played, player, why",
    {
        "a cargo": (cargo(8, 9, 10), ANN, "a cargo of 8, but 8 is already banked"),
        "with a bonus": (cargo(3, 9, 10, specials={ANN: "drunks"}), ANN, "a cargo of 3, plus 2 for drunks"),
        "no cargo": (cargo(None, 9, 10), ANN, "no cargo"),
    },
)
def test_reasons(played: object, player: str, why: str) -> None:
    options = {"bank_once": True, **SPECIAL}
    assert reasons(answer("caravan", cargo(8, 8, 8), played, n=3, options=options), player) == [why]


@cases(
    "rounds, winners",
    {
        "a player who reaches the target": ([cargo(12, 3, 3)], [ANN]),
        "everyone finishes the round, and the highest wins": ([cargo(10, 12, 3)], [BEA]),
        "equal totals share the win": ([cargo(11, 11, 3)], [ANN, BEA]),
        "nobody there yet": ([cargo(9, 9, 9)], []),
    },
)
def test_game_ends_after_the_round_that_reaches_the_target(rounds: list[object], winners: list[str]) -> None:
    assert answer("caravan", *rounds, n=3, options={"target": 10})["winners"] == winners


def test_summary_names_everyone_who_banks() -> None:
    setup = set_up(sheet("caravan", n=3))
    rounds = [cargo(9, 12, 5), cargo(9, None, 5), cargo(None, None, None)]
    told = [str(setup.summary(played)) for played in play(setup, rounds).hands]
    assert told == ["Ann banked 9, Bea 12 and Cal 5", "Ann banked 9 and Cal 5", "Nobody banked anything"]


def test_default_target_is_77() -> None:
    rounds = [cargo(12, None, None)] * 6
    assert answer("caravan", *rounds, cargo(4, None, None), n=3)["finished"] is False
    assert answer("caravan", *rounds, cargo(5, None, None), n=3)["winners"] == [ANN]


def test_game_ended_early_is_won_by_a_sole_leader() -> None:
    assert answer("caravan", cargo(8, 9, 3), n=3, finished=True)["winners"] == [BEA]
    assert answer("caravan", cargo(9, 9, 3), n=3, finished=True)["winners"] == []


def test_winners_share_the_wagers() -> None:
    scored = answer("caravan", cargo(11, 11, 3), n=3, options={"target": 10, "wager": 3})
    assert figures(scored["payout"]) == (1, 2, -3)


WRECK = cargo(9, 3, shipwreck={ANN: "doubled", CAL: "withdrew"})


@cases(
    "hands, finished, winners, payout",
    {
        "who doubled puts in another wager, who withdrew leaves it": (
            [WRECK, cargo(11, 3)],
            False,
            [ANN],
            (6, -3, -3),
        ),
        "doubled twice": (
            [WRECK, cargo(2, 12), cargo(2, 12, shipwreck={ANN: "doubled"})],
            False,
            [BEA],
            (-9, 12, -3),
        ),
        "without a winner everyone takes back what they put in": (
            [WRECK, cargo(None, 6)],
            True,
            [],
            (0, 0, 0),
        ),
        "ended early, a player who withdrew can’t win": (
            [cargo(3, 2, 12), cargo(3, 2, shipwreck={CAL: "withdrew"})],
            True,
            [ANN],
            (6, -3, -3),
        ),
        "ended early with one left": (
            [
                cargo(2, 2, 3, shipwreck={ANN: "doubled"}),
                cargo(2, shipwreck={BEA: "withdrew", CAL: "withdrew"}),
            ],
            True,
            [ANN],
            (6, -3, -3),
        ),
        "ended early with nobody left": (
            [{"cargo": {}, "shipwreck": {ANN: "withdrew", BEA: "withdrew", CAL: "withdrew"}}],
            True,
            [],
            (0, 0, 0),
        ),
    },
)
def test_wagers_after_shipwrecks(
    hands: list[object], finished: bool, winners: list[str], payout: tuple[int, ...]
) -> None:
    options = {**SPECIAL, "target": 20, "wager": 3}
    scored = answer("caravan", *hands, n=3, options=options, finished=finished)
    assert (scored["winners"], figures(scored["payout"])) == (winners, payout)


def test_doubled_wager_has_a_reason() -> None:
    scored = answer("caravan", WRECK, n=3, options={**SPECIAL, "wager": 3})
    assert reasons(scored, ANN) == ["paid the wager of 3 once more after a shipwreck", "a cargo of 9"]


def test_unequal_wagers_are_said_at_the_end() -> None:
    options = {**SPECIAL, "target": 20, "wager": 3}
    result = play(set_up(sheet("caravan", n=3, options=options)), [WRECK, cargo(11, 3)])
    assert str(say_coins(result)) == "The pot held 12 coins: 6 from Ann, 3 each from Bea and Cal."


def test_reason_when_a_player_who_withdrew_had_more() -> None:
    hands = [cargo(3, 2, 12), cargo(3, 2, shipwreck={CAL: "withdrew"})]
    result = play(set_up(sheet("caravan", n=3, options=SPECIAL)), hands, finished=True)
    assert str(say_course(result)) == "Ended early: Ann wins with 6, the most of those still playing."


@cases("highest, special", {"plain": (77, {}), "with special rolls": (119, SPECIAL)})
def test_highest_target_is_every_value_once(highest: int, special: dict[str, object]) -> None:
    options = {"bank_once": True, **special}
    assert answer("caravan", n=3, options={"target": highest, **options})["target"] == highest
    assert fields(refused(sheet("caravan", n=3, options={"target": highest + 1, **options}))) == ["target"]


@cases(
    "hands, wrong",
    {
        "nobody left": (
            [
                {"cargo": {}, "shipwreck": {ANN: "withdrew", BEA: "withdrew", CAL: "withdrew"}},
                {"cargo": {}},
            ],
            ["cargo"],
        ),
        "doubled without a wager": ([cargo(8, 9, 3, shipwreck={CAL: "doubled"})], ["shipwreck"]),
        "a player missing": ([cargo(8, 9)], ["cargo"]),
        "a player missing beside a wind": ([cargo(12, 9, specials={ANN: "favorable wind"})], ["cargo"]),
        "a wind with another cargo": ([cargo(9, 9, 9, specials={ANN: "favorable wind"})], ["cargo"]),
        "drunks without a cargo": ([cargo(None, 9, 9, specials={ANN: "drunks"})], ["specials"]),
        "back after withdrawing": ([cargo(8, 9, shipwreck={CAL: "withdrew"}), cargo(8, 9, 2)], ["cargo"]),
        "a trump": ([cargo(8, 9, 2, trump="swords")], ["trump"]),
    },
)
def test_impossible_round_is_refused(hands: list[object], wrong: list[str]) -> None:
    assert fields(refused(sheet("caravan", *hands, n=3, options=SPECIAL))) == wrong


@pytest.mark.parametrize(("option", "value"), [("ante", 1), ("target", 0), ("bank_once", None)])
def test_invalid_house_rule_is_refused(option: str, value: object) -> None:
    assert fields(refused(sheet("caravan", n=3, options={option: value}))) == [option]
