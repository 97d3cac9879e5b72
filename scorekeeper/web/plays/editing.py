"""Undoing the newest change, and removing and restoring the last hand."""

from flask import Blueprint, request
from werkzeug import Response

from scorekeeper.store.plays import commands
from scorekeeper.store.plays.change_log import newest_logged
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.numbers import read_number
from scorekeeper.web.plays.loading import CHANGED, back_to_sheet, check_version, load_sheet
from scorekeeper.web.plays.sheet import show_saved

bp = Blueprint("editing", __name__, url_prefix="/plays/<int:play_id>")


@bp.post("/undo")
def undo(play_id: int) -> Response:
    """Undo or redo the newest change, if that is the one that the button was drawn for."""
    sheet = load_sheet(play_id)
    shown = request.form.get("change", type=read_number)
    newest = newest_logged(sheet)
    if newest and newest.undone and newest.original.id == shown:
        return back_to_sheet(play_id)  # another phone has undone it already
    if newest and shown not in (None, newest.row.id):
        raise Conflict(CHANGED)
    if shown is None or sheet.play.stopped:
        check_version(sheet)
    return show_saved(commands.undo(sheet, access.device_name()))


@bp.post("/take-back")
def remove_last_hand(play_id: int) -> Response:
    """Remove the last hand."""
    sheet = load_sheet(play_id)
    check_version(sheet)
    return show_saved(commands.remove_last_hand(sheet, access.device_name()))


@bp.post("/bring-back")
def restore_hand(play_id: int) -> Response:
    """Restore the hand that was removed last."""
    sheet = load_sheet(play_id)
    check_version(sheet)
    return show_saved(commands.restore_hand(sheet, access.device_name()))
