"""The games that count in statistics: those of a club that are over, not empty, set aside or deleted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, false, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.store.database import db
from scorekeeper.store.models import COUNTS, Chair, Night, Play, Player
from scorekeeper.store.time_zones import MORNING, zone_called

_other = aliased(Chair)
_has_others = select(_other.play_id).where(_other.play_id == Play.id, _other.place > 0).exists()


@dataclass(frozen=True)
class Scope:
    """The games that count; empty attributes don't matter.

    Attributes:
        club_id: the club whose games count.
        games: what the only games that count are known as.
        since, until: the first and last day on which a game started, in the time zone of its night.
        alone: whether those are meant instead that someone played alone, which never count.
    """

    club_id: int
    games: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    alone: bool = False

    def plays(self, *columns: Any) -> Select[*tuple[Any, ...]]:
        """Return a query for columns of the games that count."""
        return select(*columns).select_from(Play).where(*self._conditions())

    def chairs(self, *columns: Any) -> Select[*tuple[Any, ...]]:
        """Return a query for columns of the games that count, their chairs and who sat there."""
        sat = self.plays(*columns).join(Chair, Chair.play_id == Play.id)
        # The club is said again so that PostgreSQL doesn't read the players of all clubs.
        return sat.join(Player, (Player.id == Chair.player_id) & (Player.club_id == self.club_id))

    def chairs_of(self, ids: Sequence[int], *columns: Any) -> Select[*tuple[Any, ...]]:
        """Return a query for columns of the games that count in which these players sat, and their chairs."""
        sat = self.plays(*columns).join(Chair, Chair.play_id == Play.id)
        return sat.where(Chair.player_id.in_(ids))

    def chairs_with(self, mine: type[Chair], ids: Sequence[int], *columns: Any) -> Select[*tuple[Any, ...]]:
        """Return the same for the games in which one of these players sat, on the chair ``mine``."""
        sat = self.plays(*columns).join(mine, mine.play_id == Play.id).where(mine.player_id.in_(ids))
        return sat.join(Chair, Chair.play_id == Play.id).join(Player, Player.id == Chair.player_id)

    def _conditions(self) -> list[ColumnElement[bool]]:
        deleted = select(Night.id).where(Night.club_id == self.club_id, Night.deleted_at.is_not(None))
        conditions = [
            Play.club_id == self.club_id,
            Play.ended_at.is_not(None),
            and_(Play.set_aside, ~_has_others) if self.alone else COUNTS,
            Play.deleted_at.is_(None),
            Play.night_id.not_in(deleted),
        ]
        if self.games:
            conditions.append(Play.known_as.in_(self.games))
        return [*conditions, *within_days(self.club_id, self.since, self.until)]


def within_days(
    club_id: int,
    since: date | None,
    until: date | None,
    started: Any = Play.started_at,
    night: Any = Play.night_id,
) -> list[ColumnElement[bool]]:
    """Return the conditions that a game started on these days or between them, in the zone of its night.

    With its columns for ``started`` and ``night``, they are about a night itself.
    """
    if not since and not until:
        return []
    zones = db.session.scalars(select(Night.time_zone).where(Night.club_id == club_id).distinct())
    return [
        or_(false(), *(_within_days_there(club_id, zone, since, until, started, night) for zone in zones))
    ]


def _within_days_there(
    club_id: int, zone: str, since: date | None, until: date | None, started: Any, night: Any
) -> ColumnElement[bool]:
    """Return the condition that it is about a night in a time zone, and started on these days."""
    nights = select(Night.id).where(Night.club_id == club_id, Night.time_zone == zone)
    conditions: list[ColumnElement[bool]] = [night.in_(nights)]
    if since:
        conditions.append(started >= start_of_day(since, zone))
    if until:
        conditions.append(started < start_of_day(until + timedelta(days=1), zone))
    return and_(*conditions)


def start_of_day(day: date, zone: str) -> datetime:
    """Return when a day starts in a time zone: what is played before the morning belongs to the evening."""
    return datetime.combine(day, time(MORNING), zone_called(zone))
