"""A play read with one statement into plain values.

The sheet is drawn after every tap, and saving a hand must be as quick; neither needs database objects.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Club, Night, Play


class SeatSnapshot(NamedTuple):
    """The player in a seat."""

    player_id: int
    name: str


class NightSnapshot(NamedTuple):
    """The night of a play."""

    started_at: datetime
    deleted_at: datetime | None
    club_id: int


class PlaySnapshot(NamedTuple):
    """A play without its hands; the attributes are those of ``Play``."""

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
    night: NightSnapshot
    seats: Sequence[SeatSnapshot]


PLAY = (
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
LOCKED_PLAY = PLAY.with_for_update(of=Play)


def read_play(play_id: int, clubs: Sequence[str], lock: bool = False) -> PlaySnapshot | None:
    """Return a play if it belongs to one of these clubs, given by the hashes of their secrets.

    ``lock`` locks its row until the transaction ends.
    """
    rows = db.session.execute(LOCKED_PLAY if lock else PLAY, {"play": play_id, "clubs": clubs}).all()
    if not rows:
        return None
    first = rows[0]
    return PlaySnapshot(
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
        night=NightSnapshot(first.started_at, first.night_deleted_at, first.club_id),
        seats=[SeatSnapshot(row.player_id, row.name) for row in rows],
    )
