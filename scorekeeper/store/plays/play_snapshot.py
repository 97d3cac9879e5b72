"""A play as a request finds it: who sits where, its hands, and what the phone that asks may do.

All of it is one row: on a server, a second statement costs as much as everything else of a short request, and
what one statement reads belongs together.
"""

from collections.abc import Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Text, bindparam, cast, select
from sqlalchemy.orm import aliased

from scorekeeper.rules.final_result import FinalResult
from scorekeeper.store.clubs.access import GRANTS, Access, as_seen_by_phone, best_access
from scorekeeper.store.database import json_rows
from scorekeeper.store.models import Chair, HandRow, Night, Play, Player, Revision
from scorekeeper.store.plays.stored_hands import (
    HAND_COLUMNS,
    StoredChange,
    StoredHand,
    change_columns,
    hands_in,
)
from scorekeeper.store.prepared import Prepared

Newest = aliased(Revision)

SEATS = (
    select(
        json_rows(Chair.place, Chair.player_id, Player.name, Chair.total, Chair.won, Chair.payout, Chair.side)
    )
    .join_from(Chair, Player, Player.id == Chair.player_id)
    .where(Chair.play_id == Play.id)
)
HANDS = select(json_rows(*HAND_COLUMNS)).where(HandRow.play_id == Play.id, HandRow.number.is_not(None))
NEWEST_ID = (
    select(Revision.id)
    .where(Revision.play_id == Play.id, Revision.with_id.is_(None))
    .order_by(Revision.id.desc())
    .limit(1)
)

READ_PLAY = Prepared(
    as_seen_by_phone(
        select(
            Play.night_id,
            Play.game,
            Play.options,
            Play.dealer,
            Play.stopped,
            Play.ended_after,
            Play.started_at.label("begun_at"),
            Play.ended_at,
            Play.deleted_at,
            Play.note,
            Play.edition,
            Play.last_totals,
            Night.started_at,
            Night.time_zone,
            Night.deleted_at.label("night_deleted_at"),
            Night.club_id,
            Night.version.label("night_version"),
            Play.version,
            SEATS.scalar_subquery().label("seats"),
            # As text: most of them have been read before.
            cast(HANDS.scalar_subquery(), Text).label("hands"),
            *GRANTS,
            *change_columns(Newest),
        )
        .join(Night, Play.night_id == Night.id)
        .outerjoin(Newest, Newest.id == NEWEST_ID.scalar_subquery())
        .where(Play.id == bindparam("play")),
        Night.club_id,
        Night.id,
    )
)


class SeatSnapshot(NamedTuple):
    """The player in a seat."""

    player_id: int
    name: str


class HeldSeat(NamedTuple):
    """The player in a seat, with the result that the seat holds; the attributes are those of ``Chair``."""

    player_id: int
    name: str
    total: int | None
    won: bool | None
    payout: int | None
    side: int | None


class NightSnapshot(NamedTuple):
    """The night of a play."""

    started_at: datetime
    time_zone: str
    deleted_at: datetime | None
    club_id: int
    version: int


class PlaySnapshot(NamedTuple):
    """A play; the attributes are those of ``Play``, and what a ``Sheet`` is made of.

    Attributes:
        hands: its hands in order, including those removed from the end.
        newest: the newest change; None before the first.
    """

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
    edition: str | None
    last_totals: str | None
    night: NightSnapshot
    seats: Sequence[SeatSnapshot]
    final: FinalResult | None
    version: int
    access: Access
    hands: Sequence[StoredHand]
    newest: StoredChange | None


def read_play(play_id: int, token_hash: str) -> PlaySnapshot | None:
    """Return a play with what this phone may do with it; None if it may not see it."""
    rows = READ_PLAY.run({"play": play_id, "token_hash": token_hash})
    # There is a row for each membership.
    access = best_access(rows)
    if access is None:
        return None
    first = rows[0]
    change = first[-len(StoredChange._fields) :]
    held = [HeldSeat(*seat) for _, *seat in sorted(first.seats, key=itemgetter(0))]
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
        edition=first.edition,
        last_totals=first.last_totals,
        night=NightSnapshot(
            first.started_at, first.time_zone, first.night_deleted_at, first.club_id, first.night_version
        ),
        seats=[SeatSnapshot(seat.player_id, seat.name) for seat in held],
        final=FinalResult.kept(held),
        version=first.version,
        access=access,
        hands=hands_in(play_id, first.hands or "[]"),
        newest=None if change[0] is None else StoredChange(*change),
    )
