"""Noble's Estate: coins for the Mistress, the Beggar and cards left; marker stones."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL, DEE
from tests.rules.sheets import answer, cases, each, fields, figures, last, reasons, refused, sheet

GAME = "nobles-estate"
STONES = {"stones": True}


def hand(
    winner: str | None, *left: int, mistress: str | None = None, beggar: str | None = None, **more: object
) -> dict[str, Any]:
    """Return a hand; the cards left are those of Ann, Bea, Cal and Dee, 0 for the winner."""
    cards = {"cards_left": {name: count for name, count in each(*left).items() if count}} if left else {}
    return {"winner": winner, **cards, "mistress": mistress, "beggar": beggar, **more}


@cases(
    "played, scores",
    {
        "everyone pays the winner a coin for each card": (hand(ANN, 0, 1, 2, 3), (6, -1, -2, -3)),
        "everyone pays 3 for the Mistress": (hand(ANN, 0, 1, 1, 1, mistress=BEA), (0, 8, -4, -4)),
        "everyone pays 2 for the Beggar": (hand(ANN, 0, 1, 1, 1, beggar=DEE), (1, -3, -3, 5)),
        "both by one player": (hand(ANN, 0, 3, 1, 1, mistress=BEA, beggar=BEA), (0, 12, -6, -6)),
        "both by the winner": (hand(CAL, 5, 5, 0, 5, mistress=CAL, beggar=CAL), (-10, -10, 30, -10)),
        "one each": (hand(DEE, 4, 4, 1, 0, mistress=ANN, beggar=BEA), (3, -1, -6, 4)),
        "a trump beside it changes nothing": (hand(ANN, 0, 1, 2, 3, trump="hearts"), (6, -1, -2, -3)),
    },
)
def test_hand_for_coins(played: object, scores: tuple[int, ...]) -> None:
    assert last(answer(GAME, played)) == ("played", scores)


def test_each_payment_has_a_line() -> None:
    scored = answer(GAME, hand(DEE, 4, 1, 1, 0, mistress=ANN, beggar=BEA))
    why = ["paid by the others for the Mistress", "paid Bea for the Beggar", "paid Dee for 4 cards left"]
    assert reasons(scored, ANN) == why
    why = ["paid Ann for the Mistress", "paid Bea for the Beggar", "paid by the others for cards left"]
    assert reasons(scored, DEE) == why


def test_totals_may_be_negative_and_the_highest_wins() -> None:
    scored = answer(GAME, hand(ANN, 0, 1, 2, 3), hand(BEA, 1, 0, 1, 1), finished=True)
    assert (figures(scored["totals"]), scored["winners"]) == ((5, 2, -3, -4), [ANN])
    assert scored["payout"] == scored["totals"]


@cases(
    "hands, winners",
    {
        "two with the same have won both": ([hand(ANN, 0, 1, 1, 1), hand(BEA, 1, 0, 1, 1)], [ANN, BEA]),
        "nobody when nothing was played": ([], []),
    },
)
def test_finished_game_has_its_winners(hands: list[object], winners: list[str]) -> None:
    assert answer(GAME, *hands, finished=True)["winners"] == winners


@cases(
    "played, wrong",
    {
        "a player without cards left": (hand(ANN, 0, 1, 2), ["cards_left"]),
        "no cards left at all": (hand(ANN), ["cards_left"]),
        "cards left of the winner": (hand(ANN, 1, 1, 2, 3), ["cards_left"]),
        "six cards left": (hand(ANN, 0, 6, 2, 3), ["cards_left"]),
        "none left of a loser": ({**hand(ANN), "cards_left": {BEA: 0, CAL: 1, DEE: 1}}, ["cards_left"]),
        "five left after the Mistress": (hand(ANN, 0, 5, 2, 3, mistress=BEA), ["cards_left"]),
        "five left after the Beggar": (hand(ANN, 0, 5, 2, 3, beggar=BEA), ["cards_left"]),
        "four left after both": (hand(ANN, 0, 4, 2, 3, mistress=BEA, beggar=BEA), ["cards_left"]),
        "no winner": (hand(None), ["winner"]),
        "no winner, and cards left all the same": (hand(None, 1, 1, 1, 1), ["cards_left", "winner"]),
        "a winner left out": ({"mistress": None, "beggar": None, "cards_left": {}}, ["winner"]),
        "the Mistress left out": (
            {key: value for key, value in hand(ANN, 0, 1, 1, 1).items() if key != "mistress"},
            ["mistress"],
        ),
        "the Beggar left out": (
            {key: value for key, value in hand(ANN, 0, 1, 1, 1).items() if key != "beggar"},
            ["beggar"],
        ),
        "cards left that are null": ({**hand(ANN), "cards_left": None}, ["cards_left"]),
        "cards of Zoe": ({**hand(ANN), "cards_left": {BEA: 1, CAL: 1, DEE: 1, "Zoe": 1}}, ["cards_left"]),
        "a suit of the other deck": (hand(ANN, 0, 1, 2, 3, trump="cups"), ["trump"]),
    },
)
def test_impossible_hand_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, played))) == wrong


def test_refusal_of_cards_left_names_the_cards_played() -> None:
    played = hand(ANN, 0, 4, 2, 3, mistress=BEA, beggar=BEA)
    assert str(refused(sheet(GAME, played))[0].message) == (
        "Bea played the Mistress and the Beggar, so has at most 3 cards left, not 4."
    )


@pytest.mark.parametrize(
    "options", [{"pot": 1}, {"pot": 5}, {"pot_split": "most"}, {"stones": False, "pot": 1}]
)
def test_pot_is_refused_without_marker_stones(options: dict[str, object]) -> None:
    (problem,) = refused(sheet(GAME, options=options))
    assert problem.field in options
    assert str(problem.message).endswith("without them there is no pot.")


@pytest.mark.parametrize(
    ("option", "value"), [("pot", -1), ("pot", 1.0), ("pot_split", "half"), ("stones", 1), ("wager", 1)]
)
def test_invalid_house_rule_is_refused(option: str, value: object) -> None:
    assert fields(refused(sheet(GAME, options={**STONES, option: value}))) == [option]


# Marker stones


def test_everyone_starts_with_twenty_stones() -> None:
    scored = answer(GAME, options=STONES)
    assert (scored["unit"], figures(scored["totals"])) == ("stones", (20, 20, 20, 20))
    assert figures(scored["payout"]) == (0, 0, 0, 0)


def test_hand_for_stones_is_paid_like_one_for_coins() -> None:
    scored = answer(GAME, hand(DEE, 4, 4, 1, 0, mistress=ANN, beggar=BEA), options=STONES)
    assert last(scored) == ("played", (3, -1, -6, 4))
    assert (figures(scored["totals"]), scored["carry"], scored["finished"]) == ((23, 19, 14, 24), {}, False)


def most_to(winner: str) -> dict[str, Any]:
    """Return the most expensive hand: 30 stones to the winner, 10 from each of the others."""
    left = {name: 5 for name in each(0, 0, 0, 0) if name != winner}
    return {"winner": winner, "cards_left": left, "mistress": winner, "beggar": winner}


def test_player_pays_at_most_their_stones_and_running_out_ends_the_game() -> None:
    scored = answer(GAME, most_to(ANN), most_to(ANN), options=STONES)
    assert [figures(hand["totals"]) for hand in scored["hands"]] == [(50, 10, 10, 10), (80, 0, 0, 0)]
    assert (scored["finished"], scored["winners"]) == (True, [ANN])
    assert figures(scored["payout"]) == (3, -1, -1, -1)


SHORT = [hand(ANN, 0, 5, 2, 2, mistress=ANN, beggar=ANN), hand(CAL, 5, 5, 0, 2, mistress=CAL)]
"""After these Ann has 36 stones, Bea 2, Cal 34 and Dee 8."""


def short(*more: object, **options: object) -> dict[str, Any]:
    """Return the answer to more hands when Bea has hardly any stones left."""
    return answer(GAME, *SHORT, *more, options={**STONES, **options})


def test_last_stones_are_paid_and_later_claims_are_not() -> None:
    assert figures(short()["totals"]) == (36, 2, 34, 8)
    scored = short(hand(None, mistress=DEE, beggar=ANN))
    assert last(scored) == ("played", (-3, -2, -3, 8))
    assert reasons(scored, BEA) == ["paid Dee all they had left for the Mistress"]
    assert reasons(scored, ANN)[-1] == "not paid for the Beggar, as Bea had no stones left"
    assert (scored["finished"], scored["winners"], scored["carry"]) == (True, [ANN], {})


@cases(
    "played, totals",
    {
        "the last stone goes for the Mistress": (hand(None, mistress=DEE), (33, 0, 31, 16)),
        "the last stone goes for the Beggar": (hand(None, beggar=DEE), (34, 0, 32, 14)),
        "the Beggar comes after the Mistress": (hand(None, mistress=DEE, beggar=BEA), (33, 0, 31, 16)),
        "for cards left, each at most what they hold": (hand(DEE, 1, 5, 1, 0), (35, 0, 33, 12)),
        "a winner given all the same is not paid": (hand(ANN, 0, 1, 1, 1, mistress=DEE), (33, 0, 31, 16)),
    },
)
def test_payment_that_takes_the_last_stone_ends_the_game(played: object, totals: tuple[int, ...]) -> None:
    scored = short(played)
    assert (figures(scored["totals"]), scored["finished"]) == (totals, True)


def test_player_paid_in_time_plays_on() -> None:
    scored = short(hand(DEE, 1, 1, 1, 0, mistress=BEA, beggar=DEE))
    assert (figures(scored["totals"]), scored["finished"]) == ((30, 8, 28, 14), False)


def test_hand_after_the_stones_ran_out_is_refused() -> None:
    (problem,) = refused(sheet(GAME, *SHORT, hand(None, mistress=DEE), hand(ANN, 0, 1, 1, 1), options=STONES))
    assert (problem.hand, problem.field) == (4, "hands")


@cases(
    "played, wrong",
    {
        "no winner while everyone has stones": (hand(None, beggar=BEA), ["winner"]),
        "no winner, and nothing was played": (hand(None), ["winner"]),
        "no winner, but one with few was paid first": (hand(None, mistress=BEA, beggar=DEE), ["winner"]),
        "cards left without a winner": (hand(None, 1, 1, 1, 1, mistress=DEE), ["cards_left"]),
        "a winner whose unpaid hand is wrong": (hand(ANN, 0, 1, 5, 5, mistress=DEE), ["cards_left"]),
    },
)
def test_impossible_hand_for_stones_is_refused(played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, *SHORT, played, options=STONES))) == wrong


@cases(
    "options, paid",
    {
        "by the stones held, the rest to the most": ({}, (2, -1, 0, -1)),
        "by the stones held, a larger pot": ({"pot": 20}, (13, -20, 11, -4)),
        "all to the most stones": ({"pot_split": "most"}, (3, -1, -1, -1)),
        "no pot": ({"pot": 0}, (0, 0, 0, 0)),
    },
)
def test_pot_is_split_by_the_house_rule(options: dict[str, object], paid: tuple[int, ...]) -> None:
    assert figures(short(hand(None, mistress=DEE), **options)["payout"]) == paid


FIVE = [hand(ANN, 0, 1, 1, 1, 1), hand(BEA, 1, 0, 1, 1, 1)]
"""With five players Ann and Bea then have 23 stones each."""


@cases(
    "options, dealer, paid",
    {
        "most: tied, the odd coin from the dealer’s left": ({"pot_split": "most"}, BEA, (2, 1, -1, -1, -1)),
        "most stones: tied, and another dealer": ({"pot_split": "most"}, ANN, (1, 2, -1, -1, -1)),
        "by stones: the rest to the first of the tied": ({}, BEA, (3, 0, -1, -1, -1)),
        "by stones: the rest, and another dealer": ({}, ANN, (0, 3, -1, -1, -1)),
    },
)
def test_players_tied_for_most_stones_split_the_pot(
    options: dict[str, object], dealer: str, paid: tuple[int, ...]
) -> None:
    hands = [FIVE[0], {**FIVE[1], "dealer": dealer}]
    scored = answer(GAME, *hands, n=5, options={**STONES, **options}, finished=True)
    assert figures(scored["totals"]) == (23, 23, 18, 18, 18)
    assert (scored["winners"], figures(scored["payout"])) == ([ANN, BEA], paid)


def test_game_for_stones_finished_before_the_first_hand_has_no_winner() -> None:
    scored = answer(GAME, options={**STONES, "pot": 7}, finished=True)
    assert (scored["winners"], figures(scored["payout"])) == ([], (0, 0, 0, 0))
