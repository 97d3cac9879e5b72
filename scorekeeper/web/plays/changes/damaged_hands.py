"""A damaged hand: the form to enter it again, and the button that removes it."""

from collections.abc import Sequence

from flask import render_template, request
from werkzeug import Response

from scorekeeper.rules.problems import Problem
from scorekeeper.store.plays.damage import (
    last_readable,
    number_among_others,
    remove_damaged,
    replace_damaged,
    save_replacement,
)
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Sheet, hand_history
from scorekeeper.store.plays.stored_hands import StoredHand, entry_in
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import from_json
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.plays.change_summary import describe_entry
from scorekeeper.web.plays.changes.confirming import save_once_seen
from scorekeeper.web.plays.changes.earlier_hand import form_shown, game_shown, hand_sent
from scorekeeper.web.plays.loading import back_to_sheet
from scorekeeper.web.submissions import commit

REMOVE = "remove"
"""The button that removes the hand instead of correcting it."""


def save_or_remove(sheet: Sheet, hand: StoredHand) -> str | Response | tuple[str, int]:
    """Save a damaged hand that was entered again, or remove it."""
    if REMOVE in request.form:
        remove_damaged(sheet, hand, access.device_name())
        return commit(back_to_sheet(sheet.play.id))
    raw = hand_sent(sheet)
    return save_once_seen(
        sheet,
        lambda: replace_damaged(sheet, hand, raw),
        lambda problems, edit: render_damaged(sheet, hand, request.form, problems, edit),
        save_replacement,
    )


def filled_in(sheet: Sheet, hand: StoredHand) -> Typed:
    """Return the form of a damaged hand, filled in with what was last entered for it."""
    entry, game = last_readable(sheet, hand), sheet.setup.game
    mark = next((mark for mark in game.special_by_key if mark in entry), "")
    typed = from_json(game.entries[game.kind(entry)], entry, sheet.setup.table)
    typed["alone"] = mark
    return typed


def render_damaged(
    sheet: Sheet,
    hand: StoredHand,
    typed: Typed,
    problems: Sequence[Problem] = (),
    edit: PlayEdit | None = None,
) -> str:
    """Return the page of a damaged hand, with what was typed and its problems or what saving it changes."""
    entered = [entry_in(revision.entry) for revision in hand_history(hand.id)]
    return render_template(
        "plays/changes/damaged.html",
        **game_shown(sheet),
        **form_shown(sheet, number_among_others(sheet, hand), typed, problems),
        number=hand.number,
        known=[describe_entry(sheet.setup, entry) for entry in entered if entry],
        change=edit,
    )
