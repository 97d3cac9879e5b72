"""Jeu de Tarock: the value of a hand, part by part, and how the game ends."""

from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import read_bidding
from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet, table_of

GAME = "jeu-de-tarock"
PASSED = {"passed": True}


def hand(attacker: str, target: int, taken: float, contract: str = "prise", **more: object) -> dict[str, Any]:
    return {"attacker": attacker, "contract": contract, "target": target, "taken": taken, **more}


MADE, MISSED = hand(ANN, 51, 58), hand(ANN, 51, 45)


@cases(
    "played, value",
    {
        "made by 7: 25 and 7": (MADE, 32),
        "made exactly: 25": (hand(ANN, 51, 51), 25),
        "missed by 6: 25 and 6": (MISSED, -31),
        "a garde doubles": ({**MADE, "contract": "garde"}, 64),
        "a garde sans is four times": ({**MADE, "contract": "garde sans"}, 128),
        "a garde contre is six times": ({**MADE, "contract": "garde contre"}, 192),
        "the Magician for the attack adds 10": ({**MADE, "last_trick_magician": "attack"}, 42),
        "the Magician for the defence takes 10 away": ({**MADE, "last_trick_magician": "defence"}, 22),
        "the Magician counts for an attack that missed": ({**MISSED, "last_trick_magician": "attack"}, -21),
        "the Magician counts for a defence that won": ({**MISSED, "last_trick_magician": "defence"}, -41),
        "the Magician is multiplied": ({**MADE, "last_trick_magician": "attack", "contract": "garde"}, 84),
        "a poignée is not multiplied": ({**MADE, "poignees": [20], "contract": "garde"}, 84),
        "a poignée counts for the side that won": ({**MISSED, "poignees": [40]}, -71),
        "a poignée of fifteen": ({**MADE, "poignees": [60]}, 92),
        "two poignées of ten": ({**MADE, "poignees": [20, 20]}, 72),
        "no poignée": ({**MADE, "poignees": []}, 32),
        "a chelem announced and made": (hand(ANN, 51, 91, chelem="announced", slam="attack"), 65 + 400),
        "a chelem announced and missed": ({**MADE, "chelem": "announced"}, 32 - 200),
        "announced, and every trick lost": (hand(ANN, 51, 0, chelem="announced", slam="defence"), -76 - 200),
        "every trick, not announced": (hand(ANN, 51, 91, slam="attack"), 65 + 200),
        "every trick to the defence": (hand(ANN, 51, 0, slam="defence"), -76 - 200),
        "every trick but the Fool’s": (hand(ANN, 51, 86, slam="attack"), 60 + 200),
        "every trick in a garde contre, but for the Dog and the Fool": (
            hand(ANN, 51, 59, "garde contre", slam="attack"),
            33 * 6 + 200,
        ),
        "no trick, but the discard and the Fool": (hand(ANN, 51, 32, slam="defence"), -44 - 200),
        "no trick in a garde contre, but the Fool": (
            hand(ANN, 51, 5, "garde contre", slam="defence"),
            -71 * 6 - 200,
        ),
        "neither chelem nor slam, written out": ({**MADE, "chelem": None, "slam": None}, 32),
        "all, the Magician last": (hand(ANN, 51, 91, slam="attack", last_trick_magician="attack"), 75 + 200),
    },
)
def test_value_of_a_hand(played: dict[str, Any], value: int) -> None:
    outcome = "made" if played["taken"] >= played["target"] else "missed"
    assert last(answer(GAME, played)) == (outcome, (3 * value, -value, -value, -value))


@cases(
    "played, n, scores",
    {
        "with three the attacker scores twice": (MADE, 3, (64, -32, -32)),
        "with five the attacker scores four times": (MADE, 5, (128, -32, -32, -32, -32)),
        "half a point is rounded up for the attack": (hand(BEA, 51, 51.5), 3, (-26, 52, -26)),
        "half a point is rounded up for the defence": (hand(BEA, 51, 50.5), 3, (26, -52, 26)),
    },
)
def test_attacker_scores_against_every_defender(played: object, n: int, scores: tuple[int, ...]) -> None:
    assert last(answer(GAME, played, n=n))[1] == scores


