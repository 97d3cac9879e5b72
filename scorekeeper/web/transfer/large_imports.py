"""The page of a large file: how far it was looked through, what it would add, and how far it was imported."""

from contextlib import suppress
from datetime import datetime

from flask import Blueprint, Flask, current_app, flash, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import NotFound

from scorekeeper.domain import Role
from scorekeeper.store import turns
from scorekeeper.store.database import begin_writing, wait_for_turn
from scorekeeper.store.models import Club
from scorekeeper.store.transfer import uploads
from scorekeeper.store.transfer.large_imports import importing_steps
from scorekeeper.store.transfer.uploads import Found, ImportStage, Upload
from scorekeeper.web.background import BackgroundWork
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.founding import found_own_club, refuse_if_closed
from scorekeeper.web.clubs.this_phone import token_hash
from scorekeeper.web.submissions import commit, repeat_first_answer

bp = Blueprint("large_imports", __name__)

IMPORTING = "importing"

MOVING = (ImportStage.CHECKING, ImportStage.IMPORTING)
"""The stages at which the page keeps changing."""


def init_app(app: Flask) -> None:
    """Let the app look through large files and import them in the background."""
    app.extensions[IMPORTING] = BackgroundWork(app, IMPORTING, importing_steps)


@bp.get("/imports/<uid>")
def upload(uid: str) -> str:
    """Show how far a file was looked through or imported, and what it adds."""
    return render_upload(upload_or_404(uid))


@bp.post("/imports/<uid>")
def start_import(uid: str) -> Response | tuple[str, int]:
    """Begin to import a file that was looked through, into a new club if it is for none."""
    # A second tap waits here until the first has begun the import.
    begin_writing(turns.of_phone(token_hash()))
    found = upload_or_404(uid)
    repeat_first_answer()
    if found.stage is ImportStage.CHECKED:
        if found.planned.altered and not request.form.get("anyway"):
            flash("Tick “Import it all the same” first, or choose another copy of the file.")
            return render_upload(found), 422
        club = club_of_upload(found) or found_own_club()
        wait_for_turn(turns.of_club(club.id))
        found.club_id, found.stage = club.id, ImportStage.IMPORTING
        found.found = Found(club=found.planned.club)
        found.save()
        answer = commit(redirect(url_for(".upload", uid=uid), 303))
        current_app.extensions[IMPORTING].start()
        return answer
    return redirect(url_for(".upload", uid=uid), 303)


def upload_or_404(uid: str) -> Upload:
    """Return an upload for a club of which this phone is a host, or for a new club by this phone."""
    found = uploads.find(uid)
    if found is None or (found.club_id is None and found.phone != token_hash()):
        raise NotFound
    if club_of_upload(found) is None:
        refuse_if_closed()
    return found


def club_of_upload(found: Upload) -> Club | None:
    """Return the club into which a file is imported; None for a new one."""
    return access.club_or_404(found.club_id, Role.HOST, lock=False) if found.club_id else None


def render_upload(found: Upload) -> str:
    """Return the page of an upload."""
    club = club_of_upload(found)
    return render_template(
        "transfer/upload.html",
        upload=found,
        club=club,
        moving=found.stage in MOVING,
        nights=[(datetime.fromisoformat(at), games) for at, games in reversed(found.found.newest)],
        same_club=None if club else club_from_same(found.planned),
    )


def club_from_same(found: Found) -> Club | None:
    """Return a club of this phone that was created when the one in the file was; None if there is none."""
    with suppress(ValueError):
        made_at = datetime.fromisoformat(found.made_at)
        return next((club for club in access.my_clubs() if club.made_at == made_at), None)
    return None
