"""The page about the API, drawn from its description."""

from flask import Blueprint, render_template

from scorekeeper.web.api.api import api_description

bp = Blueprint("reference", __name__)


@bp.get("/help/api")
def reference() -> str:
    """Show what programs can ask, and what they are told."""
    return render_template("api/reference.html", api=api_description())
