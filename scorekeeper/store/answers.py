"""The answers to forms that were sent, so that one that is sent again gets the first answer."""

from typing import cast

from sqlalchemy import Table, bindparam, delete, insert, select

from scorekeeper.store.database import now
from scorekeeper.store.models import Submission
from scorekeeper.store.prepared import Prepared

_submission = cast(Table, Submission.__table__)
ANSWER = Prepared(select(_submission.c.answer).where(_submission.c.key == bindparam("sent")))
NEW_ANSWER = Prepared(insert(_submission))
NO_ANSWER = Prepared(delete(_submission).where(_submission.c.key == bindparam("sent")))


def first_answer(key: str) -> str | None:
    """Return the address to which the form with this key led; None if it was not sent before."""
    found = ANSWER.run({"sent": key})
    return found[0].answer if found else None


def keep_answer(key: str, address: str) -> None:
    """Keep the address to which the form with this key leads."""
    NEW_ANSWER.run({"key": key, "at": now(), "answer": address})


def forget_answer(key: str) -> None:
    """Forget the address to which the form with this key leads."""
    NO_ANSWER.run({"sent": key})
