"""The record of backups: when they were made, and how much was in them."""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, and_, func, or_, select, update

from scorekeeper.store.database import db
from scorekeeper.store.models import Backup, Club, Night, Play, Revision, Transfer

MOST_SINCE = 1000
"""The most games that are counted since a backup."""


@dataclass(frozen=True)
class LastBackup:
    """The newest backup of a club.

    Attributes:
        at: when it was made.
        games: the number of games in it.
        games_since: the number of games started, changed or imported since, at most MOST_SINCE.
        coins_since: the number of payments recorded or cancelled outside the games since.
        size: the size of its file in bytes.
    """

    at: datetime
    games: int
    games_since: int
    coins_since: int
    size: int


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


def last_backup(club: Club) -> LastBackup | None:
    """Return the newest backup of this club."""
    newest = (
        select(Backup)
        .where(Backup.club_id == club.id, Backup.size > 0)
        .order_by(Backup.at.desc(), Backup.id.desc())
    )
    backup = db.session.scalars(newest.limit(1)).first()
    if backup is None:
        return None
    # Only nights that were changed since are looked at, which are few in any club that backs up.
    nights = and_(Night.club_id == club.id, Night.changed_on >= backup.at.astimezone(UTC).date())
    games, coins = _games_since(nights, backup), _coins_since(nights, backup.at)
    return LastBackup(backup.at, backup.plays, games, coins, backup.size)


def last_full_backup() -> datetime | None:
    """Return when the whole database was last backed up."""
    return db.session.scalar(select(func.max(Backup.at)).where(Backup.club_id.is_(None)))


def _games_since(nights: ColumnElement[bool], backup: Backup) -> int:
    changed_hands = select(Revision.id).where(Revision.play_id == Play.id, Revision.at > backup.at)
    # An imported game keeps the times at which it was played, so only its id reveals it.
    is_new = Play.id > (backup.newest_play or 0)
    touched = or_(is_new, Play.ended_at > backup.at, Play.deleted_at > backup.at, changed_hands.exists())
    games = select(Play.id).join(Play.night).where(nights, touched).limit(MOST_SINCE)
    return db.session.scalar(select(func.count()).select_from(games.subquery())) or 0


def _coins_since(nights: ColumnElement[bool], at: datetime) -> int:
    payments = select(func.count(Transfer.id)).join(Night, Night.id == Transfer.night_id)
    changed = (Transfer.at > at) | (Transfer.removed_at > at)
    return db.session.scalar(payments.where(nights, changed)) or 0
