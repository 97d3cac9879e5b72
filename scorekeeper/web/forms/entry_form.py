"""From a game's declaration to a form, and from what was sent back to the contract's JSON.

Nothing here knows a game or states a bound: an entry says what it is, and the game's own reading
of the JSON is the only judge of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.entries import REQUIRED, Dealer, Entry, Only
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.table import Setup, Table
from scorekeeper.web.forms import compound_widgets, game_widgets  # noqa: F401 - registered
from scorekeeper.web.forms.form_model import (
    Chips,
    Control,
    Drawing,
    FigureBoxes,
    FigureRows,
    Group,
    Option,
    SwitchBox,
    Typed,
)
from scorekeeper.web.forms.widgets import EMPTY, NULL, draw_control, fill_entry, read_entry, tapped


def controls(
    entries: Mapping[str, Entry], drawing: Drawing, problems: Iterable[Problem] = ()
) -> list[Control]:
    """Return the controls of a declaration, as far as house rules and bidding ask for its entries."""
    asked = {name: entry for name, entry in entries.items() if _asked(entry, entries, drawing)}
    conditions = {_words(entry.only_if) for entry in asked.values()}
    shutters = {entry.unless.entry for entry in asked.values() if entry.unless}
    replaced = {entry.instead for entry in asked.values()}
    wrong = list(problems)
    drawn = []
    for name, entry in asked.items():
        called = replace(entry, named=drawing.dealer) if isinstance(entry, Dealer) else entry
        control = draw_control(called, name, drawing)
        if isinstance(control, Chips):
            options = [replace(one, opens=f"{name}={one.value}" in conditions) for one in control.options]
            if entry.otherwise:
                options.insert(0, Option("", entry.otherwise, not tapped(name, drawing.typed)))
            control = replace(control, options=options)
        elif isinstance(control, SwitchBox):
            control = replace(control, shuts=name in shutters)
        drawn.append(
            replace(
                control,
                problems=[problem.message for problem in wrong if problem.field == name],
                only=_words(entry.only_if) if entry.only_if and entry.only_if.entry in asked else "",
                unless=_words(entry.unless) if entry.unless and entry.unless.entry in asked else "",
                needed=entry.needed or name in replaced,
            )
        )
    return _in_rows(_side_by_side(drawn))


def _side_by_side(drawn: Sequence[Control]) -> list[Control]:
    """Return the controls, each with those that stand in its lines."""
    beside = [control for control in drawn if isinstance(control, Group) and control.beside_of]
    return [
        replace(control, beside=[one for one in beside if one.beside_of == control.name])
        if isinstance(control, FigureBoxes)
        else control
        for control in drawn
        if control not in beside
    ]


def _in_rows(drawn: Sequence[Control]) -> list[Control]:
    """Return the controls; rows of one table are one control, where the first of them is."""
    rows = [one for one in drawn if isinstance(one, FigureBoxes) and one.is_row]
    alike = [one for one in rows if one.columns == rows[0].columns]
    if len(alike) < 2:
        return list(drawn)
    table = FigureRows(rows[0].name, rows[0].entry, alike)
    return [table if one is rows[0] else one for one in drawn if one is rows[0] or one not in alike]


def _asked(entry: Entry, entries: Mapping[str, Entry], drawing: Drawing) -> bool:
    """Return whether an entry is asked, as far as that was decided before this form."""
    if not entry.offered(drawing.table) or (isinstance(entry, Dealer) and not drawing.dealer):
        return False
    only, unless, known = entry.only_if, entry.unless, drawing.known
    if only and only.entry not in entries and known.get(only.entry) != only.value:
        return False
    return not (unless and unless.entry not in entries and known.get(unless.entry) == unless.value)


def _words(condition: Only | None) -> str:
    return f"{condition.entry}={condition.value}" if condition else ""


def to_json(
    entries: Mapping[str, Entry], typed: Typed, table: Table[Any], known: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return what was typed, over what was known before, as the contract's JSON without empty entries."""
    document: dict[str, Any] = dict(known or {})
    for name, entry in entries.items():
        value = read_entry(entry, name, typed, table)
        if value not in EMPTY:
            document[name] = None if value == NULL else value
        elif entry.may_be_empty and entry.default is REQUIRED:
            document.setdefault(name, value)
    return {name: value for name, value in document.items() if _goes(entries.get(name), document)}


def _goes(entry: Entry | None, raw: Mapping[str, Any]) -> bool:
    """Return whether the other answers ask for this entry; the form hides it otherwise."""
    if entry is None:
        return True
    only, unless = entry.only_if, entry.unless
    return not (only and raw.get(only.entry) != only.value) and not (
        unless and raw.get(unless.entry) == unless.value
    )


def from_json(entries: Mapping[str, Entry], document: Mapping[str, Any], table: Table[Any]) -> Typed:
    """Return the form filled in with a hand that was entered before."""
    typed: Typed = MultiDict()
    for name, entry in entries.items():
        if name in document:
            fill_entry(entry, name, document[name], typed, table)
    return typed


def hand_class(game: Game[Any, Any], typed: Typed) -> type[Hand]:
    """Return the declaration that a form was drawn from: the game's hand, or an alternative to one."""
    return game.special_by_key.get(typed.get("alone", ""), game.hand)


def read_hand(setup: Setup, typed: Typed, bidding: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the JSON of the hand in progress, with its bid unless the form has all of it."""
    entries = setup.game.entries[hand_class(setup.game, typed)]
    known = {} if typed.keys() & {"whole", "alone"} else bidding
    return to_json(entries, typed, setup.table, known)
