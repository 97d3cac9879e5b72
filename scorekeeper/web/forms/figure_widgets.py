"""The widgets of numbers: one, or one for each player or side."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.entries import Count, EachSeat, EachSide, Halves, Places, at
from scorekeeper.rules.table import Seat, Table
from scorekeeper.web.forms.form_model import Control, Drawing, FigureBox, Option, Typed
from scorekeeper.web.forms.widget import draw_control, fill_typed, read_figure, read_typed, tapped

FEW = 41
"""Up to so many values are keys to tap; more are typed on the keypad."""


@draw_control.register
def _(entry: Count, name: str, drawing: Drawing) -> Control:
    low, high = at(entry.low, drawing.table), at(entry.high, drawing.table)
    value = tapped(name, drawing.typed)
    if not (name in drawing.keys or entry.saves) or high - low >= FEW:
        places = [FigureBox(name, entry.label, value)]
        halves = isinstance(entry, Halves) and entry.has_halves(drawing.table)
        return Control(
            "places", name, entry, places=places, low=low, high=high, null=entry.null, halves=halves
        )
    labels: dict[int | str, str] = {0: "Zero"} if 0 in entry.besides(drawing.table) else {}
    options = [
        Option(
            str(number),
            labels.get(number, str(number).capitalize()),
            str(number) == value,
        )
        for number in entry.values(drawing.table)
    ]
    return Control("chips", name, entry, options, numbers=True)


@read_typed.register
def _(entry: Count, name: str, typed: Typed, table: Table[Any]) -> int | float | str | None:
    text = tapped(name, typed)
    return read_figure(text) if text else None


@draw_control.register
def _(entry: Places, name: str, drawing: Drawing) -> Control:
    table, typed = drawing.table, drawing.typed
    labels: Sequence[str] = table.players
    order: Sequence[Seat] = drawing.order
    if isinstance(entry, EachSide):
        labels, order = drawing.sides, range(2)
    places = [
        FigureBox(
            f"{name}-{at_}",
            labels[at_],
            typed.get(f"{name}-{at_}", ""),
            None if isinstance(entry, EachSide) else at_,
        )
        for at_ in order
    ]
    return Control(
        "places",
        name,
        entry,
        places=places,
        low=at(entry.low, table),
        high=at(entry.high, table),
        limit=entry.limit(table),
        exactly=entry.exactly is not None,
        player=drawing.player if isinstance(entry, EachSide) else "",
        sides=[table.names(tuple(team)) for team in drawing.teams] if isinstance(entry, EachSide) else (),
        but=entry.but if isinstance(entry, EachSeat) else "",
        gaps=entry.spare,
    )


@read_typed.register
def _(entry: Places, name: str, typed: Typed, table: Table[Any]) -> dict[str, int | float | str]:
    figures = ((place, typed.get(f"{name}-{at_}", "")) for at_, place in enumerate(entry.places(table)))
    return {place: read_figure(figure) for place, figure in figures if figure}


@fill_typed.register
def _(entry: Places, name: str, value: dict[str, int], typed: Typed, table: Table[Any]) -> None:
    for at_, place in enumerate(entry.places(table)):
        if place in value:
            typed.add(f"{name}-{at_}", str(value[place]))
