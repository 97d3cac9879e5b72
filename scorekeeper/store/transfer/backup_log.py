"""The record of backups: when they were made, and how much was in them."""

from datetime import UTC, datetime

from sqlalchemy import and_, func, or_, select, update

from scorekeeper.store.database import db
from scorekeeper.store.models import Backup, Club, Night, Play, Revision, Transfer


def begin_club_backup(club: Club, at: datetime) -> int:
    """Return the id of a backup of a club that is about to be made. It counts once it is finished."""
    newest = db.session.scalar(select(func.max(Play.id))) or 0
    backup = Backup(club_id=club.id, at=at, plays=0, size=0, newest_play=newest)
    db.session.add(backup)
    db.session.flush()
    return backup.id


def finish_club_backup(backup_id: int, games: int, size: int) -> None:
    """Record that a club with this many games was backed up, in the state it was in when that began."""
    db.session.execute(update(Backup).where(Backup.id == backup_id).values(plays=games, size=size))


def record_full_backup(size: int) -> None:
    """Record that the whole database was backed up just now."""
    games = db.session.scalar(select(func.count(Play.id))) or 0
    db.session.add(Backup(plays=games, size=size))


def last_club_backup(club: Club) -> Backup | None:
    """Return the newest backup of this club that was finished."""
    finished = select(Backup).where(Backup.club_id == club.id, Backup.size > 0)
    return db.session.scalars(finished.order_by(Backup.at.desc(), Backup.id.desc()).limit(1)).first()


def last_full_backup() -> datetime | None:
    """Return when the whole database was last backed up."""
    return db.session.scalar(select(func.max(Backup.at)).where(Backup.club_id.is_(None)))


def changes_since(backup: Backup) -> tuple[int, int]:
    """Return how many games have changed since a backup of a club, and how many payments outside the games.

    New and imported games are among them, and payments that were cancelled.
    """
    # Only nights that were changed since are looked at, which are few in any club that backs up.
    nights = and_(Night.club_id == backup.club_id, Night.changed_on >= backup.at.astimezone(UTC).date())
    changed_hands = select(Revision.id).where(Revision.play_id == Play.id, Revision.at > backup.at)
    # An imported game keeps the times at which it was played, so only its id reveals it.
    is_new = Play.id > (backup.newest_play or 0)
    touched = or_(is_new, Play.ended_at > backup.at, Play.deleted_at > backup.at, changed_hands.exists())
    games = select(func.count(Play.id)).join(Play.night).where(nights, touched)
    payments = select(func.count(Transfer.id)).join(Night, Night.id == Transfer.night_id)
    changed = or_(Transfer.at > backup.at, Transfer.removed_at > backup.at)
    return db.session.scalar(games) or 0, db.session.scalar(payments.where(nights, changed)) or 0
