"""Saving a change of a whole game only after its preview has been seen."""

from collections.abc import Callable, Sequence

from flask import request
from werkzeug import Response

from scorekeeper.rules.problems import Problem, Refused, next_steps
from scorekeeper.rules.saying import Say
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.left_out import refuse_unfinished
from scorekeeper.web.plays.loading import NOT_DONE, back_to_sheet, version_sent, what_changed
from scorekeeper.web.plays.sheet import PART, render_preview
from scorekeeper.web.submissions import commit

CHECK_CHANGE = Say("Check what changes now, and tap again.")

Render = Callable[[Sequence[Problem], PlayEdit | None], str]
"""Draws the page of a change again, with its problems or its preview."""


def save_once_seen(
    sheet: Sheet,
    work_out: Callable[[], PlayEdit],
    render: Render,
) -> str | Response | tuple[str, int]:
    """Save a change whose preview was sent along, or show the preview first.

    ``work_out`` returns the change, or raises Refused. If others have changed the game since, it is shown
    again with what it would change now.
    """
    look = request.form.get("look")
    is_outdated = version_sent(sheet) != sheet.version
    problems = [Problem("hands", what_changed(sheet, CHECK_CHANGE))] if is_outdated else []
    try:
        edit, wrong = judge(sheet, work_out)
    except Conflict as lost:
        if is_outdated:
            raise Conflict(what_changed(sheet, NOT_DONE)) from lost
        raise
    problems += wrong
    if look == PART:
        return render_preview(sheet.result, edit if edit and edit.changes(sheet) else None, problems)
    if edit and not edit.changes(sheet) and not look:
        return back_to_sheet(sheet.play.id)
    if problems:
        return render(problems, edit), 409 if is_outdated else 422
    if edit is None or look or request.form.get("seen") != edit.token:
        return render((), edit)
    commands.save_edit(sheet, edit, access.device_name())
    return commit(back_to_sheet(sheet.play.id))


def judge(sheet: Sheet, work_out: Callable[[], PlayEdit]) -> tuple[PlayEdit | None, Sequence[Problem]]:
    """Return the change that ``work_out`` returns, or None and why it is refused."""
    try:
        edit = work_out()
        refuse_unfinished(sheet.result, edit)
    except Refused as refused:
        return None, next_steps(refused.problems)
    return edit, ()
