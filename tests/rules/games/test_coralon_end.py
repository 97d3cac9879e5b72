"""When a game of Coralon ends, and who wins."""

from typing import Any

import pytest

from tests.rules.sheets import ANN, BEA, CAL, CAST, DEE, answer, cases, each, fields, figures, refused, sheet


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
        "the highest total wins, not who reached the target first in the row": (
            [over(ANN, 5, 6, 2, 0)],
            BEA,
        ),
        "a tie goes to the bidder": ([over(CAL, 2, 5, 5, 1)], CAL),
        "a tie without the bidder goes to the first from the dealer’s left": ([over(DEE, 0, 5, 5, 3)], BEA),
        "the dealer sits last in that order": ([over(DEE, 5, 0, 5, 3, dealer=ANN)], CAL),
        "with another dealer it is another player": ([over(DEE, 5, 0, 5, 3, dealer=BEA)], CAL),
        "the order goes around the table": ([over(BEA, 5, 3, 5, 0, dealer=CAL)], ANN),
        "the bidder wins even sitting last": ([over(ANN, 5, 5, 3, 0)], ANN),
        "three tied, and the bidder not among them": (
            [over(BEA, 4, 1, 4, 4), over(BEA, 4, 1, 4, 4, dealer=CAL)],
            DEE,
        ),
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
    assert problems[0].message == "The game was over with hand 2: Bea wins with 10."
