"""The forms of the hands to come, which an open sheet fetches in advance to go on without a network."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, url_for

from scorekeeper.domain import Role
from scorekeeper.rules.entries import LARGEST, Entry, at
from scorekeeper.rules.table import Table
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.entry_form import controls, from_json
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.panels import alternatives, line_up, panel_entries
from scorekeeper.web.plays.sheet import draw_cached, looks_of
from scorekeeper.web.plays.sheet_page import SheetPage

bp = Blueprint("blank_forms", __name__, url_prefix="/plays/<int:play_id>")

LATER = 100
"""A hand so late that bounds which depend on the hand are others by then."""

NUMBER = "{number}"
"""Stands for the number of the hand, which only the phone knows."""


@bp.get("/blank")
@declares(offline_copy="night")
def blank_forms(play_id: int) -> str:
    """Return a blank form for the bid and for a whole hand; nothing if the game is over."""
    sheet = load_sheet(play_id, Role.KEEPER)
    play = sheet.play
    if play.deleted_at or play.night.deleted_at or sheet.result.ending:
        return ""
    # Without the bid of the hand in progress.
    page = SheetPage(Sheet(play, [row for row in sheet.rows if row.complete]))
    here = url_for("sheet.sheet", play_id=play_id)
    usual, state = page.setup.prefill(page.result.state), page.result.state
    key = (
        here,
        page.sheet.key[0],
        *usual.items(),
        str(page.before),
        page.setup.playing(state),
        str(state.carry),
        *looks_of(page),
    )
    return draw_cached("plays/offline/blank_forms.html", key, lambda: _context(page, here))


def _context(page: SheetPage, here: str) -> dict[str, Any]:
    """Return what the template draws: the same forms as on the sheet, for a hand that anyone may deal."""
    version = page.sheet.version._replace(revision="", ahead=True)
    steps = ("bid", "whole") if page.game.bidding else ("whole",)
    return {
        "here": here,
        "game": page.game,
        "noun": page.noun,
        "number": NUMBER,
        "ahead": {
            "number": NUMBER,
            "version": {"fields": {**version.fields, "number": NUMBER}},
            "edition": page.sheet.edition,
        },
        "steps": [(step, _blank(page, step)) for step in steps],
        "alone": alternatives(page, None, (), dealer=None),
        "lines": line_up(page.forecast),
        "seats": page.sheet.play.seats,
        "sums": page.form.sums(page.game.hand),
        "opened": page.game.bid_noun,
    }


def _blank(page: SheetPage, step: str) -> list[Any]:
    """Return the controls of a step, in the order of the seats."""
    setup = page.setup
    table = setup.table_for(page.result.state)
    to_come = (table, table.next, table.at(LATER))
    entries = {
        name: without_bounds(entry, to_come) for name, entry in panel_entries(setup.game, step).items()
    }
    typed = from_json(entries, setup.prefill(page.result.state), setup.table)
    playing = setup.playing(page.result.state)
    drawing = page.form.drawing(typed)
    drawing = replace(drawing, in_turn=list(playing), before=page.before)
    return controls(entries, drawing)


def without_bounds(entry: Entry, to_come: Sequence[Table[Any]]) -> Entry:
    """Return an entry without the bounds that are not the same in all hands to come."""
    free: dict[str, Any] = {"low": -LARGEST, "high": LARGEST, "exactly": None, "at_most": None}
    bounds = {name: {at(getattr(entry, name, 0), table) for table in to_come} for name in free}
    return replace(entry, **{name: free[name] for name, found in bounds.items() if len(found) > 1})
