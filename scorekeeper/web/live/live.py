"""Following what other phones change: a stream of versions, and the version alone, of a game or a night."""

from flask import Blueprint, Response

from scorekeeper.store.live.versions import Topic
from scorekeeper.web.clubs import access
from scorekeeper.web.live.streams import answer_version, stream_versions

bp = Blueprint("live", __name__)


@bp.get("/plays/<int:play_id>/live")
def follow_play(play_id: int) -> Response:
    """Send an event for every change of a game."""
    return stream_versions(Topic("play", play_id), lambda: access.play_or_404(play_id))


@bp.get("/plays/<int:play_id>/version")
def play_version(play_id: int) -> Response:
    """Send the version of a game."""
    access.play_or_404(play_id)
    return answer_version(Topic("play", play_id))


@bp.get("/nights/<int:night_id>/live")
def follow_night(night_id: int) -> Response:
    """Send an event for every change of a night, its games or its coins."""
    return stream_versions(Topic("night", night_id), lambda: access.night_or_404(night_id, deleted=True))


@bp.get("/nights/<int:night_id>/version")
def night_version(night_id: int) -> Response:
    """Send the version of a night."""
    access.night_or_404(night_id, deleted=True)
    return answer_version(Topic("night", night_id))
