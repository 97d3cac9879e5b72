"""A game as a whole: ending, continuing, repeating and deleting it, the note on it, and its history."""

from heapq import merge
from operator import itemgetter
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import Role
from scorekeeper.rules.house import MIDWAY
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.people import persons_of
from scorekeeper.store.database import now
from scorekeeper.store.live.versions import raise_game_versions
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.change_log import change_log
from scorekeeper.store.plays.edits import put_aside
from scorekeeper.store.plays.plays import start_play, unstarted_plays
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.note_form import NoteForm
from scorekeeper.web.nights.ending import FIRST
from scorekeeper.web.nights.tables import way_back
from scorekeeper.web.plays.claims import tell_claims
from scorekeeper.web.plays.loading import back_to_sheet, check_version, load_sheet
from scorekeeper.web.plays.sheet import show_saved
from scorekeeper.web.plays.sheet_page import SheetPage, page_context
from scorekeeper.web.submissions import commit, repeat_first_answer
from scorekeeper.web.wording.changes import say_caused, say_details
from scorekeeper.web.wording.news import say_by

bp = Blueprint("play", __name__, url_prefix="/plays/<int:play_id>")


@bp.post("/stop")
def end_play(play_id: int) -> Response:
    """End the game early; it stays ended if another phone has done so already."""
    sheet = load_sheet(play_id)
    if sheet.play.stopped:
        return ending_page(sheet.play) or back_to_sheet(play_id)
    check_version(sheet)
    sheet = commands.end_play(sheet)
    return commit(ending) if (ending := ending_page(sheet.play)) else show_saved(sheet)


@bp.post("/go-on")
def continue_play(play_id: int) -> Response:
    """Continue a game that was ended early, unless another phone has done so already."""
    sheet = load_sheet(play_id)
    if not sheet.play.stopped:
        return ending_page(sheet.play) or back_to_sheet(play_id)
    check_version(sheet)
    sheet = commands.continue_play(sheet)
    if ending := ending_page(sheet.play):
        # The night is still being ended.
        sheet.play.night.ending = FIRST
    return commit(ending) if ending else show_saved(sheet)


def ending_page(play: Play) -> Response | None:
    """Return a redirect to the unfinished games of the night if the form was sent from there."""
    if "ending" not in request.form:
        return None
    return redirect(url_for("ending.unfinished_games", night_id=play.night_id), code=303)


@bp.post("/end-there")
def end_there(play_id: int) -> Response:
    """End the game with the hand with which today's rules end it."""
    sheet = load_sheet(play_id)
    check_version(sheet)
    return show_saved(commands.end_there(sheet, access.device_name()))


@bp.post("/play-on")
def play_on(play_id: int) -> Response:
    """Play on though today's rules would have ended the game."""
    sheet = load_sheet(play_id)
    check_version(sheet)
    return show_saved(commands.play_on(sheet, access.device_name()))


@bp.post("/counting")
def count_or_not(play_id: int) -> Response:
    """Let the game count or not, as the form says, unless another phone has done so already."""
    sheet, aside = load_sheet(play_id), request.form.get("aside") == "yes"
    if sheet.play.set_aside == aside:
        return back_to_sheet(play_id)
    check_version(sheet)
    return show_saved(commands.save_edit(sheet, put_aside(sheet, aside), access.device_name()))


@bp.post("/again")
def again(play_id: int) -> Response:
    """Start the same game again, with the same seats and house rules; two phones start it once."""
    sheet = load_sheet(play_id)
    play = sheet.play
    if not sheet.result.ending:
        raise Conflict(Say("The game is not over yet."))
    started = next(iter(unstarted_plays(play.night_id, play.game, play.id, play.table_id)), None)
    if started is None:
        table, dealer = sheet.setup.table_for(sheet.result.state), sheet.result.state.dealer
        seats = [person.id for person in persons_of(play.seats[seat].player_id for seat in table.here)]
        options = {rule: value for rule, value in play.options.items() if rule not in MIDWAY}
        first = table.here.index(dealer)
        started = start_play(play.night_id, play.game, options, seats, first, play.table_id)
    return commit(back_to_sheet(started.id))


@bp.get("/note")
def show_note(play_id: int) -> str:
    """Show the note on the game, to change it."""
    sheet = load_sheet(play_id, Role.KEEPER)
    return render_note(sheet, NoteForm(formdata=None, note=sheet.play.note))


@bp.post("/note")
def save_note(play_id: int) -> Response | tuple[str, int]:
    sheet = load_sheet(play_id)
    form = NoteForm()
    is_valid = form.validate()
    if is_valid and not form.refuses(sheet.play.note):
        commands.update_play(play_id, note=form.note.data)
        return commit(back_to_sheet(play_id))
    return render_note(sheet, form), 409 if is_valid else 422


def render_note(sheet: Sheet, form: NoteForm) -> str:
    """Return the form of the note, with what was typed and its problems."""
    return render_template("plays/note.html", **page_context(SheetPage(sheet)), form=form)


@bp.post("/delete")
def delete(play_id: int) -> Response:
    """Delete the game, unless others have changed it since; it can be restored on the night's page."""
    play = access.play_or_404(play_id)
    repeat_first_answer()
    sheet = Sheet.of(play)
    if play.deleted_at is None and sheet.can_be_scored:
        check_version(sheet)
    commands.update_play(play.id, deleted_at=play.deleted_at or now())
    raise_game_versions(play.night_id)
    return commit(ending_page(sheet.play) or redirect(way_back(play)))


@bp.post("/remove-refused")
def remove_refused_hands(play_id: int) -> Response:
    """Remove the hands that today's rules refuse, so that the game goes on."""
    play = access.play_or_404(play_id)
    repeat_first_answer()
    commands.remove_refused_hands(Sheet.of(play), access.device_name())
    return commit(back_to_sheet(play_id))


@bp.post("/restore")
def restore(play_id: int) -> Response:
    """Restore a deleted game."""
    play = access.play_or_404(play_id)
    repeat_first_answer()
    commands.update_play(play.id, deleted_at=None)
    raise_game_versions(play.night_id)
    return commit(ending_page(play) or back_to_sheet(play_id))


@bp.get("/history")
@declares(offline_copy="night")
def history(play_id: int) -> str:
    """Show every change of a game, newest first: who did what, on which phone and when."""
    page = SheetPage(load_sheet(play_id))
    lines: list[dict[str, Any]] = [
        {
            "change": change,
            "at": change.row.at,
            "said": say_by(page, change),
            "details": say_details(change, page.game, page.table),
            "caused": say_caused(change, page.game),
        }
        for change in change_log(page.sheet)
    ]
    told = [{"at": at, "said": said} for at, said in reversed(tell_claims(page))]
    # The changes stay in their order, whatever the clock said.
    lines = [*merge(lines, told, key=itemgetter("at"), reverse=True)]
    return render_template("plays/changes/history.html", **page_context(page), lines=lines)
