"""When backups were made, and of what."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Backup, Club, Play, Revision, now


@dataclass(frozen=True)
class Last:
    """The newest backup of a club.

    Attributes:
        at: when it was made.
        plays: how many games are in it.
        since: how many games have begun or changed since.
    """

    at: datetime
    plays: int
    since: int


def note_backup(club: Club | None, size: int, at: datetime | None = None) -> None:
    """Write down that a backup was made of a club or of everything, as it was then: just now, unless told."""
    plays = select(func.count(Play.id))
    if club:
        plays = plays.where(Play.club_id == club.id)
    of = club.id if club else None
    db.session.add(Backup(at=at or now(), club_id=of, plays=db.session.scalar(plays) or 0, size=size))


def last_backup(club: Club) -> Last | None:
    """The newest backup of this club."""
    newest = select(Backup).where(Backup.club_id == club.id).order_by(Backup.at.desc(), Backup.id.desc())
    backup = db.session.scalars(newest.limit(1)).first()
    if backup is None:
        return None
    changed = select(Revision.play_id).where(Revision.at > backup.at)
    since = select(func.count(Play.id)).where(
        Play.club_id == club.id, (Play.started_at > backup.at) | Play.id.in_(changed)
    )
    return Last(backup.at, backup.plays, db.session.scalar(since) or 0)


def everything_backed_up() -> datetime | None:
    """When everything that is kept was last backed up."""
    return db.session.scalar(select(func.max(Backup.at)).where(Backup.club_id.is_(None)))
