"""The tables of a night: their names, their games and their links."""

from datetime import timedelta

import pytest

from scorekeeper.domain import Role
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store.clubs.access import get_or_create_phone, note_answer, visible_night, visible_play
from scorekeeper.store.clubs.clubs import BadName, get_or_create_player
from scorekeeper.store.clubs.invitations import (
    end_access_to_earlier_nights,
    join,
    link_of_night,
    open_link,
    open_night_links,
    renew,
)
from scorekeeper.store.clubs.phones import set_owner
from scorekeeper.store.database import db, now
from scorekeeper.store.models import GameTable, Invitation, Membership, Night, Play, Player
from scorekeeper.store.nights.lots import SEATS, draw_lots, lots_of
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.nights.tables import TableInUse, new_table, remove_table, rename_table
from scorekeeper.store.plays.plays import next_play, running_play_of_night, start_play, unstarted_play

OURS = "the hash of our phone’s id"


def play_at(table: GameTable | None, night: Night, names: str = "ABC", dealer: int = 0) -> Play:
    """Start a game of players with these initials at a table."""
    seats = [get_or_create_player(night.club, name).id for name in names]
    return start_play(night.id, "tally", {}, seats, dealer, table.id if table else None)


def link_of(table: GameTable) -> Invitation:
    """Return the link of a table, which works."""
    found = link_of_night(table.night, Role.KEEPER, table.id)
    assert found
    return found


def test_tables_get_the_next_number_or_a_name(night: Night) -> None:
    tables = [new_table(night, name) for name in ("", "Window", "")]
    assert [table.name for table in tables] == ["1", "Window", "2"]
    remove_table(tables[0])
    assert new_table(night) is tables[0]
    assert night.tables == tables


@pytest.mark.parametrize("name", ["Window", "window ", "\u200b", "x" * 31])
def test_a_name_that_is_taken_or_no_name_is_refused(night: Night, name: str) -> None:
    new_table(night, "Window")
    other = new_table(night)
    with pytest.raises(BadName):
        new_table(night, name)
    with pytest.raises(BadName):
        rename_table(other, name)
    assert [table.name for table in night.tables] == ["Window", "1"]


def test_a_table_is_removed_only_once_its_game_is_over_and_is_there_again_with_the_next(night: Night) -> None:
    table = new_table(night)
    play = play_at(table, night)
    with pytest.raises(TableInUse):
        remove_table(table)
    play.ended_at = now()
    remove_table(table)
    assert night.tables == []
    play_at(table, night)
    assert night.tables == [table]


def test_the_link_of_a_table_ends_with_those_of_the_night(night: Night) -> None:
    link, of_night = link_of(new_table(night)), link_of_night(night, Role.KEEPER)
    assert of_night
    assert link.ends_at == of_night.ends_at
    of_night.ends_at = link.ends_at = now()
    late = new_table(night)
    assert link_of_night(night, Role.KEEPER, late.id) is None
    open_night_links(night)
    for ends_at in (link.ends_at, link_of(late).ends_at):
        assert ends_at
        assert abs(ends_at - of_night.ends_at) < timedelta(seconds=5)


def test_a_phone_at_a_table_keeps_score_there_and_watches_the_others(night: Night) -> None:
    one, two = new_table(night), new_table(night)
    plays = [play_at(table, night) for table in (one, two, None)]
    join(get_or_create_phone(OURS, "iPhone"), link_of(one))
    seen = [visible_play(play.id, OURS) for play in plays]
    assert [found and found[1].role for found in seen] == [Role.KEEPER, Role.VIEWER, Role.VIEWER]
    places = [visible_night(night.id, OURS, table_id) for table_id in (None, one.id, two.id)]
    assert [found and found[1].role for found in places] == [Role.VIEWER, Role.KEEPER, Role.VIEWER]


def test_a_game_that_moves_is_kept_by_the_phone_of_its_table(night: Night) -> None:
    one, two = new_table(night), new_table(night)
    play = play_at(one, night)
    join(get_or_create_phone(OURS, "iPhone"), link_of(two))
    play.table = two
    db.session.flush()
    seen = visible_play(play.id, OURS)
    assert seen
    assert seen[1].role is Role.KEEPER


def test_a_phone_may_have_joined_the_night_and_several_tables(night: Night) -> None:
    phone, tables = get_or_create_phone(OURS, "iPhone"), [new_table(night), new_table(night)]
    links = [link_of(table) for table in tables]
    for link in (open_link(night.club_id, Role.VIEWER, night.id), *links, *links):
        join(phone, link)
    assert db.session.query(Membership).count() == 3
    seen = visible_night(night.id, OURS)
    assert seen
    assert (seen[1].role, seen[1].tables) == (Role.VIEWER, frozenset(table.id for table in tables))


def test_a_phone_at_a_table_that_answered_at_another_one_stays_that_players(night: Night) -> None:
    phone, link = get_or_create_phone(OURS, "iPhone"), link_of(new_table(night))
    ann, bea = (get_or_create_player(night.club, name) for name in ("Ann", "Bea"))
    join(phone, link)
    set_owner(night.club, phone, ann)
    note_answer(OURS, night.id)
    set_owner(night.club, phone, bea)
    seen = visible_night(night.id, OURS)
    assert seen
    assert (seen[1].player, seen[1].has_answered) == ("Ann", True)


def test_renewing_the_link_of_a_table_ends_it_for_phones_that_came_by_it_alone(night: Night) -> None:
    one, two = new_table(night), new_table(night)
    phones = [get_or_create_phone(name, "iPhone") for name in (OURS, "other")]
    for phone, table in zip(phones, (one, two), strict=True):
        join(phone, link_of(table))
    renew(link_of(one))
    assert visible_night(night.id, OURS) is None
    assert visible_night(night.id, "other")


def test_what_tables_allow_ends_as_the_next_night_starts(night: Night) -> None:
    link = link_of(new_table(night))
    join(get_or_create_phone(OURS, "iPhone"), link)
    link.ends_at = now()
    end_access_to_earlier_nights(night.club_id)
    new_night(night.club)
    assert visible_night(night.id, OURS) is None


def test_the_next_game_at_a_table_is_played_there_whoever_plays(night: Night) -> None:
    one, two = new_table(night), new_table(night)
    play, _ = play_at(one, night), play_at(two, night, "ABC")
    assert next_play(play) is None
    later = play_at(one, night, "DEF")
    assert next_play(play) is later
    assert running_play_of_night(night.id, one.id) is later


def test_two_tables_that_start_the_same_game_start_two(night: Night) -> None:
    one, two = new_table(night), new_table(night)
    play = play_at(one, night)
    found = [unstarted_play(night.id, "tally", {}, play.person_ids, 0, 0, table.id) for table in (one, two)]
    assert found == [play, None]


def test_lots_of_a_table_stay_while_another_one_begins(night: Night, cast: dict[str, Player]) -> None:
    players, tables = [*cast.values()], [new_table(night), new_table(night)]
    for table in tables:
        draw_lots(table, SEATS, CATALOGUE["coralon"], players)
    play_at(tables[0], night)
    assert lots_of(tables[0]) is None
    drawn = lots_of(tables[1])
    assert drawn
    assert drawn.times == 1
