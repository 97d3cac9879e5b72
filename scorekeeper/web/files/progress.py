"""The page that says how far an import is: it is sent while games are added, a line about once a second."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from flask import Response, redirect, stream_template, url_for

from scorekeeper.domain import StorageError
from scorekeeper.files.club_file import ClubFile
from scorekeeper.files.importing import MOST_AT_ONCE, ClubChanged, ImportStep, Interrupted, import_in_steps
from scorekeeper.files.planning import ImportPlan
from scorekeeper.rules.saying import Say
from scorekeeper.store.database import db
from scorekeeper.store.models import Club
from scorekeeper.store.plays.editions import compare_all
from scorekeeper.web.storage_faults import log_fault
from scorekeeper.web.submissions import commit, commit_step

A_MOMENT = 1.0
"""Seconds between two lines of the page; what takes no longer is answered without it."""


def moments_of(plan: ImportPlan, club: Club, file: ClubFile, is_new: bool) -> Iterator[ImportStep]:
    """Add what the plan says, and yield about once a second how far it is, and at the end.

    Sent again, a form that creates a club leads to it from the first step on. Raises ClubChanged and
    Interrupted.
    """
    club_id, until = club.id, monotonic() + A_MOMENT

    def commit_one(step: ImportStep) -> None:
        if step.is_last:
            commit(redirect(result_address(club_id, step), 303))
        elif is_new:
            commit_step(url_for("exporting.overview", club_id=club_id, unfinished=1))
        else:
            db.session.commit()

    for step in import_in_steps(plan, club, file, commit_one):
        if step.is_last or monotonic() > until:
            # What is not counted now is counted when the server starts.
            with suppress(StorageError):
                compare_all(MOST_AT_ONCE)
            yield step
            until = monotonic() + A_MOMENT


def result_address(club_id: int, step: ImportStep) -> str:
    """Return the address to which an import leads: its only night, or the number of games and nights."""
    if len(step.night_ids) == 1:
        return url_for("night.night", night_id=step.night_ids[0])
    return url_for("exporting.overview", club_id=club_id, games=step.games, nights=len(step.night_ids))


@dataclass
class Progress:
    """An import that takes a while, as its page tells it; iterating it goes on with it.

    Attributes:
        club_id: the club.
        games: how many there will be.
        step: what has been added so far.
        problem: why it stopped before its end, and what to do; empty if it didn't.
    """

    club_id: int
    games: int
    step: ImportStep
    _adding: Iterator[ImportStep]
    problem: str = ""

    def __iter__(self) -> Iterator[ImportStep]:
        """Yield each step that the page tells."""
        yield self.step
        try:
            for step in self._adding:
                self.step = step
                yield step
        except Interrupted as stopped:
            log_fault(stopped)
            self.problem = str(stopped)
        except ClubChanged:
            words = "The club was changed at the same moment. Import the same file again to add the rest."
            self.problem = str(Say(words))
        db.session.rollback()

    @property
    def address(self) -> str:
        """The address with what was added."""
        return result_address(self.club_id, self.step)


def tell_progress(progress: Progress) -> Response:
    """Return the page of an import, which grows while that goes on and ends with what was added.

    So it needs no script, and no proxy waits for long. If someone leaves the page, the import stops after a
    step.
    """
    overview = url_for("exporting.overview", club_id=progress.club_id)
    page = Response(
        stream_template("files/progress.html", progress=progress, overview=overview), mimetype="text/html"
    )
    # Nothing is to wait for more of it: neither what compresses pages, nor a proxy.
    page.headers["Content-Encoding"] = "identity"
    page.headers["X-Accel-Buffering"] = "no"
    return page
