"""The sheet of a running game: the totals, the panel that asks what is due, and every hand before it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.domain import Role
from scorekeeper.rules.entries import Dealer, Entry, Person
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.table import Seat
from scorekeeper.store.plays.hand_edit import HandEdit
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.edit_conflict import EditConflict, keys_settled
from scorekeeper.web.forms.entry_form import controls, from_json
from scorekeeper.web.forms.form_model import Control, Typed
from scorekeeper.web.forms.note_form import NoteForm
from scorekeeper.web.plays.changes.conflicts import describe_conflict
from scorekeeper.web.plays.fragments import draw_bid, draw_board, draw_due, draw_hands
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.needs_line import draw_needs, hides_needs
from scorekeeper.web.plays.news import newest_news
from scorekeeper.web.plays.preview import asks_for_part, render_preview, status_of
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
    note: NoteForm | None = None,
    refused: Exception | None = None,
    conflict: EditConflict | None = None,
) -> str:
    """Return the sheet, with what was typed and its problems or what saving it would change.

    All queries are done here: the template runs none.
    """
    setup, play = page.setup, page.sheet.play
    conflict = conflict or describe_conflict(page, refused)
    panel = due_panel(page, wanted)
    if panel not in ("over", "deleted") and not access.may(Role.KEEPER):
        panel = "watch"
    entries = panel_entries(setup.game, panel)
    here = url_for("sheets.sheet", play_id=play.id)
    alone = typed.get("alone", "") if typed else ""
    own = None if alone else typed
    make = partial(panel_form, page, panel, own, () if alone else problems)
    untouched = panel == "bid" and own is None and page.sheet.bidding is None
    asking = panel in ("bid", "whole", "watch")
    return render_template(
        "plays/sheet.html",
        view=page,
        sheet=page.sheet,
        here=here,
        board=draw_board(page, here),
        hands=draw_hands(page, here, access.may(Role.KEEPER)),
        needs=draw_needs(page),
        needs_hidden=hides_needs(),
        due=draw_due(page, here) if asking else "",
        untouched=draw_bid(page, here, make) if untouched else "",
        undo=page.undo,
        news=newest_news(page),
        outdated=typed is not None and request.form.get("version", page.sheet.version) != page.sheet.version,
        removed=page.sheet.hand_to_restore,
        play=play,
        before=page.result,
        game=setup.game,
        table=setup.table,
        noun=page.noun,
        panel=panel,
        problems=[
            *([] if typed else page.bidding_problems),
            *(problem for problem in problems if problem.field not in entries and not alone and not conflict),
        ],
        change=edit,
        note=note,
        conflict=conflict,
        settles=keys_settled(conflict) if typed else (),
        alone=alternatives(page, typed, problems, page.dealer) if asking and panel != "watch" else [],
        **({"seats": play.seats} if untouched or panel in ("over", "deleted", "watch") else make()),
    )


def refuse_on_sheet(play_id: int, error: Conflict | Refused) -> str | tuple[str, int]:
    """Return the sheet as it is now, with why a form was refused; only that where a preview was asked for."""
    if asks_for_part():
        return render_preview(problems=error.problems)
    sheet = Sheet.of(access.play_or_404(play_id, Role.VIEWER))
    # Beside no field: what was typed is gone from the form, and said in words.
    problems = [Problem("hands", problem.message) for problem in error.problems]
    return render_sheet(SheetPage(sheet), problems=problems, refused=error), status_of(error)


class Alternative(NamedTuple):
    """What can be entered instead of a hand, such as a deal that everyone passed.

    Attributes:
        mark: the entry that it is known by.
        entry: that entry.
        controls: its form; one entry alone is a button.
        problems: what is wrong with it as a whole.
        open: whether it was just filled in.
    """

    mark: str
    entry: Entry
    controls: Sequence[Control]
    problems: Sequence[Problem]
    open: bool

    @property
    def button(self) -> bool:
        """Whether one tap saves it."""
        return len(self.controls) == 1


def due_panel(page: SheetPage, wanted: str) -> str:
    """Return the panel that the state of the game asks for, or the wanted one where there is a choice."""
    if page.sheet.play.deleted_at or page.sheet.play.night.deleted_at:
        return "deleted"
    if page.result.ending:
        return "over"
    panel = wanted or ("play" if page.bidding else "bid")
    return "whole" if panel == "bid" and page.game.bidding is None else panel


def panel_entries(game: Game[Any, Any], panel: str) -> dict[str, Entry]:
    """Return the entries of a panel: the bid, what comes after it, or the whole hand."""
    bidding = _bid_entries(game)
    if panel == "bid":
        return dict(bidding)
    entries = game.entries[game.hand]
    return {name: entry for name, entry in entries.items() if panel != "play" or name not in bidding}


def _bid_entries(game: Game[Any, Any]) -> Mapping[str, Entry]:
    return game.entries[game.bidding] if game.bidding else {}


def panel_form(
    page: SheetPage, panel: str, typed: Typed | None, problems: Sequence[Problem]
) -> dict[str, Any]:
    """Return what the template of a panel draws: what was typed, or what is known and default."""
    setup, bidding = page.setup, page.sheet.bidding or {}
    entries = panel_entries(setup.game, panel)
    if typed is None:
        usual = setup.prefill(page.result.state)
        typed = from_json(entries, bidding or usual, setup.table)
    known = bidding if panel == "play" else {}
    return {
        "controls": controls(entries, replace(page.form.drawing(typed, known), before=page.before), problems),
        "seats": page.sheet.play.seats,
        "sums": page.form.sums(setup.game.hand, known),
        "opened": setup.game.bid_noun,
        "bid": from_json(_bid_entries(setup.game), known, setup.table) if known else {},
    }


def alternatives(
    page: SheetPage, typed: Typed | None, problems: Sequence[Problem], dealer: Seat | None
) -> list[Alternative]:
    """Return what can be entered instead of the hand that is due, under the house rules.

    ``dealer`` is None if it is not known who deals.
    """
    setup = page.setup
    if page.sheet.bidding is not None:
        return []
    found = []
    for mark, kind in setup.game.special_by_key.items():
        entries = {name: e for name, e in setup.game.entries[kind].items() if not e.aside}
        if not entries[mark].offered(setup.table):
            continue
        here = typed is not None and typed.get("alone") == mark
        # The dealer deals already, and this form has no other one.
        dealers = [name for name, e in setup.game.entries[kind].items() if isinstance(e, Dealer)]
        buyers = [name for name, e in entries.items() if isinstance(e, Person) and e.but in dealers]
        drawing = page.form.drawing(typed if typed is not None and here else MultiDict())
        drawing = replace(drawing, partners=dict.fromkeys(buyers, dealer))
        drawn = controls(entries, drawing, problems if here else ())
        others = [problem for problem in problems if here and problem.field not in entries]
        found.append(Alternative(mark, entries[mark], drawn, others, here))
    return found
