"""The list of all nights of a club."""

from flask import Blueprint, render_template

from scorekeeper.store.history.nights import find_nights
from scorekeeper.store.history.paging import NEWEST
from scorekeeper.web.clubs import access
from scorekeeper.web.history.archive import requested_page

bp = Blueprint("nights", __name__)


@bp.get("/clubs/<int:club_id>/nights")
def nights(club_id: int) -> str:
    """Show the club's nights, newest first, one page at a time."""
    club = access.club_or_404(club_id)
    page = requested_page()
    found = find_nights(club.id, page)
    return render_template("history/nights.html", club=club, found=found, turned=page != NEWEST)
