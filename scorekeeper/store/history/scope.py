"""Which games count in statistics: those of a club that are over and not deleted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Night, Play, Player


@dataclass(frozen=True)
class Scope:
    """Which games count; empty attributes don't matter.

    Attributes:
        club_id: the club whose games count.
        game: the key of the only game that counts.
        since, until: the first and last day on which a game started, in the app's time zone.
    """

    club_id: int
    game: str = ""
    since: date | None = None
    until: date | None = None

    @property
    def conditions(self) -> list[ColumnElement[bool]]:
        """Return the conditions that a play must meet."""
        deleted = select(Night.id).where(Night.club_id == self.club_id, Night.deleted_at.is_not(None))
        wanted = [
            Play.club_id == self.club_id,
            Play.ended_at.is_not(None),
            Play.deleted_at.is_(None),
            Play.night_id.not_in(deleted),
        ]
        if self.game:
            wanted.append(Play.game == self.game)
        if self.since:
            wanted.append(Play.started_at >= start_of_day(self.since))
        if self.until:
            wanted.append(Play.started_at < start_of_day(self.until + timedelta(days=1)))
        return wanted

    def plays(self, *columns: Any) -> Select[Any]:
        """Return a query for columns of the plays."""
        return select(*columns).select_from(Play).where(*self.conditions)

    def chairs(self, *columns: Any) -> Select[Any]:
        """Return a query for columns of the plays, their chairs and the players in them."""
        both = select(*columns).select_from(Play).join(Chair, Chair.play_id == Play.id)
        return both.join(Player, Player.id == Chair.player_id).where(*self.conditions)

    def chairs_of(self, person_id: int, *columns: Any) -> Select[Any]:
        """Return a query for columns of the plays and the chairs in which a person sat, under any name."""
        sat = select(*columns).select_from(Chair).join(Play, Play.id == Chair.play_id)
        return sat.where(Chair.player_id.in_(player_ids_of(person_id)), *self.conditions)


def player_ids_of(person_id: int) -> Sequence[int]:
    """Return the ids of all players who are this person."""
    same = select(Player.id).where(or_(Player.id == person_id, Player.person_id == person_id))
    return db.session.scalars(same).all()


def start_of_day(day: date) -> datetime:
    """Return when a day starts in the app's time zone."""
    return datetime.combine(day, time.min).astimezone()
