"""Persons with several names, merging and separating them, and hidden players."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper.store.clubs.clubs import BadName, get_or_create_player, new_club
from scorekeeper.store.clubs.merging import CannotMerge, merge, unmerge, update_person_ids
from scorekeeper.store.clubs.people import (
    find_or_add_person,
    hide_player,
    other_names,
    pay_me_changes,
    person_of,
    persons_of,
    recent_people,
    rename,
    set_pay_me,
)
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.payment_plan import plan_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Player, Transfer
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


def test_who_came_last_is_first_and_hidden_people_are_left_out(cast: dict[str, Player], night: Night) -> None:
    hide_player(cast["Annie"])
    merge(cast["Ann"], cast["Anna"])
    add_guest(night, cast["Bea"])
    assert recent_people(night.club_id, 9) == [cast["Bea"], cast["Anna"]]
    assert recent_people(night.club_id, 1) == [cast["Bea"]]


# Merging players who are one person, and separating them again


def pay_me_devices(person: Player) -> list[str]:
    """Return on which phones it was changed how to pay someone, newest first."""
    return [change.device for change in pay_me_changes([person]).get(person.id, ())]


def test_a_merged_player_says_how_to_pay_the_person_until_they_are_separated(cast: dict[str, Player]) -> None:
    ann, anna = cast["Ann"], cast["Anna"]
    set_pay_me(ann, "@ann", "Ann (iPhone)")
    merge(ann, anna)
    assert (anna.pay_me, pay_me_devices(anna)) == ("@ann", ["Ann (iPhone)"])
    unmerge(ann)
    assert (ann.pay_me, anna.pay_me, pay_me_devices(anna)) == ("@ann", "", [])


def test_how_to_pay_the_person_comes_before_how_to_pay_a_merged_player(cast: dict[str, Player]) -> None:
    ann, anna = cast["Ann"], cast["Anna"]
    set_pay_me(anna, "@anna", "Anna (iPhone)")
    set_pay_me(ann, "@ann", "Ann (iPhone)")
    merge(ann, anna)
    assert (anna.pay_me, pay_me_devices(anna)) == ("@anna", ["Anna (iPhone)"])
    unmerge(ann)
    assert (ann.pay_me, anna.pay_me) == ("@ann", "@anna")


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
    with pytest.raises(CannotMerge, match="Ann and Bea sat in the same game, so they are different people"):
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


@pytest.mark.parametrize("kind", ["cost", "tab"])
def test_players_who_only_owe_each_other_can_be_merged(
    cast: dict[str, Player], night: Night, kind: str
) -> None:
    owed = {"night_id": night.id, "device": "a phone", "kind": kind, "coins": 5}
    db.session.add(Transfer(giver_id=cast["Ann"].id, taker_id=cast["Anna"].id, **owed))
    merge(cast["Anna"], cast["Ann"])
    db.session.flush()
    bank = bank_of(night)
    assert bank.sound
    assert not any(bank.open.values())
    assert not plan_of(bank).due


def test_nobody_is_merged_with_themselves_twice_or_across_clubs(cast: dict[str, Player]) -> None:
    merge(cast["Ann"], cast["Anna"])
    neighbours = new_club("Neighbours")
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


def test_recounting_stops_at_players_who_are_merged_into_each_other(cast: dict[str, Player]) -> None:
    ann, anna, bea = cast["Ann"], cast["Anna"], cast["Bea"]
    ann.merged_into_id, anna.merged_into_id, bea.merged_into_id = anna.id, ann.id, anna.id
    update_person_ids(ann.club_id)
    assert persons(cast) == {"Ann": "Ann", "Anna": "Ann", "Annie": "Annie", "Bea": "Ann"}
