"""Up and Down with bids, for points."""

from typing import Any

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.engine import play
from tests.rules.cast import ANN, BEA, CAL, DEE, EVE
from tests.rules.sheets import answer, cases, fields, last, reasons, refused, sheet, table_of

GAME = "up-and-down-points"
PASSED = {"passed": True}


def hand(
    bidder: str, bid: object, partner: object, bidders: int, others: int, **more: object
) -> dict[str, Any]:
    taken = {"bidders": bidders, "others": others}
    return {"bidder": bidder, "bid": bid, "partner": partner, "points": taken, **more}


def red(bidder: str, bid: int, bidders: int, others: int) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "red": True, "points": {"bidders": bidders, "others": others}}


@cases(
    "played, outcome, scores",
    {
        "exact: bidder and partner score their points": (hand(ANN, 9, CAL, 9, 8), "exact", (9, 0, 9, 0, 0)),
        "over: everyone scores the points of their side": (hand(ANN, 8, CAL, 9, 8), "over", (9, 8, 9, 8, 8)),
        "missed: the others score their points each": (hand(ANN, 10, CAL, 9, 8), "missed", (0, 8, 0, 8, 8)),
        "the lowest bid": (hand(EVE, 3, ANN, 3, 9), "exact", (3, 0, 0, 0, 3)),
        "the highest bid": (hand(EVE, 22, ANN, 22, 0), "exact", (22, 0, 0, 0, 22)),
        "fewer than the others, but made": (hand(ANN, 3, CAL, 4, 18), "over", (4, 18, 4, 18, 18)),
        "red, exact": (red(ANN, 7, 7, 8), "exact", (7, 0, 0, 0, 0)),
        "red, over": (red(ANN, 6, 7, 8), "over", (7, 8, 8, 8, 8)),
        "a bid over 11 played red is missed": (red(ANN, 12, 11, 11), "missed", (0, 11, 11, 11, 11)),
        "without a partner": (hand(ANN, 5, None, 6, 10), "over", (6, 10, 10, 10, 10)),
        "everyone passed": (PASSED, "passed", (0, 0, 0, 0, 0)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer(GAME, played, n=5)) == (outcome, scores)


@cases(
    "played, player, why",
    {
        "exact": (hand(ANN, 9, CAL, 9, 8), CAL, "took exactly the 9 points bid"),
        "exact, for the others": (hand(ANN, 9, CAL, 9, 8), BEA, "Ann and Cal made the bid exactly"),
        "over": (hand(ANN, 8, CAL, 9, 8), ANN, "took 9 points, 1 over the bid of 8"),
        "over, for the others": (hand(ANN, 8, CAL, 9, 8), EVE, "took 8 points"),
        "over, for others with nothing": (hand(ANN, 8, CAL, 14, 0), EVE, "took no points"),
        "missed": (hand(ANN, 11, CAL, 9, 8), CAL, "missed the bid of 11 by 2"),
        "passed": (PASSED, CAL, "everyone passed"),
    },
)
def test_the_reasons_are_given(played: object, player: str, why: str) -> None:
    assert reasons(answer(GAME, played, n=5), player) == [why]


def test_the_default_target_is_60() -> None:
    hands = [hand(ANN, 20, partner, 20, 2) for partner in (BEA, CAL, DEE)]
    assert answer(GAME, *hands[:2], n=5)["winners"] == []
    scored = answer(GAME, *hands, n=5)
    assert (scored["target"], scored["winners"], scored["unit"]) == (60, [ANN], "points")


@cases(
    "hands, winner",
    {
        "the highest total wins, bid or not": ([red(BEA, 5, 5, 6), hand(ANN, 3, CAL, 4, 18)], BEA),
        "a tie goes to the bidder": ([hand(CAL, 6, BEA, 6, 6)], CAL),
        "the bidder wins it even sitting last": ([hand(ANN, 6, BEA, 6, 6)], ANN),
        "without the bidder it goes to the partner": (
            [red(DEE, 8, 8, 8), red(BEA, 10, 10, 10), hand(ANN, 3, DEE, 12, 10, dealer=ANN)],
            DEE,
        ),
        "opponents tied: first from the dealer’s left": ([hand(ANN, 7, DEE, 6, 6)], BEA),
        "with another dealer another opponent": ([hand(ANN, 7, DEE, 6, 6, dealer=BEA)], CAL),
        "the dealer sits last": ([hand(BEA, 7, CAL, 6, 6, dealer=DEE)], EVE),
    },
)
def test_the_tie_rule(hands: list[object], winner: str) -> None:
    target = 20 if len(hands) == 3 else 6
    assert answer(GAME, *hands, n=5, options={"target": target})["winners"] == [winner]


@cases(
    "played, wrong",
    {
        "a bid of 2": (hand(ANN, 2, CAL, 12, 10), ["bid"]),
        "a bid of 23": (hand(ANN, 23, CAL, 12, 10), ["bid"]),
        "ten points together": (red(ANN, 5, 5, 5), ["points"]),
        "twenty-three points together": (hand(ANN, 5, CAL, 12, 11), ["points"]),
        "eleven together with a partner": (hand(ANN, 5, CAL, 6, 5), ["points"]),
        "one point for a side of two": (hand(ANN, 5, CAL, 1, 15), ["points"]),
        "twelve played red": (red(ANN, 5, 12, 10), ["points"]),
        "a split trick without a partner": (hand(ANN, 5, None, 6, 11), ["points"]),
        "a partner of red": ({**red(ANN, 5, 6, 10), "partner": CAL}, ["partner"]),
        "the bidder as partner": (hand(ANN, 5, ANN, 12, 10), ["partner"]),
        "no partner said": ({"bidder": ANN, "bid": 5, "points": {"bidders": 6, "others": 5}}, ["partner"]),
        "a leader": (hand(ANN, 5, CAL, 12, 10, leader=ANN), ["leader"]),
        "passed, and a bid": ({**PASSED, "bid": 5}, ["bid"]),
        "nobody leads": ({"no_leader": True, "last": ANN}, None),
    },
)
def test_an_impossible_hand_is_refused(played: object, wrong: list[str] | None) -> None:
    found = fields(refused(sheet(GAME, played, n=5)))
    assert found == wrong if wrong else "no_leader" in found


def test_the_bid_in_words() -> None:
    setup = table_of(CATALOGUE[GAME])
    played = play(setup, [hand(ANN, 5, CAL, 12, 10), red(BEA, 6, 11, 10)]).hands
    assert [str(one.hand.describe_bid(setup.table)) for one in played] == ["Ann bid 5", "Bea bid 6 red"]
