"""Erasing for good: a club with everything in it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, delete, func, select

from scorekeeper.store.database import Base, db
from scorekeeper.store.models import Club, Membership, Night, Phone, Play, Player, Submission

TYPED = "/games/%?%"
"""What the addresses of answers contain that repeat what was typed: those of a draw for a new game."""


class Contents(NamedTuple):
    """How much a club has, deleted things included."""

    games: int
    nights: int
    players: int


def contents_of(club_id: int) -> Contents:
    """Return how much would be erased with a club."""
    counts = (select(func.count(kind.id)).where(kind.club_id == club_id) for kind in (Play, Night, Player))
    return Contents(*(db.session.scalar(count) or 0 for count in counts))


def delete_club(club: Club) -> None:
    """Delete a club and every row that belongs to it, and the phones that have joined no other."""
    club_id = club.id
    phones = db.session.scalars(select(Membership.phone_id).where(Membership.club_id == club_id)).all()
    db.session.flush()
    db.session.expunge_all()
    for table in reversed(Base.metadata.sorted_tables):
        if (theirs := of_club(table, club_id)) is not None:
            db.session.execute(delete(table).where(theirs))
    others = select(Membership.phone_id)
    db.session.execute(delete(Phone).where(Phone.id.in_(phones), Phone.id.not_in(others)))
    forget_typed_answers()


def of_club(table: Table, club_id: int) -> ColumnElement[bool] | None:
    """Return the condition for the rows of a table that belong to a club; None if none belong to any."""
    if table.name == Club.__tablename__:
        return table.c.id == club_id
    if "club_id" in table.c:
        return table.c.club_id == club_id
    for column, owner in _owners(table):
        if (theirs := of_club(owner.table, club_id)) is not None:
            return column.in_(select(owner).where(theirs))
    return None


def forget_typed_answers() -> None:
    """Forget the answers to forms, of any club, whose address repeats what was typed into them."""
    db.session.execute(delete(Submission).where(Submission.answer.like(f"%{TYPED}")))


def overwrite_deleted() -> None:
    """Let SQLite's file take over what was erased, so that the log beside it keeps nothing of it.

    Freed space in the file is overwritten anyway. While a long export still reads what there was before, the
    log is overwritten with the changes that come later.
    """
    if db.engine.dialect.name != "sqlite":
        return
    with closing(db.engine.raw_connection()) as connection, suppress(sqlite3.Error):
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _owners(table: Table) -> Iterator[tuple[ColumnElement[int], ColumnElement[int]]]:
    """Yield the columns of a table by which each row belongs to one of another, with that table's id."""
    for column in table.columns:
        for key in column.foreign_keys:
            if not column.nullable and key.column.table is not table:
                yield column, key.column
