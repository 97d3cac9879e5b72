"""Nights: who is there, and what is played."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import selectinload

from scorekeeper.store.clubs.people import PERSON
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Club, Guest, HandRow, Night, Play, Player, Transfer

LATELY = 30
"""So many nights back somebody still is a regular."""


def new_night(club: Club) -> Night:
    """A night that begins now; a coin is worth what it was worth on the night before."""
    night = Night(club=club)
    for before in recent_nights([club], 1):
        night.coin_value, night.currency = before.coin_value, before.currency
    db.session.add(night)
    return night


def recent_nights(clubs: Iterable[Club], most: int = 5) -> Sequence[Night]:
    """The newest nights of these clubs, newest first; one that was brought in late is as old as it is."""
    ids = [club.id for club in clubs]
    theirs = select(Night).where(Night.club_id.in_(ids), Night.deleted_at.is_(None))
    newest = theirs.order_by(Night.started_at.desc(), Night.id.desc()).limit(most)
    return db.session.scalars(newest).all()


def guests(night: Night) -> Sequence[Player]:
    """Tonight's players, in the order of arrival; who came under two names is there once."""
    came = select(PERSON.label("person"), func.min(Guest.id).label("first")).join_from(Guest, Player)
    came = came.where(Guest.night_id == night.id).group_by(PERSON)
    there = came.subquery()
    persons = select(Player).join(there, there.c.person == Player.id).order_by(there.c.first)
    return db.session.scalars(persons).all()


def regulars(night: Night, most: int = 30) -> Sequence[Player]:
    """Players of the club who are not there tonight, without those who came under another name or retired.

    Where they are too many, whoever came to one of the last nights goes first.
    """
    lately = select(Night.id).where(Night.club_id == night.club_id, Night.deleted_at.is_(None))
    lately = lately.order_by(Night.started_at.desc()).limit(LATELY)
    came = select(PERSON).join_from(Guest, Player).where(Guest.night_id.in_(lately))
    there = select(PERSON).join_from(Guest, Player).where(Guest.night_id == night.id)
    away = select(Player).where(
        Player.club_id == night.club_id,
        Player.id.not_in(there),
        Player.person_id.is_(None),
        Player.retired_at.is_(None),
    )
    first = away.order_by(Player.id.in_(came).desc(), Player.name).limit(most)
    return sorted(db.session.scalars(first), key=lambda player: player.name)


def welcome(night: Night, player: Player) -> None:
    """Add a player to the night; somebody who is already there, be it under another name, stays."""
    here = select(Guest.id).join(Player, Player.id == Guest.player_id)
    if db.session.scalar(here.where(Guest.night_id == night.id, PERSON.in_([player.id])).limit(1)) is None:
        db.session.add(Guest(night_id=night.id, player_id=player.id))
        db.session.flush()


def see_off(night: Night, player_id: int) -> None:
    """Take a player off tonight's list; the games they played stay."""
    names = select(Player.id).where(PERSON.in_([player_id]))
    db.session.execute(delete(Guest).where(Guest.night_id == night.id, Guest.player_id.in_(names)))


def plays(night: Night) -> Sequence[Play]:
    """The games of a night with their seats, newest first, those thrown away included."""
    played = select(Play).where(Play.night_id == night.id).options(selectinload(Play.seats))
    return db.session.scalars(played.order_by(Play.id.desc())).all()


def start_play(
    night_id: int, game: str, options: dict[str, Any], seats: Iterable[tuple[int, str]], dealer: int
) -> Play:
    """A new game; ``seats`` are the players' ids and names in seat order, ``dealer`` is a seat."""
    club_id = select(Night.club_id).where(Night.id == night_id).scalar_subquery()
    play = Play(club_id=club_id, night_id=night_id, game=game, options=options, dealer=dealer)
    play.seats = [
        Chair(place=place, player_id=player_id, name=name) for place, (player_id, name) in enumerate(seats)
    ]
    db.session.add(play)
    db.session.flush()
    return play


def newest_play(night_id: int) -> int:
    """The play of a night that was begun last, those thrown away included; 0 before the first."""
    return db.session.scalar(select(func.max(Play.id)).where(Play.night_id == night_id)) or 0


def untouched_plays(night_id: int, game: str, since: int) -> Sequence[Play]:
    """Plays of this game that were begun after another one and have no hand yet, the first one first."""
    begun = select(Play).where(
        Play.night_id == night_id,
        Play.game == game,
        Play.id > since,
        Play.deleted_at.is_(None),
        ~select(HandRow.id).where(HandRow.play_id == Play.id).exists(),
    )
    return db.session.scalars(begun.order_by(Play.id)).all()


def empty_night(club: Club) -> Night | None:
    """The club's newest night if nothing was written on it yet: begun by a tap too many."""
    return next((night for night in recent_nights([club], 1) if _is_blank(night)), None)


def _is_blank(night: Night) -> bool:
    """Whether a night has nobody and nothing; people leave, and what they won and lost stays."""
    coins = select(Transfer.id).where(Transfer.night_id == night.id).limit(1)
    return not (night.note or guests(night) or plays(night) or db.session.scalar(coins))
