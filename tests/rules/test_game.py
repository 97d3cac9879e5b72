"""The base class of games, tested with invented games, and the wagers."""

from typing import Any

import pytest

from scorekeeper.rules.engine import play
from scorekeeper.rules.house import Rules
from scorekeeper.rules.problems import Refused
from tests.rules.cast import ANN, BEA, CAL
from tests.rules.sheets import answer, cases, each, figures
from tests.rules.toys import Auction, AuctionRules, Duel, Kitty, seated


def told(setup: Any, *hands: object, finished: bool = False) -> Any:
    """Return the answer as JSON."""
    return play(setup, hands, finished).as_json()


KITTY = seated(Kitty(), Rules())
GROW, TAKE = {"coins": 2}, {"taker": "Cal"}


def test_a_coin_game_opens_with_a_stake_outside_every_hand() -> None:
    answer = told(KITTY)
    assert (answer["unit"], answer["carry"]) == ("coins", {"kitty": 3})
    assert figures(answer["totals"]) == (-1, -1, -1)
    assert figures(told(KITTY, GROW)["hands"][0]["scores"]) == (-2, 0, 0)
    assert figures(told(KITTY, GROW)["hands"][0]["totals"]) == (-3, -1, -1)


def test_coins_on_the_table_are_carried_from_hand_to_hand() -> None:
    answer = told(KITTY, GROW, GROW, TAKE, GROW)
    assert [hand["carry"] for hand in answer["hands"]] == [{"kitty": 5}, {"kitty": 7}, {}, {"kitty": 2}]
    assert answer["carry"] == {"kitty": 2}
    assert figures(answer["hands"][2]["scores"]) == (0, 0, 7)


def test_totals_and_coins_on_the_table_add_up_to_zero() -> None:
    for hand in told(KITTY, GROW, TAKE, GROW, GROW)["hands"]:
        assert sum(hand["totals"].values()) + hand["carry"].get("kitty", 0) == 0


def test_a_game_remembers_what_it_needs_for_the_next_hand() -> None:
    assert play(KITTY, [GROW, TAKE, {"coins": 5}]).state.memory == (2, 5)


def test_a_game_decides_who_deals_next() -> None:
    answer = told(KITTY, GROW, TAKE, GROW)
    assert [hand["dealer"] for hand in answer["hands"]] == ["Ann", "Ann", "Cal"]
    assert answer["next_dealer"] == "Cal"


def test_a_corrected_dealer_decides_who_deals_next() -> None:
    answer = told(KITTY, {**GROW, "dealer": "Bea"}, GROW)
    assert figures(answer["totals"]) == (-1, -5, -1)


def test_coins_left_at_the_end_are_paid_out_but_stay_in_the_carry() -> None:
    answer = told(KITTY, GROW, finished=True)
    assert (answer["carry"], answer["winners"]) == ({"kitty": 5}, ["Bea", "Cal"])
    assert figures(answer["totals"]) == (-3, -1, -1)
    assert figures(answer["payout"]) == (-2, 1, 1)


AUCTION = seated(Auction(), AuctionRules(target=10, wager=0), dealer=1)
POINTS = {"points": {"Ann": 4}}


@cases(
    "hand, outcome, scores",
    {
        "a hand": (POINTS, "played", (4, 0, 0)),
        "a hand with a dealer of its own": ({"dealer": "Cal", **POINTS}, "played", (4, 0, 0)),
        "a hand with a note and a trump": ({"note": "!", "trump": "cups", **POINTS}, "played", (4, 0, 0)),
        "everyone passed": ({"passed": True}, "passed", (0, 0, 0)),
        "everyone passed, with everything it may have": (
            {"passed": True, "dealer": "Cal", "note": "!", "trump": "none"},
            "passed",
            (0, 0, 0),
        ),
        "a sale": ({"sold_to": "Cal", "price": 3}, "sold", (0, 0, -3)),
    },
)
def test_hands_and_special_hands_are_scored(hand: object, outcome: str, scores: tuple[int, ...]) -> None:
    (played,) = told(AUCTION, hand)["hands"]
    assert (played["outcome"], figures(played["scores"])) == (outcome, scores)


def test_the_deal_passes_after_a_passed_hand() -> None:
    answer = told(AUCTION, {"passed": True}, POINTS, {"passed": True, "dealer": "Bea"})
    assert [hand["dealer"] for hand in answer["hands"]] == ["Bea", "Cal", "Bea"]
    assert answer["next_dealer"] == "Cal"


@cases(
    "hand, fields",
    {
        "passed, and points all the same": ({"passed": True, **POINTS}, ["points"]),
        "a sale without a price": ({"sold_to": "Cal"}, ["price"]),
        "a price without a sale": ({"price": 3, **POINTS}, ["price"]),
        "a trump beside a sale": ({"sold_to": "Cal", "price": 3, "trump": "cups"}, ["trump"]),
        "a sale to the dealer": ({"sold_to": "Bea", "price": 3}, ["sold_to"]),
        "a sale to the dealer of that hand": ({"sold_to": "Cal", "price": 3, "dealer": "Cal"}, ["sold_to"]),
        "passed as text": ({"passed": "yes"}, ["passed"]),
    },
)
def test_conflicting_entries_are_refused(hand: object, fields: list[str]) -> None:
    with pytest.raises(Refused) as caught:
        play(AUCTION, [hand])
    assert [(problem.hand, problem.field) for problem in caught.value.problems] == [
        (1, field) for field in fields
    ]


