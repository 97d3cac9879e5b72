"""The health of the app, for whatever watches over it."""

from flask import Blueprint

from scorekeeper.store.health import CURRENT, database_state
from scorekeeper.web.declared import declares

bp = Blueprint("health", __name__)


@bp.get("/health")
@declares(without_cookie=True)
def health() -> tuple[dict[str, str], int]:
    """Return how the database is, with the status 503 unless all is well."""
    state = database_state()
    return {"database": state}, 200 if state == CURRENT else 503
