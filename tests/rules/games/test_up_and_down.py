"""Up and Down for coins: the leader must take more than half, usually with a partner."""

from typing import Any

import pytest

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import play
from tests.rules.cast import ANN, BEA, CAL, DEE, EVE
from tests.rules.sheets import answer, cases, fields, figures, last, reasons, refused, sheet, table_of

GAME = "up-and-down"
INFORMAL = {"opening": "informal"}
BACK = {"taken_back": True}


def hand(leader: str, partner: object, bidders: int, others: int, **more: object) -> dict[str, Any]:
    taken = {"bidders": bidders, "others": others}
    return {"leader": leader, "partner": partner, "points": taken, **more}


def red(leader: str, bidders: int, others: int, **more: object) -> dict[str, Any]:
    return {"leader": leader, "red": True, "points": {"bidders": bidders, "others": others}, **more}


def nobody_leads(last: str, **more: object) -> dict[str, Any]:
    return {"no_leader": True, "last": last, **more}


@cases(
    "played, outcome, scores",
    {
        "made: losers pay 2, leader and partner get 3": (hand(ANN, CAL, 12, 10), "made", (3, -2, 3, -2, -2)),
        "missed: the leader pays 2 to each opponent": (hand(ANN, CAL, 10, 12), "missed", (-6, 2, 0, 2, 2)),
        "a tie is not enough": (hand(ANN, CAL, 11, 11), "missed", (-6, 2, 0, 2, 2)),
        "made with fewer tricks split": (hand(BEA, ANN, 7, 6), "made", (3, 3, -2, -2, -2)),
        "every trick split, all for the leader’s side": (hand(ANN, CAL, 22, 0), "made", (3, -2, 3, -2, -2)),
        "the fewest with a partner": (hand(ANN, CAL, 2, 10), "missed", (-6, 2, 0, 2, 2)),
        "red, made: 2 from everyone": (red(ANN, 11, 10), "made", (8, -2, -2, -2, -2)),
        "red, missed: 2 to everyone": (red(ANN, 5, 6), "missed", (-8, 2, 2, 2, 2)),
        "red, a tie": (red(ANN, 11, 11), "missed", (-8, 2, 2, 2, 2)),
        "red, the partner written as nobody": (red(ANN, 11, 10, partner=None), "made", (8, -2, -2, -2, -2)),
        "red, every trick of the others split": (red(ANN, 0, 22), "missed", (-8, 2, 2, 2, 2)),
        "no partner: as red, made": (hand(ANN, None, 6, 5), "made", (8, -2, -2, -2, -2)),
        "no partner: as red, missed": (hand(ANN, None, 6, 10), "missed", (-8, 2, 2, 2, 2)),
        "no partner, all eleven": (hand(ANN, None, 11, 0), "made", (8, -2, -2, -2, -2)),
        "not red, said so": (hand(ANN, CAL, 12, 10, red=False), "made", (3, -2, 3, -2, -2)),
        "the dealer takes the hand back": (BACK, "taken_back", (-4, 1, 1, 1, 1)),
        "another dealer takes it back": ({**BACK, "dealer": CAL}, "taken_back", (1, 1, -4, 1, 1)),
    },
)
def test_a_hand_is_paid(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer(GAME, played, n=5)) == (outcome, scores)
    assert sum(scores) == 0


def evening(*hands: object, **setup: object) -> Any:
    return answer(GAME, *hands, n=5, options=INFORMAL, **setup)


@cases(
    "hands, scores, carry",
    {
        "nobody leads: everyone pays 1, the last 2": ([nobody_leads(CAL)], (-1, -1, -2, -1, -1), {"pot": 6}),
        "it grows": ([nobody_leads(CAL), nobody_leads(ANN)], (-2, -1, -1, -1, -1), {"pot": 12}),
        "leader and partner share it": ([nobody_leads(CAL), hand(ANN, CAL, 12, 10)], (6, -2, 6, -2, -2), {}),
        "red takes it all": ([nobody_leads(CAL), red(ANN, 11, 10)], (14, -2, -2, -2, -2), {}),
        "a leader alone takes it all": ([nobody_leads(CAL), hand(ANN, None, 6, 5)], (14, -2, -2, -2, -2), {}),
        "three opponents share it": ([nobody_leads(CAL), hand(ANN, CAL, 10, 12)], (-6, 4, 0, 4, 4), {}),
        "four share it, two coins stay": ([nobody_leads(CAL), red(ANN, 5, 6)], (-8, 3, 3, 3, 3), {"pot": 2}),
        "what stayed": ([nobody_leads(CAL), red(ANN, 5, 6), hand(ANN, CAL, 12, 10)], (4, -2, 4, -2, -2), {}),
        "what stayed is too little to share": (
            [nobody_leads(CAL), red(ANN, 5, 6), hand(ANN, CAL, 10, 12)],
            (-6, 2, 0, 2, 2),
            {"pot": 2},
        ),
        "it grows on what stayed": (
            [nobody_leads(CAL), red(ANN, 5, 6), nobody_leads(EVE)],
            (-1, -1, -1, -1, -2),
            {"pot": 8},
        ),
    },
)
def test_the_pot_of_an_informal_opening(hands: list[object], scores: object, carry: object) -> None:
    scored = evening(*hands)
    assert (last(scored)[1], scored["carry"]) == (scores, carry)
    assert sum(scored["totals"].values()) + sum(scored["carry"].values()) == 0


