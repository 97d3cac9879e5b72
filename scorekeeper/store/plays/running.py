"""The games that are running now, to which an invitation and the first page lead."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import Select, select
from sqlalchemy.orm import selectinload

from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play


def running_play_of_night(night_id: int) -> Play | None:
    """Return the night's newest game that is neither over nor deleted, if any."""
    return db.session.scalar(_running().where(Play.night_id == night_id).limit(1))


def running_play_of_club(club_id: int, since: datetime) -> Play | None:
    """Return the club's newest such game on the nights that started after a time, if any."""
    theirs = _running().where(Play.club_id == club_id, Night.started_at > since)
    return db.session.scalar(theirs.limit(1))


def running_plays(nights: Iterable[Night], since: datetime, most: int = 3) -> Sequence[Play]:
    """Return the newest such games, with their seats, of those of these nights that started after a time."""
    recent = [night.id for night in nights if night.started_at > since]
    theirs = _running().where(Play.night_id.in_(recent)).options(selectinload(Play.seats))
    return db.session.scalars(theirs.limit(most)).all()


def _running() -> Select[Play]:
    going_on = Play.ended_at.is_(None) & Play.deleted_at.is_(None) & Night.deleted_at.is_(None)
    return select(Play).join(Play.night).where(going_on).order_by(Play.id.desc())
