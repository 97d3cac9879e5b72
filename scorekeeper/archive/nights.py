"""The nights of a club, the newest first, a page at a time: also those on which only coins went round."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Guest, Night, Play, Player
from scorekeeper.store.people import PERSON

MOST = 25
"""Nights on a page."""


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


@dataclass(frozen=True)
class Page:
    """Some nights, newest first; ``older`` is the one after which the next page goes on, if there is one."""

    nights: Sequence[Evening]
    older: int | None


def page(club_id: int, before: int | None = None) -> Page:
    """The nights that began before a night, by its id, or the newest; those thrown away left out."""
    games = select(func.count(Play.id)).where(Play.night_id == Night.id, Play.deleted_at.is_(None))
    wanted = select(Night, games.scalar_subquery().label("games"))
    wanted = wanted.where(Night.club_id == club_id, Night.deleted_at.is_(None))
    last = db.session.get(Night, before) if before else None
    if last is not None and last.club_id == club_id:
        at = last.started_at
        wanted = wanted.where(or_(Night.started_at < at, and_(Night.started_at == at, Night.id < last.id)))
    newest = wanted.order_by(Night.started_at.desc(), Night.id.desc()).limit(MOST + 1)
    rows = db.session.execute(newest).all()
    names = _names([row.Night.id for row in rows[:MOST]])
    shown = [Evening(row.Night, row.games, names.get(row.Night.id, [])) for row in rows[:MOST]]
    return Page(shown, shown[-1].night.id if len(rows) > MOST else None)


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
