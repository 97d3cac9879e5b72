"""Seating everyone: the page to print of who sits at which table, and drawing the next round."""

from flask import Blueprint, flash, render_template, request
from werkzeug import Response

from scorekeeper.rules.problems import Refused
from scorekeeper.store.nights.rounds import draw_round, round_of
from scorekeeper.web.clubs import access
from scorekeeper.web.nights.night import back_to_night
from scorekeeper.web.submissions import commit

bp = Blueprint("seating", __name__, url_prefix="/nights/<int:night_id>/seating")


@bp.get("")
def seating(night_id: int) -> str | Response:
    """Show who sits at which table, as large as it is read from a distance."""
    night = access.night_or_404(night_id)
    drawn = round_of(night)
    return (
        render_template("nights/seating.html", night=night, round=drawn) if drawn else back_to_night(night_id)
    )


@bp.post("")
def draw(night_id: int) -> Response:
    """Draw the next round, or this one again, unless another phone has done so since the page was drawn."""
    night = access.night_or_404(night_id)
    drawn = round_of(night)
    if drawn and request.form.get("drawn") == f"{drawn.label}-{drawn.next_number}":
        try:
            draw_round(night, drawn.game, drawn.key, drawn.own_id)
        except Refused as refused:
            flash(str(refused))
    return commit(back_to_night(night_id, "round"))
