"""The games that are running now, to which an invitation and the first page lead."""

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import selectinload

from scorekeeper.store.database import db, now
from scorekeeper.store.models import Invitation, Night, Play


def running_play_of_night(night_id: int) -> Play | None:
    """Return the night's newest game that is neither over nor deleted, if any."""
    return db.session.scalar(_running().where(Play.night_id == night_id).limit(1))


def running_play_of_club(club_id: int) -> Play | None:
    """Return the club's newest such game on its latest nights, if any."""
    linked = select(Invitation.night_id).where(Invitation.club_id == club_id, _still_works())
    return db.session.scalar(_running().where(Play.night_id.in_(linked)).limit(1))


def running_plays(nights: Iterable[Night], most: int = 3) -> Sequence[Play]:
    """Return the newest such games, with their seats, of the latest of these nights."""
    ids = [night.id for night in nights]
    linked = select(Invitation.night_id).where(Invitation.night_id.in_(ids), _still_works())
    theirs = _running().where(Play.night_id.in_(linked))
    return db.session.scalars(theirs.options(selectinload(Play.seats)).limit(most)).all()


def _still_works() -> ColumnElement[bool]:
    """Return the condition that a link still works; games of nights without any are in the archive."""
    return Invitation.ends_at > now()


def _running() -> Select[Play]:
    going_on = Play.ended_at.is_(None) & Play.deleted_at.is_(None) & Night.deleted_at.is_(None)
    return select(Play).join(Play.night).where(going_on).order_by(Play.id.desc())
