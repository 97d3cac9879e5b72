"""Forms that were sent, so that one that is sent again counts once."""

from typing import cast

from sqlalchemy import Table, bindparam, insert, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Submission, now

# Built once: building a statement takes longer than running it.
_submission = cast(Table, Submission.__table__)
ANSWER = select(_submission.c.answer).where(_submission.c.key == bindparam("sent"))
NEW_SUBMISSION = insert(_submission)


def first_answer(key: str) -> str | None:
    """Return the address that the answer to this form led to; None if it was not sent before."""
    return db.session.scalar(ANSWER, {"sent": key})


def keep_answer(key: str, answer: str) -> None:
    """Keep the address that the answer to a form leads to."""
    db.session.execute(NEW_SUBMISSION, {"key": key, "at": now(), "answer": answer})
