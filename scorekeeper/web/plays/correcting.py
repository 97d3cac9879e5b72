"""One earlier hand: its explanation, its history, and the form that corrects it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from flask import Blueprint, abort, render_template, request
from werkzeug import Response

from scorekeeper.domain import REMOVED
from scorekeeper.rules.claims import with_claims
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Numbered, Say
from scorekeeper.rules.table import Seat, Setup
from scorekeeper.store.models import Revision
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.claims import figures_claimed
from scorekeeper.store.plays.sheet import Conflict, Sheet, hand_history, hand_of_revision
from scorekeeper.store.plays.stored_hands import HandEdit, StoredHand, entry_in
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.edit_conflict import keys_settled
from scorekeeper.web.forms.entry_form import controls, from_json, hand_class
from scorekeeper.web.forms.form_model import Drawing, Typed
from scorekeeper.web.forms.left_out import has_read, judge_hand
from scorekeeper.web.plays.changes.conflicts import describe_conflict
from scorekeeper.web.plays.claims import flagged_hands, own_line, tell_claims
from scorekeeper.web.plays.loading import (
    back_to_sheet,
    check_version,
    entry_sent,
    hand_conflict,
    load_sheet,
    revision_corrected,
    who_changed,
)
from scorekeeper.web.plays.sheet import PART, answer_problems, render_preview
from scorekeeper.web.plays.sheet_page import SheetPage, page_context
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit, with_preview
from scorekeeper.web.wording.changes import say_revision
from scorekeeper.web.wording.hands import only_trump, say_difference

bp = Blueprint("correcting", __name__, url_prefix="/plays/<int:play_id>/hands/<int:number>")


@bp.get("")
@declares(offline_copy="night")
def hand(play_id: int, number: int) -> str:
    """Show a hand with its explanation, its history, and the form that corrects it.

    With ``said`` in the address, the form has the figures that players say are right.
    """
    page = SheetPage(load_sheet(play_id))
    row = stored_hand_or_404(page.sheet, number)
    if row.entry is None:
        return render_hand_page(page, row, Typed())
    said = figures_claimed(page.claims, row.id) if "said" in request.args else {}
    entry = with_claims(page.game, json.loads(row.entry), said)
    kind = page.game.kind(entry)
    typed = from_json(page.game.entries[kind], entry, page.table)
    other = request.args.get("as")
    if other is None and kind is not page.game.hand:
        other = next(mark for mark in page.game.special_by_key if mark in entry)
    if other and other in page.game.special_by_key:
        typed["alone"] = other
    return render_hand_page(page, row, typed)


@bp.post("")
@declares(saves="correction")
@with_preview
def correct(play_id: int, number: int) -> str | Response | tuple[str, int]:
    """Correct a hand, or preview what that would change."""
    sheet = load_sheet(play_id)
    typed: Typed = request.form
    row = hand_to_correct(sheet, number)
    look = typed.get("look")
    entries = sheet.setup.game.entries[hand_class(sheet.setup.game, typed)]
    raw = entry_sent(sheet, entries)
    if row.entry and json.loads(row.entry) == raw and not look:
        return back_to_sheet(play_id)
    try:
        if row.entry is None:
            who, hand = who_changed(sheet, row.id, REMOVED), Numbered(sheet.setup.game.hand_noun, number)
            raise hand_conflict(sheet, Say("{who} has removed {hand}.", who=who, hand=hand), raw, row.number)
        check_version(sheet, entries, corrected=row)
        edit = judge_hand(sheet, row.number, raw)
    except (Refused, Conflict) as wrong:
        row = row._replace(number=row.number or number)
        return answer_problems(wrong, partial(render_hand_page, SheetPage(sheet), row, typed, refused=wrong))
    if look == PART:
        return render_preview(sheet.result, edit)
    # Hands that no longer count are removed only after the player has read that they will be.
    drops = edit.last < len(sheet.entries) and typed.get("last", type=read_number) != edit.last
    if look or drops or not has_read(typed, edit):
        return render_hand_page(SheetPage(sheet), row, typed, edit=edit)
    commands.save_hand(sheet, edit, access.device_name())
    return commit(back_to_sheet(play_id))


def hand_to_correct(sheet: Sheet, number: int) -> StoredHand:
    """Return the hand that the form was drawn for, which may have another number by now.

    Aborts with 404 if no hand ever had its number.
    """
    revision = revision_corrected()
    hand_id = hand_of_revision(revision) if revision else None
    meant = next((row for row in sheet.rows if row.id == hand_id), None)
    if hand_id is None or meant is not None:
        return meant or stored_hand_or_404(sheet, number)
    # Removed from between others, so that it has no number.
    return StoredHand(hand_id, 0, None, True)


def stored_hand_or_404(sheet: Sheet, number: int) -> StoredHand:
    """Return a hand that was once complete. Aborts with 404 for any other."""
    rows = (row for row in sheet.rows if row.number == number and row.complete)
    return next(rows, None) or abort(404)


def render_hand_page(
    page: SheetPage,
    row: StoredHand,
    typed: Typed,
    problems: Sequence[Problem] = (),
    edit: HandEdit | None = None,
    refused: Exception | None = None,
) -> str:
    """Return the page of a hand, with what was typed and its problems or what saving it would change."""
    setup, revisions = page.setup, hand_history(row.id)
    flagged = [one for one in flagged_hands(page) if one.number == row.number]
    told = [(at, said, "") for at, said in tell_claims(page, row)]
    kind = hand_class(setup.game, typed)
    entries = setup.game.entries[kind]
    conflict = describe_conflict(page, refused)
    others = {mark: setup.game.entries[other][mark] for mark, other in setup.game.special_by_key.items()}
    played = page.result.hands[row.number - 1] if row.entry is not None else None
    drawing = _drawing(page, row.number, typed, played.dealer if played else page.dealer)
    return render_template(
        "plays/hand.html",
        **page_context(page),
        row=row,
        played=played,
        alone=typed.get("alone", "") if typed.get("alone") in others else "",
        others={mark: e.ask or e.label for mark, e in others.items() if e.offered(setup.table)},
        controls=controls(entries, drawing, problems),
        sums=page.form.sums(kind),
        problems=[problem for problem in problems if problem.field not in entries and not conflict],
        conflict=conflict,
        settles=keys_settled(conflict),
        revision=revisions[-1].id if revisions else "",
        change=edit,
        flagged=flagged,
        own_line=own_line(page, flagged, row.number) if played else None,
        history=sorted([*_history(setup, revisions), *told], key=lambda line: line[0]),
    )


def _drawing(page: SheetPage, number: int, typed: Typed, dealt: Seat) -> Drawing:
    """Return how to draw the form of a hand, for those who played it."""
    drawing, table = page.form.drawing(typed, dealt=dealt), page.table.at(number)
    earlier = page.result.hands[: number - 1]
    # The coins that were on the table when the hand was played.
    carry = earlier[-1].carry if earlier else page.setup.opening.carry
    in_turn = [seat for seat in drawing.in_turn if seat in table.here]
    return replace(drawing, table=table, carry=carry, in_turn=in_turn)


def _history(setup: Setup, revisions: Sequence[Revision]) -> Iterator[tuple[datetime, Say, Say]]:
    """Yield each change of a hand: when, who did what, and which figures differ from those before."""
    before = entry_in(None)
    for revision in revisions:
        now = entry_in(revision.entry)
        named = "" if revision.complete else only_trump(before, now)
        differ = say_difference(setup.game, setup.table, before, now, named)
        yield revision.at, say_revision(revision, setup.game, before), differ
        before = now
