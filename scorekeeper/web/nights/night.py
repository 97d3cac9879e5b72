"""A night: who is there, what is being played, and what was."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug import Response
from wtforms import StringField
from wtforms.validators import Length

from scorekeeper.domain import MAX_NOTE_LENGTH
from scorekeeper.network import reachable
from scorekeeper.rules.catalogue import name_of
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.people import find_or_add_person
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play, now
from scorekeeper.store.nights import guests as guest_list
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.plays.starting import plays_of_night
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.undo import undo_left

bp = Blueprint("nights", __name__, url_prefix="/nights/<int:night_id>")


class PlayerForm(FlaskForm):
    """The name of somebody who joins the night."""

    name = StringField("Name")


class NoteForm(FlaskForm):
    """What the players want to remember of a night."""

    note = StringField(
        # A form sends a line's end as two characters, and the browser counts it as one.
        filters=[lambda note: (note or "").replace("\r\n", "\n").strip()],
        validators=[Length(max=MAX_NOTE_LENGTH, message=f"There is room for {MAX_NOTE_LENGTH} characters.")],
    )


@bp.get("")
def night(night_id: int) -> str:
    """The night's page."""
    night = access.night_or_404(night_id, deleted=True)
    return (
        page(night) if night.deleted_at is None else render_template("nights/night_deleted.html", night=night)
    )


@bp.post("/players")
def welcome(night_id: int) -> Response | tuple[str, int]:
    """Add a player who was offered, or the names that were typed, with commas between."""
    night = access.night_or_404(night_id)
    form = PlayerForm()
    # A comma too many is no name that is missing.
    typed = [name for name in (form.name.data or "").split(",") if name.strip()] or [""]
    names = request.form.getlist("known") or typed
    try:
        for name in names:
            guest_list.add_guest(night, find_or_add_person(night.club, name))
    except BadName as wrong:
        db.session.rollback()
        form.name.errors = [str(wrong)]
        return page(access.night_or_404(night_id), form), 422
    db.session.commit()
    return redirect(url_for(".night", night_id=night_id, _anchor="players"))


@bp.post("/note")
def note(night_id: int) -> Response | tuple[str, int]:
    """Keep a note on the night."""
    night = access.night_or_404(night_id)
    form = NoteForm()
    if not form.validate():
        return page(night, note=form), 422
    night.note = form.note.data
    db.session.commit()
    return redirect(url_for(".night", night_id=night_id))


@bp.post("/delete")
def delete(night_id: int) -> Response:
    """Throw the night away with all its games; the bin can bring it back."""
    night = access.night_or_404(night_id)
    night.deleted_at = now()
    db.session.commit()
    return redirect(url_for(".night", night_id=night_id))


@bp.post("/restore")
def restore(night_id: int) -> Response:
    """Bring back a night that was thrown away."""
    access.night_or_404(night_id, deleted=True).deleted_at = None
    db.session.commit()
    return redirect(url_for(".night", night_id=night_id))


@bp.post("/players/<int:player_id>/leave")
def see_off(night_id: int, player_id: int) -> Response:
    """Take a player off tonight's list."""
    guest_list.remove_guest(access.night_or_404(night_id), player_id)
    db.session.commit()
    return redirect(url_for(".night", night_id=night_id, _anchor="players"))


def page(night: Night, form: PlayerForm | None = None, note: NoteForm | None = None) -> str:
    """The night with its players and games, and a form that could not be saved."""
    plays = plays_of_night(night)
    sheets = list(Sheet.of_all([play for play in plays if play.deleted_at is None]))
    deleted = [(play, name_of(play.game)) for play in plays if play.deleted_at]
    return render_template(
        "nights/night.html",
        night=night,
        form=form or PlayerForm(formdata=None),
        note=note or NoteForm(formdata=None, note=night.note),
        guests=guest_list.guests(night),
        regulars=guest_list.regulars(night),
        sheets=sheets,
        bank=bank_of(night, sheets),
        deleted=deleted,
        undo=newest(deleted),
        link=reachable(url_for("home.join", secret=access.secret_of(night.club), _external=True)),
    )


def newest(deleted: Sequence[tuple[Play, str]]) -> tuple[Play, str, int] | None:
    """The game that was deleted last, and for how many seconds that is undone at the top of the page."""
    since = [(play.deleted_at, play, name) for play, name in deleted if play.deleted_at]
    if not since:
        return None
    at, play, name = max(since, key=lambda one: one[0])
    left = undo_left(at)
    return (play, name, left) if left else None
