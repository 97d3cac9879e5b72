"""A conflict: what others have saved and what was entered on this phone, side by side, with what can be done.

An answer with one has the status 409 and an element ``data-conflict``, which names the id of the form that
was sent. Each form in it carries that id as ``data-settles``, and in its field ``settles`` the key of what it
settles: once one of them is saved, the form that was sent first gets the same answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import request

from scorekeeper.rules.hand import Line
from scorekeeper.web.submissions import keys_to_settle, submission_keys

Pairs = Sequence[tuple[str, str]]
"""Names and values of the fields of a form, in order."""


MINE = "Mine, not saved yet"

DRAWN = ("csrf_token", "uid", "settles")
"""The fields that are different each time a form is drawn."""


@dataclass(frozen=True)
class ConflictSide:
    """What one side of a conflict says.

    Attributes:
        title: whose it is.
        summary: the main thing, such as "Bea bid 5 and made it exactly".
        details: the entry in words.
        lines: the reasons for its scores; none if it cannot be scored.
        remarks: what else it would cause, or why it cannot be saved as it is.
    """

    title: str
    summary: str
    details: str = ""
    lines: Sequence[Line] = ()
    remarks: Sequence[str] = ()


@dataclass(frozen=True)
class Resolution:
    """A button that settles a conflict: the form that it sends."""

    label: str
    action: str
    fields: Pairs = ()


@dataclass(frozen=True)
class EditConflict:
    """A form that could not be saved because others have changed the same thing.

    Attributes:
        why: what they have changed, as a sentence.
        theirs, mine: the two sides.
        resolutions: what can be done about it.
        uid: the id of the form that was sent.
        settles: the keys of the forms that each resolution settles.
    """

    why: str
    theirs: ConflictSide
    mine: ConflictSide
    resolutions: Sequence[Resolution]
    uid: str = field(default_factory=lambda: request.form.get("uid", ""))
    settles: Sequence[str] = field(default_factory=submission_keys)


def fields_sent(*without: str) -> list[tuple[str, str]]:
    """Return the fields of the form that was sent, to send them again; some of them ``without``."""
    sent = request.form.items(multi=True)
    return [(name, value) for name, value in sent if name not in (*DRAWN, *without)]


def send_again() -> Resolution:
    """Return the button that sends the same once more, for when something else has to be done first."""
    return Resolution("Save mine again", request.path, fields_sent())


def compare_texts(why: str, sides: tuple[str, str], action: str, fields: tuple[Pairs, Pairs]) -> EditConflict:
    """Return the conflict of something that is changed as a whole, such as a note.

    ``sides`` are theirs and mine in words, and ``fields`` what saves each of them at the address ``action``.
    """
    theirs, mine = (ConflictSide(title, text) for title, text in zip(("Theirs", MINE), sides, strict=True))
    ways = [
        Resolution(label, action, some)
        for label, some in zip(("Keep theirs", "Use mine"), fields, strict=True)
    ]
    return EditConflict(why, theirs, mine, ways)


def keys_settled(conflict: EditConflict | None) -> Sequence[str]:
    """Return what the form of the page settles once what was typed is saved there; none if nothing is."""
    return conflict.settles if conflict else keys_to_settle()
