"""Tally: points are written down and added up."""

import pytest

from tests.rules.sheets import ANN, BEA, CAL, DEE, answer, cases, each, figures, last, reasons


def points(*figures: int) -> dict[str, dict[str, int]]:
    return {"points": each(*figures)}


@cases(
    "played, scores",
    {
        "everyone’s points": (points(1, 2, 3), (1, 2, 3)),
        "points below zero": (points(-5, 0, 7), (-5, 0, 7)),
        "a player left out scores nothing": ({"points": {BEA: 4}}, (0, 4, 0)),
        "nobody scores": ({"points": {}}, (0, 0, 0)),
        "as many as a sheet can hold": (points(10**9, -(10**9)), (10**9, -(10**9), 0)),
    },
)
def test_round_scores_the_points_entered(played: object, scores: tuple[int, ...]) -> None:
    assert last(answer("tally", played, n=3)) == ("played", scores)


def test_totals_add_up() -> None:
    scored = answer("tally", points(1, 2), points(3, -4), points(5), n=2)
    assert [figures(hand["totals"]) for hand in scored["hands"]] == [(1, 2), (4, -2), (9, -2)]
    assert figures(scored["totals"]) == (9, -2)


def test_reasons() -> None:
    scored = answer("tally", points(3, 0), n=2)
    assert (reasons(scored, ANN), reasons(scored, BEA)) == (["written down"], [])


def test_game_without_a_target_goes_on() -> None:
    scored = answer("tally", points(1000, 2), n=2)
    assert (scored["target"], scored["finished"], scored["winners"]) == (None, False, [])


@cases(
    "options, hands, winners",
    {
        "the target is reached": ({"target": 10}, [points(10, 3, 0)], [ANN]),
        "the target is not reached": ({"target": 11}, [points(10, 3, 0)], []),
        "the highest beyond the target wins": ({"target": 5}, [points(6, 3, 9)], [CAL]),
        "equal totals share the win": ({"target": 5}, [points(9, 3, 9)], [ANN, CAL]),
        "lowest wins: someone reaches the target and the lowest total wins": (
            {"target": 10, "lowest_wins": True},
            [points(10, 3, 4)],
            [BEA],
        ),
        "lowest wins: a low total alone ends nothing": (
            {"target": 10, "lowest_wins": True},
            [points(-20, 3, 4)],
            [],
        ),
        "lowest wins: equal totals share the win": (
            {"target": 10, "lowest_wins": True},
            [points(10, 4, 4)],
            [BEA, CAL],
        ),
        "the agreed number of hands": ({"hands": 2}, [points(1, 2, 0), points(3, 1, 0)], [ANN]),
        "one hand less": ({"hands": 3}, [points(1, 2, 0), points(3, 1, 0)], []),
        "the number of hands, lowest wins": (
            {"hands": 1, "lowest_wins": True},
            [points(1, 2, 0)],
            [CAL],
        ),
        "the target comes before the number of hands": (
            {"hands": 2, "target": 5},
            [points(5, 0, 0)],
            [ANN],
        ),
        "the number of hands comes before the target": (
            {"hands": 1, "target": 50},
            [points(5, 0, 0)],
            [ANN],
        ),
        "after the agreed hands without a point everyone shares": (
            {"hands": 1},
            [points()],
            [ANN, BEA, CAL],
        ),
    },
)
def test_winners_at_the_target_or_after_the_last_round(
    options: object, hands: list[object], winners: list[str]
) -> None:
    scored = answer("tally", *hands, n=3, options=options)
    assert (scored["winners"], scored["finished"]) == (winners, bool(winners))


@cases(
    "options, hand, winners",
    {
        "the highest leads alone": ({}, points(1, 5, 3), [BEA]),
        "two lead": ({}, points(5, 5, 3), []),
        "lowest wins: the lowest leads": ({"lowest_wins": True}, points(1, 5, 3), [ANN]),
        "lowest wins: two lead": ({"lowest_wins": True}, points(3, 5, 3), []),
        "ended before the target": ({"target": 50}, points(1, 5, 3), [BEA]),
        "ended before the last hand": ({"hands": 9}, points(1, 5, 3), [BEA]),
        "totals below zero": ({}, points(-1, -5, -3), [ANN]),
    },
)
def test_winner_of_a_game_ended_early_leads_alone(options: object, hand: object, winners: list[str]) -> None:
    scored = answer("tally", hand, n=3, options=options, finished=True)
    assert (scored["winners"], scored["finished"]) == (winners, True)


@pytest.mark.parametrize("n", [2, 20])
def test_two_to_twenty_can_play(n: int) -> None:
    players = [f"Player {place}" for place in range(n)]
    assert len(answer("tally", players=players)["sides"]) == n


def test_deal_passes_to_the_left() -> None:
    scored = answer("tally", *[points()] * 5, dealer=CAL)
    assert [hand["dealer"] for hand in scored["hands"]] == [CAL, DEE, ANN, BEA, CAL]
    assert scored["next_dealer"] == DEE
