"""The guests of a night, and the players who are suggested."""

from sqlalchemy import select

from scorekeeper.store.clubs.merging import merge, unmerge
from scorekeeper.store.clubs.people import hide_player, people
from scorekeeper.store.database import db
from scorekeeper.store.models import Guest, Night, Player
from scorekeeper.store.nights.nights import add_guest, guests, new_night, regulars, remove_guest


def test_a_person_with_two_names_is_one_guest(cast: dict[str, Player], night: Night) -> None:
    for name in ("Ann", "Bea", "Anna"):
        add_guest(night, cast[name])
    merge(cast["Ann"], cast["Anna"])
    assert guests(night) == [cast["Anna"], cast["Bea"]]
    add_guest(night, cast["Anna"])
    assert len(db.session.scalars(select(Guest)).all()) == 3
    unmerge(cast["Ann"])
    assert guests(night) == [cast["Ann"], cast["Bea"], cast["Anna"]]


def test_a_guest_leaves_under_every_name(cast: dict[str, Player], night: Night) -> None:
    add_guest(night, cast["Ann"])
    merge(cast["Ann"], cast["Anna"])
    remove_guest(night, cast["Anna"].id)
    assert guests(night) == []


def test_merged_and_hidden_players_are_not_suggested(cast: dict[str, Player], night: Night) -> None:
    merge(cast["Ann"], cast["Anna"])
    hide_player(cast["Bea"])
    assert regulars(night) == [cast["Anna"], cast["Annie"]]
    assert people(night.club) == [cast["Anna"], cast["Annie"], cast["Bea"]]


def test_recent_players_are_suggested_first(cast: dict[str, Player], night: Night) -> None:
    merge(cast["Anna"], cast["Annie"])
    add_guest(night, cast["Anna"])
    add_guest(night, cast["Bea"])
    tonight = new_night(night.club)
    db.session.flush()
    assert regulars(tonight, most=2) == [cast["Annie"], cast["Bea"]]
