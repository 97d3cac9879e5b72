"""The answers to forms that were sent, so that one that is sent again gets the first answer.

Every change reads and writes them, so the statements are built once: building one takes longer than
running it.
"""

from typing import cast

from sqlalchemy import Table, bindparam, delete, insert, select

from scorekeeper.store.database import execute, now
from scorekeeper.store.models import Submission

_submission = cast(Table, Submission.__table__)
ANSWER = select(_submission.c.answer).where(_submission.c.key == bindparam("sent"))
NEW_ANSWER = insert(_submission)
NO_ANSWER = delete(_submission).where(_submission.c.key == bindparam("sent"))


def first_answer(key: str) -> str | None:
    """Return the address to which the form with this key led; None if it was not sent before."""
    return execute(ANSWER, {"sent": key}).scalar()


def keep_answer(key: str, address: str) -> None:
    """Keep the address to which the form with this key leads."""
    execute(NEW_ANSWER, {"key": key, "at": now(), "answer": address})


def forget_answer(key: str) -> None:
    """Forget the address to which the form with this key leads."""
    execute(NO_ANSWER, {"sent": key})
