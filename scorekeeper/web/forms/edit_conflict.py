"""A conflict: what was entered on this phone and its page has no form for, with what can be done.

A hand is shown beside what others have saved in its place. An answer with a conflict has the status 409 and
an element ``data-conflict``, which names the id of the form that was sent. Each form in it carries that id as
``data-settles``, and in its field ``settles`` the key of what it settles: once one of them is saved, the form
that was sent first gets the same answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import request

from scorekeeper.rules.hand import Line
from scorekeeper.rules.saying import NOTHING, Argument, Say
from scorekeeper.web.submissions import keys_to_settle, submission_keys

Pairs = Sequence[tuple[str, str]]
"""Names and values of the fields of a form, in order."""


MINE = Say("Mine, not saved yet")

AGAIN = Say("Try again")

DRAWN = ("csrf_token", "uid", "settles")
"""The fields that are different each time a form is drawn."""


@dataclass(frozen=True)
class ConflictSide:
    """One side of a conflict in words.

    Attributes:
        title: whose it is.
        summary: the main thing, such as "Bea bid 5 and made it exactly".
        details: the entry in words.
        lines: the reasons for its scores; none if it cannot be scored.
        remarks: what else it would cause, or why it cannot be saved as it is.
    """

    title: Say
    summary: Argument
    details: Argument = NOTHING
    lines: Sequence[Line] = ()
    remarks: Sequence[Argument] = ()


@dataclass(frozen=True)
class Resolution:
    """A button that settles a conflict: the form that it sends."""

    label: Say
    action: str
    fields: Pairs = ()


@dataclass(frozen=True)
class EditConflict:
    """A form that could not be saved because others have changed the same thing.

    Attributes:
        why: what they have changed.
        theirs, mine: the two sides, as far as there is something to say.
        resolutions: what can be done about it.
        uid: the id of the form that was sent.
        settles: the keys of the forms that each resolution settles.
    """

    why: Say
    theirs: ConflictSide | None
    mine: ConflictSide | None
    resolutions: Sequence[Resolution]
    uid: str = field(default_factory=lambda: request.form.get("uid", ""))
    settles: Sequence[str] = field(default_factory=submission_keys)


def keep_sent(why: Say, words: str, discard: str, label: Say = AGAIN, *more: tuple[str, str]) -> EditConflict:
    """Return the conflict of a form that its page doesn't show any more: one tap sends it again.

    ``words`` say what was typed, ``discard`` is the address that gives it up, and ``more`` are fields to send
    along.
    """
    mine = ConflictSide(MINE, words) if words else None
    return EditConflict(why, None, mine, [Resolution(Say("Discard"), discard), send_again(label, *more)])


def send_again(label: Say = AGAIN, *more: tuple[str, str]) -> Resolution:
    """Return the button that sends the same once more, with ``more`` fields."""
    without = {*DRAWN, *(name for name, _ in more)}
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in without]
    return Resolution(label, request.script_root + request.path, [*sent, *more])


def keys_settled(conflict: EditConflict | None) -> Sequence[str]:
    """Return what the form of the page settles once what was typed is saved there; none if nothing is."""
    return conflict.settles if conflict else keys_to_settle()
