"""Adding guests to a night and removing them."""

from flask import Blueprint
from werkzeug import Response

from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.people import find_or_add_person, person_id
from scorekeeper.store.database import db
from scorekeeper.store.nights import guests
from scorekeeper.web.clubs import access
from scorekeeper.web.nights.night import GuestForm, back_to_night, render_night
from scorekeeper.web.submissions import commit

bp = Blueprint("guests", __name__, url_prefix="/nights/<int:night_id>/players")


@bp.post("")
def add_guests(night_id: int) -> Response | tuple[str, int]:
    """Add a suggested player, or the names that were typed."""
    night = access.night_or_404(night_id)
    form = GuestForm()
    if wrong := form.too_many:
        form.refuse("name", wrong)
        return render_night(night, form), 422
    try:
        for name in form.wanted:
            guests.add_guest(night, find_or_add_person(night.club, name))
    except BadName as wrong:
        db.session.rollback()
        form.refuse("name", str(wrong))
        return render_night(access.night_or_404(night_id), form), 422
    return commit(back_to_night(night_id, "players"))


@bp.post("/<int:player_id>/leave")
def remove_guest(night_id: int, player_id: int) -> Response:
    """Remove a player from tonight's list."""
    guests.remove_guest(access.night_or_404(night_id), person_id(player_id))
    return commit(back_to_night(night_id, "players"))
