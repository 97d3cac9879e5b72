"""Coralon: the scores of bids, when a game ends, and who wins."""

from typing import Any

import pytest

from tests.rules.cast import ANN, BEA, CAL, CAST, DEE
from tests.rules.sheets import answer, cases, each, fields, figures, last, reasons, refused, sheet


def hand(bidder: str, bid: int | str, *tricks: int, **more: object) -> dict[str, Any]:
    return {"bidder": bidder, "bid": bid, "tricks": each(*tricks), **more}


@cases(
    "played, outcome, scores",
    {
        "exact: the bidder scores, everyone else nothing": (hand(BEA, 4, 3, 4, 3, 3), "exact", (0, 4, 0, 0)),
        "over by one: everyone scores their tricks": (hand(BEA, 3, 3, 4, 3, 3), "over", (3, 4, 3, 3)),
        "missed by one: all others score their tricks": (hand(BEA, 5, 3, 4, 3, 3), "missed", (3, 0, 3, 3)),
        "the lowest bid is 2": (hand(ANN, 2, 2, 11, 0, 0), "exact", (2, 0, 0, 0)),
        "the highest bid is every trick": (hand(DEE, 13, 0, 0, 0, 13), "exact", (0, 0, 0, 13)),
        "missed without a trick": (hand(ANN, 2, 0, 13, 0, 0), "missed", (0, 13, 0, 0)),
    },
)
def test_a_bid_scores(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("coralon", played)) == (outcome, scores)


@cases(
    "played, outcome, scores",
    {
        "zero made: the bidder scores every trick": (hand(CAL, 0, 5, 5, 0, 3), "zero_made", (0, 0, 13, 0)),
        "zero missed: all others score their tricks": (hand(CAL, 0, 5, 4, 1, 3), "zero_missed", (5, 4, 0, 3)),
        "less made: the earlier zero bidder took a trick": (
            hand(CAL, "less", 5, 1, 0, 7, zero_bidders=[BEA]),
            "less_made",
            (0, 0, 13, 0),
        ),
        "less made: every one of two zero bidders took a trick": (
            hand(ANN, "less", 0, 1, 1, 11, zero_bidders=[BEA, DEE]),
            "less_made",
            (13, 0, 0, 0),
        ),
        "less missed": (hand(CAL, "less", 5, 1, 1, 6, zero_bidders=[BEA]), "less_missed", (5, 1, 0, 6)),
        "less missed: the zero bidder took none either": (
            hand(CAL, "less", 6, 0, 0, 7, zero_bidders=[BEA]),
            "less_missed",
            (6, 0, 0, 7),
        ),
        "less missed: one of two zero bidders took none": (
            hand(ANN, "less", 0, 0, 2, 11, zero_bidders=[BEA, CAL]),
            "less_missed",
            (0, 0, 2, 11),
        ),
        "an ordinary bid is played as ever": (hand(BEA, 4, 3, 4, 3, 3), "exact", (0, 4, 0, 0)),
    },
)
def test_zero_and_less_score(played: object, outcome: str, scores: tuple[int, ...]) -> None:
    assert last(answer("coralon", played, options={"zero_bids": True})) == (outcome, scores)


