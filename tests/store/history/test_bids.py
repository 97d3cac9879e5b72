"""The partners people had for single hands, and what share of their bids they made."""

import pytest

from scorekeeper.store.history import bids
from scorekeeper.store.history.bids import BidShare, HandPartner
from scorekeeper.store.models import Play
from tests.store.history.evenings import everything, person
from tests.store.table import NewPlay, bishop, enter


@pytest.fixture
def play(new_play: NewPlay) -> Play:
    """Return a game in which Ann mostly bid with Cal, then Cal with Ann, and Bea with Cal."""
    play = new_play("bishop", target=8)
    enter(
        play,
        bishop("Ann", 2, "Cal"),
        bishop("Ann", 3, "Cal"),
        bishop("Ann", 1, None),
        bishop("Ann", 1, "Dee", made=False),
        bishop("Cal", 1, "Ann", made=False),
        bishop("Bea", 2, "Cal"),
    )
    return play


def partners(play: Play, name: str, **wanted: object) -> dict[str, tuple[int, int, int]]:
    """Return someone's partners, each with the hands played, made and missed."""
    found = bids.hand_partners(everything(play, **wanted), person(play, name))
    return {one.name: (one.hands, one.made, one.missed) for one in found}


def test_hands_count_for_both_partners_regardless_of_the_bidder(play: Play) -> None:
    assert bids.hand_partners(everything(play), person(play, "Ann")) == [
        HandPartner(person(play, "Cal"), "Cal", hands=3, made=2, missed=1),
        HandPartner(person(play, "Dee"), "Dee", hands=1, made=0, missed=1),
    ]
    assert partners(play, "Cal") == {"Ann": (3, 2, 1), "Bea": (1, 1, 0)}


def test_hands_with_partners_count_as_bids_of_the_bidder(play: Play) -> None:
    ann, cal = (
        bids.records_by_game(bids.bid_outcomes(everything(play), person(play, name)))
        for name in ("Ann", "Cal")
    )
    assert (ann["bishop"].bids, ann["bishop"].made) == (4, 3)
    assert (cal["bishop"].bids, cal["bishop"].made) == (1, 0)


@pytest.mark.parametrize(
    ("made", "bids", "low", "high"), [(7, 10, 50, 85), (70, 100, 64, 76), (0, 5, 0, 25), (5, 5, 75, 100)]
)
def test_more_bids_say_more_about_the_share_that_is_made(made: int, bids: int, low: int, high: int) -> None:
    likely = BidShare(1, "Ann", made, bids).likely
    assert [round(100 * share) for share in likely] == [low, high]
