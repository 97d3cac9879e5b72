"""The sheet of a running game: the totals, the hand in progress, and every hand before it."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, render_template, request, url_for

from scorekeeper.rules.problems import Problem
from scorekeeper.store.plays.sheet import HandEdit
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.plays.fragments import draw_board, draw_cached, draw_hands
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.panels import alternatives, due_panel, panel_entries, panel_form
from scorekeeper.web.plays.sheet_page import SheetPage

bp = Blueprint("sheets", __name__, url_prefix="/plays/<int:play_id>")


@bp.get("")
def sheet(play_id: int) -> str:
    """Show the sheet, with the panel that is due or the one in the address."""
    wanted = next((panel for panel in ("whole", "bid") if panel in request.args), "")
    return render_sheet(SheetPage(load_sheet(play_id)), wanted)


def render_sheet(
    page: SheetPage,
    wanted: str = "",
    typed: Typed | None = None,
    problems: Sequence[Problem] = (),
    edit: HandEdit | None = None,
) -> str:
    """Return the sheet, with what was typed and its problems or what saving it would change.

    All queries are done here: the template runs none.
    """
    setup, play = page.setup, page.sheet.play
    panel = due_panel(page, wanted)
    entries = panel_entries(setup.game, panel)
    here = url_for("sheets.sheet", play_id=play.id)
    rules, _ = page.sheet.key
    alone = typed.get("alone", "") if typed else ""
    own = None if alone else typed
    make = partial(panel_form, page, panel, own, () if alone else problems)
    untouched = panel == "bid" and own is None and page.sheet.bidding is None
    usual = setup.prefill(page.result.state)
    return render_template(
        "plays/sheet.html",
        view=page,
        sheet=page.sheet,
        here=here,
        board=draw_board(page, here),
        hands=draw_hands(page, here),
        untouched=draw_cached("plays/_bid.html", (here, rules, page.dealer, *usual.items()), make)
        if untouched
        else "",
        undo=page.undo,
        removed=page.sheet.hand_to_restore,
        play=play,
        before=page.result,
        game=setup.game,
        table=setup.table,
        noun=page.noun,
        panel=panel,
        problems=[
            *([] if typed else page.bidding_problems),
            *(problem for problem in problems if problem.field not in entries and not alone),
        ],
        change=edit,
        alone=alternatives(page, typed, problems) if panel in ("bid", "whole") else [],
        **({"seats": play.seats} if untouched or panel in ("over", "deleted") else make()),
    )