@pytest.mark.parametrize(
    ("n", "tricks"), [(3, (0, 9, 9)), (4, (0, 6, 7, 0)), (5, (0, 11, 0, 0, 0)), (6, (0, 4, 5, 0, 0, 0))]
)
def test_a_zero_is_worth_the_tricks_of_the_hand(n: int, tricks: tuple[int, ...]) -> None:
    scored = answer("coralon", hand(ANN, 0, *tricks), n=n, options={"zero_bids": True})
    assert last(scored) == ("zero_made", (55 // n, *(0,) * (n - 1)))


@cases(
    "played, player, why",
    {
        "exact": (hand(BEA, 4, 3, 4, 3, 3), BEA, "took exactly the 4 tricks bid"),
        "exact, for the others": (hand(BEA, 4, 3, 4, 3, 3), ANN, "Bea made the bid exactly"),
        "over": (hand(BEA, 3, 3, 4, 3, 3), BEA, "took 4 tricks, 1 over the bid of 3"),
        "over, for one who took a single trick": (hand(BEA, 3, 1, 4, 5, 3), ANN, "took 1 trick"),
        "over, for one who took none": (hand(BEA, 3, 0, 5, 5, 3), ANN, "took no tricks"),
        "missed": (hand(BEA, 6, 3, 4, 3, 3), BEA, "missed the bid of 6 by 2"),
        "missed, for the others": (hand(BEA, 6, 3, 4, 3, 3), ANN, "took 3 tricks"),
        "zero made": (hand(CAL, 0, 5, 5, 0, 3), CAL, "bid zero and took no tricks, for all 13 of the hand"),
        "zero made, for the others": (hand(CAL, 0, 5, 5, 0, 3), ANN, "Cal bid zero and made it"),
        "zero missed": (hand(CAL, 0, 5, 5, 1, 2), CAL, "bid zero but took 1 trick"),
        "less made, for the others": (
            hand(CAL, "less", 5, 1, 0, 7, zero_bidders=[BEA]),
            ANN,
            "Cal bid less and made it",
        ),
        "less missed by a trick": (
            hand(CAL, "less", 5, 0, 2, 6, zero_bidders=[BEA]),
            CAL,
            "bid less but took 2 tricks",
        ),
        "less missed because of the zero bidders": (
            hand(ANN, "less", 0, 0, 0, 13, zero_bidders=[BEA, CAL]),
            ANN,
            "Bea and Cal took no tricks either",
        ),
    },
)
def test_the_reasons_are_given(played: object, player: str, why: str) -> None:
    assert reasons(answer("coralon", played, options={"zero_bids": True}), player) == [why]


# When a game ends, and who wins


def over(bidder: str, *tricks: int, dealer: str | None = None) -> dict[str, Any]:
    """Return a hand in which everyone scores their tricks."""
    deal = {"dealer": dealer} if dealer else {}
    return {"bidder": bidder, "bid": 2, "tricks": each(*tricks), **deal}


def exact(bidder: str, bid: int, n: int = 4) -> dict[str, Any]:
    """Return a hand that gives the bidder this many points, and nobody else any."""
    rest = [0] * n
    rest[CAST.index(bidder)] = bid
    rest[CAST[:n].index(bidder) - 1] = 55 // n - bid
    return {"bidder": bidder, "bid": bid, "tricks": each(*rest)}


@pytest.mark.parametrize(("n", "target"), [(3, 60), (4, 40), (5, 25), (6, 25)])
def test_the_default_target_depends_on_the_number_of_players(n: int, target: int) -> None:
    assert answer("coralon", n=n)["target"] == target


@pytest.mark.parametrize(
    ("n", "bids"), [(3, (18, 18, 18, 6)), (4, (13, 13, 13, 2)), (5, (11, 11, 3)), (6, (9, 9, 7))]
)
def test_reaching_the_default_target_wins(n: int, bids: tuple[int, ...]) -> None:
    hands = [exact(BEA, bid, n) for bid in bids]
    assert answer("coralon", *hands[:-1], n=n)["winners"] == []
    assert answer("coralon", *hands, n=n)["winners"] == [BEA]


@pytest.mark.parametrize(("target", "winners"), [(9, [BEA]), (10, [BEA]), (11, [])])
def test_players_may_agree_on_another_target(target: int, winners: list[str]) -> None:
    scored = answer("coralon", exact(BEA, 10), options={"target": target})
    assert (scored["target"], scored["winners"], scored["finished"]) == (target, winners, bool(winners))


@cases(
    "hands, winner",
    {
        "the highest total wins, not who reached the target first in the row": ([over(ANN, 5, 6, 2, 0)], BEA),
        "a tie goes to the bidder": ([over(CAL, 2, 5, 5, 1)], CAL),
        "a tie without the bidder goes to the first from the dealer’s left": ([over(DEE, 0, 5, 5, 3)], BEA),
        "the dealer sits last in that order": ([over(DEE, 5, 0, 5, 3, dealer=ANN)], CAL),
        "with another dealer it is another player": ([over(DEE, 5, 0, 5, 3, dealer=BEA)], CAL),
        "the order goes around the table": ([over(BEA, 5, 3, 5, 0, dealer=CAL)], ANN),
        "the bidder wins even sitting last": ([over(ANN, 5, 5, 3, 0)], ANN),
        "three tied, not the bidder": ([over(BEA, 4, 1, 4, 4), over(BEA, 4, 1, 4, 4, dealer=CAL)], DEE),
    },
)
def test_the_tie_rule(hands: list[object], winner: str) -> None:
    assert answer("coralon", *hands, options={"target": 5})["winners"] == [winner]


def test_the_bidder_of_an_earlier_hand_wins_no_tie() -> None:
    hands = [over(ANN, 4, 0, 4, 5), over(BEA, 4, 3, 4, 2)]
    assert answer("coralon", *hands, options={"target": 8})["winners"] == [CAL]


def test_the_tie_rule_uses_the_dealer_of_the_last_hand() -> None:
    hands = [over(ANN, 4, 0, 4, 5), over(DEE, 4, 2, 4, 3), over(DEE, 4, 2, 4, 3)]
    assert answer("coralon", *hands, options={"target": 12})["winners"] == [ANN]


@cases(
    "totals, winners",
    {
        "who leads alone has won": ((4, 3, 3, 3), [ANN]),
        "nobody has won when two lead": ((4, 4, 3, 2), []),
        "the bidder wins no tie of a game ended early": ((2, 5, 5, 1), []),
    },
)
def test_a_game_ended_early(totals: tuple[int, ...], winners: list[str]) -> None:
    scored = answer("coralon", over(CAL, *totals), finished=True)
    assert (figures(scored["totals"]), scored["winners"], scored["finished"]) == (totals, winners, True)


def test_nobody_wins_a_game_ended_before_the_first_hand() -> None:
    scored = answer("coralon", finished=True)
    assert (scored["winners"], scored["finished"]) == ([], True)


def test_finishing_a_game_that_is_over_changes_nothing() -> None:
    hand, options = over(CAL, 2, 5, 5, 1), {"target": 5}
    scored = answer("coralon", hand, options=options)
    assert answer("coralon", hand, options=options, finished=True) == scored


def test_a_hand_after_the_end_is_refused_with_its_number_and_the_reason() -> None:
    document = sheet("coralon", exact(ANN, 5), exact(BEA, 10), exact(BEA, 2), {}, options={"target": 10})
    problems = refused(document)
    assert (fields(problems), problems[0].hand) == (["hands"], 3)
    assert str(problems[0].message) == "The game was over with hand 2: Bea wins with 10."
