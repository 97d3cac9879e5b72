"""The first page: begin a night, or go on with one; and the link that lets another phone in."""

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask_wtf import FlaskForm
from werkzeug import Response
from wtforms import StringField
from wtforms.validators import DataRequired, Length

from scorekeeper.domain import MAX_DEVICE_LENGTH
from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.store.clubs.clubs import clubs_by_secret, new_secret
from scorekeeper.store.database import db
from scorekeeper.store.models import now
from scorekeeper.store.nights.nights import empty_night, new_night, recent_nights
from scorekeeper.web.clubs import access

bp = Blueprint("home", __name__)


class NameForm(FlaskForm):
    """A name for something of ours: this phone, or the club."""

    name = StringField(
        filters=[lambda name: " ".join((name or "").split())],
        validators=[
            DataRequired("Write a name first."),
            Length(max=MAX_DEVICE_LENGTH, message=f"There is room for {MAX_DEVICE_LENGTH} characters."),
        ],
    )


@bp.get("/")
def home() -> str:
    """The recent nights of this phone's clubs."""
    return page()


@bp.post("/nights")
def begin_night() -> Response:
    """Begin a night in this phone's club; a phone without one gets a club of its own."""
    access.begin_transaction()
    clubs = access.my_clubs() or [access.get_or_create_first_club()]
    wanted = request.form.get("club", type=int)
    club = next((club for club in clubs if club.id == wanted), clubs[0])
    night = empty_night(club) or new_night(club)
    night.started_at = now()  # an empty one may be left over from days ago
    db.session.commit()
    return redirect(url_for("nights.night", night_id=night.id))


@bp.get("/join/<secret>")
def join(secret: str) -> Response:
    """Let this browser into a club by its secret link."""
    if not clubs_by_secret([secret]):
        abort(404)
    access.remember_club(secret)
    return redirect(url_for("home.home"))


@bp.post("/device")
def name_device() -> Response | tuple[str, int]:
    """Give this phone a name, which the history of a hand shows."""
    form = NameForm()
    if not form.validate():
        return page("device", form), 422
    session[access.DEVICE] = form.name.data
    session.permanent = True
    return redirect(url_for("home.home"))


@bp.post("/clubs/<int:club_id>")
def name_club(club_id: int) -> Response | tuple[str, int]:
    """Give the club a name."""
    club = access.club_or_404(club_id)
    form = NameForm()
    if not form.validate():
        return page(f"club-{club.id}", form), 422
    club.name = form.name.data
    db.session.commit()
    return redirect(url_for("home.home"))


@bp.get("/help")
def help_page() -> str:
    """How to use the app."""
    return render_template("help.html", games=CATALOGUE.values())


def page(named: str = "", form: NameForm | None = None) -> str:
    """Home, with the form that could not be saved, if any, and what it was to name."""
    clubs = access.my_clubs()
    session.modified = True
    if not clubs:
        session.setdefault(access.FIRST_CLUB, new_secret())
    return render_template(
        "nights/home.html",
        clubs=clubs,
        nights=recent_nights(clubs),
        device=access.device_name(),
        named=named,
        form=form,
    )
