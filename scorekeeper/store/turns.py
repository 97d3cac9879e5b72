"""Whose turn it is to write: a change of a club waits until the one before is saved, and so do phones.

SQLite lets one transaction of the whole database write at a time. On PostgreSQL a transaction locks what it
is about before it reads, with a lock that ends together with it. Where it is about several, phones come
before clubs, each in the order of their numbers, so that no two transactions wait for each other.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import ARRAY, Integer, Select, String, any_, bindparam, func, select

from scorekeeper.store.models import Club, Invitation, Night, Play, Player

SERVERS, PHONE, CLUB = 1, 2, 3
"""What is locked, as the first number of a lock; the second says which of them."""


class Turn(NamedTuple):
    """What a transaction locks, as a statement of PostgreSQL with its values."""

    statement: Select[Any]
    values: dict[str, Any]


def _lock(kind: int, which: Any) -> Select[Any]:
    return select(func.pg_advisory_xact_lock(kind, which))


def _lock_of_clubs(ids: Select[Any]) -> Select[Any]:
    """Return the statement that locks several clubs one after another."""
    found = ids.distinct().order_by("club_id").subquery()
    return _lock(CLUB, found.c.club_id).select_from(found)


LOCK = {kind: _lock(kind, bindparam("which", type_=Integer)) for kind in (SERVERS, PHONE, CLUB)}
LOCK_CLUB_OF = {
    model: _lock(CLUB, model.club_id).where(model.id == bindparam("id")) for model in (Night, Play, Player)
}
LOCK_CLUBS = _lock_of_clubs(
    select(Club.id.label("club_id")).where(Club.id == any_(bindparam("ids", type_=ARRAY(Integer))))
)
LOCK_CLUBS_OF_LINKS = _lock_of_clubs(
    select(Invitation.club_id).where(Invitation.secret_hash == any_(bindparam("hashes", type_=ARRAY(String))))
)

OF_SERVERS = Turn(LOCK[SERVERS], {"which": 0})
"""The turn of a server that starts."""


def of_phone(token_hash: str) -> Turn:
    """Return the turn of a phone, which may be one that is not known yet."""
    return Turn(LOCK[PHONE], {"which": int(token_hash[:7], 16)})


def of_club(club_id: int) -> Turn:
    """Return the turn of a club."""
    return Turn(LOCK[CLUB], {"which": club_id})


def of_clubs(ids: Iterable[int]) -> Turn:
    """Return the turn of several clubs."""
    return Turn(LOCK_CLUBS, {"ids": [*ids]})


def of_links(secret_hashes: Iterable[str]) -> Turn:
    """Return the turn of the clubs that these links lead into."""
    return Turn(LOCK_CLUBS_OF_LINKS, {"hashes": [*secret_hashes]})


def of_night(night_id: int) -> Turn:
    """Return the turn of a night's club."""
    return Turn(LOCK_CLUB_OF[Night], {"id": night_id})


def of_play(play_id: int) -> Turn:
    """Return the turn of a game's club."""
    return Turn(LOCK_CLUB_OF[Play], {"id": play_id})


def of_player(player_id: int) -> Turn:
    """Return the turn of a player's club."""
    return Turn(LOCK_CLUB_OF[Player], {"id": player_id})
