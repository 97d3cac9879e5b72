"""Inserting, moving and removing hands anywhere in a game, and swapping two names in them."""

from collections.abc import Callable, Sequence

from flask import Blueprint, abort, render_template, request
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from scorekeeper.domain import REMOVED, Role
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Numbered, Say
from scorekeeper.store.plays import edits
from scorekeeper.store.plays.change_log import GameLayout
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Conflict, Sheet, hand_history
from scorekeeper.store.plays.stored_hands import entry_in
from scorekeeper.web.forms.entry_form import controls, from_json, hand_class
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.plays.changes.confirming import save_once_seen
from scorekeeper.web.plays.hand_form import HandForm
from scorekeeper.web.plays.loading import (
    entries_sent,
    entry_sent,
    hand_conflict,
    load_sheet,
    seats_changed,
    who_changed,
)
from scorekeeper.web.plays.sheet_page import SheetPage, page_context
from scorekeeper.web.requests import numbers_in, read_number
from scorekeeper.web.submissions import with_preview
from scorekeeper.web.wording.hands import describe_entry

bp = Blueprint("hand_changes", __name__, url_prefix="/plays/<int:play_id>")

CHANGES = ("move", "swap", "remove")


@bp.get("/hands/<int:number>/insert")
def show_insertion(play_id: int, number: int) -> str:
    """Show the form of a hand that was forgotten, to insert before hand ``number``."""
    sheet = _sheet_with(play_id, number, also_next=True)
    return render_insertion(sheet, number, MultiDict({"alone": request.args.get("as", "")}))


@bp.post("/hands/<int:number>/insert")
@with_preview
def insert_hand(play_id: int, number: int) -> str | Response | tuple[str, int]:
    """Insert a hand, or preview what that would change."""
    sheet = _sheet_with(play_id, number, also_next=True)
    raw = entry_sent(sheet, entries_sent(sheet))
    typed: Typed = request.form
    if seats_changed(sheet):
        typed = from_json(sheet.setup.game.entries[sheet.setup.game.kind(raw)], raw, sheet.setup.table)
    return save_once_seen(
        sheet,
        lambda: edits.insert_hand(sheet, number, raw),
        lambda problems, edit: render_insertion(sheet, number, typed, problems, edit),
    )


@bp.get("/hands/<int:number>/<any(move, swap, remove):change>")
def show_change(play_id: int, number: int, change: str) -> str:
    """Show the form that moves or removes a hand, or swaps two names in it."""
    sheet = _sheet_with(play_id, number)
    if change != "remove":
        return render_change(sheet, number, change, MultiDict())
    try:
        return render_change(sheet, number, change, MultiDict(), edit=edits.remove_hand(sheet, number))
    except Refused as refused:
        return render_change(sheet, number, change, MultiDict(), refused.problems)


@bp.post("/hands/<int:number>/<any(move, swap, remove):change>")
@with_preview
def change_hand(play_id: int, number: int, change: str) -> str | Response | tuple[str, int]:
    """Move or remove a hand or swap two names in it, or preview what that would change."""
    sheet = _sheet_with(play_id, number)
    typed: Typed = request.form
    work_out: dict[str, Callable[[], PlayEdit]] = {
        "move": lambda: edits.move_hand(sheet, number, _place(sheet, typed)),
        "swap": lambda: _swap(sheet, number, typed),
        "remove": lambda: edits.remove_hand(sheet, number),
    }
    return save_once_seen(
        sheet,
        work_out[change],
        lambda problems, edit: render_change(sheet, number, change, typed, problems, edit),
    )


@bp.get("/removed/<int:hand_id>")
def show_removed(play_id: int, hand_id: int) -> str:
    """Show a removed hand, with what restoring it would change."""
    sheet = load_sheet(play_id, Role.KEEPER)
    try:
        edit = edits.restore_removed(sheet, hand_id)
    except Conflict:
        abort(404)
    except Refused as refused:
        return render_removed(sheet, hand_id, refused.problems)
    return render_removed(sheet, hand_id, edit=edit)


