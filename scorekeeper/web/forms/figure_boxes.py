"""The boxes of a control of figures: whose they are, their column, and their place in the order of play."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rules.entries import BIDDER, Count, EachSide, Entry, Halves, Places, at
from scorekeeper.rules.table import Seat, Table
from scorekeeper.web.forms.form_model import Drawing, FigureBox, FigureBoxes


def seat_boxes(name: str, drawing: Drawing) -> list[FigureBox]:
    """Return a box for each player."""
    players, typed = drawing.table.players, drawing.typed
    return [
        FigureBox(field, players[seat], typed.get(field, ""), seat, turn=drawing.turn(seat))
        for seat in drawing.order
        for field in [f"{name}-{seat}"]
    ]


def side_boxes(entry: Places, name: str, drawing: Drawing) -> list[FigureBox]:
    """Return a box for each side, in the order of the totals if the seats say who plays together."""
    own = 0 if joined(entry) else drawing.own_side
    boxes = [
        FigureBox(f"{name}-{at_}", label, drawing.typed.get(f"{name}-{at_}", ""), at_ ^ own, turn=at_)
        for at_, label in enumerate(drawing.sides)
    ]
    return boxes[::-1] if own else boxes


def named_teams(teams: Iterable[Sequence[Seat]], table: Table[Any]) -> list[list[tuple[str, str]]]:
    """Return the players of each side, with the value that stands for them in the form and their name."""
    return [[(str(seat), table.players[seat]) for seat in team] for team in teams]


def joined(entry: Entry) -> bool:
    """Return whether an entry has a figure for sides that are other ones in every hand."""
    return isinstance(entry, EachSide) and bool(entry.joined)


def single_box(entry: Count, name: str, value: str, drawing: Drawing) -> FigureBoxes:
    """Return a control with one box; if it is the bidder's or their side's, it is in their column."""
    table = drawing.table
    control = FigureBoxes(
        name,
        entry,
        places=[FigureBox(name, entry.label, value)],
        low=at(entry.low, table),
        high=at(entry.high, table),
        null=entry.null,
        halves=isinstance(entry, Halves) and entry.has_halves(table),
    )
    if not entry.of:
        return control
    alone = entry.of == BIDDER
    teams = [(seat,) for seat in drawing.columns] if alone else drawing.teams
    label = table.players[drawing.bidder] if alone and drawing.bidder is not None else drawing.sides[0]
    own = next((at_ for at_, team in enumerate(teams) if drawing.bidder in team), 0)
    return replace(
        control,
        places=[FigureBox(name, label, value, own)],
        columns=range(len(teams)),
        player=drawing.player,
        sides=named_teams(teams, table),
    )
