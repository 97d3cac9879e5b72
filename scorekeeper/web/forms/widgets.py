"""Widgets: they draw the control of an entry, read what was typed into it, and fill it in.

Each kind of entry has its own three functions, registered by class. Here are those that most hands use: of
one value, and of numbers. ``compound_widgets`` has those made of others, and ``game_widgets`` those of a
single game.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from scorekeeper.rules.entries import (
    BIDDER,
    Alone,
    Choice,
    Count,
    EachSeat,
    EachSide,
    Entry,
    Halves,
    People,
    Person,
    Places,
    Suit,
    Switch,
    Text,
    at,
)
from scorekeeper.rules.halves import read_points
from scorekeeper.rules.json_text import ENOUGH_DIGITS
from scorekeeper.rules.saying import Say
from scorekeeper.rules.table import Seat, Table
from scorekeeper.web.forms.form_model import (
    Chips,
    Control,
    Drawing,
    FigureBox,
    FigureBoxes,
    Hidden,
    Option,
    SeveralChips,
    SwitchBox,
    TextBox,
    Typed,
)

NULL = " "
"""Sent for an empty value that has a meaning, such as playing alone."""

DASH = "–"
"""The same in a figure box, where it is visible, such as no cargo."""

EMPTY: tuple[object, ...] = (None, "", [], {})
"""The results of reading a field that is empty."""

FEW = 41
"""Up to so many values are keys to tap; more are typed on the keypad."""

WHOLE = re.compile(r"[+-]?\d+")
HALF = re.compile(r"[+-]?\d{0,12}[.,]5")


@singledispatch
def draw_control(entry: Entry, name: str, drawing: Drawing) -> Control:
    """Return the control for one kind of entry."""
    raise TypeError(f"There is no widget for {type(entry).__name__}: register one with draw_control.")


@singledispatch
def read_typed(entry: Entry, name: str, typed: Typed, table: Table[Any]) -> Any:
    """Return what was typed for one kind of entry, as JSON; empty if nothing was."""
    return tapped(name, typed)


@singledispatch
def fill_typed(entry: Entry, name: str, value: Any, typed: Typed, table: Table[Any]) -> None:
    """Put the JSON of one kind of entry into a form."""
    typed.add(name, str(value))


def read_entry(entry: Entry, name: str, typed: Typed, table: Table[Any]) -> Any:
    """Return what was typed for an entry, NULL for an empty value that has a meaning."""
    if entry.null and tapped(name, typed) in (NULL, DASH):
        return NULL
    return read_typed(entry, name, typed, table)


def fill_entry(entry: Entry, name: str, value: Any, typed: Typed, table: Table[Any]) -> None:
    """Put the JSON of an entry into a form, also an empty value that has a meaning."""
    if value is None:
        typed.add(name, DASH if isinstance(entry, Count) else NULL)
    else:
        fill_typed(entry, name, value, typed, table)


def tapped(name: str, typed: Typed) -> str:
    """Return the text of an entry; an answer tapped to save counts more than one chosen before."""
    return typed.get(f"{name}-now") or typed.get(name, "")


def seat_tapped(text: str, table: Table[Any]) -> Seat | None:
    """Return the player that a form names; None if it names nobody."""
    return table.keys.index(text) if text in table.keys else None


def read_figure(text: str) -> int | float | str:
    """Return a number, whole or ending in a half, else the text: the game says what is wrong with it."""
    text = text.strip().replace("−", "-").replace("½", ".5")
    if HALF.fullmatch(text):
        return float(text.replace(",", "."))
    return int(text[:ENOUGH_DIGITS]) if WHOLE.fullmatch(text) else text


def write_figure(number: Any) -> str:
    """Return a number of the JSON as it is written: "25½"."""
    return str(read_points(number) if isinstance(number, float) else number)


def null_option(entry: Entry, chosen: str, table: Table[Any]) -> list[Option]:
    """Return the option for an empty value that has a meaning, chosen already if nothing else is."""
    if not entry.may_be_null(table):
        return []
    label = str(Say("{Null}", null=Say(entry.null)))
    return [Option(NULL, label, chosen == NULL or not (chosen or entry.needed))]


def unix_lines(text: str | None) -> str:
    """Return the text with each line's end as one character: a form sends two, a browser counts one."""
    return (text or "").replace("\r\n", "\n").strip()


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
    mates = (drawing.bidder,) if alone and drawing.bidder is not None else ()
    label = table.players[mates[0]] if mates else drawing.sides[0]
    own = next((at_ for at_, team in enumerate(teams) if drawing.bidder in team), 0)
    return replace(
        control,
        places=[FigureBox(name, label, value, own, mates=mates)],
        columns=range(len(teams)),
        player=drawing.player,
        sides=named_teams(teams, table),
    )


