"""The sheet of a running game: the totals, the panel that asks what is due, and every hand before it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, request, session, url_for
from markupsafe import Markup
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.engine import Result
from scorekeeper.rules.problems import Problem, Refused, next_steps
from scorekeeper.rules.saying import Say
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Conflict, Sheet, digest
from scorekeeper.store.plays.stored_hands import HandEdit, RecentCache
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.drawings.looks import Look, look
from scorekeeper.web.forms.edit_conflict import EditConflict, keys_settled
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.plays.changes.conflicts import describe_conflict
from scorekeeper.web.plays.claims import TableQuestion, flagged_hands, own_line
from scorekeeper.web.plays.loading import Outdated, back_to_sheet
from scorekeeper.web.plays.panels import PanelForm, due_panel, foretell_bids, panel_context, panel_entries
from scorekeeper.web.plays.scores import newest_rows
from scorekeeper.web.plays.sheet_page import SheetPage, page_context
from scorekeeper.web.submissions import commit, commit_for, leads_here, tell_others, with_address

bp = Blueprint("sheet", __name__, url_prefix="/plays/<int:play_id>")

HIDDEN = "needs_hidden"
"""The key in this phone's cookie that says that it hides the line."""

MOST_FRAGMENTS = 4_000_000
"""Characters of fragments that each process caches."""

PARTS = "Scorekeeper-Parts"
"""The header with the parts that this page shows, each with the digest of what it was drawn from.

Most changes leave the long list of hands as it is, which is then neither drawn nor sent again.
"""

_fragments: RecentCache[Markup] = RecentCache(MOST_FRAGMENTS, len)

Flags = Mapping[int, tuple[Say, ...]]
"""What players say of hands that aren't right, by their numbers."""


@bp.get("")
@declares(offline_copy="night")
def sheet(play_id: int) -> str:
    """Show the sheet, with the panel that is due or the one in the address, filled in with what was said."""
    wanted = next((panel for panel in ("whole", "bid") if panel in request.args), "")
    page = SheetPage(Sheet.of(access.play_or_404(play_id)).check())
    return render_sheet(page, wanted, TableQuestion(page).filled_in if "fill" in request.args else None)


@bp.post("/needs")
def show_needs(play_id: int) -> Response:
    """Hide what each side needs on this phone, or show it again."""
    access.play_or_404(play_id, Role.VIEWER)
    if "hide" in request.form:
        session[HIDDEN] = True
    else:
        session.pop(HIDDEN, None)
    return back_to_sheet(play_id)


def render_sheet(
    page: SheetPage,
    wanted: str = "",
    typed: Typed | None = None,
    problems: Sequence[Problem] = (),
    edit: HandEdit | None = None,
    refused: Exception | None = None,
    conflict: EditConflict | None = None,
) -> str:
    """Return the sheet, with what was typed and its problems or what saving it would change.

    All queries are done here: the template runs none.
    """
    wrong = refused.problems if isinstance(refused, Refused) else ()
    sheet, panel, flagged = page.sheet, _shown_panel(page, wanted), flagged_hands(page, wrong)
    here = url_for("sheet.sheet", play_id=sheet.play.id)
    if refused:
        conflict = describe_conflict(page, refused)
    question = TableQuestion(page)
    drawn = panel_context(page, panel, typed, problems)
    settles = keys_settled(conflict) if typed else ()
    own = question.of_owner(wrong)
    beside = any(one.problem for figures in (own, *(hand.questions for hand in flagged)) for one in figures)
    above = _problems_above(page, panel, typed, () if beside else problems, conflict)
    return render_template(
        "plays/sheet.html",
        **page_context(page),
        **drawn,
        entries=draw_entries(page, here, drawn["form"], edit, settles) if drawn["form"] else "",
        view=page,
        seats=sheet.play.seats,
        number=sheet.number,
        here=here,
        own_seat=access.own_seat(sheet.play),
        question=question,
        own_figures=own,
        board=draw_board(page, here),
        hands=draw_hands(page, here, access.may(Role.KEEPER), {one.number: one.marks for one in flagged}),
        flagged=flagged,
        own_line=own_line(page, flagged),
        needs="" if HIDDEN in session else page.needs,
        needs_hidden=HIDDEN in session,
        problems=above,
        change=edit,
        settles=settles,
        conflict=conflict,
        undo=page.undo,
        restorable=sheet.hand_to_restore,
    )


