"""What a hand would score, shown before it is saved."""

from collections.abc import Callable, Sequence

from flask import render_template, request

from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.store.plays.commands import HandEdit
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.web.plays.loading import Outdated

PART = "part"
"""The value of ``look`` with which the page itself asks for a preview: only that part is sent."""


def render_preview(
    before: Result | None = None, edit: HandEdit | None = None, problems: Sequence[Problem] = ()
) -> str:
    """Return what a hand would score and change, or why it cannot be saved."""
    return render_template("plays/_change.html", before=before, change=edit, problems=problems)


def answer_problems(
    wrong: Refused | Conflict, render: Callable[[Sequence[Problem]], str]
) -> str | tuple[str, int]:
    """Return the page again with what is wrong, or only that where the page itself asked.

    A conflict after which the entry cannot be saved any more is raised again.
    """
    if request.form.get("look") == PART:
        return render_preview(problems=wrong.problems)
    if isinstance(wrong, Conflict) and not isinstance(wrong, Outdated):
        raise wrong
    return render(wrong.problems), 409 if isinstance(wrong, Outdated) else 422
