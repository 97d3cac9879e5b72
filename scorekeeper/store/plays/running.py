"""The game that is running now, which an invitation leads to."""

from datetime import datetime

from sqlalchemy import Select, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play


def running_play_of_night(night_id: int) -> Play | None:
    """Return the night's newest game that is neither over nor deleted, if any."""
    return db.session.scalar(_running().where(Play.night_id == night_id))


def running_play_of_club(club_id: int, since: datetime) -> Play | None:
    """Return the club's newest such game on the nights that started after a time, if any."""
    return db.session.scalar(_running().where(Play.club_id == club_id, Night.started_at > since))


def _running() -> Select[Play]:
    going_on = Play.ended_at.is_(None) & Play.deleted_at.is_(None) & Night.deleted_at.is_(None)
    return select(Play).join(Play.night).where(going_on).order_by(Play.id.desc()).limit(1)
