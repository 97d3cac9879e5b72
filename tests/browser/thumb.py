"""Enters any hand of any game by touch: taps its JSON into the form on the page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playwright.sync_api import Locator, expect

from scorekeeper.rules.game import Game
from scorekeeper.rules.table import Table as Players
from scorekeeper.web.forms.entry_form import from_json
from scorekeeper.web.forms.widgets import DASH
from tests.browser.table import Table
from tests.web.forms.test_entry_form_every_game import by_side

AnyGame = Game[Any, Any]


def enter(table: Table, game: AnyGame, players: Players[Any], raw: Mapping[str, Any]) -> None:
    """Enter a hand from the sheet back to the sheet, in two steps if there is bidding."""
    by_seat = replace(players, labels=tuple(range(players.n)))
    raw, players = by_side(game, by_seat, game.rewritten(raw, players, by_seat)), by_seat
    kind = game.kind(raw)
    mark = next((mark for mark in game.special_by_key if mark in raw), "")
    typed = from_json(game.entries[kind], raw, players)
    fields = {name: typed.getlist(name) for name in typed}
    if mark:
        stand_alone(table, mark, fields)
        return
    bidding = game.entries[game.bidding] if game.bidding else {}
    first = {name: values for name, values in fields.items() if name.split("-")[0] in bidding}
    if first:
        form = table.panel.locator("form[action$='/bid']")
        if not fill_in(table, form, first):
            table.follow(form.locator("button.primary").filter(visible=True).last)
        table.open_take()
    form = table.panel.locator("form[action$='/hands']").filter(visible=True).first
    rest = {name: values for name, values in fields.items() if name not in first}
    if not fill_in(table, form, rest):
        table.see()
        table.save()


def stand_alone(table: Table, mark: str, fields: Mapping[str, list[str]]) -> None:
    """Enter what replaces a hand."""
    inside = table.page.locator(f"[name=alone][value={mark}]")
    form = table.panel.locator("form").filter(has=inside)
    if form.locator(f"button[name={mark}]").count():
        table.follow(form.locator(f"button[name={mark}]"))
        return
    table.tap(table.panel.locator("details.apart").filter(has=inside).locator("> summary"))
    if not fill_in(table, form, {name: values for name, values in fields.items() if values != ["on"]}):
        table.follow(form.locator("button.primary"))


def fill_in(table: Table, form: Locator, fields: Mapping[str, list[str]]) -> bool:
    """Tap everything, figures as the mark moves on; return whether the last tap has saved it already."""
    figures = form.filter(has=form.page.locator(".keypad")).locator(".place input")
    if figures.count():
        # A person sees the keys; this thumb must wait for the script that brings them instead.
        expect(figures.first).to_have_attribute("inputmode", "none")
    last: Locator | None = None
    done: set[str] = set()
    for name, values in fields.items():
        key = form.locator(f"button[name='{name}-now'][value={quoted(values[0])}]")
        if key.count():
            last = key
            continue
        while (marked := marked_figure(form)) in fields.keys() - done and of_one_entry(marked, name):
            done.add(marked)
            tap_in(table, form, marked, fields[marked][0])
        for value in values if name not in done else ():
            tap_in(table, form, name, value)
        done.add(name)
    if last is None:
        return False
    table.follow(last)
    return True


def marked_figure(form: Locator) -> str:
    """Return the name of the figure whose keys are shown; empty without one."""
    name: str = form.locator(".place.marked input").evaluate_all("all => all[0]?.name ?? ''")
    return name


def of_one_entry(name: str, other: str) -> bool:
    """Return whether two fields belong to the same entry."""
    return name.split("-")[0] == other.split("-")[0]


ABOUT = """field => ({
  type: field.type,
  folded: Boolean(field.closest("details:not([open])")?.matches(".more, .instead")),
  part: field.closest("fieldset[hidden]")?.dataset.name ?? "",
  beside: Boolean(field.closest(".beside")),
  sequence: Boolean(field.closest(".sequence")),
})"""
"""Returns what a thumb must know of a control, all at once: each question is a message to the browser."""


def tap_in(table: Table, form: Locator, name: str, value: str) -> None:
    """Enter one value, whatever control it has."""
    control = form.locator(f"[name='{name}']")
    about = control.first.evaluate(ABOUT)
    unfold(table, form, name, about)
    if about["type"] in ("radio", "checkbox"):
        choice = (
            control
            if about["type"] == "checkbox" and value == "on"
            else form.locator(f"[name='{name}'][value={quoted(value)}]")
        )
        if not choice.is_checked():
            table.tap(choice)
    elif about["beside"]:
        tap_beside(table, form, control, value)
    elif about["type"] == "select-one":
        control.select_option(value)
    elif about["type"] == "textarea":
        control.fill(value)
    elif about["sequence"]:
        mark(table, form, name, control)
        for number in value.split(", "):
            tap_key(table, form, number)
    else:
        tap_figure(table, form, control, value)


def unfold(table: Table, form: Locator, name: str, about: Mapping[str, Any]) -> None:
    """Open the folds around a control."""
    if about["folded"]:
        inside = table.page.locator(f"[name='{name}']")
        table.tap(form.locator("details:not([open])").filter(has=inside).locator("> summary").first)
    if about["part"]:
        table.tap(form.locator(f"[data-shows='{about['part']}']"))


def tap_beside(table: Table, form: Locator, control: Locator, value: str) -> None:
    """Tap what goes with a figure: its keys are above the keypad once the figure is marked."""
    if control.input_value() == value:
        return
    place = control.locator("xpath=../..").locator(".place input")
    mark(table, form, place.get_attribute("name") or "", place)
    says = control.locator(f"option[value={quoted(value)}]").inner_text()
    table.tap(form.locator(".keys-beside").get_by_role("button", name=says, exact=True))


def tap_figure(table: Table, form: Locator, place: Locator, value: str) -> None:
    """Tap a figure on the keypad, unless it has been filled in."""
    if place.input_value() == value:
        return
    mark(table, form, place.get_attribute("name") or "", place)
    if "digits" not in (form.locator(".keypad").get_attribute("class") or ""):
        tap_key(table, form, DASH if value == DASH else value)
        return
    whole, half, _ = value.partition("½")
    while place.input_value():
        tap_key(table, form, "⌫")
    for digit in whole.removeprefix("-"):
        tap_key(table, form, digit)
    if half:
        tap_key(table, form, half)
    if whole.startswith("-"):
        tap_key(table, form, "±")


def mark(table: Table, form: Locator, name: str, place: Locator) -> None:
    """Tap a figure, unless its keys are shown already."""
    if marked_figure(form) != name:
        table.tap(place)


def tap_key(table: Table, form: Locator, says: str) -> None:
    table.tap(form.locator(".keypad button:not([disabled])").get_by_text(says, exact=True))


def quoted(value: str) -> str:
    """Return a value quoted for a selector."""
    return '"' + "".join(f"\\{ord(sign):x} " for sign in value) + '"'
