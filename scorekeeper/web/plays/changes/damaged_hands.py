"""A damaged hand: the form to enter it again, and the button that removes it."""

from collections.abc import Sequence

from flask import render_template, request
from werkzeug import Response

from scorekeeper.rules.problems import Problem
from scorekeeper.store.plays.damage import (
    number_among_others,
    remove_damaged,
    replace_damaged,
    save_replacement,
)
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Sheet, StoredHand, entry_in, hand_history
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import controls, from_json, to_json
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.hand_reading import hand_class
from scorekeeper.web.plays.change_summary import describe_entry
from scorekeeper.web.plays.changes.confirming import save_once_seen
from scorekeeper.web.plays.hand_form import HandForm
from scorekeeper.web.plays.loading import back_to_sheet
from scorekeeper.web.plays.news import newest_news
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.submissions import commit

REMOVE = "remove"
"""The button that removes the hand instead of correcting it."""


def save_or_remove(sheet: Sheet, hand: StoredHand) -> str | Response | tuple[str, int]:
    """Save a damaged hand that was entered again, or remove it."""
    if REMOVE in request.form:
        remove_damaged(sheet, hand, access.device_name())
        return commit(back_to_sheet(sheet.play.id))
    typed: Typed = request.form
    game = sheet.setup.game
    raw = to_json(game.entries[hand_class(game, typed)], typed, sheet.setup.table)
    return save_once_seen(
        sheet,
        lambda: replace_damaged(sheet, hand, raw),
        lambda problems, edit: render_damaged(sheet, hand, typed, problems, edit),
        save_replacement,
    )


def render_damaged(
    sheet: Sheet,
    hand: StoredHand,
    typed: Typed,
    problems: Sequence[Problem] = (),
    edit: PlayEdit | None = None,
) -> str:
    """Return the page of a damaged hand, with what was typed and its problems or what saving it changes."""
    page, setup = SheetPage(sheet), sheet.setup
    state = sheet.score(sheet.entries[: number_among_others(sheet, hand) - 1], False).state
    form = HandForm(setup, state, state.dealer)
    kind = hand_class(setup.game, typed)
    entries = setup.game.entries[kind]
    others = {mark: setup.game.entries[other][mark] for mark, other in setup.game.special_by_key.items()}
    entered = [entry_in(revision.entry) for revision in hand_history(hand.id)]
    if not typed.keys() - {"alone"} and kind is setup.game.hand:
        typed = from_json(entries, setup.prefill(state), setup.table)
    return render_template(
        "plays/changes/damaged.html",
        sheet=sheet,
        play=sheet.play,
        game=page.game,
        table=page.table,
        noun=page.noun,
        before=page.result,
        news=newest_news(page),
        number=hand.number,
        known=[describe_entry(setup, entry) for entry in entered if entry],
        dealer=setup.table.players[state.dealer],
        alone=typed.get("alone", "") if typed.get("alone") in others else "",
        others={mark: e.ask or e.label for mark, e in others.items() if e.offered(setup.table)},
        controls=controls(entries, form.drawing(typed), problems),
        sums=form.sums(kind),
        problems=[problem for problem in problems if problem.field not in entries],
        change=edit,
    )
