"""Saving a change of a whole game only after its preview has been seen."""

from collections.abc import Callable, Sequence

from flask import g, request
from werkzeug import Response

from scorekeeper.rules.problems import Problem, Refused, next_steps
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.left_out import refuse_unfinished
from scorekeeper.web.plays.changes.action_conflicts import ActionComparison
from scorekeeper.web.plays.loading import CHANGED, Outdated, back_to_sheet, deletion
from scorekeeper.web.plays.sheet import PART, answer_problems, render_preview
from scorekeeper.web.plays.sheet_page import SheetPage
from scorekeeper.web.submissions import commit

Render = Callable[[Sequence[Problem], PlayEdit | None], str]
"""Draws the page of a change again, with its problems or its preview."""


def save_once_seen(
    sheet: Sheet,
    work_out: Callable[[], PlayEdit],
    render: Render,
) -> str | Response | tuple[str, int]:
    """Save a change whose preview was sent along, or show the preview first.

    ``work_out`` returns the change, or raises Refused.
    """
    look = request.form.get("look")
    is_outdated = request.form.get("version", sheet.version) != sheet.version
    why = deletion(sheet) or (CHANGED if is_outdated else "")
    if why and not look:
        return _show_both(sheet, why, work_out, render)
    try:
        if why:
            raise Outdated(f"{CHANGED} Check what changes and save it again.")
        edit = work_out()
        refuse_unfinished(sheet.result, edit)
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


def _show_both(sheet: Sheet, why: str, work_out: Callable[[], PlayEdit], render: Render) -> tuple[str, int]:
    """Return the page with a change that others have overtaken beside what they have done."""
    problems: Sequence[Problem] = ()
    compared = ActionComparison(SheetPage(sheet), why)
    try:
        compared.edit = work_out()
    except Refused as refused:
        compared.refused, problems = refused, next_steps(refused.problems)
    except Conflict as wrong:
        compared.why = str(wrong)
    # The template of all these pages shows it.
    g.conflict = compared.conflict
    return render(problems, compared.edit), 409
