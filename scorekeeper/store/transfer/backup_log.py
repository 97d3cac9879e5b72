"""The record of backups: when they were made, and how much was in them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select, update

from scorekeeper.store.database import db
from scorekeeper.store.models import Backup, Club, Night, Play, Revision, Transfer


@dataclass(frozen=True)
class LastBackup:
    """The newest backup of a club.

    Attributes:
        at: when it was made.
        games: the number of games in it.
        games_since: the number of games started, changed or imported since.
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
    backup = Backup(club_id=club.id, at=at, plays=0, size=0)
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
    games, coins = _games_since(club, backup), _coins_since(club, backup.at)
    return LastBackup(backup.at, backup.plays, games, coins, backup.size)


def last_full_backup() -> datetime | None:
    """Return when the whole database was last backed up."""
    return db.session.scalar(select(func.max(Backup.at)).where(Backup.club_id.is_(None)))


def _games_since(club: Club, backup: Backup) -> int:
    changed_hands = select(Revision.play_id).where(Revision.at > backup.at)
    started, is_changed = Play.started_at > backup.at, Play.id.in_(changed_hands)
    touched = started | is_changed | (Play.ended_at > backup.at) | (Play.deleted_at > backup.at)

    def count(*which: ColumnElement[bool]) -> int:
        return db.session.scalar(select(func.count(Play.id)).where(Play.club_id == club.id, *which)) or 0

    # Imported games keep the times at which they were played, so only their number reveals them.
    imported = count() - count(started) - backup.plays
    return count(touched) + max(imported, 0)


def _coins_since(club: Club, at: datetime) -> int:
    payments = select(func.count(Transfer.id)).join(Night, Night.id == Transfer.night_id)
    changed = (Transfer.at > at) | (Transfer.taken_back_at > at)
    return db.session.scalar(payments.where(Night.club_id == club.id, changed)) or 0
