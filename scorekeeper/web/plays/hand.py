"""One earlier hand: its explanation and history, and correcting it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from flask import Blueprint, abort, render_template, request
from werkzeug import Response

from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.store.database import db
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Conflict, HandEdit, StoredHand, hand_history
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import controls, from_json, to_json
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.plays.change_summary import described
from scorekeeper.web.plays.sheet import PART, back, expect_names, kind_of, load, preview, refused
from scorekeeper.web.plays.sheet_page import View

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
    kind = setup.game.kind(entry)
    typed = from_json(setup.game.entries[kind], entry, setup.table)
    other = request.args.get("as")
    if other is None and kind is not setup.game.hand:
        other = next(mark for mark in setup.game.special_by_key if mark in entry)
    if other and other in setup.game.special_by_key:
        typed["alone"] = other
    return page(view, row, typed)


@bp.post("")
def correct(play_id: int, number: int) -> str | Response | tuple[str, int]:
    """Correct a hand, or look at what that would change."""
    view = View(load(play_id))
    row = the_hand(view, number)
    typed: Typed = request.form
    setup = view.result.setup
    raw = to_json(setup.game.entries[kind_of(setup.game, typed)], typed, setup.table)
    looks = typed.get("look")
    if row.entry and json.loads(row.entry) == raw and not looks:
        return back(play_id)
    try:
        expect_names(view.sheet)
        if row.entry is None or typed.get("seen", type=int) != hand_history(row.id)[-1].id:
            raise Conflict(f"Hand {number} was changed meanwhile, perhaps on another phone.")
        change = view.sheet.with_hand(number, raw)
    except (Refused, Conflict) as wrong:
        return refused(view, wrong, partial(page, view, row, typed))
    if looks == PART:
        return preview(view, change)
    # Hands that no longer count are taken back only after the player has read so.
    if looks or (change.last < len(view.sheet.entries) and typed.get("last", type=int) != change.last):
        return page(view, row, typed, change=change)
    commands.save_hand(view.sheet, change, access.device_name())
    db.session.commit()
    return back(play_id)


def the_hand(view: View, number: int) -> StoredHand:
    """A hand that was entered once; anything else is not found."""
    rows = (row for row in view.sheet.rows if row.number == number and row.complete)
    return next(rows, None) or abort(404)


def page(
    view: View,
    row: StoredHand,
    typed: Typed,
    problems: Sequence[Problem] = (),
    change: HandEdit | None = None,
) -> str:
    """The page of a hand."""
    setup = view.result.setup
    entries = setup.game.entries[kind_of(setup.game, typed)]
    others = {mark: setup.game.entries[kind][mark] for mark, kind in setup.game.special_by_key.items()}
    # What lay on the table when the hand was played.
    earlier = view.result.hands[: row.number - 1]
    played = view.result.hands[row.number - 1] if row.entry is not None else None
    dealt = played.dealer if played else view.dealer
    lay = earlier[-1].carry if earlier else setup.game.opening(setup.table, setup.dealer).carry
    return render_template(
        "plays/hand.html",
        play=view.sheet.play,
        game=setup.game,
        table=setup.table,
        row=row,
        played=played,
        before=view.result,
        alone=typed.get("alone", "") if typed.get("alone") in others else "",
        others={mark: e.ask or e.label for mark, e in others.items() if e.offered(setup.table)},
        controls=controls(entries, replace(view.drawing(typed, dealt=dealt), carry=lay), problems),
        sums=view.sums(kind_of(setup.game, typed)),
        problems=[problem for problem in problems if problem.field not in entries],
        change=change,
        history=[
            (revision, described(setup, json.loads(revision.entry or "{}")))
            for revision in hand_history(row.id)
        ],
    )