@draw_control.register
def _(entry: Person, name: str, drawing: Drawing) -> Control:
    chosen, players = tapped(name, drawing.typed), drawing.table.players
    other = drawing.partners.get(name)
    options = [
        Option(str(seat), players[seat], str(seat) == chosen, seat) for seat in drawing.order if seat != other
    ]
    apart = drawing.player if name in drawing.partners and other is None else ""
    return Chips(
        name,
        entry,
        [*options, *null_option(entry, chosen, drawing.table)],
        columns=drawing.columns,
        but=entry.but or apart,
    )


@read_typed.register
def _(entry: Person, name: str, typed: Typed, table: Table[Any]) -> int | float | str:
    return read_figure(tapped(name, typed))


@draw_control.register
def _(entry: People, name: str, drawing: Drawing) -> Control:
    chosen = drawing.typed.getlist(name)
    names = [(seat, drawing.table.players[seat]) for seat in drawing.order]
    options = [Option(str(seat), player, str(seat) in chosen, seat) for seat, player in names]
    return SeveralChips(name, entry, options, columns=drawing.columns)


@read_typed.register
def _(entry: People, name: str, typed: Typed, table: Table[Any]) -> list[int | float | str]:
    return [read_figure(text) for text in typed.getlist(name)]


@fill_typed.register
def _(entry: People, name: str, value: list[Seat], typed: Typed, table: Table[Any]) -> None:
    typed.setlist(name, [str(seat) for seat in value])


@draw_control.register
def _(entry: Choice, name: str, drawing: Drawing) -> Control:
    chosen = tapped(name, drawing.typed)
    options = [
        Option(value, label, value == chosen, hint=entry.hints.get(value, ""))
        for value, label in entry.choices.items()
    ]
    options += null_option(entry, chosen, drawing.table)
    return Chips(name, entry, options, large=bool(entry.hints))


@draw_control.register
def _(entry: Suit, name: str, drawing: Drawing) -> Control:
    chosen = tapped(name, drawing.typed)
    options = [Option(suit, label, suit == chosen, icon=suit) for suit, label in entry.choices.items()]
    return Chips(name, entry, [*options, *null_option(entry, chosen, drawing.table)])


@draw_control.register
def _(entry: Text, name: str, drawing: Drawing) -> Control:
    return TextBox(name, entry, drawing.typed.get(name, ""), entry.longest)


@read_typed.register
def _(entry: Text, name: str, typed: Typed, table: Table[Any]) -> str:
    return unix_lines(typed.get(name))


@draw_control.register
def _(entry: Switch, name: str, drawing: Drawing) -> Control:
    return SwitchBox(name, entry, tapped(name, drawing.typed))


@read_typed.register
def _(entry: Switch, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    said = tapped(name, typed)
    if not said:
        # A form doesn't send an unticked box; where it is ticked by default, that means no.
        return False if entry.default is True else None
    return True


@fill_typed.register
def _(entry: Switch, name: str, value: bool, typed: Typed, table: Table[Any]) -> None:
    if value:
        typed.add(name, "on")


@draw_control.register
def _(entry: Alone, name: str, drawing: Drawing) -> Control:
    return Hidden(name, entry)


@read_typed.register
def _(entry: Alone, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    return True if typed.get(name) else None


@draw_control.register
def _(entry: Count, name: str, drawing: Drawing) -> Control:
    low, high = at(entry.low, drawing.table), at(entry.high, drawing.table)
    value = tapped(name, drawing.typed)
    if not (name in drawing.keys or entry.saves) or high - low >= FEW:
        return single_box(entry, name, value, drawing)
    labels: dict[int | str, str] = {0: "Zero"} if 0 in entry.besides(drawing.table) else {}
    options = [
        Option(
            str(number),
            labels.get(number, str(number).capitalize()),
            str(number) == value,
        )
        for number in entry.values(drawing.table)
    ]
    return Chips(name, entry, options, numbers=True)


@read_typed.register
def _(entry: Count, name: str, typed: Typed, table: Table[Any]) -> int | float | str | None:
    text = tapped(name, typed)
    return read_figure(text) if text else None


@fill_typed.register
def _(entry: Count, name: str, value: Any, typed: Typed, table: Table[Any]) -> None:
    typed.add(name, write_figure(value))


@draw_control.register
def _(entry: Places, name: str, drawing: Drawing) -> Control:
    table = drawing.table
    by_side = isinstance(entry, EachSide)
    places = side_boxes(entry, name, drawing) if by_side else seat_boxes(name, drawing)
    return FigureBoxes(
        name,
        entry,
        places,
        columns=() if joined(entry) else range(2) if by_side else drawing.columns,
        low=at(entry.low, table),
        high=at(entry.high, table),
        limit=entry.limit(table),
        exactly=entry.exactly is not None,
        player=drawing.player if by_side else "",
        sides=named_teams(drawing.teams, table) if by_side else (),
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
            typed.add(f"{name}-{at_}", write_figure(value[place]))