def test_the_deal_passes_when_nobody_leads() -> None:
    scored = evening(nobody_leads(CAL), nobody_leads(ANN), hand(ANN, CAL, 12, 10))
    assert [played["dealer"] for played in scored["hands"]] == [ANN, BEA, CAL]
    assert [played["outcome"] for played in scored["hands"]] == ["no_leader", "no_leader", "made"]


def test_the_pot_is_not_paid_out_while_the_game_is_on() -> None:
    scored = evening(nobody_leads(CAL))
    assert figures(scored["payout"]) == figures(scored["totals"]) == (-1, -1, -2, -1, -1)


def test_a_pot_left_at_the_end_is_returned_with_odd_coins_from_the_dealers_left() -> None:
    scored = evening(nobody_leads(CAL), finished=True)
    assert figures(scored["totals"]) == (-1, -1, -2, -1, -1)
    assert figures(scored["payout"]) == (0, 1, -1, 0, 0)
    assert (scored["carry"], scored["winners"]) == ({"pot": 6}, [ANN, BEA, DEE, EVE])


def test_odd_coins_follow_the_dealer_of_the_last_hand() -> None:
    scored = evening(nobody_leads(CAL), red(ANN, 5, 6), finished=True)
    assert figures(scored["totals"]) == (-9, 2, 1, 2, 2)
    assert figures(scored["payout"]) == (-9, 2, 2, 3, 2)
    assert scored["winners"] == [BEA, DEE, EVE]


@cases(
    "hands, winners",
    {
        "the highest totals have won": ([hand(ANN, CAL, 12, 10)], [ANN, CAL]),
        "nobody has won before the first hand": ([], []),
    },
)
def test_a_finished_game(hands: list[object], winners: list[str]) -> None:
    scored = answer(GAME, *hands, n=5, finished=True)
    assert (scored["finished"], scored["winners"], scored["unit"]) == (True, winners, "coins")


@pytest.mark.parametrize("stake", [0, 1, 30])
def test_players_may_borrow_beyond_the_stake(stake: int) -> None:
    scored = answer(GAME, *[red(ANN, 5, 6)] * 6, n=5, options={"stake": stake})
    assert figures(scored["totals"]) == (-48, 12, 12, 12, 12)


@cases(
    "played, player, why",
    {
        "made, the leader": (hand(ANN, CAL, 12, 10), ANN, ["made it 12 to 10, half of the 6 paid"]),
        "made, a loser": (hand(ANN, CAL, 12, 10), BEA, ["Ann made it 12 to 10"]),
        "missed, the leader": (
            hand(ANN, CAL, 10, 12),
            ANN,
            ["missed it 10 to 12 and paid 2 to each opponent"],
        ),
        "missed, the partner": (hand(ANN, CAL, 10, 12), CAL, ["only the leader pays for a miss"]),
        "missed, an opponent": (hand(ANN, CAL, 10, 12), BEA, ["Ann missed it 10 to 12"]),
        "red, made": (red(ANN, 11, 10), ANN, ["red, made it 11 to 10, 2 from each opponent"]),
        "red, missed": (red(ANN, 5, 6), ANN, ["red, missed it 5 to 6 and paid 2 to each opponent"]),
        "without a partner": (hand(ANN, None, 6, 5), ANN, ["alone, made it 6 to 5, 2 from each opponent"]),
        "taken back": (BACK, ANN, ["took the hand back and paid 1 to each of the other 4"]),
        "taken back, for the others": (BACK, BEA, ["Ann took the hand back"]),
    },
)
def test_the_reasons_are_given(played: object, player: str, why: list[str]) -> None:
    assert reasons(answer(GAME, played, n=5), player) == why


