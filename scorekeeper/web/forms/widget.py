"""What a widget does: draw the control of an entry, read what was typed into it, and fill it in.

Each kind of entry has its own three functions, registered by class: ``simple_widgets`` has those of one
value, ``figure_widgets`` those of numbers, ``compound_widgets`` those made of others, and ``game_widgets``
those of a single game.
"""

import re
from functools import singledispatch
from typing import Any

from scorekeeper.rules.entries import Count, Entry
from scorekeeper.rules.json_text import ENOUGH_DIGITS
from scorekeeper.rules.table import Table
from scorekeeper.rules.words import capital
from scorekeeper.web.forms.form_model import Control, Drawing, Option, Typed

NULL = " "
"""Sent for an empty value that has a meaning, such as playing alone; no player can have this name."""

DASH = "–"
"""The same in a figure box, where it is visible, such as no cargo."""

EMPTY: tuple[object, ...] = (None, "", [], {})
"""The results of reading a field that is empty."""

WHOLE = re.compile(r"[+-]?\d+")
HALF = re.compile(r"\d{1,12}[.,]5")


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


def read_figure(text: str) -> int | float | str:
    """Return a number, whole or ending in a half, else the text: the game says what is wrong with it."""
    text = text.strip().replace("−", "-")
    if HALF.fullmatch(text):
        return float(text.replace(",", "."))
    return int(text[:ENOUGH_DIGITS]) if WHOLE.fullmatch(text) else text


def null_option(entry: Entry, chosen: str, table: Table[Any]) -> list[Option]:
    """Return the option for an empty value that has a meaning, chosen already if nothing else is."""
    if not entry.may_be_null(table):
        return []
    return [Option(NULL, capital(entry.null), chosen == NULL or not (chosen or entry.needed))]
