"""Erasing for good, which nobody can undo, so that these pages ask first: a club with everything in it."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.store.clubs.clubs import look_alike
from scorekeeper.store.clubs.erasing import contents_of, delete_club, overwrite_deleted
from scorekeeper.store.models import Club
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.plain_form import PlainForm, line_field
from scorekeeper.web.submissions import commit

bp = Blueprint("erasing", __name__)


class DeleteClubForm(PlainForm):
    """The name of the club that is deleted, typed as a confirmation."""

    name: Any = line_field()


@bp.get("/clubs/<int:club_id>/delete")
def ask_to_delete_club(club_id: int) -> str:
    """Show what goes with a club, and ask for its name."""
    return render_delete_club(access.club_or_404(club_id, needs=Role.HOST), DeleteClubForm(formdata=None))


@bp.post("/clubs/<int:club_id>/delete")
def delete_club_for_good(club_id: int) -> Response | tuple[str, int]:
    """Delete a club for good if its name was typed."""
    club, form = access.club_or_404(club_id, needs=Role.HOST), DeleteClubForm()
    name = club.name
    if not form.validate() or look_alike(form.name.data) != look_alike(name):
        form.refuse("name", f"Type the club’s name, {name}, to delete it.")
        return render_delete_club(club, form), 422
    delete_club(club)
    flash(f"{name} was deleted for good.")
    return erased(redirect(url_for("home.home"), code=303))


def erased(answer: Response) -> Response:
    """Commit what was erased, let nothing of it stay readable in the database, and return the answer."""
    commit(answer)
    overwrite_deleted()
    return answer


def render_delete_club(club: Club, form: DeleteClubForm) -> str:
    """Return the page that asks for the club's name."""
    return render_template("clubs/delete_club.html", club=club, form=form, contents=contents_of(club.id))
