"""Persons with several names, and hidden players."""

from scorekeeper.store.clubs.merging import merge
from scorekeeper.store.clubs.people import (
    current_names,
    find_or_add_person,
    hide_player,
    recent_people,
)
from scorekeeper.store.models import Night, Player
from scorekeeper.store.nights.guests import add_guest


def test_an_old_name_finds_the_merged_person(cast: dict[str, Player], night: Night) -> None:
    merge(cast["Ann"], cast["Anna"])
    assert find_or_add_person(night.club, "ann") is cast["Anna"]


def test_a_hidden_player_added_by_name_is_no_longer_hidden(cast: dict[str, Player], night: Night) -> None:
    hide_player(cast["Bea"])
    assert find_or_add_person(night.club, "Bea").hidden_at is None


def test_playing_again_uses_todays_names(cast: dict[str, Player]) -> None:
    merge(cast["Ann"], cast["Anna"])
    seats = [(cast["Bea"].id, "Bea"), (cast["Ann"].id, "Ann")]
    assert current_names(seats) == [(cast["Bea"].id, "Bea"), (cast["Anna"].id, "Anna")]


def test_the_people_who_came_last_are_first_and_hidden_ones_are_left_out(
    cast: dict[str, Player], night: Night
) -> None:
    hide_player(cast["Annie"])
    merge(cast["Ann"], cast["Anna"])
    add_guest(night, cast["Bea"])
    assert recent_people(night.club_id, 9) == [cast["Bea"], cast["Anna"]]
    assert recent_people(night.club_id, 1) == [cast["Bea"]]