def test_reasons_explain_each_part() -> None:
    played = hand(ANN, 51, 91, "garde", last_trick_magician="attack", poignees=[20], slam="attack")
    scored = answer(GAME, played)
    assert reasons(scored, ANN) == [
        "made 51 by 40 (25 + 40), × 2 for a garde; 130 from each of 3 defenders",
        "the attack took the last trick with the Magician, × 2 for a garde; 20 from each of 3 defenders",
        "a poignée of 20 for the winning side; 20 from each of 3 defenders",
        "the attack took every trick; 200 from each of 3 defenders",
    ]
    assert reasons(scored, BEA)[0] == "made 51 by 40 (25 + 40), × 2 for a garde"


def test_passed_hand_scores_nothing() -> None:
    scored = answer(GAME, PASSED)
    assert last(scored) == ("passed", (0, 0, 0, 0))
    assert scored["next_dealer"] == BEA


@cases(
    "played, wrong",
    {
        "half a point with four players": (hand(ANN, 51, 50.5), ["taken"]),
        "more points than the deck has": (hand(ANN, 51, 92), ["taken"]),
        "points below zero": (hand(ANN, 51, -1), ["taken"]),
        "a contract of nothing": (hand(ANN, 0, 50), ["target"]),
        "a contract of 92": (hand(ANN, 92, 50), ["target"]),
        "another contract": (hand(ANN, 51, 50, "petite"), ["contract"]),
        "a poignée of 30": ({**MADE, "poignees": [30]}, ["poignees"]),
        "a poignée that is no list": ({**MADE, "poignees": 20}, ["poignees"]),
        "two poignées of 13 trumps": ({**MADE, "poignees": [40, 40]}, ["poignees"]),
        "poignées of 10 and 13 trumps": ({**MADE, "poignees": [20, 40]}, ["poignees"]),
        "three poignées": ({**MADE, "poignees": [20, 20, 20]}, ["poignees"]),
        "every trick for one, the last for the other": (
            {**MADE, "taken": 91, "slam": "attack", "last_trick_magician": "defence"},
            ["last_trick_magician"],
        ),
        "nobody’s Magician, as null": ({**MADE, "last_trick_magician": None}, ["last_trick_magician"]),
        "a chelem that is true": ({**MADE, "chelem": True}, ["chelem"]),
        "every trick, but only 85 points": (hand(ANN, 51, 85, slam="attack"), ["slam"]),
        "every trick in a garde sans, but only 85 points": (
            hand(ANN, 51, 85, "garde sans", slam="attack"),
            ["slam"],
        ),
        "every trick in a garde contre, but only 58 points": (
            hand(ANN, 51, 58, "garde contre", slam="attack"),
            ["slam"],
        ),
        "no trick, but 33 points": (hand(ANN, 51, 33, slam="defence"), ["slam"]),
        "no trick in a garde contre, but 6 points": (
            hand(ANN, 51, 6, "garde contre", slam="defence"),
            ["slam"],
        ),
        "a slam of nobody known": ({**MADE, "slam": "both"}, ["slam"]),
        "no attacker": ({"contract": "prise", "target": 51, "taken": 50}, ["attacker"]),
        "a trump": ({**MADE, "trump": "none"}, ["trump"]),
        "passed, and an attacker all the same": ({**PASSED, "attacker": ANN}, ["attacker"]),
        "passed that is false": ({"passed": False}, ["passed"]),
        "passed with a trump": ({**PASSED, "trump": "none"}, ["trump"]),
    },
)
def test_impossible_hand_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, played))) == wrong


@cases(
    "options, hands, winners",
    {
        "until you end it": ({}, [MADE, MADE], []),
        "until you end it, written out": ({"hands": None}, [MADE, MADE], []),
        "after the agreed number the highest total wins": ({"hands": 2}, [MADE, MADE], [ANN]),
        "a hand that was passed is none of them": ({"hands": 2}, [MADE, PASSED], []),
        "it may come in between": ({"hands": 2}, [MADE, PASSED, hand(BEA, 51, 81)], [BEA]),
        "several share the win": ({"hands": 1}, [MISSED], [BEA, CAL, DEE]),
    },
)
def test_game_ends_after_the_agreed_number_of_hands(
    options: object, hands: list[object], winners: list[str]
) -> None:
    assert answer(GAME, *hands, options=options)["winners"] == winners


EVEN = [hand(name, 51, 58) for name in (ANN, BEA, CAL, DEE)]


