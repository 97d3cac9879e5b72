"""The partners people had for single hands."""

import pytest

from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.clubs.merging import merge, unmerge
from scorekeeper.store.database import db, now
from scorekeeper.store.history import bids
from scorekeeper.store.history.bids import HandPartner
from scorekeeper.store.models import Play, Player
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from tests.store.history.evenings import everything, person
from tests.store.table import NewPlay, bishop, correct, enter


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


def test_partners_for_a_whole_game_are_not_partners_for_a_hand(new_play: NewPlay) -> None:
    play = new_play("coralon-partners", target=5)
    enter(play, {"bidder": "Ann", "bid": 8, "tricks": 8})
    assert partners(play, "Ann") == {}


def test_hands_with_partners_count_as_bids_of_the_bidder(play: Play) -> None:
    ann, cal = (
        bids.records_by_game(bids.bid_outcomes(everything(play), person(play, name)))
        for name in ("Ann", "Cal")
    )
    assert (ann["bishop"].bids, ann["bishop"].made) == (4, 3)
    assert (cal["bishop"].bids, cal["bishop"].made) == (1, 0)


def test_only_hands_of_games_that_count_are_counted(play: Play) -> None:
    assert partners(play, "Ann", game="baronet") == {}
    commands.update_play(play.id, deleted_at=now())
    assert partners(play, "Ann") == {}


def test_after_a_correction_the_hand_counts_for_the_right_partner(play: Play) -> None:
    correct(play, 5, bishop("Cal", 1, "Dee", made=False))
    assert partners(play, "Ann") == {"Cal": (2, 2, 0), "Dee": (1, 0, 1)}


def test_all_names_of_a_person_are_one_partner(play: Play) -> None:
    chairs = [chair.player_id for chair in play.seats]
    cal = db.session.get_one(Player, person(play, "Cal"))
    club = db.session.get_one(Play, play.id).night.club
    calvin = get_or_create_player(club, "Calvin")
    chairs[2] = calvin.id
    another = start_play(play.night_id, "bishop", {"target": 2}, chairs, 0)
    db.session.commit()
    enter(another, bishop("Ann", 2, "Cal"))
    assert partners(play, "Ann")["Calvin"] == (1, 1, 0)
    merge(calvin, cal)
    assert partners(play, "Ann") == {"Cal": (4, 3, 1), "Dee": (1, 0, 1)}
    assert partners(play, "Cal")["Ann"] == (4, 3, 1)
    unmerge(calvin)
    assert partners(play, "Ann")["Cal"] == (3, 2, 1)
