"""The guests of a night: the players who are here, and the ones to suggest."""

from collections.abc import Iterable, Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.orm import aliased

from scorekeeper.domain import MAX_NAMES
from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.models import Guest, Night, Player
from scorekeeper.store.text_order import in_text_order

RECENT_NIGHTS = 30
"""Players who came to one of this many last nights are suggested first."""


def guests(night: Night) -> Sequence[Player]:
    """Return tonight's players in order of arrival, each person once."""
    came = select(PERSON.label("person"), func.min(Guest.id).label("first")).join_from(Guest, Player)
    here = came.where(Guest.night_id == night.id).group_by(PERSON).subquery()
    persons = select(Player).join(here, here.c.person == Player.id).order_by(here.c.first)
    return db.session.scalars(persons).all()


def guest_names(nights: Iterable[Night]) -> dict[int, list[str]]:
    """Return the names of everyone who is here on these nights, by the night's id, in order of arrival."""
    person = aliased(Player)
    came = select(Guest.night_id, person.name, func.min(Guest.id).label("first"))
    came = came.join(Player, Guest.player_id == Player.id).join(person, person.id == PERSON)
    came = came.where(Guest.night_id.in_([night.id for night in nights]))
    names: dict[int, list[str]] = {}
    for row in db.session.execute(came.group_by(Guest.night_id, person.id, person.name).order_by("first")):
        names.setdefault(row.night_id, []).append(row.name)
    return names


def regulars(night: Night, most: int = 30) -> Sequence[Player]:
    """Return the club's players who are not here tonight, by name, without hidden and merged ones.

    If there are more than ``most``, players who came to a recent night take precedence.
    """
    recent = select(Night.id).where(Night.club_id == night.club_id, Night.deleted_at.is_(None))
    recent = recent.order_by(Night.started_at.desc()).limit(RECENT_NIGHTS)
    came = select(PERSON).join_from(Guest, Player).where(Guest.night_id.in_(recent))
    here = select(PERSON).join_from(Guest, Player).where(Guest.night_id == night.id)
    away = select(Player).where(
        Player.club_id == night.club_id,
        Player.id.not_in(here),
        Player.person_id.is_(None),
        Player.hidden_at.is_(None),
    )
    first = away.order_by(Player.id.in_(came).desc(), in_text_order(Player.folded)).limit(most)
    return sorted(db.session.scalars(first), key=lambda player: player.folded)


def guests_last_time(night: Night) -> Sequence[Player]:
    """Return the players of the club's newest other night that had any, without hidden ones.

    There are no more of them than can be added at once.
    """
    others = select(Night).join(Guest, Guest.night_id == Night.id)
    others = others.where(Night.club_id == night.club_id, Night.id != night.id, Night.deleted_at.is_(None))
    newest = db.session.scalar(others.order_by(Night.started_at.desc(), Night.id.desc()).limit(1))
    came = guests(newest) if newest else ()
    return [player for player in came if player.hidden_at is None][:MAX_NAMES]


def add_guest(night: Night, player: Player) -> None:
    """Add a player to the night, unless that person is already here, under whatever name."""
    here = select(Guest.id).join(Player, Player.id == Guest.player_id)
    if db.session.scalar(here.where(Guest.night_id == night.id, PERSON.in_([player.id])).limit(1)) is None:
        db.session.add(Guest(night_id=night.id, player_id=player.id))
        db.session.flush()


def remove_guest(night: Night, person_id: int) -> None:
    """Remove a person from tonight's list; the games they played stay."""
    names = select(Player.id).where(PERSON.in_([person_id]))
    db.session.execute(delete(Guest).where(Guest.night_id == night.id, Guest.player_id.in_(names)))
