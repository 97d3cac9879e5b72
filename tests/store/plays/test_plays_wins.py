"""The games of a night that each person had won when one of them ended."""

from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.clubs.merging import merge
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Player
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.edits import put_aside
from scorekeeper.store.plays.plays import wins_until
from scorekeeper.store.plays.sheet import Sheet
from tests.store.history.evenings import person, won_by
from tests.store.table import PHONE, NewPlay


def test_each_game_counts_those_that_ended_before_it(new_play: NewPlay) -> None:
    first, second, third = won_by(new_play, 0, 1, 0)
    ann, bea = person(first, "Ann"), person(first, "Bea")
    assert [wins_until(play) for play in (first, second, third)] == [
        {ann: 1},
        {ann: 1, bea: 1},
        {ann: 2, bea: 1},
    ]


def test_games_that_are_running_deleted_or_nobodys_do_not_count(new_play: NewPlay) -> None:
    deleted, _, last = won_by(new_play, 0, -1, 0)
    deleted.deleted_at = now()
    new_play()
    assert wins_until(last) == {person(last, "Ann"): 1}


def test_a_game_that_was_set_aside_is_no_win(new_play: NewPlay) -> None:
    _first, second, last = won_by(new_play, 0, 0, 0)
    commands.save_edit(Sheet.of(second), put_aside(Sheet.of(second), True), PHONE)
    assert wins_until(last) == {person(last, "Ann"): 2}


def test_merged_players_win_together(new_play: NewPlay) -> None:
    first, last = won_by(new_play, 0, 0)
    ann = db.session.get_one(Player, person(first, "Ann"))
    anna = get_or_create_player(db.session.get_one(Club, first.club_id), "Anna")
    first.seats[0].player_id = anna.id
    assert wins_until(last) == {ann.id: 1, anna.id: 1}
    merge(anna, ann)
    assert wins_until(last) == {ann.id: 2}
