"""The controls of entries that are made of others: something for each player, rows of numbers, and records.

Their fields are named after the entry and the place in it: "cargo-2", "cards-0-kings", "bets-1-win".
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.rules.entries import BySeat, Count, Entry, Halves, Record, Several, at
from scorekeeper.rules.table import Table
from scorekeeper.web.forms.form_model import (
    Control,
    Drawing,
    FigureBox,
    FigureBoxes,
    FigureRow,
    Group,
    Option,
    Typed,
)
from scorekeeper.web.forms.widgets import (
    EMPTY,
    NULL,
    draw_control,
    fill_entry,
    fill_typed,
    read_entry,
    read_figure,
    read_typed,
    seat_boxes,
)

EMPTY_LINES = 4
"""The number of values that can be added to a list at once."""


@draw_control.register
def _(entry: BySeat, name: str, drawing: Drawing) -> Control:
    players = drawing.table.players
    if isinstance(entry.each, Count):
        places = seat_boxes(name, drawing)
        low, high = at(entry.each.low, drawing.table), at(entry.each.high, drawing.table)
        halves = isinstance(entry.each, Halves) and entry.each.has_halves(drawing.table)
        return FigureBoxes(
            name,
            entry,
            places,
            columns=drawing.columns,
            low=low,
            high=high,
            null=entry.each.null,
            halves=halves,
            but=entry.but,
            gaps=True,
            everyone=entry.needed,
        )
    parts = [
        replace(_member(entry.each, f"{name}-{seat}", players[seat], drawing), turn=drawing.turn(seat))
        for seat in drawing.order
    ]
    return Group(name, entry, parts, entry.everyone)


def _member(entry: Entry, name: str, label: str, drawing: Drawing) -> Control:
    """Return the control for one of several entries of a kind, all of which may stay empty."""
    part = draw_control(entry, name, drawing)
    part = replace(part, entry=replace(entry, label=label, ask=""))
    return replace(part, gaps=True) if isinstance(part, FigureBoxes) else part


@read_typed.register
def _(entry: BySeat, name: str, typed: Typed, table: Table[Any]) -> dict[str, Any]:
    values = {
        player: read_entry(entry.each, f"{name}-{seat}", typed, table)
        for seat, player in enumerate(table.keys)
    }
    return {
        player: None if value == NULL else value for player, value in values.items() if value not in EMPTY
    }


@fill_typed.register
def _(entry: BySeat, name: str, value: Mapping[str, Any], typed: Typed, table: Table[Any]) -> None:
    for player, one in value.items():
        fill_entry(entry.each, f"{name}-{table.seat_of_key(player)}", one, typed, table)


@draw_control.register
def _(entry: Record, name: str, drawing: Drawing) -> Control:
    counts = {key: each for key, each in entry.entries.items() if isinstance(each, Count)}
    if len(counts) < len(entry.entries):
        parts = [draw_control(each, f"{name}-{key}", drawing) for key, each in entry.entries.items()]
        return Group(name, entry, parts)
    boxes = [
        FigureBox(
            f"{name}-{key}",
            each.label,
            drawing.typed.get(f"{name}-{key}", ""),
            high=at(each.high, drawing.table),
        )
        for key, each in counts.items()
    ]
    return FigureBoxes(name, entry, boxes, high=max(box.high or 0 for box in boxes), gaps=True)


@read_typed.register
def _(entry: Record, name: str, typed: Typed, table: Table[Any]) -> dict[str, Any]:
    values = {key: read_entry(each, f"{name}-{key}", typed, table) for key, each in entry.entries.items()}
    return {key: value for key, value in values.items() if value not in EMPTY}


@fill_typed.register
def _(entry: Record, name: str, value: Mapping[str, Any], typed: Typed, table: Table[Any]) -> None:
    for key, one in value.items():
        fill_entry(entry.entries[key], f"{name}-{key}", one, typed, table)


@draw_control.register
def _(entry: Several, name: str, drawing: Drawing) -> Control:
    if not isinstance(entry.each, Count):
        return _value_lines(entry, name, drawing)
    options = [Option(str(value), str(value)) for value in entry.each.values(drawing.table)]
    return FigureRow(name, entry, options, drawing.typed.get(name, ""))


def _value_lines(entry: Several, name: str, drawing: Drawing) -> Control:
    """Return a group with a line for each value that is there, and a few empty ones."""
    label = entry.each.label
    parts = [
        _member(entry.each, f"{name}-{line}", f"{label} {line + 1}", drawing)
        for line in range(_lines_used(name, drawing.typed) + EMPTY_LINES)
    ]
    return Group(name, entry, parts)


def _lines_used(name: str, typed: Typed) -> int:
    """Return how many lines of a list a form has, up to the last one with something in it."""
    found = (re.match(rf"{re.escape(name)}-(\d{{1,3}})(-|$)", key) for key in typed if typed[key])
    return max((int(line[1]) + 1 for line in found if line), default=0)


@read_typed.register
def _(entry: Several, name: str, typed: Typed, table: Table[Any]) -> list[Any]:
    if isinstance(entry.each, Count):
        return [read_figure(text) for text in re.split(r"[\s,;]+", typed.get(name, "")) if text]
    lines = range(_lines_used(name, typed))
    values = [read_entry(entry.each, f"{name}-{line}", typed, table) for line in lines]
    return [None if value == NULL else value for value in values if value not in EMPTY]


@fill_typed.register
def _(entry: Several, name: str, value: list[Any], typed: Typed, table: Table[Any]) -> None:
    if isinstance(entry.each, Count):
        typed.add(name, ", ".join(str(one) for one in value))
        return
    for line, one in enumerate(value):
        fill_entry(entry.each, f"{name}-{line}", one, typed, table)
