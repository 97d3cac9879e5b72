"""The nights of a club, the newest first, a page at a time: also those on which only coins went round."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.history.paging import NEWEST, Columns, Page, Pages, Turn
from scorekeeper.store.models import Chair, Guest, Night, Play, Player


@dataclass(frozen=True)
class Evening:
    """A night in the list.

    Attributes:
        night: which one.
        games: how many games it has.
        names: who came or played, by name.
    """

    night: Night
    games: int
    names: Sequence[str]


def page(club_id: int, turn: Turn = NEWEST) -> Page[Evening]:
    """A page of the nights of a club; those thrown away are left out."""
    games = select(func.count(Play.id)).where(Play.night_id == Night.id, Play.deleted_at.is_(None))
    wanted: Columns = select(Night, games.scalar_subquery().label("games"))
    wanted = wanted.where(Night.club_id == club_id, Night.deleted_at.is_(None))
    found = Pages(wanted, Night.started_at, Night.id).page(turn)
    names = _names([row.Night.id for row in found.rows])
    shown = [Evening(row.Night, row.games, names.get(row.Night.id, [])) for row in found.rows]
    return Page(shown, found.newer, found.older)


def _names(nights: Sequence[int]) -> dict[int, list[str]]:
    """Who was there on which of these nights; somebody with two names is there once."""
    came = select(Guest.night_id, Guest.player_id).where(Guest.night_id.in_(nights))
    sat = select(Play.night_id, Chair.player_id).join(Play, Play.id == Chair.play_id)
    sat = sat.where(Play.night_id.in_(nights), Play.deleted_at.is_(None))
    there, person = came.union(sat).subquery(), aliased(Player)
    once = select(there.c.night_id, person.name).distinct()
    once = once.join(Player, Player.id == there.c.player_id).join(person, person.id == PERSON)
    found: dict[int, list[str]] = {}
    for night, name in db.session.execute(once.order_by(person.name)):
        found.setdefault(night, []).append(name)
    return found
