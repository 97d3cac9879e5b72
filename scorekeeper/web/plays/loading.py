"""The sheet that a request is about, and the version of it that a form was drawn from."""

import json
from collections.abc import Mapping
from typing import Any

from flask import abort, redirect, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.entries import Entry
from scorekeeper.store.plays.sheet import Conflict, GameNotInstalled, Sheet, hand_history
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import to_json
from scorekeeper.web.forms.hand_reading import hand_class
from scorekeeper.web.plays.change_summary import describe_entry
from scorekeeper.web.submissions import repeat_first_answer

AHEAD = "ahead"
"""The last part of the version of a form that was filled in while earlier changes were still to be sent."""

CHANGED = "Someone has changed this game. Check the sheet and try again."


class Outdated(Conflict):
    """What was entered is kept, but belongs to an earlier version of the play; show it again."""


def load_sheet(play_id: int, needs: Role | None = None) -> Sheet:
    """Return the sheet of a play, to show or to change it.

    A form that was sent before gets its first answer. Raises Conflict if a form is sent for a deleted game,
    and GameNotInstalled.
    """
    play = access.play_or_404(play_id, needs)
    if access.changes_data():
        repeat_first_answer()
    sheet = Sheet.of(play)
    if not sheet.can_be_scored:
        raise GameNotInstalled(play)
    if request.method == "POST" and (play.deleted_at or play.night.deleted_at):
        deleted = "This game" if play.deleted_at else "The night of this game"
        raise Conflict(f"{deleted} was deleted, so nothing was changed. {unsaved_hand(sheet)}".rstrip())
    return sheet


def back_to_sheet(play_id: int) -> Response:
    """Return a redirect to the sheet."""
    return redirect(url_for("sheets.sheet", play_id=play_id), code=303)


def check_version(sheet: Sheet, entries: Mapping[str, Entry] | None = None, correcting: bool = False) -> None:
    """Raise Conflict if the play has changed since this form was drawn.

    ``entries`` are what the form asks, if it asks anything. Outdated is raised if what was entered can be
    shown again: the form is ``correcting`` a hand, or its hand is still to be entered. If another phone has
    entered the same hand, the request ends with the sheet. A form filled in AHEAD has seen no version: it
    counts if its hand is due, unless there is another bid for it.
    """
    sent, current = request.form.get("version", sheet.version), sheet.version
    if sent == current:
        return
    number, names, state = [*sent.split("."), "", ""][:3]
    current_number, current_names = current.split(".")[:2]
    if state == AHEAD and (number, names) == (current_number, current_names) and _fits_bid(sheet, entries):
        return
    if entries is None:
        raise Conflict(CHANGED)
    entry = to_json(entries, request.form, sheet.setup.table)
    entering = access.changes_data() and not correcting
    if entering and number == str(sheet.number - 1) and _is_last_hand(sheet, entry):
        abort(back_to_sheet(sheet.play.id))
    if names != current_names:
        raise Conflict(f"Someone has renamed the players. {not_saved(sheet, entry)}")
    if sheet.result.ending and not correcting and number == current_number:
        raise Conflict(f"Someone has ended the game. {not_saved(sheet, entry)}")
    if correcting or number == current_number:
        raise Outdated("Someone has changed this game. Check your entry and save it again.")
    noun = sheet.setup.game.hand_noun.one
    if number.isdecimal() and int(number) > sheet.number:
        raise Conflict(f"Someone has removed a {noun}. {not_saved(sheet, entry)}")
    where = _entered_on(sheet, number)
    raise Conflict(f"Someone has already entered this {noun}{where}. {not_saved(sheet, entry)}")


def _fits_bid(sheet: Sheet, entries: Mapping[str, Entry] | None) -> bool:
    """Return whether what was entered ahead is about the bid that is saved, if there is one."""
    if entries is None or sheet.bidding is None:
        return True
    entry = to_json(entries, request.form, sheet.setup.table)
    return sheet.bidding.items() <= entry.items()


def _is_last_hand(sheet: Sheet, entry: Mapping[str, Any]) -> bool:
    """Return whether the last hand has all that was entered: another phone has saved the same already."""
    return json.loads(sheet.entries[-1]).items() >= entry.items()


def _entered_on(sheet: Sheet, number: str) -> str:
    """Return in brackets who entered the hand of this number, and on which phone; empty if unknown."""
    row = sheet.row(int(number)) if number.isdecimal() else None
    return f" ({hand_history(row.id)[-1].device})" if row else ""


def unsaved_hand(sheet: Sheet) -> str:
    """Return that what was typed into a form was not saved; empty for a form into which nothing is typed."""
    entries = sheet.setup.game.entries[hand_class(sheet.setup.game, request.form)]
    typed = any(name.split("-")[0] in entries for name, value in request.form.items() if value)
    return not_saved(sheet, to_json(entries, request.form, sheet.setup.table)) if typed else ""


def not_saved(sheet: Sheet, entry: Mapping[str, Any]) -> str:
    """Return the sentence that an entry was not saved, with the entry in words."""
    values = ", ".join(words for _, words in describe_entry(sheet.setup, entry))
    return f"Your entry ({values}) was not saved." if values else "Your entry was not saved."
