"""What a hand would score, shown before it is saved."""

from collections.abc import Callable, Sequence

from flask import render_template, request

from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Problem, Refused, next_steps
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.hand_edit import HandEdit
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.loading import Outdated

PART = "part"
"""The value of ``look`` with which the page itself asks for a preview: only that part is sent."""


def status_of(wrong: Refused | Conflict) -> int:
    """Return the status of an answer that refuses a form."""
    return 409 if isinstance(wrong, Conflict) else 422


def render_preview(
    before: Result | None = None, edit: HandEdit | PlayEdit | None = None, problems: Sequence[Problem] = ()
) -> str:
    """Return what a hand would score and change, or why it cannot be saved."""
    return render_template("plays/_change.html", before=before, change=edit, problems=problems)


def asks_for_part() -> bool:
    """Return whether the page itself asks for a preview, and gets only that."""
    return request.form.get("look") == PART and not access.changes_data()


def answer_problems(
    wrong: Refused | Conflict, render: Callable[[Sequence[Problem]], str]
) -> str | tuple[str, int]:
    """Return the page again with what is wrong and what to do next, or only that where the page itself asked.

    A conflict after which the entry cannot be saved any more is raised again.
    """
    if isinstance(wrong, Conflict) and not isinstance(wrong, Outdated):
        raise wrong
    if asks_for_part():
        return render_preview(problems=wrong.problems)
    return render(next_steps(wrong.problems)), status_of(wrong)
