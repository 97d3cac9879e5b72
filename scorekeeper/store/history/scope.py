"""Which games a statistic counts: those of a club that are over and not thrown away."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, or_, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Night, Play, Player


@dataclass(frozen=True)
class Scope:
    """What is counted; what is empty does not matter.

    Attributes:
        club_id: whose games.
        game: the key of the only game that counts.
        since, until: between which days it was begun, both included, where the app runs.
    """

    club_id: int
    game: str = ""
    since: date | None = None
    until: date | None = None

    @property
    def counts(self) -> list[ColumnElement[bool]]:
        """That a play is one of these."""
        thrown = select(Night.id).where(Night.club_id == self.club_id, Night.deleted_at.is_not(None))
        wanted = [
            Play.club_id == self.club_id,
            Play.ended_at.is_not(None),
            Play.deleted_at.is_(None),
            Play.night_id.not_in(thrown),
        ]
        if self.game:
            wanted.append(Play.game == self.game)
        if self.since:
            wanted.append(Play.started_at >= begins(self.since))
        if self.until:
            wanted.append(Play.started_at < begins(self.until + timedelta(days=1)))
        return wanted

    def plays(self, *columns: Any) -> Select[Any]:
        """These columns of the plays."""
        return select(*columns).select_from(Play).where(*self.counts)

    def chairs(self, *columns: Any) -> Select[Any]:
        """These columns of the plays with their chairs, and with the players in these."""
        both = select(*columns).select_from(Play).join(Chair, Chair.play_id == Play.id)
        return both.join(Player, Player.id == Chair.player_id).where(*self.counts)

    def chairs_of(self, person_id: int, *columns: Any) -> Select[Any]:
        """These columns of the plays with the chairs in which a person sat, under whichever name."""
        sat = select(*columns).select_from(Chair).join(Play, Play.id == Chair.play_id)
        return sat.where(Chair.player_id.in_(names(person_id)), *self.counts)


def names(person_id: int) -> Sequence[int]:
    """The ids of all players who are this person."""
    same = select(Player.id).where(or_(Player.id == person_id, Player.person_id == person_id))
    return db.session.scalars(same).all()


def begins(day: date) -> datetime:
    """When a day begins where the app runs."""
    return datetime.combine(day, time.min).astimezone()
