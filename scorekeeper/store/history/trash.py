"""The games and nights that a club has deleted, and can restore."""

from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload, selectinload

from scorekeeper.store.history.paging import NEWEST, Columns, Page, PagedQuery, PageRequest
from scorekeeper.store.models import Night, Play


class DeletedNight(NamedTuple):
    """A night that was deleted, and the number of its games."""

    night: Night
    games: int


def deleted_nights(club_id: int, request: PageRequest = NEWEST) -> Page[DeletedNight]:
    """Return a page of the deleted nights, the last deleted first."""
    of = select(func.count(Play.id)).where(Play.night_id == Night.id, Play.deleted_at.is_(None))
    deleted: Columns = select(Night, of.scalar_subquery().label("games"))
    deleted = deleted.where(Night.club_id == club_id, Night.deleted_at.is_not(None))
    found = PagedQuery(deleted, Night.deleted_at, Night.id).fetch(request)
    return Page([DeletedNight(row.Night, row.games) for row in found.rows], found.newer, found.older)


def deleted_games(club_id: int, request: PageRequest = NEWEST) -> Page[Play]:
    """Return a page of the games that were deleted by themselves, the last deleted first."""
    deleted = select(Play).join(Play.night).options(joinedload(Play.night), selectinload(Play.seats))
    deleted = deleted.where(Play.club_id == club_id, Play.deleted_at.is_not(None), Night.deleted_at.is_(None))
    found = PagedQuery(deleted, Play.deleted_at, Play.id).fetch(request)
    return Page([row.Play for row in found.rows], found.newer, found.older)
