"""Transactions that write, one after another in each club, and the answers kept with what they saved.

SQLite lets one transaction of the whole database write at a time. On PostgreSQL a transaction locks what it
is about before it reads, until it ends. Where it locks several things, phones come before clubs, each in the
order of their numbers, so that no two transactions wait for each other. The phone is first, as only what is
read of it says which club the request is about.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from sqlalchemy import Select, Table, bindparam, delete, func, insert, select

from scorekeeper.store.database import db, now
from scorekeeper.store.models import Invitation, Night, OwnGame, Play, Player, Submission


class Lock(NamedTuple):
    """The statement with which a transaction locks something in PostgreSQL, and its values."""

    statement: Select[Any]
    values: Mapping[str, int | str]


_submission = cast(Table, Submission.__table__)
FIRST_ANSWER = (
    select(_submission.c.answer).where(_submission.c.key.in_(bindparam("keys", expanding=True))).limit(1)
)
KEEP_ANSWER = insert(_submission)
FORGET_ANSWER = delete(_submission).where(_submission.c.key == bindparam("known"))

SERVERS, PHONE, CLUB = 1, 2, 3
"""What is locked, as the first number of a lock; the second says which of them."""


LOCK = select(func.pg_advisory_xact_lock(bindparam("kind"), bindparam("which")))
LOCK_OF_CLUB_WITH = {
    kind: select(func.pg_advisory_xact_lock(CLUB, kind.club_id)).where(kind.id == bindparam("which"))
    for kind in (Night, OwnGame, Play, Player)
}
LOCK_OF_LINK = select(func.pg_advisory_xact_lock(CLUB, Invitation.club_id)).where(
    Invitation.secret_hash == bindparam("secret_hash")
)


def lock_of_servers() -> Lock:
    """Return the lock of a server that starts."""
    return Lock(LOCK, {"kind": SERVERS, "which": 0})


def lock_of_phone(token_hash: str) -> Lock:
    """Return the lock of a phone, which may be one that is not known yet."""
    return Lock(LOCK, {"kind": PHONE, "which": int(token_hash[:7], 16)})


def lock_of_club(club_id: int) -> Lock:
    return Lock(LOCK, {"kind": CLUB, "which": club_id})


def lock_of_club_with(kind: type[Night | OwnGame | Play | Player], its_id: int) -> Lock:
    """Return the lock of the club that has this night, game, own game or player."""
    return Lock(LOCK_OF_CLUB_WITH[kind], {"which": its_id})


def lock_of_link(secret_hash: str) -> Lock:
    """Return the lock of the club that a link leads into."""
    return Lock(LOCK_OF_LINK, {"secret_hash": secret_hash})


def begin_writing(*locks: Lock) -> None:
    """Begin this request's transaction as one that writes, and wait until it has its locks.

    The database must know before the first read: otherwise two requests could read the same state before
    they write, and the second would fail or undo what the first has done.
    """
    db.session.connection(execution_options={"writes": True})
    db.session.info["locks"] = ()
    for lock in locks:
        wait_for(lock)


def begin_reading() -> None:
    """Begin this request's transaction as one that can't write, as that of a page is anyway."""
    db.session.connection(execution_options={"reads": True})


def wait_for(lock: Lock) -> None:
    """Wait for a lock, which may not have been known yet when this transaction began to write."""
    db.session.info["locks"] += (lock,)
    connection = db.session.connection()
    if connection.dialect.name == "postgresql":
        connection.execute(*lock)


def commit_and_go_on() -> None:
    """Commit what was written so far, and begin to write again with the same locks."""
    db.session.commit()
    begin_writing(*db.session.info["locks"])


def first_answer(keys: Sequence[str]) -> str | None:
    """Return the address to which the form with any of these keys led; None if it was not sent before."""
    return db.session.scalar(FIRST_ANSWER, {"keys": keys})


def keep_answer(key: str, address: str) -> None:
    """Keep the address to which the form with this key leads, for when it is sent again."""
    db.session.execute(KEEP_ANSWER, {"key": key, "at": now(), "answer": address})


def forget_answer(key: str) -> None:
    """Forget the address to which the form with this key leads."""
    db.session.execute(FORGET_ANSWER, {"known": key})
