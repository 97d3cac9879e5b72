"""A play as it is read for every page: with one statement, into plain values.

The sheet is looked at after every tap, and a hand shall be saved as quickly; neither needs the objects
that know how to write themselves.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Club, Night, Play


class SeatSeen(NamedTuple):
    """Who sits in a seat."""

    player_id: int
    name: str


class NightSeen(NamedTuple):
    """The night of a play."""

    started_at: datetime
    deleted_at: datetime | None
    club_id: int


class PlaySeen(NamedTuple):
    """What there is to see of a play besides its hands; the attributes are those of ``Play``."""

    id: int
    night_id: int
    game: str
    options: dict[str, Any]
    dealer: int
    stopped: bool
    started_at: datetime
    ended_at: datetime | None
    deleted_at: datetime | None
    note: str
    night: NightSeen
    seats: Sequence[SeatSeen]


LOOK = (
    select(
        Play.night_id,
        Play.game,
        Play.options,
        Play.dealer,
        Play.stopped,
        Play.started_at.label("begun_at"),
        Play.ended_at,
        Play.deleted_at,
        Play.note,
        Night.started_at,
        Night.deleted_at.label("night_deleted_at"),
        Night.club_id,
        Chair.player_id,
        Chair.name,
    )
    .join(Night, Play.night_id == Night.id)
    .join(Club, Night.club_id == Club.id)
    .join(Chair, Chair.play_id == Play.id)
    .where(Play.id == bindparam("play"), Club.secret_hash.in_(bindparam("clubs", expanding=True)))
    .order_by(Chair.place)
)


LOCK = LOOK.with_for_update(of=Play)


def look_at(play_id: int, clubs: Sequence[str], lock: bool = False) -> PlaySeen | None:
    """A play of one of these clubs, given by the hashes of their secrets; locked if it is to be changed."""
    rows = db.session.execute(LOCK if lock else LOOK, {"play": play_id, "clubs": clubs}).all()
    if not rows:
        return None
    first = rows[0]
    return PlaySeen(
        id=play_id,
        night_id=first.night_id,
        game=first.game,
        options=first.options,
        dealer=first.dealer,
        stopped=first.stopped,
        started_at=first.begun_at,
        ended_at=first.ended_at,
        deleted_at=first.deleted_at,
        note=first.note,
        night=NightSeen(first.started_at, first.night_deleted_at, first.club_id),
        seats=[SeatSeen(row.player_id, row.name) for row in rows],
    )
