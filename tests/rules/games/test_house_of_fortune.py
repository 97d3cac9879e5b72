"""House of Fortune: every space of the board, and whose turn it is."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet

GAME = "house-of-fortune"


def rolls(*totals: int) -> list[dict[str, int]]:
    return [{"roll": total} for total in totals]


def test_everyone_starts_with_a_coin_on_the_wedding() -> None:
    scored = answer(GAME, n=3)
    assert (figures(scored["totals"]), scored["carry"]) == ((-1, -1, -1), {"board": {"7": 3}})


@cases(
    "hands, outcome, scores, board",
    {
        "an empty space: leaves a coin": (rolls(9), "left", (-1, 0, 0), {"7": 3, "9": 1}),
        "a space with a coin: takes it": (rolls(9, 9), "took", (0, 1, 0), {"7": 3}),
        "a space that was emptied takes one again": (rolls(9, 9, 9), "left", (0, 0, -1), {"7": 3, "9": 1}),
        "4 is a pass": (rolls(4), "pass", (0, 0, 0), {"7": 3}),
        "7: a coin for the Wedding": (rolls(7), "wedding", (-1, 0, 0), {"7": 4}),
        "2: the Pig takes all but the Wedding’s": (rolls(9, 3, 2), "pig", (0, 0, 2), {"7": 3}),
        "2: the Pig finds nothing": (rolls(2), "pig", (0, 0, 0), {"7": 3}),
        "12: the King takes all": (rolls(9, 12), "king", (0, 4, 0), {}),
        "12: the King finds nothing": (rolls(12, 12), "king", (0, 0, 0), {}),
        "7 after the King": (rolls(12, 7), "wedding", (0, -1, 0), {"7": 1}),
        "2 after the King finds nothing": (rolls(12, 9, 2), "pig", (0, 0, 1), {}),
        "the board lies in order": (rolls(11, 3, 7), "wedding", (0, 0, -1), {"3": 1, "7": 4, "11": 1}),
    },
)
def test_roll_moves_coins_on_the_board(
    hands: list[Any], outcome: str, scores: tuple[int, ...], board: dict[str, int]
) -> None:
    scored = answer(GAME, *hands, n=3)
    assert last(scored) == (outcome, scores)
    assert scored["carry"] == ({"board": board} if board else {})
    assert list(scored["carry"].get("board", {})) == list(board)


@pytest.mark.parametrize("total", [3, 5, 6, 8, 9, 10, 11])
def test_ordinary_space_gets_a_coin_and_loses_it_again(total: int) -> None:
    assert last(answer(GAME, *rolls(total), n=3))[0] == "left"
    assert last(answer(GAME, *rolls(total, total), n=3))[0] == "took"


@cases(
    "direction, hands, rollers",
    {
        "to the left": ("left", rolls(3, 5, 6, 8), [ANN, BEA, CAL, ANN]),
        "to the right": ("right", rolls(3, 5, 6, 8), [ANN, CAL, BEA, ANN]),
        "out of turn": ("left", [{"roll": 3}, {"roll": 5, "player": CAL}, {"roll": 6}], [ANN, CAL, ANN]),
        "out of turn, to the right": ("right", [{"roll": 3, "player": BEA}, {"roll": 5}], [BEA, ANN]),
        "the dealer does not matter": ("left", [{"roll": 3, "dealer": CAL}, {"roll": 5}], [ANN, BEA]),
    },
)
def test_dice_pass_to_the_next_player(direction: str, hands: list[Any], rollers: list[str]) -> None:
    scored = answer(GAME, *hands, n=3, options={"direction": direction})
    assert [
        name for hand in scored["hands"] for line in hand["because"] for name in line["players"]
    ] == rollers


def test_first_player_rolls_first_regardless_of_the_dealer() -> None:
    scored = answer(GAME, {"roll": 3}, n=3, dealer=BEA)
    assert (last(scored)[1], scored["hands"][0]["dealer"]) == ((-1, 0, 0), BEA)


@cases(
    "hands, player, why",
    {
        "left": (rolls(9), ANN, "left a coin on 9"),
        "took": (rolls(9, 9), BEA, "took the coin on 9"),
        "pass": (rolls(4), ANN, "4 moves no coin"),
        "wedding": (rolls(7), ANN, "added a coin to the Wedding"),
        "pig": (rolls(9, 2), BEA, "took 1 coin, but not the Wedding’s"),
        "king": (rolls(9, 12), BEA, "took 4 coins"),
    },
)
def test_reasons(hands: list[Any], player: str, why: str) -> None:
    assert reasons(answer(GAME, *hands, n=3), player) == [why]


@cases(
    "hands, payout, winners",
    {
        "before the first roll everyone takes the coin back": ([], (0, 0, 0), []),
        "coins on the board go back": (rolls(9, 9, 7), (0, 1, -1), [BEA]),
        "odd coins go to the left of the last dealer": (rolls(9), (-1, 1, 0), [BEA, CAL]),
        "nothing lies there": (rolls(12), (2, -1, -1), [ANN]),
    },
)
def test_coins_on_the_board_are_returned_at_the_end(
    hands: list[Any], payout: tuple[int, ...], winners: list[str]
) -> None:
    scored = answer(GAME, *hands, n=3, finished=True)
    assert (figures(scored["payout"]), scored["winners"]) == (payout, winners)


@cases(
    "played, wrong",
    {
        "a roll of one": ({"roll": 1}, ["roll"]),
        "a roll of thirteen": ({"roll": 13}, ["roll"]),
        "no roll": ({"player": ANN}, ["roll"]),
        "a stranger": ({"roll": 5, "player": "Zoe"}, ["player"]),
        "a player that is null": ({"roll": 5, "player": None}, ["player"]),
        "a trump": ({"roll": 5, "trump": "none"}, ["trump"]),
    },
)
def test_impossible_roll_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, played, n=3))) == wrong


def test_unknown_direction_is_refused() -> None:
    assert fields(refused(sheet(GAME, n=3, options={"direction": "up"}))) == ["direction"]


def test_who_has_joined_for_the_next_roll_shares_the_most_coins_before_rolling() -> None:
    options = {"presence": {CAL: {"from": 2}}}
    scored = answer(GAME, *rolls(9), n=3, options=options, finished=True)
    assert figures(scored["totals"]) == (-2, -1, -1)
    assert scored["winners"] == [BEA, CAL]
