"""The sheet of a play: the page on which people live during a game."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.entries import Dealer, Entry, Person
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import Hand
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.store.database import db
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.score_cache import PLAYS, RecentCache
from scorekeeper.store.plays.sheet import Conflict, GameNotInstalled, HandEdit, Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.forms.entry_form import controls, from_json, to_json
from scorekeeper.web.forms.form_model import Control, Typed
from scorekeeper.web.plays.change_summary import described
from scorekeeper.web.plays.hand_rows import newest_rows
from scorekeeper.web.plays.sheet_page import View

bp = Blueprint("sheets", __name__, url_prefix="/plays/<int:play_id>")


@bp.get("")
def sheet(play_id: int) -> str:
    """The sheet as it stands: totals, the hand in progress, every hand before it."""
    wanted = next((panel for panel in ("whole", "bid") if panel in request.args), "")
    return page(View(load(play_id)), wanted)


@bp.post("/bid")
def bid(play_id: int) -> Response | tuple[str, int]:
    """Keep what is known after the bidding, or change it."""
    view = View(load(play_id))
    typed: Typed = request.form
    raw = entered(view, typed, view.result.setup.game.bidding)
    if raw == view.sheet.bidding:
        return back(play_id)
    try:
        expect(view.sheet)
        if typed.get("seen", view.sheet.bidding_text) != view.sheet.bidding_text:
            changed = (
                f"Somebody saved the {view.result.setup.game.bid_noun} meanwhile, perhaps on another phone."
            )
            changed += " Look and save again."
            return page(view, "bid", typed, [Problem("seen", changed)]), 409
        commands.save_bidding(view.sheet, raw, access.device_name())
    except Refused as refused:
        return page(view, "bid", typed, refused.problems), 422
    db.session.commit()
    return back(play_id)


@bp.post("/trump")
def trump(play_id: int) -> Response:
    """Set the trump of the hand in progress, or take it away again."""
    sheet = load(play_id)
    expect(sheet)
    if sheet.bidding is None:
        raise Conflict("The bid was taken back meanwhile, perhaps on another phone.")
    entry = {name: value for name, value in sheet.bidding.items() if name != "trump"}
    if suit := request.form.get("trump"):
        entry["trump"] = suit
    commands.save_bidding(sheet, entry, access.device_name())
    db.session.commit()
    return back(play_id)


@bp.post("/hands")
def save(play_id: int) -> str | Response | tuple[str, int]:
    """Enter the hand in progress, or a whole hand at once."""
    view = View(load(play_id))
    typed: Typed = request.form
    panel, looks = "whole" if "whole" in typed else "", typed.get("look")
    try:
        if not looks and already_saved(view, typed):
            return back(play_id)
        expect(view.sheet)
        if wrong := bid_changed(view, typed):
            # What was taken is still true; it is shown again beside the bid as it is now.
            return page(view, panel if view.bidding else "whole", typed, [wrong]), 409
        raw = entered(view, typed)
        change = view.sheet.with_hand(view.sheet.number, raw)
        if looks:
            return preview(view, change) if looks == PART else page(view, panel, typed, change=change)
        commands.save_hand(view.sheet, change, access.device_name())
    except (Refused, Conflict) as wrong:
        return refused(view, wrong, partial(page, view, panel, typed))
    db.session.commit()
    return back(play_id)


@bp.post("/undo")
def undo(play_id: int) -> Response:
    """Undo the newest change, or bring it back."""
    sheet = load(play_id)
    if sheet.newest is None or sheet.newest.id != request.form.get("change", type=int):
        raise Conflict("Something was entered since then. Open the hand to correct it.")
    commands.undo(sheet, access.device_name())
    db.session.commit()
    return back(play_id)


@bp.post("/take-back")
def take_back(play_id: int) -> Response:
    """Take back the last hand."""
    sheet, number = load(play_id), request.form.get("number", 0, type=int)
    if number != sheet.last:
        raise Conflict(f"Hand {number} is not the last one any more.")
    commands.remove_last_hand(sheet, access.device_name())
    db.session.commit()
    return back(play_id)


@bp.post("/bring-back")
def bring_back(play_id: int) -> Response:
    """Bring back the hand that was taken back last."""
    sheet, number = load(play_id), request.form.get("number", 0, type=int)
    if sheet.hand_to_restore is None:
        raise Conflict("There is no hand to bring back any more.")
    if sheet.hand_to_restore.number != number:
        raise Conflict(f"Hand {number} is not the one to bring back any more.")
    commands.restore_hand(sheet, access.device_name())
    db.session.commit()
    return back(play_id)


class Apart(NamedTuple):
    """What can stand in place of a hand, as the sheet offers it.

    Attributes:
        mark: the entry it is known by.
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
        """Whether one tap says it all."""
        return len(self.controls) == 1


