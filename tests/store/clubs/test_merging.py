"""Merging players who are one person, and separating them again."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.merging import CannotMerge, merge, unmerge
from scorekeeper.store.clubs.people import (
    current_names,
    find_or_add_person,
    hide_player,
    other_names,
    people,
    person_of,
)
from scorekeeper.store.database import db
from scorekeeper.store.models import Guest, Night, Player, Transfer
from scorekeeper.store.nights.guests import add_guest, guests, regulars, remove_guest
from scorekeeper.store.nights.nights import new_night
from tests.store.table import CAST, NewPlay


@pytest.fixture
def cast(night: Night) -> dict[str, Player]:
    """Ann, Anna, Annie and Bea, who never sat at the same table."""
    return {name: get_or_create_player(night.club, name) for name in ("Ann", "Anna", "Annie", "Bea")}


def persons(cast: dict[str, Player]) -> dict[str, str]:
    """Return the person of every player, by name."""
    return {name: person_of(player).name for name, player in cast.items()}


def test_a_chain_of_merges_ends_in_one_person(cast: dict[str, Player]) -> None:
    merge(cast["Ann"], cast["Anna"])
    merge(cast["Anna"], cast["Annie"])
    assert persons(cast) == {"Ann": "Annie", "Anna": "Annie", "Annie": "Annie", "Bea": "Bea"}
    assert [player.name for player in other_names(cast["Annie"].id)] == ["Ann", "Anna"]


def test_separating_the_middle_of_a_chain_splits_it_there(cast: dict[str, Player]) -> None:
    merge(cast["Ann"], cast["Anna"])
    merge(cast["Anna"], cast["Annie"])
    unmerge(cast["Anna"])
    assert persons(cast) == {"Ann": "Anna", "Anna": "Anna", "Annie": "Annie", "Bea": "Bea"}


def kept() -> Sequence[Any]:
    db.session.flush()
    columns = (Player.id, Player.name, Player.merged_into_id, Player.person_id)
    return db.session.execute(select(*columns).order_by(Player.id)).all()


def test_separating_restores_any_number_of_merges(night: Night) -> None:
    players = [get_or_create_player(night.club, f"Player {number}") for number in range(6)]
    db.session.commit()

    @settings(max_examples=30)
    @given(data=st.data())
    def holds(data: st.DataObject) -> None:
        db.session.rollback()
        states = [kept()]
        done = []
        for _ in range(data.draw(st.integers(1, 5))):
            alone = [player for player in players if player.person_id is None]
            one, other = data.draw(st.permutations(alone))[:2]
            merge(one, other)
            done.append(one)
            states.append(kept())
            assert all(person_of(player).person_id is None for player in players)
        while done:
            assert kept() == states.pop()
            unmerge(done.pop())
        assert kept() == states.pop()

    holds()


def test_players_of_the_same_game_cannot_be_merged(new_play: NewPlay, night: Night) -> None:
    new_play()
    ann, bea = (get_or_create_player(night.club, name) for name in CAST[:2])
    with pytest.raises(CannotMerge, match="Ann and Bea sat in the same game, so they are two people"):
        merge(ann, bea)


def test_a_merged_person_sat_in_the_games_of_every_name(new_play: NewPlay, night: Night) -> None:
    new_play()
    ann, bea, eve = (get_or_create_player(night.club, name) for name in ("Ann", "Bea", "Eve"))
    merge(ann, eve)
    with pytest.raises(CannotMerge, match="Bea and Eve sat in the same game"):
        merge(bea, eve)
    with pytest.raises(CannotMerge, match="Eve and Bea sat in the same game"):
        merge(eve, bea)


def test_players_who_gave_each_other_coins_cannot_be_merged(cast: dict[str, Player], night: Night) -> None:
    lent = {"night_id": night.id, "device": "a phone", "kind": "loan", "coins": 5}
    db.session.add(Transfer(giver_id=cast["Ann"].id, taker_id=cast["Anna"].id, **lent))
    with pytest.raises(CannotMerge, match="gave each other coins"):
        merge(cast["Anna"], cast["Ann"])


def test_nobody_is_merged_with_themselves_twice_or_across_clubs(cast: dict[str, Player]) -> None:
    merge(cast["Ann"], cast["Anna"])
    neighbours, _ = new_club("Neighbours")
    db.session.flush()
    for one, other in (
        (cast["Bea"], cast["Bea"]),
        (cast["Ann"], cast["Bea"]),
        (cast["Bea"], cast["Ann"]),
        (cast["Anna"], cast["Ann"]),
        (cast["Bea"], get_or_create_player(neighbours, "Bea")),
    ):
        with pytest.raises(CannotMerge):
            merge(one, other)


# Nights


def test_an_old_name_finds_the_merged_person(cast: dict[str, Player], night: Night) -> None:
    merge(cast["Ann"], cast["Anna"])
    assert find_or_add_person(night.club, "ann") is cast["Anna"]


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


def test_a_hidden_player_added_by_name_is_no_longer_hidden(cast: dict[str, Player], night: Night) -> None:
    hide_player(cast["Bea"])
    assert find_or_add_person(night.club, "Bea").retired_at is None


def test_playing_again_uses_todays_names(cast: dict[str, Player]) -> None:
    merge(cast["Ann"], cast["Anna"])
    seats = [(cast["Bea"].id, "Bea"), (cast["Ann"].id, "Ann")]
    assert current_names(seats) == [(cast["Bea"].id, "Bea"), (cast["Anna"].id, "Anna")]
