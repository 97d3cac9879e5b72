"""From a game's declaration to a form, and from what was sent back to the contract's JSON.

Nothing here knows a game or states a bound: an entry says what it is, and the game's own reading
of the JSON is the only judge of it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.entries import (
    REQUIRED,
    Alone,
    BySeat,
    Choice,
    Count,
    Dealer,
    EachSeat,
    EachSide,
    Entry,
    Halves,
    Only,
    People,
    Person,
    Places,
    Several,
    Suit,
    Switch,
    Text,
    at,
)
from scorekeeper.rules.json_text import ENOUGH_DIGITS
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.table import Seat, Table
from scorekeeper.rules.words import capital, listed
from scorekeeper.web.forms.form_model import Control, Drawing, FigureBox, Option, Typed

NULL = " "
"""Stands in a form for an empty value that means something, such as playing alone; no name is like it."""

DASH = "–"
"""The same in a figure, where it can be seen: no cargo, for one."""

EMPTY: tuple[object, ...] = (None, "", [], {})
"""What parsing gives where nothing was typed."""

YES, NO = "yes", "no"
"""Stand in a form for a question with two answers of equal weight."""

FEW = 41
"""Up to so many values are keys to tap; more are typed on a number pad."""

WHOLE = re.compile(r"[+-]?\d+")
HALF = re.compile(r"\d{1,12}[.,]5")


def controls(
    entries: Mapping[str, Entry], drawing: Drawing, problems: Iterable[Problem] = ()
) -> list[Control]:
    """The form of a declaration, without the entries that the house rules or the bidding do without."""
    asked = {name: entry for name, entry in entries.items() if _asked(entry, entries, drawing)}
    conditions = {_words(entry.only_if) for entry in asked.values()}
    shutters = {entry.unless.entry for entry in asked.values() if entry.unless}
    replaced = {entry.instead for entry in asked.values()}
    wrong = list(problems)
    drawn = []
    for name, entry in asked.items():
        control = draw(entry, name, drawing)
        if entry.otherwise:
            left_out = Option("", entry.otherwise, not tapped(name, drawing.typed))
            control = replace(control, options=[left_out, *control.options])
        drawn.append(
            replace(
                control,
                options=[
                    replace(option, opens=f"{name}={option.value}" in conditions)
                    for option in control.options
                ],
                problems=[problem.message for problem in wrong if problem.field == name],
                only=_words(entry.only_if) if entry.only_if and entry.only_if.entry in asked else "",
                unless=_words(entry.unless) if entry.unless and entry.unless.entry in asked else "",
                shuts=name in shutters,
                needed=entry.needed or name in replaced,
                aside=entry.aside.format(dealer=drawing.dealer),
            )
        )
    return _side_by_side(drawn)


def _side_by_side(drawn: Sequence[Control]) -> list[Control]:
    """The controls with those beside another one put there."""
    beside: dict[str, list[Control]] = {}
    for control in drawn:
        if isinstance(control.entry, BySeat) and control.entry.beside:
            beside.setdefault(control.entry.beside, []).append(control)
    put = [control.name for controls in beside.values() for control in controls]
    return [
        replace(control, beside=beside.get(control.name, ())) for control in drawn if control.name not in put
    ]


def _asked(entry: Entry, entries: Mapping[str, Entry], drawing: Drawing) -> bool:
    """Whether an entry is asked, as far as that was decided before this form."""
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
    """What was typed over what was known before, as the contract's JSON; what was left empty is left out."""
    document: dict[str, Any] = dict(known or {})
    for name, entry in entries.items():
        value = parse_one(entry, name, typed, table)
        if value not in EMPTY:
            document[name] = None if value == NULL else value
        elif isinstance(entry, Several | BySeat) and entry.default is REQUIRED:
            # No bets at all are bets too; what must be written can be empty.
            document.setdefault(name, value)
    return {name: value for name, value in document.items() if _goes(entries.get(name), document)}


