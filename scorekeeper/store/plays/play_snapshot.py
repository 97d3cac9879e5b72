"""A play as a request finds it: who sits where, on which night, and what the phone that asks may do."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, case, select

from scorekeeper.store.clubs.access import GRANTS, Access, as_seen_by_phone, best_access, granted_to
from scorekeeper.store.database import execute
from scorekeeper.store.models import Chair, Night, Play


def once(column: Any) -> Any:
    """Return a column that is empty except in the rows of the first seat.

    There is a row for each seat, and reading a time or JSON from a row takes longer than finding the row.
    """
    return case((Chair.place == 0, column)).label(column.key)


# Run for every request, and building a statement takes longer than running it.
PLAY = as_seen_by_phone(
    select(
        Play.night_id,
        Play.game,
        once(Play.options),
        Play.dealer,
        Play.stopped,
        Play.ended_after,
        once(Play.started_at).label("begun_at"),
        once(Play.ended_at),
        once(Play.deleted_at),
        Play.note,
        once(Night.started_at),
        once(Night.deleted_at).label("night_deleted_at"),
        Night.club_id,
        Night.version.label("night_version"),
        Play.version,
        Chair.place,
        Chair.player_id.label("seated_id"),
        Chair.name,
        *map(once, GRANTS),
    )
    .join(Night, Play.night_id == Night.id)
    .join(Chair, Chair.play_id == Play.id)
    .where(Play.id == bindparam("play"))
    .order_by(Chair.place),
    Night.club_id,
    Night.id,
)


class SeatSnapshot(NamedTuple):
    """The player in a seat."""

    player_id: int
    name: str


class NightSnapshot(NamedTuple):
    """The night of a play."""

    started_at: datetime
    deleted_at: datetime | None
    club_id: int
    version: int


class PlaySnapshot(NamedTuple):
    """A play without its hands; the attributes are those of ``Play``."""

    id: int
    night_id: int
    game: str
    options: dict[str, Any]
    dealer: int
    stopped: bool
    ended_after: int | None
    started_at: datetime
    ended_at: datetime | None
    deleted_at: datetime | None
    note: str
    night: NightSnapshot
    seats: Sequence[SeatSnapshot]
    version: int
    access: Access


def read_play(play_id: int, token_hash: str) -> PlaySnapshot | None:
    """Return a play with what this phone may do with it; None if it may not see it."""
    rows = execute(PLAY, {"play": play_id, **granted_to(token_hash)}).all()
    # There is a row for each seat and membership.
    access = best_access([row for row in rows if row.place == 0])
    if access is None:
        return None
    first = rows[0]
    seats = {row.place: SeatSnapshot(row.seated_id, row.name) for row in rows}
    return PlaySnapshot(
        id=play_id,
        night_id=first.night_id,
        game=first.game,
        options=first.options,
        dealer=first.dealer,
        stopped=first.stopped,
        ended_after=first.ended_after,
        started_at=first.begun_at,
        ended_at=first.ended_at,
        deleted_at=first.deleted_at,
        note=first.note,
        night=NightSnapshot(first.started_at, first.night_deleted_at, first.club_id, first.night_version),
        seats=[*seats.values()],
        version=first.version,
        access=access,
    )
