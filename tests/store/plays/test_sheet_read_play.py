"""Reading a play as every page needs it."""

from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Play
from scorekeeper.store.plays.sheet import read_play
from tests.store.table import CAST, NewPlay


def test_a_play_is_read_as_it_was_started(new_play: NewPlay) -> None:
    play = new_play(target=33)
    seen = read_play(play.id, [play.night.club.secret_hash])
    assert seen
    names = ("id", "night_id", "game", "options", "dealer", "stopped", "ended_at", "note")
    assert [getattr(seen, name) for name in names] == [getattr(play, name) for name in names]
    assert seen.night.started_at == play.night.started_at


def test_seats_are_read_in_order_however_they_were_stored(new_play: NewPlay) -> None:
    play = new_play()
    seats = [(chair.place, chair.player_id, chair.name) for chair in play.seats]
    play.seats.clear()
    db.session.flush()
    for place, player_id, name in reversed(seats):
        db.session.add(Chair(play_id=play.id, place=place, player_id=player_id, name=name))
        db.session.flush()
    seen = read_play(play.id, [play.night.club.secret_hash])
    assert seen
    assert [seat.name for seat in seen.seats] == list(CAST)


def test_another_club_cannot_read_a_play(new_play: NewPlay) -> None:
    play: Play = new_play()
    neighbours, _ = new_club("Neighbours")
    assert read_play(play.id, [neighbours.secret_hash]) is None
    assert read_play(play.id, []) is None
    assert read_play(play.id + 1, [play.night.club.secret_hash]) is None
