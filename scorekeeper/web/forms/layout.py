"""The layout of a form: what must be answered comes above the tap that saves."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.web.forms.form_model import Control


class Layout(NamedTuple):
    """The controls of one step of a hand, from the top of the form to its end.

    Attributes:
        asks: what is picked or ticked.
        saving: the control whose answers save at a tap; None if the form has a button for that.
        further: what a certain answer to it asks for, saved with a button of its own.
        extras: what may be left out, behind a fold.
        figures: what the keypad fills in, next to it.
        instead: what can replace another entry, behind a fold each.
        aside: what comes last, behind a fold, such as the note.
    """

    asks: Sequence[Control]
    saving: Control | None
    further: Sequence[Control]
    extras: Sequence[Control]
    figures: Sequence[Control]
    instead: Sequence[Control]
    aside: Sequence[Control]


def lay_out(controls: Sequence[Control], tap: bool = True) -> Layout:
    """Return the controls by their place in a form; ``tap`` says whether a tap on an answer may save it."""
    saving = _saving(controls) if tap else None
    # What is written comes after what is picked.
    aside = sorted((control for control in controls if control.aside), key=lambda one: one.kind == "text")
    own = [control for control in controls if not control.aside and control is not saving]
    further = [control for control in own if saving and _follows(control, saving)]
    main = [control for control in own if control not in further]
    instead = [control for control in main if control.entry.instead]
    extras = [control for control in main if control.optional]
    shown = [control for control in main if control not in instead and control not in extras]
    figures = [control for control in shown if control.by_keypad]
    asks = [control for control in shown if control not in figures]
    return Layout(asks, saving, further, extras, figures, instead, aside)


def _saving(controls: Sequence[Control]) -> Control | None:
    """Return the control that saves at a tap: declared so, the last one needed, in a form without keypad."""
    conditional = [control for control in controls if control.only or control.unless or control.entry.instead]
    declared = [
        control
        for control in controls
        if control.entry.saves and control.kind == "chips" and control not in conditional
    ]
    if not declared or any(control.by_keypad for control in controls):
        return None
    saving = declared[-1]
    later = controls[controls.index(saving) + 1 :]
    return None if any(one.needed and not _follows(one, saving) for one in later) else saving


def _follows(control: Control, saving: Control) -> bool:
    return control.only.partition("=")[0] == saving.name
