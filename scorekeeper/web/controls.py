"""From a game's declaration to a form, and from what was sent back to the contract's JSON.

Nothing here knows a game or states a bound: an entry says what it is, and the game's own reading
of the JSON is the only judge of it.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.entries import (
    Choice,
    Count,
    EachSide,
    Entry,
    People,
    Person,
    Places,
    Switch,
    Text,
    at,
)
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.table import Seat, Table

Typed = MultiDict[str, str]
"""What stands in a form, as it was typed."""

FEW = 41
"""Up to so many values are keys to tap; more are typed on a number pad."""

WHOLE = re.compile(r"[+-]?\d{1,12}")


@dataclass(frozen=True)
class Option:
    """One thing to tap. ``opens`` says that it brings up further questions."""

    value: str
    label: str
    chosen: bool = False
    seat: Seat | None = None
    opens: bool = False


@dataclass(frozen=True)
class Place:
    """One figure to fill in."""

    name: str
    label: str
    value: str
    seat: Seat | None = None


@dataclass(frozen=True)
class Control:
    """One entry of a form, ready to be drawn.

    Attributes:
        kind: chips (tap one), several (tap some), places (figures), switch or text.
        name: the entry's key.
        entry: its declaration.
        options, places: what there is to tap or fill in.
        low, high: the bounds of a figure.
        limit, exactly: what figures add up to at most, or exactly.
        value: the text of a text, or "on" for a switch.
        problems: what is wrong with what was typed.
        only: what must be chosen elsewhere for this to be asked, as "entry=value".
    """

    kind: str
    name: str
    entry: Entry
    options: Sequence[Option] = ()
    places: Sequence[Place] = ()
    low: int = 0
    high: int = 0
    limit: int | None = None
    exactly: bool = False
    value: str = ""
    problems: Sequence[str] = ()
    only: str = ""


@dataclass(frozen=True)
class Drawing:
    """What drawing a form needs to know besides the declaration.

    Attributes:
        table: who plays, and the house rules.
        typed: what stands in the form.
        order: the seats in the order in which players are offered.
        sides: the names of the bidders' side and of the others, once it is known who bid.
        keys: the counts that are answered with one tap on a number instead of the keypad.
    """

    table: Table[Any]
    typed: Typed
    order: Sequence[Seat]
    sides: Sequence[str] = ("Bidders", "Others")
    keys: Collection[str] = ()


def controls(
    entries: Mapping[str, Entry], drawing: Drawing, problems: Iterable[Problem] = ()
) -> list[Control]:
    """The form of a declaration, without the entries that the house rules do without."""
    asked = {name: entry for name, entry in entries.items() if entry.offered(drawing.table)}
    conditions = {f"{e.only_if.entry}={e.only_if.value}" for e in asked.values() if e.only_if}
    wrong = list(problems)
    drawn = []
    for name, entry in asked.items():
        control = draw(entry, name, drawing)
        options = [
            replace(option, opens=f"{name}={option.value}" in conditions) for option in control.options
        ]
        said = [problem.message for problem in wrong if problem.field == name]
        only = f"{entry.only_if.entry}={entry.only_if.value}" if entry.only_if else ""
        drawn.append(replace(control, options=options, problems=said, only=only))
    return drawn


def to_json(entries: Mapping[str, Entry], typed: Typed, table: Table[Any]) -> dict[str, Any]:
    """What was typed, as the contract's JSON; what was left empty is left out."""
    document: dict[str, Any] = {}
    for name, entry in entries.items():
        if entry.only_if and document.get(entry.only_if.entry) != entry.only_if.value:
            continue
        value = parse(entry, name, typed, table)
        if value not in (None, "", [], {}):
            document[name] = value
    return document


def from_json(entries: Mapping[str, Entry], document: Mapping[str, Any], table: Table[Any]) -> Typed:
    """What stands in the form for a hand that was entered before."""
    typed: Typed = MultiDict()
    for name, entry in entries.items():
        if name in document:
            fill(entry, name, document[name], typed, table)
    return typed


def whole(text: str) -> int | str:
    """A whole number, or the text if it is none: the game says what is wrong with that."""
    text = text.strip().replace("−", "-")
    return int(text) if WHOLE.fullmatch(text) else text


@singledispatch
def draw(entry: Entry, name: str, drawing: Drawing) -> Control:
    """The control for one kind of entry."""
    raise TypeError(f"no control for {type(entry).__name__}")


