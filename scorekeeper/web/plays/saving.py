"""Saving the hand in progress and what players say of hands, undo, removing and restoring the last one."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, abort, flash, request
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.claims import figures_of_player
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Numbered, Say
from scorekeeper.store.plays import claims, commands
from scorekeeper.store.plays.change_log import newest_logged
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.store.plays.stored_hands import HandEdit, StoredHand, entry_in
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.entry_form import hand_class, read_hand
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.left_out import has_read, judge_hand
from scorekeeper.web.plays.claims import TableQuestion, figures_of_hand, token_of
from scorekeeper.web.plays.loading import (
    NOT_DONE,
    back_to_sheet,
    check_version,
    entry_sent,
    load_sheet,
    what_changed,
)
from scorekeeper.web.plays.own_figures import read_own
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
    sheet = load_sheet(play_id)
    check_version(sheet)
    return show_saved(commands.remove_last_hand(sheet, access.device_name()))


@bp.post("/bring-back")
def restore_hand(play_id: int) -> Response:
    """Restore the hand that was removed last."""
    sheet = load_sheet(play_id)
    check_version(sheet)
    return show_saved(commands.restore_hand(sheet, access.device_name()))


@bp.post("/ask")
def ask(play_id: int) -> Response:
    """Ask the table for the figures of the hand in progress, or stop that; two phones ask once."""
    sheet = load_sheet(play_id)
    question = TableQuestion(SheetPage(sheet))
    if request.form.get("stop") != question.uid:
        return back_to_sheet(play_id)
    if question.uid:
        claims.stop_asking(sheet)
    else:
        check_version(sheet)
        if not question.may_begin:
            raise Conflict(Say("There’s nothing to ask the table now."))
        claims.ask_table(sheet, access.device_name())
    return show_saved(sheet)


# Forms of 1.0 may still wait on a phone: they have the number of a saved hand in their address.
@bp.post("/claims")
@bp.post("/hands/<int:number>/objections")
def claim(play_id: int, number: int = 0) -> Response:
    """Note what this phone's owner says of the next hand, or that a saved one isn't right."""
    sheet = load_sheet(play_id, Role.VIEWER)
    seat, row = access.seat_to_answer(sheet.play), _hand_shown(sheet, number)
    question = TableQuestion(SheetPage(sheet))
    asked = figures_of_hand(sheet, row) if row else question.asked
    said = read_own(asked, seat, request.form, sheet.setup.table)
    if row:
        saved = figures_of_player(seat, asked, entry_in(row.entry))
        said = {name: own for name, own in said.items() if own != saved.get(name)}
    elif not said or question.uid != (request.form.get("shown") or request.form.get("asking", "")):
        flash(str(_why_too_late(sheet)))
        return back_to_sheet(play_id)
    claims.claim(sheet, row, seat, said, access.device_name())
    return show_saved(sheet, "#objections" if row else "")


@bp.post("/claims/settled")
@bp.post("/hands/<int:number>/objections/settled")
def settle(play_id: int, number: int = 0) -> Response:
    """Note that a hand is right; those who don't keep score may only say so of what they said themselves."""
    sheet = load_sheet(play_id, Role.VIEWER)
    of_seat = None if access.may(Role.KEEPER) else access.seat_to_answer(sheet.play)
    if row := _hand_shown(sheet, number):
        claims.settle_claims(sheet, row, access.device_name(), of_seat)
    return show_saved(sheet, "#objections")


def _hand_shown(sheet: Sheet, number: int) -> StoredHand | None:
    """Return the saved hand that the form was drawn for, which may have another number by now.

    None if the form was drawn for the next one. Raises Conflict if the hand was changed since.
    """
    shown = request.form.get("shown", "")
    if not number and "." not in shown:
        return None
    rows = (row for row in sheet.rows if (token_of(row) == shown if shown else row.number == number))
    row = next((row for row in rows if row.complete and row.entry is not None), None)
    if row is None:
        hand = Numbered(sheet.setup.game.hand_noun, number or _number_sent())
        raise Conflict(Say("{Hand} has been changed since. Look again.", hand=hand))
    return row


def _why_too_late(sheet: Sheet) -> Say:
    """Return why what a player says of the hand in progress is not kept, as a sentence."""
    number = _number_sent()
    if number <= len(sheet.result.hands):
        return Say("{Hand} {number} is saved already.", hand=sheet.setup.game.hand_noun, number=number)
    return Say("The game has ended." if sheet.result.ending else "Nobody is asking for that now.")


def _number_sent() -> int:
    return request.form.get("number", 0, read_number)


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