def _shown_panel(page: SheetPage, wanted: str) -> str:
    """Return the panel that is due, or the wanted one; those who can't enter anything just watch."""
    panel = due_panel(page, wanted)
    waits = not access.may(Role.KEEPER)
    return "watch" if waits and panel not in ("over", "deleted") else panel


def _problems_above(
    page: SheetPage,
    panel: str,
    typed: Typed | None,
    problems: Sequence[Problem],
    conflict: EditConflict | None,
) -> list[Problem]:
    """Return the problems that are shown above the panel: beside no field of it, and in no conflict."""
    above = [] if typed else [*page.bidding_problems]
    # Those of what is entered instead of a hand are shown with it.
    if conflict or (typed and typed.get("alone")):
        return above
    entries = panel_entries(page.game, panel)
    return above + [problem for problem in problems if problem.field not in entries]


def is_shown(part: str, digest: str) -> bool:
    """Return whether the page that asks shows this part as it was drawn from what has this digest."""
    return f" {part}={digest} " in f" {request.headers.get(PARTS, '')} "


def shown_already(*parts: str) -> Markup:
    """Return the places of parts that the page fills with what it shows."""
    return Markup("").join(Markup(f'<div data-part="{part}" data-same></div>') for part in parts)


def draw(template: str, context: Mapping[str, Any]) -> Markup:
    """Return a drawn template, which knows its context and what all templates know, but not the request."""
    return Markup(current_app.jinja_env.get_template(template).render(context))


def draw_cached(template: str, key: tuple[object, ...], make: Callable[[], Mapping[str, Any]]) -> Markup:
    """Return a drawn template. The key must name everything that the context depends on."""
    return cached((template, *key), lambda: draw(template, make()))


def cached(key: tuple[object, ...], draw: Callable[[], Markup]) -> Markup:
    """Return what was drawn under this key before, or draw it."""
    drawn = _fragments.get(key)
    return _fragments.keep(key, draw()) if drawn is None else drawn


def looks_of(page: SheetPage) -> list[Look]:
    """Return what the players look like; someone who comes later may change that."""
    return [look(person) for person in page.sheet.play.person_ids]


def draw_board(page: SheetPage, here: str, room: bool = False) -> Markup:
    """Return the scoreboard, on which this phone's owner is marked; for the ``room`` with who leads."""
    own = access.own_seat(page.sheet.play)
    key = (here, room, *page.sheet.drawn_from, page.dealer, own, *looks_of(page))
    drawn_from = digest(map(repr, key))
    if is_shown("board", drawn_from):
        return shown_already("board", *(["on-table"] if page.on_table else []))
    make = {
        "view": page,
        "seats": page.sheet.play.seats,
        "own_seat": own,
        "drawn_from": drawn_from,
        "room": room,
    }
    return draw_cached("plays/_board.html", key, lambda: make)


def draw_entries(
    page: SheetPage, here: str, form: PanelForm, edit: HandEdit | None, settles: Sequence[str]
) -> Markup:
    """Return the entries of the panel, the same for all phones unless something was typed into them."""
    sheet, is_bid = page.sheet, form.panel == "bid"

    def make() -> dict[str, Any]:
        return {
            **(foretell_bids(page) if is_bid else {}),
            "view": page,
            "seats": sheet.play.seats,
            "game": page.game,
            "noun": page.noun,
            "number": sheet.number,
            "table": page.table,
            "before": page.result,
            "here": here,
            "controls": form.controls,
            "sums": form.sums,
            "opened": page.game.bid_noun,
            "change": edit,
            "settles": settles,
        }

    template = "plays/_bid.html" if is_bid else "plays/_entries.html"
    if form.typed is not None or form.problems or edit or settles:
        return draw(template, make())
    return draw_cached(template, (form.panel, here, *sheet.key, sheet.bidding_text, *looks_of(page)), make)


