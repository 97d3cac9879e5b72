"""When backups were made, and of what."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Backup, Club, Night, Play, Revision, Transfer


@dataclass(frozen=True)
class Last:
    """The newest backup of a club.

    Attributes:
        at: when it was made.
        plays: how many games are in it.
        since: how many games have begun, changed or been brought in since.
        coins: how often coins were written down or taken back beside the games since.
        size: the bytes of its file.
    """

    at: datetime
    plays: int
    since: int
    coins: int
    size: int


def note_backup(club: Club, at: datetime, plays: int, size: int) -> None:
    """Write down that a backup of a club was made, as the club was then and with so many games."""
    db.session.add(Backup(club_id=club.id, at=at, plays=plays, size=size))


def note_backup_of_everything(size: int) -> None:
    """Write down that a backup of everything was made just now."""
    plays = db.session.scalar(select(func.count(Play.id))) or 0
    db.session.add(Backup(plays=plays, size=size))


def last_backup(club: Club) -> Last | None:
    """The newest backup of this club."""
    newest = select(Backup).where(Backup.club_id == club.id).order_by(Backup.at.desc(), Backup.id.desc())
    backup = db.session.scalars(newest.limit(1)).first()
    if backup is None:
        return None
    since, coins = _games_since(club, backup), _coins_since(club, backup.at)
    return Last(backup.at, backup.plays, since, coins, backup.size)


def _games_since(club: Club, backup: Backup) -> int:
    hands = select(Revision.play_id).where(Revision.at > backup.at)
    begun, is_changed = Play.started_at > backup.at, Play.id.in_(hands)
    touched = begun | is_changed | (Play.ended_at > backup.at) | (Play.deleted_at > backup.at)

    def count(*which: ColumnElement[bool]) -> int:
        return db.session.scalar(select(func.count(Play.id)).where(Play.club_id == club.id, *which)) or 0

    # What was brought in keeps the times at which it was played, so it shows by its number alone.
    brought = count() - count(begun) - backup.plays
    return count(touched) + max(brought, 0)


def _coins_since(club: Club, at: datetime) -> int:
    entries = select(func.count(Transfer.id)).join(Night, Night.id == Transfer.night_id)
    changed = (Transfer.at > at) | (Transfer.taken_back_at > at)
    return db.session.scalar(entries.where(Night.club_id == club.id, changed)) or 0


def everything_backed_up() -> datetime | None:
    """When everything that is kept was last backed up."""
    return db.session.scalar(select(func.max(Backup.at)).where(Backup.club_id.is_(None)))
