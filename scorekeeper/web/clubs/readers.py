"""The programs that may read a club or also keep score: adding one, and showing and ending its token."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response
from wtforms import BooleanField

from scorekeeper.domain import MAX_DEVICE_LENGTH, Role
from scorekeeper.store.clubs import readers as store
from scorekeeper.store.clubs.invitations import secret_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Reader
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.inviting import address_elsewhere
from scorekeeper.web.forms.plain_form import PlainForm, line_field
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit

bp = Blueprint("readers", __name__, url_prefix="/clubs/<int:club_id>/phones/readers")


class ReaderForm(PlainForm):
    """The name of a program, and whether it may also write."""

    name: Any = line_field(MAX_DEVICE_LENGTH, missing="Enter a name.", placeholder="Our website")
    may_write: Any = BooleanField("It may also keep score")


@bp.get("")
def club_readers(club_id: int) -> str:
    """Show the programs that may read a club, with their tokens."""
    return render_readers(access.club_or_404(club_id, needs=Role.HOST))


@bp.post("")
def add(club_id: int) -> Response | tuple[str, int]:
    """Let another program read a club."""
    club, form = access.club_or_404(club_id, needs=Role.HOST), ReaderForm()
    if not form.validate():
        return render_readers(club, form), 422
    return commit(back_to_readers(club, store.add_reader(club, form.name.data, form.may_write.data)))


@bp.post("/<int:reader_id>/renew")
def renew(club_id: int, reader_id: int) -> Response:
    """Give a program a new token."""
    return change(club_id, reader_id, store.renew_token)


@bp.post("/<int:reader_id>/remove")
def remove(club_id: int, reader_id: int) -> Response:
    """Let a program read the club no longer."""
    return change(club_id, reader_id, store.remove_reader)


def change(club_id: int, reader_id: int, how: Callable[[Reader], None]) -> Response:
    """Change what a program may do, as a host."""
    club = access.club_or_404(club_id, needs=Role.HOST)
    reader = db.session.get(Reader, reader_id)
    if reader is None or reader.club_id != club.id:
        abort(404)
    how(reader)
    return commit(back_to_readers(club, None if reader in db.session.deleted else reader))


def back_to_readers(club: Club, shown: Reader | None) -> Response:
    """Redirect to the page of the club's programs, with the token of one of them in sight."""
    where: dict[str, Any] = {} if shown is None else {"shown": shown.id, "_anchor": f"reader-{shown.id}"}
    return redirect(url_for("readers.club_readers", club_id=club.id, **where), code=303)


def render_readers(club: Club, form: ReaderForm | None = None) -> str:
    """Return the page of the programs that may read a club."""
    return render_template(
        "clubs/readers.html",
        club=club,
        readers=store.readers_of(club),
        shown=request.args.get("shown", type=read_number),
        form=form or ReaderForm(formdata=None),
        token_of=secret_of,
        address=address_elsewhere,
    )
