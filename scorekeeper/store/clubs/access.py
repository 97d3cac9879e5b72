"""Queries for what a phone may see and do."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Row, Select, bindparam, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, aliased, contains_eager, joinedload

from scorekeeper.domain import Role, StorageError
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Chair, Club, Membership, Night, OwnGame, Phone, Play, Player
from scorekeeper.store.transactions import begin_writing

Column: TypeAlias = ColumnElement[int] | InstrumentedAttribute[int]


class Access(NamedTuple):
    """The access of a phone to what it asked for.

    Attributes:
        role: its role in the club, on the night or at the table that this is about.
        night_role: its role without what the link of a table lets it do.
        tables: the ids of the tables whose links it came by.
        player_id, player: which player its owner is, if they said so; else None and "".
        is_first: whether it said so before any other phone of the club.
        has_answered: whether it has answered for that player while it only watches, and stays theirs.
        phone: the phone's name, or what kind of device it is.
        seen_at: when the phone was last here.
    """

    role: Role
    night_role: Role
    tables: frozenset[int]
    player_id: int | None
    player: str
    is_first: bool
    has_answered: bool
    phone: str
    seen_at: datetime


Owner = aliased(Player)

GRANTS = (
    Membership.role,
    Membership.player_id,
    Membership.is_first,
    Membership.has_answered,
    Membership.night_id.label("only_night_id"),
    Membership.table_id.label("only_table_id"),
    Owner.name.label("owner"),
    Phone.name.label("phone"),
    Phone.model,
    Phone.seen_at,
)
"""The columns that ``best_access`` reads, of the tables that ``as_seen_by_phone`` joins."""


def as_seen_by_phone(query: Any, club_id: Column, night_id: Column | None = None) -> Select[Any]:
    """Return a query with a row for each membership by which the phone ``token_hash`` may see its rows.

    A membership counts in its whole club, or on one night only; without a night, only the first kind does.
    """
    whole_club = Membership.night_id.is_(None)
    return (
        query.join(Membership, Membership.club_id == club_id)
        .join(Phone, Phone.id == Membership.phone_id)
        .outerjoin(Owner, Owner.id == Membership.player_id)
        .where(
            Phone.token_hash == bindparam("token_hash"),
            whole_club if night_id is None else or_(whole_club, Membership.night_id == night_id),
        )
    )


def best_access(rows: Sequence[Row[Any]], table_id: int | None = None) -> Access | None:
    """Return what several memberships of one phone allow together; None if there are none.

    One for a table counts as it is only if this is about that table; anywhere else the phone just watches.
    """
    if not rows:
        return None
    best = rows[0]
    tables = frozenset(row.only_table_id for row in rows if row.only_table_id)
    night_role = Role(max([Role.VIEWER, *(row.role for row in rows if row.only_table_id is None)]))
    role = max(night_role, Role.KEEPER) if table_id in tables else night_role
    # Who they said they are on this night counts first.
    named = sorted((row for row in rows if row.player_id), key=lambda row: row.only_night_id is None)
    player_id, player = (named[0].player_id, named[0].owner) if named else (None, "")
    is_first = any(row.is_first for row in named if row.player_id == player_id)
    has_answered = role < Role.KEEPER and bool(named) and named[0].has_answered
    phone = best.phone or best.model
    return Access(role, night_role, tables, player_id, player, is_first, has_answered, phone, best.seen_at)


_clubs = as_seen_by_phone(select(Club, *GRANTS), Club.id)
CLUBS = _clubs.order_by(Membership.id.desc())
CLUB = _clubs.where(Club.id == bindparam("id"))
NIGHTS_ALONE = (
    as_seen_by_phone(select(Night), Night.club_id, Night.id)
    .where(Membership.night_id == Night.id, Night.deleted_at.is_(None))
    .where(Night.club_id.not_in(bindparam("clubs", expanding=True)))
    .order_by(Membership.id.desc())
)
PLAYER = as_seen_by_phone(select(Player, *GRANTS), Player.club_id).where(Player.id == bindparam("id"))
OWN_GAME = as_seen_by_phone(select(OwnGame, *GRANTS), OwnGame.club_id).where(OwnGame.id == bindparam("id"))
NIGHT = (
    as_seen_by_phone(select(Night, *GRANTS).join(Night.club), Night.club_id, Night.id)
    .where(Night.id == bindparam("id"))
    .options(contains_eager(Night.club), joinedload(Night.all_tables))
)
PLAY = (
    as_seen_by_phone(select(Play, *GRANTS).join(Play.night), Night.club_id, Night.id)
    .where(Play.id == bindparam("id"))
    # With an inner join in the outer one, SQLite would first read the chairs of all clubs.
    .options(contains_eager(Play.night), joinedload(Play.seats).joinedload(Chair.player, innerjoin=False))
)
PHONE = select(Phone).where(Phone.token_hash == bindparam("token_hash"))


def visible_club(club_id: int, token_hash: str) -> tuple[Club, Access] | None:
    """Return a club with what this phone may do in it; None if the phone doesn't belong to it."""
    return _visible(CLUB, club_id, token_hash)


