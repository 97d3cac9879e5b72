"""Whose turn it is to write: a change of a club waits until the one before is saved, and so do phones.

SQLite lets one transaction of the whole database write at a time. On PostgreSQL a transaction locks what it
is about before it reads, with a lock that ends together with it. Where it is about several, phones come
before clubs, each in the order of their numbers, so that no two transactions wait for each other.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from sqlalchemy import Select, func, select

from scorekeeper.store.models import Club, Invitation, Night, Play, Player

Turn: TypeAlias = Select[Any]
"""What a transaction locks, as a statement of PostgreSQL."""

SERVERS, PHONE, CLUB = 1, 2, 3
"""What is locked, as the first number of a lock; the second says which of them."""


def of_servers() -> Turn:
    """Return the turn of a server that starts."""
    return _lock(SERVERS, 0)


def of_phone(token_hash: str) -> Turn:
    """Return the turn of a phone, which may be one that is not known yet."""
    return _lock(PHONE, int(token_hash[:7], 16))


def of_club(club_id: int) -> Turn:
    """Return the turn of a club."""
    return _lock(CLUB, club_id)


def of_clubs(ids: Iterable[int]) -> Turn:
    """Return the turn of several clubs."""
    return _lock_clubs(select(Club.id.label("club_id")).where(Club.id.in_([*ids])))


def of_links(secret_hashes: Iterable[str]) -> Turn:
    """Return the turn of the clubs that these links lead into."""
    return _lock_clubs(select(Invitation.club_id).where(Invitation.secret_hash.in_([*secret_hashes])))


def of_night(night_id: int) -> Turn:
    """Return the turn of a night's club."""
    return _lock(CLUB, Night.club_id).where(Night.id == night_id)


def of_play(play_id: int) -> Turn:
    """Return the turn of a game's club."""
    return _lock(CLUB, Play.club_id).where(Play.id == play_id)


def of_player(player_id: int) -> Turn:
    """Return the turn of a player's club."""
    return _lock(CLUB, Player.club_id).where(Player.id == player_id)


def _lock(kind: int, which: Any) -> Turn:
    return select(func.pg_advisory_xact_lock(kind, which))


def _lock_clubs(ids: Select[Any]) -> Turn:
    found = ids.distinct().order_by("club_id").subquery()
    return _lock(CLUB, found.c.club_id).select_from(found)
