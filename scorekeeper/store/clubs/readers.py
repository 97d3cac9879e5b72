"""The programs that may read a club or also keep score, each by a token kept as the secret of a link is."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta

from sqlalchemy import select, update

from scorekeeper.domain import StorageError
from scorekeeper.store.clubs.invitations import hash_secret, set_secret
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import raise_access_version
from scorekeeper.store.models import Club, Reader
from scorekeeper.store.transactions import begin_writing

READING = timedelta(minutes=10)
"""How long ago a program has read last, at most, before that is noted again."""


def readers_of(club: Club) -> Sequence[Reader]:
    """Return the programs that may read a club, in the order in which they were let in."""
    return db.session.scalars(select(Reader).where(Reader.club_id == club.id).order_by(Reader.id)).all()


def add_reader(club: Club, name: str, may_write: bool = False) -> Reader:
    """Let another program read a club, and keep score if it ``may_write``."""
    reader = Reader(club_id=club.id, name=name, may_write=may_write)
    set_secret(reader)
    db.session.add(reader)
    db.session.flush()
    return reader


def renew_token(reader: Reader) -> None:
    """Give a program a new token; whatever reads with the old one sees nothing from now on."""
    set_secret(reader)
    raise_access_version(reader.club_id)


def remove_reader(reader: Reader) -> None:
    """Let a program read its club no longer."""
    db.session.delete(reader)
    raise_access_version(reader.club_id)


def find_reader(token: str) -> tuple[Reader, Club] | None:
    """Return the program with this token and the club that it may read; None if there is none."""
    found = select(Reader, Club).join(Club, Club.id == Reader.club_id)
    row = db.session.execute(found.where(Reader.secret_hash == hash_secret(token))).first()
    return None if row is None else (row[0], row[1])


def note_reading(reader: Reader) -> None:
    """Note that a program is reading now, in a transaction of its own, unless that was noted lately."""
    if reader.seen_at is not None and abs(now() - reader.seen_at) <= READING:
        return
    this = update(Reader).where(Reader.id == reader.id).values(seen_at=now())
    db.session.rollback()
    # What can be read is sent, even while the database is busy or its disk is full.
    with suppress(StorageError):
        begin_writing()
        db.session.execute(this)
        db.session.commit()