def visible_player(player_id: int, token_hash: str) -> tuple[Player, Access] | None:
    """Return a player of a club that this phone belongs to, with what it may do in the club."""
    return _visible(PLAYER, player_id, token_hash)


def visible_own_game(own_id: int, token_hash: str) -> tuple[OwnGame, Access] | None:
    """Return an own game of a club that this phone belongs to, with what it may do in the club."""
    return _visible(OWN_GAME, own_id, token_hash)


def visible_night(night_id: int, token_hash: str, table_id: int | None = None) -> tuple[Night, Access] | None:
    """Return a night, with its club and tables, and what this phone may do on it; None if it may not see it.

    With a table, it is what the phone may do at that table.
    """
    return _visible(NIGHT, night_id, token_hash, lambda _: table_id)


def visible_play(play_id: int, token_hash: str) -> tuple[Play, Access] | None:
    """Return a play, with its night and its seats, and what this phone may do; None if it may not see it."""
    return _visible(PLAY, play_id, token_hash, lambda play: play.table_id)


def owner_known(club_id: int, token_hash: str) -> int | None:
    """Return whose phone this is, as it said last on any night of a club; None if it never did."""
    said = select(Membership.player_id).join(Phone).where(Phone.token_hash == token_hash)
    said = said.where(Membership.club_id == club_id, Membership.player_id.is_not(None))
    return db.session.scalar(said.order_by(Membership.id.desc()).limit(1))


def clubs_of(token_hash: str) -> dict[Club, Access]:
    """Return the clubs that a phone belongs to, the one it joined last first."""
    rows = db.session.execute(CLUBS, {"token_hash": token_hash})
    return {row[0]: access for row in rows if (access := best_access([row]))}


def nights_of(token_hash: str, clubs: Iterable[Club]) -> Sequence[Night]:
    """Return the nights that a phone may see of other clubs than its own, the one it joined last first."""
    own = [club.id for club in clubs]
    found = db.session.scalars(NIGHTS_ALONE, {"token_hash": token_hash, "clubs": own})
    return [*dict.fromkeys(found)]


def names_seen_by(token_hash: str) -> Sequence[str]:
    """Return the names of all players of the clubs that a phone belongs to or is a guest of."""
    theirs = select(Player.name).join(Membership, Membership.club_id == Player.club_id).join(Phone)
    return db.session.scalars(theirs.where(Phone.token_hash == token_hash).distinct()).all()


def known_phone(token_hash: str) -> Phone | None:
    """Return the phone with this id in its cookie."""
    return db.session.scalar(PHONE, {"token_hash": token_hash})


def get_or_create_phone(token_hash: str, model: str) -> Phone:
    """Return the phone with this id in its cookie, added if it is new."""
    phone = known_phone(token_hash)
    if phone is None:
        phone = Phone(token_hash=token_hash, model=model)
        db.session.add(phone)
        db.session.flush()
    return phone


def note_answer(token_hash: str, night_id: int) -> None:
    """Note that a phone has answered on a night for the player who is its owner."""
    phone = select(Phone.id).where(Phone.token_hash == token_hash).scalar_subquery()
    theirs = (Membership.phone_id == phone, Membership.night_id == night_id)
    db.session.execute(update(Membership).where(*theirs).values(has_answered=True))


def note_visit(token_hash: str) -> None:
    """Note that a phone is here now, in a transaction of its own."""
    db.session.rollback()
    # A page that can be read is shown, even while the database is busy or its disk is full.
    with suppress(StorageError):
        begin_writing()
        db.session.execute(update(Phone).where(Phone.token_hash == token_hash).values(seen_at=now()))
        db.session.commit()


def _visible(
    query: Select[Any], wanted: int, token_hash: str, table_of: Callable[[Any], int | None] = lambda _: None
) -> Any:
    rows = db.session.execute(query, {"id": wanted, "token_hash": token_hash}).unique().all()
    return (rows[0][0], best_access(rows, table_of(rows[0][0]))) if rows else None