PART = "part"
"""A look at what would happen, asked for by the page itself: only that part is sent."""


def load(play_id: int) -> Sheet:
    """The sheet of a play of mine, to look at or to change."""
    play = access.play_or_404(play_id)
    if play.deleted_at and access.changes_data():
        raise Conflict("This game was deleted. Bring it back first.")
    if play.night.deleted_at and access.changes_data():
        raise Conflict("The night of this game was deleted. Bring it back first.")
    sheet = Sheet.of(play)
    if not sheet.can_be_scored:
        raise GameNotInstalled(play)
    return sheet


def back(play_id: int) -> Response:
    """Back to the sheet."""
    return redirect(url_for("sheets.sheet", play_id=play_id), code=303)


def entered(view: View, typed: Typed, kind: type[Hand] | None = None) -> dict[str, object]:
    """The hand that was entered, as the contract's JSON: what was typed over what was known before."""
    setup = view.result.setup
    known = {} if kind or "whole" in typed or "alone" in typed else view.sheet.bidding or {}
    return to_json(setup.game.entries[kind or kind_of(setup.game, typed)], typed, setup.table, known)


def kind_of(game: Game[Any, Any], typed: Typed) -> type[Hand]:
    """The declaration that a form was drawn from: the game's hand, or what stands in place of one."""
    return game.special_by_key.get(typed.get("alone", ""), game.hand)


def expect(sheet: Sheet) -> None:
    """Refuse a form made for another hand than the next one, and say what it had. Raises Conflict."""
    expect_names(sheet)
    number = request.form.get("number", type=int)
    if number is None or number == sheet.number:
        return
    setup = sheet.setup
    typed = to_json(setup.game.entries[kind_of(setup.game, request.form)], request.form, setup.table)
    had = "; ".join(f"{label}: {words}" for label, words in described(setup, typed))
    raise Conflict(
        f"Hand {number} was entered meanwhile, perhaps on another phone.{f' You had {had}.' if had else ''}"
    )


def expect_names(sheet: Sheet) -> None:
    """Refuse a form in which a name is that of somebody who has another one by now. Raises Conflict."""
    names = [chair.name for chair in sheet.play.seats]
    for seat in range(len(names)):
        name = request.form.get(f"seated-{seat}")
        if name in names and names.index(name) != seat:
            raise Conflict(
                f"Players got other names meanwhile, and {name} is another one now. Enter it again."
            )


def bid_changed(view: View, typed: Typed) -> Problem | None:
    """What to say when the bid is not any more what it was when this form was drawn."""
    told = typed.get("called")
    now_called = view.bidding.describe_bid(view.result.setup.table) if view.bidding else None
    if told is None or typed.get("look") or told == now_called:
        return None
    return Problem("called", "The bid was changed meanwhile, perhaps on another phone. Look and save again.")


def already_saved(view: View, typed: Typed) -> bool:
    """Whether this very hand was just saved: Save was tapped twice, or the answer got lost on its way."""
    setup, entries = view.result.setup, view.sheet.entries
    if not entries or typed.get("number", type=int) != len(entries):
        return False
    saved = json.loads(entries[-1])
    # What was saved after the bidding is in that hand too, and not in this form.
    parted = setup.game.bidding and not typed.keys() & {"whole", "alone"}
    bidding = setup.game.entries[setup.game.bidding] if parted else ()
    known = {name: value for name, value in saved.items() if name in bidding}
    return to_json(setup.game.entries[kind_of(setup.game, typed)], typed, setup.table, known) == saved


_drawn: RecentCache[Markup] = RecentCache(2 * PLAYS)


def drawn(template: str, key: tuple[object, ...], make: Callable[[], dict[str, Any]]) -> Markup:
    """A part of the page, drawn anew only when something in it has changed: the key must name all of it."""
    part = _drawn.get((template, *key))
    return (
        part
        if part is not None
        else _drawn.keep((template, *key), Markup(render_template(template, **make())))
    )


def hands(view: View, here: str) -> Markup:
    """The list of the hands. One hand more is drawn above those that were drawn before."""
    rules, played = view.sheet.key
    earlier = _drawn.get(("plays/_hands.html", here, rules, played[:-1])) if played else None
    new = len(played) if earlier is None else 1
    return drawn(
        "plays/_hands.html",
        (here, rules, played),
        lambda: {
            "rows": newest_rows(view.result, new),
            "earlier": earlier,
            "suits": view.suits,
            "dealt": view.result.setup.game.deal[1],
            "here": here,
        },
    )


def preview(view: View, change: HandEdit | None = None, problems: Sequence[Problem] = ()) -> str:
    """What a hand would score, or why it cannot be saved."""
    return render_template("plays/_change.html", before=view.result, change=change, problems=problems)


