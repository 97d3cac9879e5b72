"""Saving the hand in progress, undoing the newest change, and removing and restoring the last hand."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, abort, request
from werkzeug import Response

from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.change_log import newest_logged
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.store.plays.stored_hands import HandEdit
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.entry_form import hand_class, read_hand
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.left_out import has_read, judge_hand
from scorekeeper.web.plays.loading import (
    NOT_DONE,
    back_to_sheet,
    check_version,
    entry_sent,
    load_sheet,
    what_changed,
)
from scorekeeper.web.plays.sheet import PART, answer_problems, render_preview, render_sheet, show_saved
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import with_preview

bp = Blueprint("saving", __name__, url_prefix="/plays/<int:play_id>")


@bp.post("/bid")
@declares(saves="bid")
def save_bid(play_id: int) -> str | Response | tuple[str, int]:
    """Save or change the bid."""
    sheet = load_sheet(play_id)
    typed: Typed = request.form
    entries = sheet.setup.game.entries[sheet.setup.game.bidding or abort(404)]
    raw = entry_sent(sheet, entries)
    if raw == sheet.bidding:
        return back_to_sheet(play_id)
    try:
        check_version(sheet, entries)
        after = commands.save_bidding(sheet, raw, access.device_name())
    except (Refused, Conflict) as wrong:
        return answer_problems(wrong, partial(render_sheet, SheetPage(sheet), "bid", typed, refused=wrong))
    return show_saved(after)


@bp.post("/trump")
def save_trump(play_id: int) -> Response:
    """Set the trump of the hand in progress, or clear it."""
    sheet = load_sheet(play_id)
    if sheet.bidding is None:
        raise Conflict(what_changed(sheet, NOT_DONE))
    entry = {name: value for name, value in sheet.bidding.items() if name != "trump"}
    if suit := request.form.get("trump"):
        entry["trump"] = suit
    if entry == sheet.bidding:
        return back_to_sheet(play_id)
    check_version(sheet)
    return show_saved(commands.save_bidding(sheet, entry, access.device_name()))


@bp.post("/hands")
@declares(saves="hand")
@with_preview
def save_hand(play_id: int) -> str | Response | tuple[str, int]:
    """Enter the hand in progress, or a whole hand at once."""
    sheet = load_sheet(play_id)
    typed: Typed = request.form
    entries = sheet.setup.game.entries[hand_class(sheet.setup.game, typed)]
    try:
        check_version(sheet, entries)
        edit = judge_hand(sheet, sheet.number, read_hand(sheet.setup, typed, sheet.bidding))
        if (look := typed.get("look")) == PART:
            return render_preview(sheet.result, edit)
        if look or not has_read(typed, edit):
            return _again(sheet, typed, edit=edit)
        after = commands.save_hand(sheet, edit, access.device_name())
    except (Refused, Conflict) as wrong:
        return answer_problems(wrong, partial(_again, sheet, typed, refused=wrong))
    return show_saved(after)


@bp.post("/undo")
def undo(play_id: int) -> Response:
    """Undo or redo the newest change, if that is the one that the button was drawn for."""
    sheet = load_sheet(play_id)
    shown = request.form.get("change", type=read_number)
    newest = newest_logged(sheet)
    if newest and newest.undone and newest.original.id == shown:
        return back_to_sheet(play_id)  # another phone has undone it already
    if newest and shown not in (None, newest.row.id):
        raise Conflict(what_changed(sheet, NOT_DONE))
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


def _again(
    sheet: Sheet,
    typed: Typed,
    problems: Sequence[Problem] = (),
    edit: HandEdit | None = None,
    refused: Exception | None = None,
) -> str:
    """Return the sheet with what was typed; with the whole hand if the bid is gone."""
    page = SheetPage(sheet)
    whole = "whole" in typed or not (page.bidding or "alone" in typed)
    return render_sheet(page, "whole" if whole else "", typed, problems, edit, refused=refused)