@bp.post("/removed/<int:hand_id>")
@with_preview
def restore_removed(play_id: int, hand_id: int) -> str | Response | tuple[str, int]:
    """Restore a removed hand where it was."""
    sheet = load_sheet(play_id)
    return save_once_seen(
        sheet,
        lambda: edits.restore_removed(sheet, hand_id),
        lambda problems, edit: render_removed(sheet, hand_id, problems, edit),
    )


def render_insertion(
    sheet: Sheet,
    number: int,
    typed: Typed,
    problems: Sequence[Problem] = (),
    edit: PlayEdit | None = None,
) -> str:
    """Return the form of a hand to insert, with what was typed and its problems or its preview."""
    setup = sheet.setup
    state = sheet.score(sheet.entries[: number - 1], False).state
    form = HandForm(setup, state, state.dealer)
    kind = hand_class(setup.game, typed)
    entries = setup.game.entries[kind]
    others = {mark: setup.game.entries[other][mark] for mark, other in setup.game.special_by_key.items()}
    if not typed.keys() - {"alone"} and kind is setup.game.hand:
        typed = from_json(entries, setup.prefill(state), setup.table)
    return render_template(
        "plays/changes/insert.html",
        **page_context(SheetPage(sheet)),
        number=number,
        dealer=state.dealer,
        alone=typed.get("alone", "") if typed.get("alone") in others else "",
        others={mark: e.ask or e.label for mark, e in others.items() if e.offered(setup.table)},
        controls=controls(entries, form.drawing(typed), problems),
        sums=form.sums(kind),
        problems=[problem for problem in problems if problem.field not in entries],
        change=edit,
    )


def render_change(
    sheet: Sheet,
    number: int,
    change: str,
    typed: Typed,
    problems: Sequence[Problem] = (),
    edit: PlayEdit | None = None,
) -> str:
    """Return the form that changes a hand, with its problems or its preview."""
    return render_template(
        "plays/changes/change_hand.html",
        **page_context(SheetPage(sheet)),
        kind=change,
        number=number,
        typed=typed,
        played=sheet.result.hands[number - 1],
        problems=problems,
        change=edit,
    )


def render_removed(
    sheet: Sheet, hand_id: int, problems: Sequence[Problem] = (), edit: PlayEdit | None = None
) -> str:
    """Return the page of a removed hand, with what restoring it would change."""
    entered = [revision.entry for revision in hand_history(hand_id) if revision.entry is not None]
    return render_template(
        "plays/changes/removed.html",
        **page_context(SheetPage(sheet)),
        entry=describe_entry(sheet.setup, entry_in(entered[-1])) if entered else [],
        problems=problems,
        change=edit,
    )


def _sheet_with(play_id: int, number: int, also_next: bool = False) -> Sheet:
    """Return the sheet of a play with this hand, or where it could be entered next. Aborts with 404.

    Raises Conflict if a form is sent for one that is gone.
    """
    sheet = load_sheet(play_id, Role.KEEPER)
    if not 1 <= number <= len(sheet.entries) + also_next:
        if request.method == "POST":
            who, hand = who_changed(sheet, action=REMOVED), Numbered(sheet.setup.game.hand_noun, number)
            why = Say("{who} has removed {hand}.", who=who, hand=hand)
            raise hand_conflict(sheet, why) if also_next else Conflict(why)
        abort(404)
    return sheet


def _place(sheet: Sheet, typed: Typed) -> int:
    """Return the place that was chosen. Raises Refused."""
    place = typed.get("to", type=read_number)
    if place is None or not 1 <= place <= len(sheet.entries):
        noun = sheet.setup.game.hand_noun
        raise Refused([Problem("to", Say("Choose where the {hand} goes.", hand=noun))])
    return place


def _swap(sheet: Sheet, number: int, typed: Typed) -> PlayEdit:
    """Return what the play becomes with two names exchanged. Raises Refused."""
    tapped = numbers_in(typed.getlist("players"))
    players = GameLayout.of(sheet.play, sheet.rows).players
    chosen = [seat for seat, player in enumerate(players) if player in tapped]
    if len(chosen) != 2:
        raise Refused([Problem("players", Say("Tap the two players to swap."))])
    last = len(sheet.entries) if typed.get("hands") == "later" else number
    return edits.swap_names(sheet, (chosen[0], chosen[1]), number, last)