def _goes(entry: Entry | None, said: Mapping[str, Any]) -> bool:
    """Whether what was said elsewhere leaves a place for this entry; what is hidden then is not sent."""
    if entry is None:
        return True
    only, unless = entry.only_if, entry.unless
    return not (only and said.get(only.entry) != only.value) and not (
        unless and said.get(unless.entry) == unless.value
    )


def from_json(entries: Mapping[str, Entry], document: Mapping[str, Any], table: Table[Any]) -> Typed:
    """What stands in the form for a hand that was entered before."""
    typed: Typed = MultiDict()
    for name, entry in entries.items():
        if name in document:
            fill_one(entry, name, document[name], typed, table)
    return typed


def parse_one(entry: Entry, name: str, typed: Typed, table: Table[Any]) -> Any:
    """What was typed for an entry, NULL for an empty value that means something."""
    return NULL if entry.null and tapped(name, typed) in (NULL, DASH) else parse(entry, name, typed, table)


def fill_one(entry: Entry, name: str, value: Any, typed: Typed, table: Table[Any]) -> None:
    """Put the JSON of an entry into a form, also an empty value that means something."""
    if value is None:
        typed.add(name, DASH if isinstance(entry, Count) else NULL)
    else:
        fill(entry, name, value, typed, table)


def number(text: str) -> int | float | str:
    """A number, whole or ending in a half, else the text: the game says what is wrong with it."""
    text = text.strip().replace("−", "-")
    if HALF.fullmatch(text):
        return float(text.replace(",", "."))
    return int(text[:ENOUGH_DIGITS]) if WHOLE.fullmatch(text) else text


@singledispatch
def draw(entry: Entry, name: str, drawing: Drawing) -> Control:
    """The control for one kind of entry."""
    raise TypeError(f"no control for {type(entry).__name__}")


@singledispatch
def parse(entry: Entry, name: str, typed: Typed, table: Table[Any]) -> Any:
    """What was typed for one kind of entry, as JSON; empty if nothing was."""
    return tapped(name, typed)


def tapped(name: str, typed: Typed) -> str:
    """The text of an entry; one that was tapped to save counts more than one that was chosen before."""
    return typed.get(f"{name}-now") or typed.get(name, "")


@singledispatch
def fill(entry: Entry, name: str, value: Any, typed: Typed, table: Table[Any]) -> None:
    """Put the JSON of one kind of entry into a form."""
    typed.add(name, str(value))


@draw.register
def _(entry: Person, name: str, drawing: Drawing) -> Control:
    chosen, players = tapped(name, drawing.typed), drawing.table.players
    if entry.side:
        teams = [_side(team, chosen, drawing.table) for team in drawing.teams]
        return Control("chips", name, entry, teams, large=any(team.mates for team in teams), but=entry.but)
    other = drawing.partners.get(name)
    options = [
        Option(players[seat], players[seat], players[seat] == chosen, seat)
        for seat in drawing.around or drawing.order
        if seat != other
    ]
    apart = drawing.player if name in drawing.partners and other is None else ""
    return Control(
        "chips", name, entry, [*options, *empty(entry, chosen, drawing.table)], but=entry.but or apart
    )


def _side(team: Sequence[Seat], chosen: str, table: Table[Any]) -> Option:
    """A side to tap; any of its players can stand for it."""
    names = table.names(tuple(team))
    return Option(chosen if chosen in names else names[0], listed(names), chosen in names, mates=team)


def empty(entry: Entry, chosen: str, table: Table[Any]) -> list[Option]:
    """What is tapped for an empty value that means something; it is what an entry left out stands for."""
    if not (entry.null and entry.null_offered(table)):
        return []
    return [Option(NULL, capital(entry.null), chosen == NULL or not (chosen or entry.needed))]


