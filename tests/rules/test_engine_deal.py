"""The deal, which is the same in every game."""

from tests.rules.sheets import ANN, BEA, CAL, DEE, answer, cases

HAND: dict[str, object] = {"points": {}}


def dealers(*hands: object, **setup: object) -> list[str]:
    scored = answer("tally", *hands, **setup)  # type: ignore[arg-type]
    return [*(hand["dealer"] for hand in scored["hands"]), scored["next_dealer"]]


def test_the_first_player_deals_first_by_default() -> None:
    assert dealers() == [ANN]
    assert dealers(dealer=CAL) == [CAL]


def test_the_deal_passes_to_the_left_and_around() -> None:
    assert dealers(HAND, HAND, HAND, dealer=CAL) == [CAL, DEE, ANN, BEA]


@cases(
    "correction, then",
    {
        "to another player": (DEE, [ANN, DEE, ANN, BEA]),
        "to the one whose turn it was": (BEA, [ANN, BEA, CAL, DEE]),
        "to the one who dealt before": (ANN, [ANN, ANN, BEA, CAL]),
    },
)
def test_the_deal_continues_from_a_corrected_dealer(correction: str, then: list[str]) -> None:
    assert dealers(HAND, {**HAND, "dealer": correction}, HAND) == then


def test_the_dealer_of_the_last_hand_can_be_corrected() -> None:
    assert dealers(HAND, {**HAND, "dealer": DEE}) == [ANN, DEE, ANN]
