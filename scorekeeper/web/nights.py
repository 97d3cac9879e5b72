"""A night: who is there, what is being played, and what was."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug import Response
from wtforms import StringField

from scorekeeper.network import reachable
from scorekeeper.rules.catalogue import name_of
from scorekeeper.store import nights as store
from scorekeeper.store.clubs import BadName, player_named
from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from scorekeeper.store.sheets import Sheet
from scorekeeper.web import access

bp = Blueprint("nights", __name__, url_prefix="/nights/<int:night_id>")


class PlayerForm(FlaskForm):
    """The name of somebody who joins the night."""

    name = StringField("Name")


@bp.get("")
def night(night_id: int) -> str:
    """The night's page."""
    return page(access.the_night(night_id), PlayerForm())


@bp.post("/players")
def welcome(night_id: int) -> Response | tuple[str, int]:
    """Add a player who was offered, or the names that were typed, with commas between."""
    night = access.the_night(night_id)
    form = PlayerForm()
    # A comma too many is no name that is missing.
    typed = [name for name in (form.name.data or "").split(",") if name.strip()] or [""]
    names = request.form.getlist("known") or typed
    try:
        for name in names:
            store.welcome(night, player_named(night.club, name))
    except BadName as wrong:
        db.session.rollback()
        form.name.errors = [str(wrong)]
        return page(access.the_night(night_id), form), 422
    db.session.commit()
    return redirect(url_for(".night", night_id=night_id, _anchor="players"))


@bp.post("/players/<int:player_id>/leave")
def see_off(night_id: int, player_id: int) -> Response:
    """Take a player off tonight's list."""
    store.see_off(access.the_night(night_id), player_id)
    db.session.commit()
    return redirect(url_for(".night", night_id=night_id, _anchor="players"))


def page(night: Night, form: PlayerForm) -> str:
    """The night with its players and games."""
    plays = store.plays(night)
    return render_template(
        "night.html",
        night=night,
        name_of=name_of,
        form=form,
        guests=store.guests(night),
        regulars=store.regulars(night),
        sheets=[Sheet.of(play) for play in plays if play.deleted_at is None],
        deleted=[(play, name_of(play.game)) for play in plays if play.deleted_at],
        link=reachable(request.url_root) + url_for("home.join", secret=access.secret_of(night.club))[1:],
    )