@draw.register
def _(entry: People, name: str, drawing: Drawing) -> Control:
    chosen = drawing.typed.getlist(name)
    names = [(seat, drawing.table.players[seat]) for seat in drawing.around or drawing.order]
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
    chosen = tapped(name, drawing.typed)
    options = [
        Option(value, label, value == chosen, hint=entry.hints.get(value, ""))
        for value, label in entry.choices.items()
    ]
    options += empty(entry, chosen, drawing.table)
    return Control("chips", name, entry, options, large=bool(entry.hints))


@draw.register
def _(entry: Suit, name: str, drawing: Drawing) -> Control:
    chosen = tapped(name, drawing.typed)
    options = [Option(suit, label, suit == chosen, icon=suit) for suit, label in entry.choices.items()]
    return Control("chips", name, entry, [*options, *empty(entry, chosen, drawing.table)])


@draw.register
def _(entry: Text, name: str, drawing: Drawing) -> Control:
    return Control("text", name, entry, high=entry.longest, value=drawing.typed.get(name, ""))


@parse.register
def _(entry: Text, name: str, typed: Typed, table: Table[Any]) -> str:
    # A form sends a line's end as two characters, and the browser counts it as one.
    return typed.get(name, "").replace("\r\n", "\n").strip()


@draw.register
def _(entry: Switch, name: str, drawing: Drawing) -> Control:
    said = tapped(name, drawing.typed)
    if entry.no:
        options = [Option(YES, entry.label, said == YES), Option(NO, entry.no, said == NO)]
        return Control("chips", name, entry, options, large=True)
    return Control("switch", name, entry, value=said)


@parse.register
def _(entry: Switch, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    said = tapped(name, typed)
    if not said:
        # A form does not send what is not ticked; where ticked is the usual, that says no.
        return False if entry.default is True else None
    return not (entry.no and said == NO)


@fill.register
def _(entry: Switch, name: str, value: bool, typed: Typed, table: Table[Any]) -> None:
    if entry.no:
        typed.add(name, YES if value else NO)
    elif value:
        typed.add(name, "on")


@draw.register
def _(entry: Alone, name: str, drawing: Drawing) -> Control:
    return Control("alone", name, entry)


@parse.register
def _(entry: Alone, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    return True if typed.get(name) else None


@draw.register
def _(entry: Count, name: str, drawing: Drawing) -> Control:
    low, high = at(entry.low, drawing.table), at(entry.high, drawing.table)
    value = tapped(name, drawing.typed)
    if not (name in drawing.keys or entry.saves) or high - low >= FEW:
        places = [FigureBox(name, entry.label, value)]
        halves = isinstance(entry, Halves) and drawing.table.n not in entry.whole
        return Control(
            "places", name, entry, places=places, low=low, high=high, null=entry.null, halves=halves
        )
    labels: dict[int | str, str] = {0: "Zero"} if 0 in entry.besides(drawing.table) else {}
    coins = drawing.carry.get(entry.shows, {})
    options = [
        Option(
            str(number),
            labels.get(number, str(number).capitalize()),
            str(number) == value,
            called=entry.names.get(number, "") if isinstance(number, int) else "",
            coins=coins.get(str(number), 0) if entry.shows else None,
        )
        for number in entry.values(drawing.table)
    ]
    return Control("chips", name, entry, options, numbers=True)


@parse.register
def _(entry: Count, name: str, typed: Typed, table: Table[Any]) -> int | float | str | None:
    text = tapped(name, typed)
    return number(text) if text else None


@draw.register
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


@parse.register
def _(entry: Places, name: str, typed: Typed, table: Table[Any]) -> dict[str, int | float | str]:
    figures = ((place, typed.get(f"{name}-{at_}", "")) for at_, place in enumerate(entry.places(table)))
    return {place: number(figure) for place, figure in figures if figure}


@fill.register
def _(entry: Places, name: str, value: dict[str, int], typed: Typed, table: Table[Any]) -> None:
    for at_, place in enumerate(entry.places(table)):
        if place in value:
            typed.add(f"{name}-{at_}", str(value[place]))
