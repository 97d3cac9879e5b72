"""The widgets of entries of one value: a player, several players, a choice, words, yes or no."""

from typing import Any

from scorekeeper.rules.entries import Alone, Choice, People, Person, Suit, Switch, Text
from scorekeeper.rules.table import Table
from scorekeeper.web.forms.form_model import Control, Drawing, Option, Typed
from scorekeeper.web.forms.plain_form import unix_lines
from scorekeeper.web.forms.widget import draw_control, fill_typed, null_option, read_typed, tapped


@draw_control.register
def _(entry: Person, name: str, drawing: Drawing) -> Control:
    chosen, players = tapped(name, drawing.typed), drawing.table.players
    other = drawing.partners.get(name)
    options = [
        Option(players[seat], players[seat], players[seat] == chosen, seat)
        for seat in drawing.around or drawing.order
        if seat != other
    ]
    apart = drawing.player if name in drawing.partners and other is None else ""
    return Control(
        "chips", name, entry, [*options, *null_option(entry, chosen, drawing.table)], but=entry.but or apart
    )


@draw_control.register
def _(entry: People, name: str, drawing: Drawing) -> Control:
    chosen = drawing.typed.getlist(name)
    names = [(seat, drawing.table.players[seat]) for seat in drawing.around or drawing.order]
    return Control(
        "several", name, entry, [Option(player, player, player in chosen, seat) for seat, player in names]
    )


@read_typed.register
def _(entry: People, name: str, typed: Typed, table: Table[Any]) -> list[str]:
    return typed.getlist(name)


@fill_typed.register
def _(entry: People, name: str, value: list[str], typed: Typed, table: Table[Any]) -> None:
    typed.setlist(name, value)


@draw_control.register
def _(entry: Choice, name: str, drawing: Drawing) -> Control:
    chosen = tapped(name, drawing.typed)
    options = [
        Option(value, label, value == chosen, hint=entry.hints.get(value, ""))
        for value, label in entry.choices.items()
    ]
    options += null_option(entry, chosen, drawing.table)
    return Control("chips", name, entry, options, large=bool(entry.hints))


@draw_control.register
def _(entry: Suit, name: str, drawing: Drawing) -> Control:
    chosen = tapped(name, drawing.typed)
    options = [Option(suit, label, suit == chosen, icon=suit) for suit, label in entry.choices.items()]
    return Control("chips", name, entry, [*options, *null_option(entry, chosen, drawing.table)])


@draw_control.register
def _(entry: Text, name: str, drawing: Drawing) -> Control:
    return Control("text", name, entry, high=entry.longest, value=drawing.typed.get(name, ""))


@read_typed.register
def _(entry: Text, name: str, typed: Typed, table: Table[Any]) -> str:
    return unix_lines(typed.get(name))


@draw_control.register
def _(entry: Switch, name: str, drawing: Drawing) -> Control:
    said = tapped(name, drawing.typed)
    return Control("switch", name, entry, value=said)


@read_typed.register
def _(entry: Switch, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    said = tapped(name, typed)
    if not said:
        # A form does not send what is not ticked; where ticked is the usual, that says no.
        return False if entry.default is True else None
    return True


@fill_typed.register
def _(entry: Switch, name: str, value: bool, typed: Typed, table: Table[Any]) -> None:
    if value:
        typed.add(name, "on")


@draw_control.register
def _(entry: Alone, name: str, drawing: Drawing) -> Control:
    return Control("alone", name, entry)


@read_typed.register
def _(entry: Alone, name: str, typed: Typed, table: Table[Any]) -> bool | None:
    return True if typed.get(name) else None