def test_totals_may_fall_below_zero() -> None:
    assert figures(told(AUCTION, {"sold_to": "Cal", "price": 30})["totals"]) == (0, 0, -30)


DUEL = seated(Duel(), Rules())


def duel(*points: int) -> dict[str, dict[str, int]]:
    return {"points": dict(zip(("Ann", "Bea", "Cal"), points, strict=False))}


def test_a_game_decides_when_it_ends() -> None:
    assert not told(DUEL, duel(8, 7))["finished"]
    assert told(DUEL, duel(8, 7), duel(1, 0))["winners"] == ["Ann"]


def test_a_game_decides_its_payout() -> None:
    assert figures(told(DUEL, duel(8, 5, 1))["payout"]) == (10, -3, -7)


def test_ending_a_game_without_a_target_makes_the_sole_leader_win() -> None:
    assert told(DUEL, duel(2, 3, 2))["target"] is None
    assert told(DUEL, duel(2, 3, 2), finished=True)["winners"] == ["Bea"]
    assert told(DUEL, duel(2, 2, 2), finished=True)["winners"] == []


def test_by_default_the_highest_total_at_the_target_wins_and_ties_share() -> None:
    ten = {"points": {"Ann": 10, "Cal": 10}}
    assert told(AUCTION, ten)["winners"] == ["Ann", "Cal"]
    assert told(AUCTION, POINTS, POINTS)["finished"] is False


# The payout of a finished game: the wagers


TALLY: dict[str, object] = {"target": 5, "wager": 2}


def round_of(*figures: int, **more: object) -> dict[str, object]:
    return {"points": each(*figures), **more}


def payout(*hands: object, options: object = TALLY, **setup: object) -> tuple[int, ...]:
    return figures(answer("tally", *hands, options=options, **setup)["payout"])  # type: ignore[arg-type]


@cases(
    "hand, paid",
    {
        "one winner takes the pot": (round_of(5, 1, 2), (6, -2, -2, -2)),
        "two winners share it": (round_of(5, 5, 2), (2, 2, -2, -2)),
        "everyone wins: everyone takes the wager back": (round_of(5, 5, 5, 5), (0, 0, 0, 0)),
        "three winners: the odd coins go one each from the dealer’s left": (round_of(5, 5, 5), (0, 1, 1, -2)),
        "three winners, and the dealer lost": (round_of(1, 5, 5, 5), (-2, 1, 1, 0)),
        "who dealt the last hand counts": (round_of(5, 5, 5, dealer=BEA), (1, 0, 1, -2)),
        "the game is on": (round_of(4, 1, 2), (0, 0, 0, 0)),
    },
)
def test_the_winners_share_the_pot(hand: object, paid: tuple[int, ...]) -> None:
    assert payout(hand) == paid


def test_odd_coins_follow_the_last_dealer_not_the_next() -> None:
    assert payout(round_of(), round_of(5, 5, 5)) == (1, 0, 1, -2)


@cases(
    "hands, paid",
    {
        "who leads alone takes the pot": ([round_of(4, 1, 2)], (6, -2, -2, -2)),
        "without a winner everyone takes the wager back": ([round_of(4, 4, 2)], (0, 0, 0, 0)),
        "before the first hand as well": ([], (0, 0, 0, 0)),
    },
)
def test_a_game_ended_early(hands: list[object], paid: tuple[int, ...]) -> None:
    assert payout(*hands, finished=True) == paid


def test_the_lowest_total_takes_the_pot_if_lowest_wins() -> None:
    assert payout(round_of(5, 1, 2, 3), options={**TALLY, "lowest_wins": True}) == (-2, 6, -2, -2)


def test_partners_share_the_pot() -> None:
    hand = {"bidder": BEA, "bid": 7, "tricks": 7}
    scored = answer("coralon-partners", hand, options={"target": 7, "wager": 3})
    assert figures(scored["payout"]) == (-3, 3, -3, 3)


def test_the_winner_of_a_tie_in_coralon_takes_the_whole_pot() -> None:
    hand = {"bidder": CAL, "bid": 2, "tricks": each(2, 5, 5, 1)}
    scored = answer("coralon", hand, options={"target": 5, "wager": 1})
    assert figures(scored["payout"]) == (-1, -1, 3, -1)


def test_without_a_wager_nothing_is_paid() -> None:
    assert payout(round_of(5, 1, 2), options={"target": 5}) == (0, 0, 0, 0)
    assert payout(round_of(5, 1, 2), options={"target": 5, "wager": 0}) == (0, 0, 0, 0)


def test_totals_stay_points() -> None:
    assert answer("tally", round_of(5, 1, 2), options=TALLY)["totals"] == {ANN: 5, BEA: 1, CAL: 2, "Dee": 0}