def draw_hands(page: SheetPage, here: str, correctable: bool, flags: Flags) -> Markup:
    """Return the section with all hands, newest first, each to be corrected, or only looked at.

    A phone that shows all but the last hand gets only that one.
    """
    own, looks = access.own_seat(page.sheet.play), looks_of(page)
    rules, played = page.sheet.key
    flagged = tuple(flags.items())
    key = (here, correctable, rules, played, flagged, own, *looks)
    drawn_from = digest(map(repr, key))
    if is_shown("hands", drawn_from):
        return shown_already("hands")
    make = {"view": page, "own_seat": own, "drawn_from": drawn_from}
    before = (here, correctable, rules, played[:-1], flagged, own, *looks)
    if len(played) > 1 and is_shown("hands", digest(map(repr, before))):
        row = _draw_rows(page, here, correctable, 1, Markup("<div data-earlier></div>"), flags)
        return draw("plays/_hand_list.html", {"hands": row, **make})
    return draw_cached(
        "plays/_hand_list.html",
        key,
        lambda: {"hands": _draw_all_rows(page, here, correctable, flags), **make},
    )


def _draw_all_rows(page: SheetPage, here: str, correctable: bool, flags: Flags) -> Markup:
    """Return every hand. One more hand is drawn above those that were drawn before."""
    rules, played = page.sheet.key
    key = ("rows", here, correctable, tuple(flags.items()), rules)
    earlier = _fragments.get((*key, played[:-1])) if played else None
    new = len(played) if earlier is None else 1
    return cached((*key, played), lambda: _draw_rows(page, here, correctable, new, earlier, flags))


def _draw_rows(
    page: SheetPage, here: str, correctable: bool, new: int, earlier: Markup | None, flags: Flags
) -> Markup:
    """Return the newest hands above earlier ones."""
    context = {
        "rows": newest_rows(page.result, new),
        "earlier": earlier,
        "suits": page.suits,
        "dealt": page.game.deal.dealt,
        "noun": page.game.hand_noun,
        "here": here,
        "correctable": correctable,
        "flags": flags,
    }
    return draw("plays/_hands.html", context)


def refuse_on_sheet(play_id: int, error: Conflict | Refused) -> str | tuple[str, int]:
    """Return the sheet as it is now, with why a form was refused; only that where a preview was asked for."""
    if asks_for_part():
        return render_preview(problems=error.problems)
    sheet = Sheet.of(access.play_or_404(play_id, Role.VIEWER)).check()
    # Beside no field: what was typed is gone from the form, and said in words.
    problems = [Problem("hands", problem.message) for problem in error.problems]
    return render_sheet(SheetPage(sheet), problems=problems, refused=error), status_of(error)


PART = "part"
"""The value of ``look`` with which the page itself asks for a preview: only that part is sent."""


def status_of(wrong: Refused | Conflict) -> int:
    """Return the status of an answer that refuses a form."""
    return 409 if isinstance(wrong, Conflict) else 422


def render_preview(
    before: Result | None = None, edit: HandEdit | PlayEdit | None = None, problems: Sequence[Problem] = ()
) -> str:
    """Return what a hand would score and change, or why it cannot be saved."""
    return render_template("plays/_change.html", before=before, change=edit, problems=problems)


def asks_for_part() -> bool:
    """Return whether the page itself asks for a preview, and gets only that."""
    return request.form.get("look") == PART and not access.changes_data()


def answer_problems(
    wrong: Refused | Conflict, render: Callable[[Sequence[Problem]], str]
) -> str | tuple[str, int]:
    """Return the page again with what is wrong and what to do next, or only that where the page itself asked.

    A conflict after which the entry cannot be saved any more is raised again.
    """
    if isinstance(wrong, Conflict) and not isinstance(wrong, Outdated):
        raise wrong
    if asks_for_part():
        return render_preview(problems=wrong.problems)
    return render(next_steps(wrong.problems)), status_of(wrong)


def show_saved(sheet: Sheet, at: str = "") -> Response:
    """Commit what was saved, and return a redirect to the sheet, or the sheet itself to an open page of it.

    ``sheet`` is the game with what was saved. It is drawn before others can change it again. ``at`` is where
    that is on the sheet, as the end of its address.
    """
    address = url_for("sheet.sheet", play_id=sheet.play.id)
    if not leads_here(address):
        return commit(redirect(address + at, code=303))
    tell_others()
    g.replies = True
    answer = Response(render_sheet(SheetPage(sheet)), mimetype="text/html")
    commit_for(address)
    return with_address(answer, address)
