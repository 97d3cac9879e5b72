"""What a club has thrown away: games, and nights with all their games. All of it can be brought back."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play

MOST = 100
"""As many nights, and as many games, as the bin shows: those thrown away last."""


class Thrown(NamedTuple):
    """A night that was thrown away, and how many games it has."""

    night: Night
    games: int


def nights(club_id: int) -> Sequence[Thrown]:
    """The nights in the bin, the one thrown away last first."""
    of = select(func.count(Play.id)).where(Play.night_id == Night.id, Play.deleted_at.is_(None))
    thrown = select(Night, of.scalar_subquery()).where(
        Night.club_id == club_id, Night.deleted_at.is_not(None)
    )
    rows = db.session.execute(thrown.order_by(Night.deleted_at.desc(), Night.id.desc()).limit(MOST))
    return [Thrown(night, games) for night, games in rows]


def plays(club_id: int) -> Sequence[Play]:
    """The single games in the bin, the one thrown away last first; those of a night in the bin go with it."""
    thrown = select(Play).join(Play.night).options(joinedload(Play.night), joinedload(Play.seats))
    thrown = thrown.where(Play.club_id == club_id, Play.deleted_at.is_not(None), Night.deleted_at.is_(None))
    newest = thrown.order_by(Play.deleted_at.desc(), Play.id.desc()).limit(MOST)
    return db.session.scalars(newest).unique().all()
