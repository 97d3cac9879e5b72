"""What somebody may see who knows the secrets of some clubs; all else is as if it were not there.

A play, which is looked at most, is read by ``looks``.
"""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import contains_eager

from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Player


def club(club_id: int, hashes: Sequence[str]) -> Club | None:
    """A club, if it is one of those whose secrets have these hashes."""
    return db.session.scalar(select(Club).where(Club.id == club_id, Club.secret_hash.in_(hashes)))


def player(player_id: int, hashes: Sequence[str]) -> Player | None:
    """A player of one of these clubs."""
    theirs = select(Player).join(Club, Player.club_id == Club.id)
    return db.session.scalar(theirs.where(Player.id == player_id, Club.secret_hash.in_(hashes)))


def night(night_id: int, hashes: Sequence[str]) -> Night | None:
    """A night of one of these clubs, with its club."""
    theirs = select(Night).join(Night.club).where(Night.id == night_id, Club.secret_hash.in_(hashes))
    return db.session.scalar(theirs.options(contains_eager(Night.club)))
