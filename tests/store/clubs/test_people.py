"""Persons with several names, and hidden players."""

import pytest

from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.merging import merge
from scorekeeper.store.clubs.people import (
    find_or_add_person,
    hide_player,
    persons_of,
    recent_people,
    rename,
)
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Player
from scorekeeper.store.nights.nights import add_guest
from tests.store.table import CAST, NewPlay


def test_an_old_name_finds_the_merged_person(cast: dict[str, Player], night: Night) -> None:
    merge(cast["Ann"], cast["Anna"])
    assert find_or_add_person(night.club, "ann") is cast["Anna"]


def test_a_hidden_player_added_by_name_is_no_longer_hidden(cast: dict[str, Player], night: Night) -> None:
    hide_player(cast["Bea"])
    assert find_or_add_person(night.club, "Bea").hidden_at is None


def test_playing_again_is_for_the_persons_of_today(cast: dict[str, Player]) -> None:
    merge(cast["Ann"], cast["Anna"])
    assert persons_of([cast["Bea"].id, cast["Ann"].id]) == [cast["Bea"], cast["Anna"]]


def test_a_new_name_of_someone_else_is_refused_and_any_other_one_is_everywhere(
    cast: dict[str, Player], new_play: NewPlay
) -> None:
    play = new_play()
    with pytest.raises(BadName, match="already a player called Bea"):
        rename(cast["Ann"], " BEA ")
    rename(cast["Ann"], "Zoë")
    db.session.expire_all()
    assert [seat.name for seat in play.seats] == ["Zoë", *CAST[1:]]


def test_the_people_who_came_last_are_first_and_hidden_ones_are_left_out(
    cast: dict[str, Player], night: Night
) -> None:
    hide_player(cast["Annie"])
    merge(cast["Ann"], cast["Anna"])
    add_guest(night, cast["Bea"])
    assert recent_people(night.club_id, 9) == [cast["Bea"], cast["Anna"]]
    assert recent_people(night.club_id, 1) == [cast["Bea"]]
