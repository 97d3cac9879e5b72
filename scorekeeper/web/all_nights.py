"""All nights of a club."""

from flask import Blueprint, render_template, request

from scorekeeper.archive import nights as archive_of
from scorekeeper.web import access

bp = Blueprint("all_nights", __name__)


@bp.get("/clubs/<int:club_id>/nights")
def nights(club_id: int) -> str:
    """The club's nights, newest first, a page at a time."""
    club = access.the_club(club_id)
    found = archive_of.page(club.id, request.args.get("before", type=access.an_id))
    return render_template("nights.html", club=club, found=found, later="before" in request.args)