def test_nobody_wins_if_all_totals_are_equal() -> None:
    scored = answer(GAME, *EVEN, options={"hands": 4, "wager": 5})
    assert (scored["finished"], scored["winners"], figures(scored["payout"])) == (True, [], (0, 0, 0, 0))


@cases(
    "options, hands, winners",
    {
        "the highest total": ({}, [MADE], [ANN]),
        "the highest totals": ({}, [MISSED], [BEA, CAL, DEE]),
        "nobody when all are equal": ({}, EVEN, []),
        "nobody when nothing was scored": ({}, [PASSED], []),
        "before the agreed number: the sole leader": ({"hands": 9}, [MADE], [ANN]),
        "before the agreed number: nobody leads alone": ({"hands": 9}, [MISSED], []),
    },
)
def test_winners_of_a_game_the_players_ended(
    options: object, hands: list[object], winners: list[str]
) -> None:
    assert answer(GAME, *hands, options=options, finished=True)["winners"] == winners


def test_winners_share_the_wagers_with_odd_coins_from_the_dealers_left() -> None:
    scored = answer(GAME, MISSED, options={"hands": 1, "wager": 2})
    assert figures(scored["payout"]) == (-2, 1, 1, 0)


@cases(
    "hands, payout",
    {
        "a prise raises nothing": ([MADE], (6, -2, -2, -2)),
        "at ×2 the wager once more": ([{**MADE, "contract": "garde"}], (12, -4, -4, -4)),
        "at ×4 three times": ([{**MADE, "contract": "garde sans"}], (24, -8, -8, -8)),
        "at ×6 five times": ([{**MADE, "contract": "garde contre"}], (36, -12, -12, -12)),
        "hand by hand, whoever attacks": (
            [{**MADE, "contract": "garde"}, PASSED, hand(BEA, 51, 50, "garde sans")],
            (30, -10, -10, -10),
        ),
        "several winners share it": ([{**MISSED, "contract": "garde"}], (-4, 2, 1, 1)),
        "without a winner everyone takes it back": ([{**one, "contract": "garde"} for one in EVEN], (0,) * 4),
    },
)
def test_raised_stakes_go_to_the_winner(hands: list[object], payout: tuple[int, ...]) -> None:
    scored = answer(GAME, *hands, options={"wager": 2, "raise_stakes": True}, finished=True)
    assert figures(scored["payout"]) == payout


def test_a_hand_that_raises_the_stakes_says_so() -> None:
    options = {"wager": 2, "raise_stakes": True}
    garde = answer(GAME, {**MADE, "contract": "garde sans"}, options=options)
    assert reasons(garde, BEA)[-1] == "put 6 more in the pot for a garde sans"
    assert "pot" not in reasons(answer(GAME, MADE, options=options), BEA)[-1]


@cases(
    "contract, terms",
    {"a prise": ("prise", []), "a garde": ("garde", ["Everyone puts 2 more in the pot"])},
)
def test_a_bid_says_what_to_put_in_the_pot(contract: str, terms: list[str]) -> None:
    setup = table_of(CATALOGUE[GAME], 4, wager=2, raise_stakes=True)
    bid = {"attacker": ANN, "contract": contract, "target": 51}
    bidding = read_bidding(setup, setup.opening, bid, 1)
    assert [*map(str, bidding.terms(setup.table))] == terms


def test_totals_are_the_payout_when_playing_for_coins() -> None:
    scored = answer(GAME, MADE, options={"play_for_coins": True})
    assert (scored["unit"], scored["finished"]) == ("points", False)
    assert figures(scored["payout"]) == (96, -32, -32, -32)


@cases(
    "options, wrong",
    {
        "a wager beside coins": ({"play_for_coins": True, "wager": 1}, ["wager"]),
        "raised stakes without a wager": ({"raise_stakes": True}, ["raise_stakes"]),
        "raised stakes beside coins": ({"raise_stakes": True, "play_for_coins": True}, ["raise_stakes"]),
        "no hand at all": ({"hands": 0}, ["hands"]),
        "a target": ({"target": 100}, ["target"]),
        "coins that are null": ({"play_for_coins": None}, ["play_for_coins"]),
    },
)
def test_invalid_house_rules_are_refused(options: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, options=options))) == wrong


@pytest.mark.parametrize("n", [2, 6])
def test_other_numbers_of_players_are_refused(n: int) -> None:
    assert fields(refused(sheet(GAME, n=n))) == ["players"]