def refused(
    view: View, wrong: Refused | Conflict, page: Callable[[Sequence[Problem]], str]
) -> str | tuple[str, int]:
    """What is wrong with a hand: in the part that the page itself asked for, or on the page again.

    A conflict is told in that part alone; else it is raised once more.
    """
    if request.form.get("look") == PART:
        return preview(view, problems=wrong.problems)
    if isinstance(wrong, Conflict):
        raise wrong
    return page(wrong.problems), 422


def page(
    view: View,
    wanted: str = "",
    typed: Typed | None = None,
    problems: Sequence[Problem] = (),
    change: HandEdit | None = None,
) -> str:
    """The sheet, with the panel that is due or the one that was asked for."""
    setup, play = view.result.setup, view.sheet.play
    panel = due(view, wanted)
    entries = asked(setup.game, panel)
    here = url_for("sheets.sheet", play_id=play.id)
    rules, played = view.sheet.key
    apart = typed.get("alone", "") if typed else ""
    mine = None if apart else typed
    make = partial(form, view, panel, mine, () if apart else problems)
    untouched = panel == "bid" and mine is None and view.sheet.bidding is None
    usual = setup.game.prefill(setup.table, view.result.state)
    return render_template(
        "plays/sheet.html",
        view=view,
        here=here,
        board=drawn("plays/_board.html", (here, rules, played, view.dealer), lambda: {"view": view}),
        hands=hands(view, here),
        untouched=drawn("plays/_bid.html", (here, rules, view.dealer, *usual.items()), make)
        if untouched
        else "",
        play=play,
        before=view.result,
        game=setup.game,
        table=setup.table,
        panel=panel,
        problems=[
            *([] if typed else view.bidding_problems),
            *(problem for problem in problems if problem.field not in entries and not apart),
        ],
        change=change,
        alone=standing_alone(view, typed, problems) if panel in ("bid", "whole") else [],
        **({"seats": play.seats} if untouched or panel in ("over", "deleted") else make()),
    )


def form(view: View, panel: str, typed: Typed | None, problems: Sequence[Problem]) -> dict[str, Any]:
    """What a panel asks, ready to be drawn: as it was typed, or with what is known and usual."""
    setup, bidding = view.result.setup, view.sheet.bidding or {}
    entries = asked(setup.game, panel)
    if typed is None:
        usual = setup.game.prefill(setup.table, view.result.state)
        typed = from_json(entries, bidding or usual, setup.table)
    known = bidding if panel == "play" else {}
    return {
        "controls": controls(entries, view.drawing(typed, known), problems),
        "seats": view.sheet.play.seats,
        "sums": view.sums(setup.game.hand, known),
        "opened": setup.game.bid_noun,
    }


def standing_alone(view: View, typed: Typed | None, problems: Sequence[Problem]) -> list[Apart]:
    """What can stand in place of the hand that is due, under the house rules."""
    setup = view.result.setup
    if view.sheet.bidding is not None:
        return []
    found = []
    for mark, kind in setup.game.special_by_key.items():
        entries = {name: e for name, e in setup.game.entries[kind].items() if not e.aside}
        if not entries[mark].offered(setup.table):
            continue
        here = typed is not None and typed.get("alone") == mark
        # Whoever deals does so already, and there is no other dealer in this form.
        dealers = [name for name, e in setup.game.entries[kind].items() if isinstance(e, Dealer)]
        buyers = [name for name, e in entries.items() if isinstance(e, Person) and e.but in dealers]
        drawing = view.drawing(typed if typed is not None and here else MultiDict())
        drawing = replace(drawing, partners=dict.fromkeys(buyers, view.dealer))
        drawn = controls(entries, drawing, problems if here else ())
        others = [problem for problem in problems if here and problem.field not in entries]
        found.append(Apart(mark, entries[mark], drawn, others, here))
    return found


def due(view: View, wanted: str) -> str:
    """The panel that the state of the game asks for, or the one wanted where there is a choice."""
    if view.sheet.play.deleted_at or view.sheet.play.night.deleted_at:
        return "deleted"
    if view.result.ending:
        return "over"
    panel = wanted or ("play" if view.bidding else "bid")
    return "whole" if panel == "bid" and view.result.setup.game.bidding is None else panel


def asked(game: Game[Any, Any], panel: str) -> dict[str, Entry]:
    """The entries of a panel: the bidding, what comes after it, or all of a hand."""
    bidding = game.entries[game.bidding] if game.bidding else {}
    if panel == "bid":
        return dict(bidding)
    entries = game.entries[game.hand]
    return {name: entry for name, entry in entries.items() if panel != "play" or name not in bidding}
