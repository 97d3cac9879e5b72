"""Queries for what a phone may see: only the clubs whose secrets it knows.

Plays, which are looked up most, are read by ``store.plays.sheet``.
"""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import contains_eager

from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Player


def visible_club(club_id: int, hashes: Sequence[str]) -> Club | None:
    """Return a club if the hash of its secret is one of these."""
    return db.session.scalar(select(Club).where(Club.id == club_id, Club.secret_hash.in_(hashes)))


def visible_player(player_id: int, hashes: Sequence[str]) -> Player | None:
    """Return a player of one of the clubs with these hashes."""
    theirs = select(Player).join(Club, Player.club_id == Club.id)
    return db.session.scalar(theirs.where(Player.id == player_id, Club.secret_hash.in_(hashes)))


def visible_night(night_id: int, hashes: Sequence[str]) -> Night | None:
    """Return a night of one of the clubs with these hashes, with its club."""
    theirs = select(Night).join(Night.club).where(Night.id == night_id, Club.secret_hash.in_(hashes))
    return db.session.scalar(theirs.options(contains_eager(Night.club)))
