"""The line under the totals that says what each side needs, which every phone can hide."""

from flask import Blueprint, request, session
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.loading import back_to_sheet

HIDDEN = "needs_hidden"
"""The key in this phone's cookie that says that it hides the line."""

bp = Blueprint("needs_line", __name__, url_prefix="/plays/<int:play_id>")


@bp.post("/needs")
def show_needs(play_id: int) -> Response:
    """Hide what each side needs on this phone, or show it again."""
    access.play_or_404(play_id, Role.VIEWER)
    if "hide" in request.form:
        session[HIDDEN] = True
    else:
        session.pop(HIDDEN, None)
    return back_to_sheet(play_id)


def hides_needs() -> bool:
    """Return whether this phone hides what each side needs."""
    return HIDDEN in session
