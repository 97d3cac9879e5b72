"""The payout of a finished game: the wagers."""

from tests.rules.sheets import ANN, BEA, CAL, answer, cases, each, figures

TALLY: dict[str, object] = {"target": 5, "wager": 2}


def points(*figures: int, **more: object) -> dict[str, object]:
    return {"points": each(*figures), **more}


def payout(*hands: object, options: object = TALLY, **setup: object) -> tuple[int, ...]:
    return figures(answer("tally", *hands, options=options, **setup)["payout"])  # type: ignore[arg-type]


@cases(
    "hand, paid",
    {
        "one winner takes the pot": (points(5, 1, 2), (6, -2, -2, -2)),
        "two winners share it": (points(5, 5, 2), (2, 2, -2, -2)),
        "everyone wins: everyone takes the wager back": (points(5, 5, 5, 5), (0, 0, 0, 0)),
        "three winners: the odd coins go one each from the dealer’s left": (points(5, 5, 5), (0, 1, 1, -2)),
        "three winners, and the dealer lost": (points(1, 5, 5, 5), (-2, 1, 1, 0)),
        "who dealt the last hand counts": (points(5, 5, 5, dealer=BEA), (1, 0, 1, -2)),
        "the game is on": (points(4, 1, 2), (0, 0, 0, 0)),
    },
)
def test_the_winners_share_the_pot(hand: object, paid: tuple[int, ...]) -> None:
    assert payout(hand) == paid


def test_odd_coins_follow_the_last_dealer_not_the_next() -> None:
    assert payout(points(), points(5, 5, 5)) == (1, 0, 1, -2)


@cases(
    "hands, paid",
    {
        "who leads alone takes the pot": ([points(4, 1, 2)], (6, -2, -2, -2)),
        "without a winner everyone takes the wager back": ([points(4, 4, 2)], (0, 0, 0, 0)),
        "before the first hand as well": ([], (0, 0, 0, 0)),
    },
)
def test_a_game_ended_early(hands: list[object], paid: tuple[int, ...]) -> None:
    assert payout(*hands, finished=True) == paid


def test_the_lowest_total_takes_the_pot_if_lowest_wins() -> None:
    assert payout(points(5, 1, 2, 3), options={**TALLY, "lowest_wins": True}) == (-2, 6, -2, -2)


def test_partners_share_the_pot() -> None:
    hand = {"bidder": BEA, "bid": 7, "tricks": 7}
    scored = answer("coralon-partners", hand, options={"target": 7, "wager": 3})
    assert figures(scored["payout"]) == (-3, 3, -3, 3)


def test_the_winner_of_a_tie_in_coralon_takes_the_whole_pot() -> None:
    hand = {"bidder": CAL, "bid": 2, "tricks": each(2, 5, 5, 1)}
    scored = answer("coralon", hand, options={"target": 5, "wager": 1})
    assert figures(scored["payout"]) == (-1, -1, 3, -1)


def test_without_a_wager_nothing_is_paid() -> None:
    assert payout(points(5, 1, 2), options={"target": 5}) == (0, 0, 0, 0)
    assert payout(points(5, 1, 2), options={"target": 5, "wager": 0}) == (0, 0, 0, 0)


def test_totals_stay_points() -> None:
    assert answer("tally", points(5, 1, 2), options=TALLY)["totals"] == {ANN: 5, BEA: 1, CAL: 2, "Dee": 0}
