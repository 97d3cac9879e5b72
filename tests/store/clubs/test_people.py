"""Persons with several names, and hidden players."""

from scorekeeper.store.clubs.merging import merge
from scorekeeper.store.clubs.people import (
    current_names,
    find_or_add_person,
    hide_player,
)
from scorekeeper.store.models import Night, Player


def test_an_old_name_finds_the_merged_person(cast: dict[str, Player], night: Night) -> None:
    merge(cast["Ann"], cast["Anna"])
    assert find_or_add_person(night.club, "ann") is cast["Anna"]


def test_a_hidden_player_added_by_name_is_no_longer_hidden(cast: dict[str, Player], night: Night) -> None:
    hide_player(cast["Bea"])
    assert find_or_add_person(night.club, "Bea").retired_at is None


def test_playing_again_uses_todays_names(cast: dict[str, Player]) -> None:
    merge(cast["Ann"], cast["Anna"])
    seats = [(cast["Bea"].id, "Bea"), (cast["Ann"].id, "Ann")]
    assert current_names(seats) == [(cast["Bea"].id, "Bea"), (cast["Anna"].id, "Anna")]
