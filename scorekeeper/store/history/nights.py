"""The nights of a club, newest first, one page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.history.paging import NEWEST, Columns, Page, PagedQuery, PageRequest
from scorekeeper.store.models import Chair, Guest, Night, Play, Player


@dataclass(frozen=True)
class ArchivedNight:
    """A night in the list.

    Attributes:
        night: the night itself.
        games: the number of its games.
        names: who came or played, in alphabetical order.
    """

    night: Night
    games: int
    names: Sequence[str]


def find_nights(club_id: int, request: PageRequest = NEWEST) -> Page[ArchivedNight]:
    """Return a page of the club's nights without deleted ones."""
    games = select(func.count(Play.id)).where(Play.night_id == Night.id, Play.deleted_at.is_(None))
    wanted: Columns = select(Night, games.scalar_subquery().label("games"))
    wanted = wanted.where(Night.club_id == club_id, Night.deleted_at.is_(None))
    found = PagedQuery(wanted, Night.started_at, Night.id).fetch(request)
    names = _names_by_night(club_id, [row.Night.id for row in found.rows])
    shown = [ArchivedNight(row.Night, row.games, names.get(row.Night.id, [])) for row in found.rows]
    return Page(shown, found.newer, found.older)


def _names_by_night(club_id: int, nights: Sequence[int]) -> dict[int, list[str]]:
    """Return who was there on these nights of a club, by night; someone with two names counts once."""
    came = select(Guest.night_id, Guest.player_id).where(Guest.night_id.in_(nights))
    sat = select(Play.night_id, Chair.player_id).join(Play, Play.id == Chair.play_id)
    sat = sat.where(Play.night_id.in_(nights), Play.deleted_at.is_(None))
    there, person = came.union(sat).subquery(), aliased(Player)
    once = select(there.c.night_id, person.name).distinct()
    once = once.join(Player, Player.id == there.c.player_id).join(person, person.id == PERSON)
    # PostgreSQL would read the players of all clubs to find those who came.
    once = once.where(Player.club_id == club_id)
    found: dict[int, list[str]] = {}
    for night, name in sorted(db.session.execute(once), key=lambda row: row.name.casefold()):
        found.setdefault(night, []).append(name)
    return found
