"""What a phone may see of a game."""

import pytest
from sqlalchemy import text

from scorekeeper.domain import Role
from scorekeeper.store.clubs.access import PLAY, get_or_create_phone, visible_play
from scorekeeper.store.clubs.invitations import found_club, join, open_link
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Play
from tests.store.table import CAST, NewPlay

OURS = "the hash of our phone’s id"


@pytest.fixture
def play(new_play: NewPlay) -> Play:
    """Return a play that our phone hosts."""
    play = new_play(target=33)
    found_club(get_or_create_phone(OURS, "iPhone"), play.night.club)
    return play


def test_seats_are_read_in_order_however_they_were_stored(play: Play) -> None:
    seats = [(chair.place, chair.player_id) for chair in play.seats]
    play.seats.clear()
    db.session.flush()
    for place, player_id in reversed(seats):
        db.session.add(Chair(play_id=play.id, place=place, player_id=player_id))
        db.session.flush()
    db.session.expire_all()
    seen = visible_play(play.id, OURS)
    assert seen
    assert [seat.name for seat in seen[0].seats] == list(CAST)


def test_no_seats_of_other_games_are_read(play: Play) -> None:
    if db.engine.dialect.name != "sqlite":
        pytest.skip("asks SQLite how it reads")
    asked = PLAY.params(id=play.id, token_hash=OURS).compile(
        db.engine, compile_kwargs={"literal_binds": True}
    )
    steps = [step.detail for step in db.session.execute(text(f"EXPLAIN QUERY PLAN {asked}"))]
    assert not [step for step in steps if step.startswith("SCAN")], steps


def test_a_phone_in_the_club_and_on_the_night_has_the_larger_role_and_each_seat_once(play: Play) -> None:
    phone = get_or_create_phone(OURS, "iPhone")
    bea = play.seats[1].player_id
    join(phone, open_link(play.club_id, Role.VIEWER, play.night_id)).player_id = bea
    db.session.flush()
    seen = visible_play(play.id, OURS)
    assert seen
    found, access = seen
    assert len(found.seats) == 4
    assert (access.role, access.player_id, access.player) == (Role.HOST, bea, "Bea")
