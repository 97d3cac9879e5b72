"""What a club has thrown away: games, and nights with all their games. All of it can be brought back."""

from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload, selectinload

from scorekeeper.store.history.paging import NEWEST, Columns, Page, Pages, Turn
from scorekeeper.store.models import Night, Play


class Thrown(NamedTuple):
    """A night that was thrown away, and how many games it has."""

    night: Night
    games: int


def nights(club_id: int, turn: Turn = NEWEST) -> Page[Thrown]:
    """A page of the nights in the bin, the one thrown away last first."""
    of = select(func.count(Play.id)).where(Play.night_id == Night.id, Play.deleted_at.is_(None))
    thrown: Columns = select(Night, of.scalar_subquery().label("games"))
    thrown = thrown.where(Night.club_id == club_id, Night.deleted_at.is_not(None))
    found = Pages(thrown, Night.deleted_at, Night.id).page(turn)
    return Page([Thrown(row.Night, row.games) for row in found.rows], found.newer, found.older)


def plays(club_id: int, turn: Turn = NEWEST) -> Page[Play]:
    """A page of the single games in the bin, the one thrown away last first.

    Those of a night in the bin go with it.
    """
    thrown = select(Play).join(Play.night).options(joinedload(Play.night), selectinload(Play.seats))
    thrown = thrown.where(Play.club_id == club_id, Play.deleted_at.is_not(None), Night.deleted_at.is_(None))
    found = Pages(thrown, Play.deleted_at, Play.id).page(turn)
    return Page([row.Play for row in found.rows], found.newer, found.older)