@singledispatch
def parse(entry: Entry, name: str, typed: Typed, table: Table[Any]) -> Any:
    """What was typed for one kind of entry, as JSON; None if nothing was."""
    return typed.get(name)


@singledispatch
def fill(entry: Entry, name: str, value: Any, typed: Typed, table: Table[Any]) -> None:
    """Put the JSON of one kind of entry into a form."""
    typed.add(name, str(value))


@draw.register
def _(entry: Person, name: str, drawing: Drawing) -> Control:
    chosen = drawing.typed.get(name)
    names = [(seat, drawing.table.players[seat]) for seat in drawing.order]
    options = [Option(player, player, player == chosen, seat) for seat, player in names]
    return Control("chips", name, entry, options)


@draw.register
def _(entry: People, name: str, drawing: Drawing) -> Control:
    chosen = drawing.typed.getlist(name)
    names = [(seat, drawing.table.players[seat]) for seat in drawing.order]
    return Control(
        "several", name, entry, [Option(player, player, player in chosen, seat) for seat, player in names]
    )


@parse.register
def _(entry: People, name: str, typed: Typed, table: Table[Any]) -> list[str]:
    return typed.getlist(name)


@fill.register
def _(entry: People, name: str, value: list[str], typed: Typed, table: Table[Any]) -> None:
    typed.setlist(name, value)


@draw.register
def _(entry: Choice, name: str, drawing: Drawing) -> Control:
    chosen = drawing.typed.get(name)
    return Control(
        "chips", name, entry, [Option(v, label, v == chosen) for v, label in entry.choices.items()]
    )


@draw.register
def _(entry: Text, name: str, drawing: Drawing) -> Control:
    return Control("text", name, entry, high=entry.longest, value=drawing.typed.get(name, ""))


@parse.register
def _(entry: Text, name: str, typed: Typed, table: Table[Any]) -> str:
    # A form sends a line's end as two characters, and the browser counts it as one.
    return typed.get(name, "").replace("\r\n", "\n").strip()


@draw.register
def _(entry: Switch, name: str, drawing: Drawing) -> Control:
    return Control("switch", name, entry, value=drawing.typed.get(name, ""))


@parse.register
def _(entry: Switch, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    return True if typed.get(name) else None


@fill.register
def _(entry: Switch, name: str, value: bool, typed: Typed, table: Table[Any]) -> None:
    if value:
        typed.add(name, "on")


@draw.register
def _(entry: Count, name: str, drawing: Drawing) -> Control:
    low, high = at(entry.low, drawing.table), at(entry.high, drawing.table)
    value = tapped(name, drawing.typed)
    if name not in drawing.keys or high - low >= FEW:
        return Control("places", name, entry, places=[Place(name, entry.label, value)], low=low, high=high)
    labels: dict[int | str, str] = {0: "Zero"} if 0 in entry.besides(drawing.table) else {}
    options = [
        Option(str(number), labels.get(number, str(number).capitalize()), str(number) == value)
        for number in entry.values(drawing.table)
    ]
    return Control("chips", name, entry, options)


@parse.register
def _(entry: Count, name: str, typed: Typed, table: Table[Any]) -> int | str | None:
    text = tapped(name, typed)
    return whole(text) if text else None


def tapped(name: str, typed: Typed) -> str:
    """The text of a number; one that was tapped to save counts more than one that was chosen before."""
    return typed.get(f"{name}-now") or typed.get(name, "")


@draw.register
def _(entry: Places, name: str, drawing: Drawing) -> Control:
    table, typed = drawing.table, drawing.typed
    labels: Sequence[str] = table.players
    order: Sequence[Seat] = drawing.order
    if isinstance(entry, EachSide):
        labels, order = drawing.sides, range(len(drawing.sides))
    places = [
        Place(
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
    )


@parse.register
def _(entry: Places, name: str, typed: Typed, table: Table[Any]) -> dict[str, int | str]:
    figures = ((place, typed.get(f"{name}-{at_}", "")) for at_, place in enumerate(entry.places(table)))
    return {place: whole(figure) for place, figure in figures if figure}


@fill.register
def _(entry: Places, name: str, value: dict[str, int], typed: Typed, table: Table[Any]) -> None:
    for at_, place in enumerate(entry.places(table)):
        if place in value:
            typed.add(f"{name}-{at_}", str(value[place]))
