"""Asking the table: every player says on their own phone what they have of the hand in progress."""

from flask import Blueprint, flash, request
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.problems import Refused
from scorekeeper.store.plays import claims
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.loading import back_to_sheet, check_version, load_sheet
from scorekeeper.web.plays.questions import TableQuestion
from scorekeeper.web.plays.sheet import render_sheet, show_saved, status_of
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.requests import read_number

bp = Blueprint("asking", __name__, url_prefix="/plays/<int:play_id>")


@bp.post("/ask")
def ask(play_id: int) -> Response:
    """Ask the table for the figures of the hand in progress, or stop that; two phones ask once."""
    sheet = load_sheet(play_id)
    asking = claims.asking_of(sheet)
    if "stop" in request.form:
        if asking is None or asking.id != request.form["stop"]:
            return back_to_sheet(play_id)
        claims.stop_asking(sheet)
    else:
        if asking:
            return back_to_sheet(play_id)
        check_version(sheet)
        if not TableQuestion(SheetPage(sheet)).may_begin:
            raise Conflict("There’s nothing to ask the table now.")
        claims.ask_table(sheet)
    return show_saved(Sheet(sheet.play, sheet.rows))


@bp.post("/claims")
def answer(play_id: int) -> str | Response | tuple[str, int]:
    """Note what this phone's owner says of the hand that the table was asked about."""
    sheet = load_sheet(play_id, Role.VIEWER)
    seat, page = access.seat_to_answer(sheet.play), SheetPage(sheet)
    try:
        said = TableQuestion(page).read(seat, request.form)
    except Refused as refused:
        return render_sheet(page, answer=(refused.problems, request.form)), status_of(refused)
    if said and claims.claim(sheet, request.form.get("asking", ""), said):
        return show_saved(Sheet(sheet.play, sheet.rows))
    number, noun = request.form.get("number", 0, read_number), sheet.setup.game.hand_noun.one
    if number <= len(sheet.result.hands):
        flash(f"{noun.capitalize()} {number} is saved already.")
    else:
        flash("The game has ended." if sheet.result.ending else "Nobody is asking for that now.")
    return back_to_sheet(play_id)
