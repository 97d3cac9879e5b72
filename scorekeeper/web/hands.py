"""One earlier hand: its explanation and history, and correcting it."""

import json
from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request
from werkzeug import Response

from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.store import changes
from scorekeeper.store.database import db
from scorekeeper.store.sheets import Change, Conflict, Kept, history
from scorekeeper.web import access
from scorekeeper.web.controls import Typed, controls, from_json, to_json
from scorekeeper.web.sheets import PART, back, load, preview
from scorekeeper.web.view import View

bp = Blueprint("hands", __name__, url_prefix="/plays/<int:play_id>/hands/<int:number>")


@bp.get("")
def hand(play_id: int, number: int) -> str:
    """A hand with its explanation, its history, and the form to correct it."""
    view = View(load(play_id))
    row = the_hand(view, number)
    if row.entry is None:
        return page(view, row, Typed())
    setup = view.result.setup
    entry = json.loads(row.entry)
    return page(view, row, from_json(setup.game.entries[setup.game.kind(entry)], entry, setup.table))


@bp.post("")
def correct(play_id: int, number: int) -> str | Response | tuple[str, int]:
    """Correct a hand, or look at what that would change."""
    view = View(load(play_id))
    row = the_hand(view, number)
    typed: Typed = request.form
    setup = view.result.setup
    raw = to_json(setup.game.entries[setup.game.hand], typed, setup.table)
    looks = typed.get("look")
    if row.entry and json.loads(row.entry) == raw and not looks:
        return back(play_id)
    try:
        if row.entry is None or typed.get("seen", type=int) != history(row.id)[-1].id:
            raise Conflict(f"Hand {number} was changed meanwhile, perhaps on another phone.")
        change = view.sheet.with_hand(number, raw)
    except (Refused, Conflict) as wrong:
        if looks == PART:
            return preview(view, problems=wrong.problems)
        if isinstance(wrong, Conflict):
            raise
        return page(view, row, typed, wrong.problems), 422
    if looks == PART:
        return preview(view, change)
    # Hands that no longer count are taken back only after the player has read so.
    if looks or (change.last < len(view.sheet.entries) and typed.get("last", type=int) != change.last):
        return page(view, row, typed, change=change)
    changes.save_hand(view.sheet, change, access.device())
    db.session.commit()
    return back(play_id)


def the_hand(view: View, number: int) -> Kept:
    """A hand that was entered once; anything else is not found."""
    rows = (row for row in view.sheet.rows if row.number == number and row.complete)
    return next(rows, None) or abort(404)


def page(
    view: View,
    row: Kept,
    typed: Typed,
    problems: Sequence[Problem] = (),
    change: Change | None = None,
) -> str:
    """The page of a hand."""
    setup = view.result.setup
    entries = setup.game.entries[setup.game.hand]
    bidder = setup.table.seats.get(typed.get("bidder", ""))
    return render_template(
        "hand.html",
        view=view,
        play=view.sheet.play,
        game=setup.game,
        table=setup.table,
        row=row,
        played=view.result.hands[row.number - 1] if row.entry is not None else None,
        before=view.result,
        controls=controls(entries, view.drawing(typed, bidder), problems),
        problems=[problem for problem in problems if problem.field not in entries],
        change=change,
        history=[(revision, described(view, revision.entry)) for revision in history(row.id)],
    )


def described(view: View, kept: str | None) -> list[tuple[str, str]]:
    """What was entered, as pairs of a label and the value in words."""
    setup = view.result.setup
    entry = json.loads(kept) if kept else {}
    return [
        (spec.label, spec.describe(entry[name], setup.table))
        for name, spec in setup.game.entries[setup.game.hand].items()
        if name in entry
    ]