@cases(
    "hands, player, why",
    {
        "nobody led": ([nobody_leads(CAL)], ANN, ["paid into the pot, as nobody led"]),
        "last": (
            [nobody_leads(CAL)],
            CAL,
            ["paid into the pot, as nobody led", "paid 1 more for being last"],
        ),
        "the pot is shared": (
            [nobody_leads(CAL), hand(ANN, CAL, 12, 10)],
            ANN,
            ["made it 12 to 10, half of the 6 paid", "a share of the pot of 6"],
        ),
        "some of it stays": (
            [nobody_leads(CAL), red(ANN, 5, 6)],
            BEA,
            ["Ann missed it 5 to 6", "a share of the pot of 6; 2 coins left in it"],
        ),
        "one takes it": (
            [nobody_leads(CAL), red(ANN, 6, 5)],
            ANN,
            ["red, made it 6 to 5, 2 from each opponent", "won the pot of 6"],
        ),
    },
)
def test_the_reasons_for_the_pot_are_given(hands: list[object], player: str, why: list[str]) -> None:
    assert reasons(evening(*hands), player) == why


@cases(
    "options, played, wrong",
    {
        "ten points together": ({}, red(ANN, 5, 5), ["points"]),
        "twenty-three points together": ({}, hand(ANN, CAL, 12, 11), ["points"]),
        "eleven together with a partner": ({}, hand(ANN, CAL, 6, 5), ["points"]),
        "one point for a leader with a partner": ({}, hand(ANN, CAL, 1, 15), ["points"]),
        "twelve for a leader who plays red": ({}, red(ANN, 12, 10), ["points"]),
        "twelve for a leader without a partner": ({}, hand(ANN, None, 12, 5), ["points"]),
        "a split trick of a leader without a partner": ({}, hand(ANN, None, 6, 11), ["points"]),
        "points of one side": ({}, {**hand(ANN, CAL, 12, 10), "points": {"bidders": 12}}, ["points"]),
        "a partner of red": ({}, red(ANN, 11, 10, partner=CAL), ["partner"]),
        "the leader as partner": ({}, hand(ANN, ANN, 12, 10), ["partner"]),
        "a stranger as partner": ({}, hand(ANN, "Zoe", 12, 10), ["partner"]),
        "no word of the partner": ({}, {"leader": ANN, "points": {"bidders": 6, "others": 5}}, ["partner"]),
        "no partner": ({}, {"leader": ANN, "red": False, "points": {"bidders": 6, "others": 5}}, ["partner"]),
        "red of null": ({}, {**hand(ANN, None, 6, 5), "red": None}, ["red"]),
        "the partner and the points wrong": ({}, hand(ANN, ANN, 12, 11), ["points", "partner"]),
        "the partner wrong, and points without one": ({}, hand(ANN, ANN, 1, 12), ["partner", "points"]),
        "a bidder": ({}, hand(ANN, CAL, 12, 10, bidder=ANN), ["bidder"]),
        "taken back informally": (INFORMAL, BACK, ["taken_back"]),
        "nobody leads formally": ({}, nobody_leads(ANN), ["no_leader"]),
        "nobody leads and nobody is last": (INFORMAL, {"no_leader": True}, ["last"]),
        "a stranger is last": (INFORMAL, nobody_leads("Zoe"), ["last"]),
        "nobody leads, and a leader": (INFORMAL, nobody_leads(ANN, leader=BEA), ["leader"]),
        "taken back, and points": ({}, {**BACK, "points": {"bidders": 6, "others": 5}}, ["points"]),
        "taken back that is no": ({}, {"taken_back": False}, ["taken_back"]),
        "passed": ({}, {"passed": True}, ["passed", "leader", "partner", "points"]),
    },
)
def test_an_impossible_hand_is_refused(options: object, played: object, wrong: list[str]) -> None:
    assert fields(refused(sheet(GAME, played, n=5, options=options))) == wrong


def test_a_partner_of_red_is_refused_with_the_reason() -> None:
    (problem,) = refused(sheet(GAME, red(ANN, 11, 10, partner=CAL), n=5))
    assert str(problem.message) == "Leave out “Partner” when “red” is given."


@pytest.mark.parametrize("option", [{"opening": "loud"}, {"wager": 1}, {"target": 5}, {"stake": -1}])
def test_other_house_rules_are_refused(option: dict[str, object]) -> None:
    assert fields(refused(sheet(GAME, n=5, options=option))) == list(option)


@pytest.mark.parametrize("n", [4, 6])
def test_the_game_is_for_five_players(n: int) -> None:
    assert fields(refused(sheet(GAME, n=n))) == ["players"]


def test_the_lead_in_words() -> None:
    setup = table_of(CATALOGUE[GAME])
    played = play(setup, [hand(ANN, CAL, 12, 10), red(BEA, 11, 10)]).hands
    assert [str(one.hand.describe_bid(setup.table)) for one in played] == ["Ann led", "Bea led red"]
