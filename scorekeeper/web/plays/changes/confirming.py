"""Saving a change of a whole game only after its preview has been seen."""

from collections.abc import Callable, Sequence

from flask import request
from werkzeug import Response

from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.loading import Outdated, back_to_sheet
from scorekeeper.web.plays.preview import PART, answer_problems, render_preview
from scorekeeper.web.submissions import commit

Render = Callable[[Sequence[Problem], PlayEdit | None], str]
"""Draws the page of a change again, with its problems or its preview."""


def save_once_seen(
    sheet: Sheet, work_out: Callable[[], PlayEdit], render: Render
) -> str | Response | tuple[str, int]:
    """Save a change whose preview was sent along, or show the preview first.

    ``work_out`` returns the change, or raises Refused.
    """
    look = request.form.get("look")
    try:
        if request.form.get("version", sheet.version) != sheet.version:
            raise Outdated("Someone has changed this game. Check what changes and save it again.")
        edit = work_out()
    except (Refused, Conflict) as wrong:
        return answer_problems(wrong, lambda problems: render(problems, None))
    if look == PART:
        return render_preview(sheet.result, edit if edit.changes(sheet) else None)
    if not edit.changes(sheet) and not look:
        return back_to_sheet(sheet.play.id)
    if look or request.form.get("seen") != edit.token:
        return render((), edit)
    commands.save_edit(sheet, edit, access.device_name())
    return commit(back_to_sheet(sheet.play.id))
