"""All nights of a club."""

from flask import Blueprint, render_template

from scorekeeper.store.history import nights as archive_of
from scorekeeper.store.history.paging import NEWEST
from scorekeeper.web.clubs import access
from scorekeeper.web.history.archive import the_turn

bp = Blueprint("all_nights", __name__)


@bp.get("/clubs/<int:club_id>/nights")
def nights(club_id: int) -> str:
    """The club's nights, newest first, a page at a time."""
    club = access.club_or_404(club_id)
    turn = the_turn()
    found = archive_of.page(club.id, turn)
    return render_template("history/nights.html", club=club, found=found, turned=turn != NEWEST)
