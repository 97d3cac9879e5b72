"""The answers to forms that were sent, so that one that is sent again gets the first answer."""

from sqlalchemy import delete, insert

from scorekeeper.store.database import db, now
from scorekeeper.store.models import Submission


def first_answer(key: str) -> str | None:
    """Return the address to which the form with this key led; None if it was not sent before."""
    found = db.session.get(Submission, key)
    return found.answer if found else None


def keep_answer(key: str, address: str) -> None:
    """Keep the address to which the form with this key leads."""
    db.session.execute(insert(Submission).values(key=key, at=now(), answer=address))


def forget_answer(key: str) -> None:
    """Forget the address to which the form with this key leads."""
    db.session.execute(delete(Submission).where(Submission.key == key))
