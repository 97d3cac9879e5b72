"""Which game is running, so that an invitation leads to it, and which is the next one at a table."""

import pytest
from sqlalchemy import update

from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import Topic, versions_of
from scorekeeper.store.models import Invitation, Night, Play
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays.plays import next_play, running_play_of_club, running_play_of_night, start_play
from tests.store.table import NewPlay


def test_the_newest_game_is_running(night: Night, new_play: NewPlay) -> None:
    new_play()
    newest = new_play()
    assert running_play_of_night(night.id) is newest
    assert running_play_of_club(night.club_id) is newest


def test_a_game_that_is_over_or_deleted_is_not_running(night: Night, new_play: NewPlay) -> None:
    new_play().ended_at = now()
    new_play().deleted_at = now()
    db.session.commit()
    assert running_play_of_night(night.id) is None


def test_pages_of_earlier_games_learn_of_the_next_one(night: Night, new_play: NewPlay) -> None:
    over, running = new_play(), new_play()
    over.ended_at = now()
    start_play(night.id, "hazard", {}, [], 0)
    assert [versions_of(Topic("play", play.id)).version for play in (over, running)] == [1, 0]


def test_a_game_of_another_night_is_running_only_for_the_club(night: Night, new_play: NewPlay) -> None:
    play, other = new_play(), new_night(night.club)
    assert running_play_of_night(other.id) is None
    assert running_play_of_club(night.club_id) is play
    db.session.execute(update(Invitation).values(ends_at=now()))
    assert running_play_of_club(night.club_id) is None


def test_a_game_of_a_deleted_night_is_not_running(night: Night, new_play: NewPlay) -> None:
    new_play()
    night.deleted_at = now()
    db.session.commit()
    assert running_play_of_night(night.id) is None


def game_of(night: Night, names: str) -> Play:
    """Start a game of players with these initials."""
    return start_play(night.id, "tally", {}, [get_or_create_player(night.club, name).id for name in names], 0)


@pytest.mark.parametrize(
    ("names", "is_next"),
    [
        ("BCA", True),
        ("BCDEF", True),
        ("ABCDEFGH", True),
        ("BC", True),
        ("DEFA", False),
        ("DA", False),
        ("DEF", False),
    ],
)
def test_most_of_a_table_make_the_next_game_and_one_who_moves_to_another_does_not(
    night: Night, names: str, is_next: bool
) -> None:
    play = game_of(night, "ABC")
    later = game_of(night, names)
    assert next_play(play) is (later if is_next else None)


def test_the_next_game_of_one_player_is_at_any_table(night: Night) -> None:
    play = game_of(night, "ABC")
    later = game_of(night, "DEFA")
    assert next_play(play, play.seats[0]) is later
    assert next_play(play, play.seats[1]) is None
