"""Keeping the steady time in the database, so that it goes on after the app was stopped."""

from contextlib import suppress

from flask import Flask
from sqlalchemy import update

from scorekeeper.domain import StorageError
from scorekeeper.store import turns
from scorekeeper.store.clock import clock, steady_now
from scorekeeper.store.database import begin_writing, db, now
from scorekeeper.store.models import SteadyTime


def resume_steady_time(app: Flask) -> None:
    """Go on with the steady time that was kept last, or begin it with what the clock says."""
    # A database that can only be read is served all the same.
    with app.app_context(), suppress(StorageError):
        kept = db.session.get(SteadyTime, SteadyTime.ONLY)
        if kept:
            clock.resume(kept.steady_at, kept.clock_at)
        db.session.rollback()
        begin_writing(turns.OF_SERVERS)
        if db.session.get(SteadyTime, SteadyTime.ONLY) is None:
            db.session.add(SteadyTime(id=SteadyTime.ONLY, steady_at=steady_now()))
        keep_steady_time()
        db.session.commit()


def keep_steady_time() -> None:
    """Keep the steady time in this request's transaction."""
    db.session.execute(update(SteadyTime).values(steady_at=steady_now(), clock_at=now()))
