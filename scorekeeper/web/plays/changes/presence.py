"""Letting someone join a running game or leave it, from a hand on."""

from collections.abc import Iterator, Sequence
from math import floor

from flask import Blueprint, render_template, request
from werkzeug import Response
from werkzeug.datastructures import MultiDict

from scorekeeper.domain import Role
from scorekeeper.rules.problems import Problem, Refused
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.clubs import BadName, player_named
from scorekeeper.store.clubs.people import find_or_add_person, person_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Player
from scorekeeper.store.nights.nights import add_guest
from scorekeeper.store.plays import edits
from scorekeeper.store.plays.change_log import SeatedPlayer
from scorekeeper.store.plays.edits import PlayEdit
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs.access import changes_data, read_person
from scorekeeper.web.forms.form_model import Typed
from scorekeeper.web.forms.widgets import read_figure
from scorekeeper.web.plays.changes.confirming import save_once_seen
from scorekeeper.web.plays.changes.settings import others_here
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.plays.sheet_page import SheetPage, page_context
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import with_preview

bp = Blueprint("presence", __name__, url_prefix="/plays/<int:play_id>/presence")


@bp.get("")
def show_presence(play_id: int) -> str:
    """Show who can join the game or leave it, or why nobody can."""
    sheet = load_sheet(play_id, Role.KEEPER)
    return render_presence(sheet, MultiDict({"hand": str(sheet.number), "start": "0"}))


@bp.post("")
@with_preview
def change_presence(play_id: int) -> str | Response | tuple[str, int]:
    """Let someone join or leave, or preview what that would change."""
    sheet, typed = load_sheet(play_id), request.form
    return save_once_seen(
        sheet,
        lambda: typed_change(sheet, typed),
        lambda problems, edit: render_presence(sheet, typed, problems, edit),
    )


def typed_change(sheet: Sheet, typed: Typed) -> PlayEdit:
    """Return the change that was typed. Raises Refused."""
    if closed := why_closed(sheet):
        raise Refused([Problem("who", closed)])
    hand = typed.get("hand", sheet.number, type=read_number)
    if not 1 <= hand <= sheet.number:
        words, noun = "Choose a {hand} from 1 to {last}.", sheet.setup.game.hand_noun
        raise Refused([Problem("hand", Say(words, hand=noun, last=sheet.number))])
    seats = [seat.player_id for seat in sheet.play.seats]
    # A name that was typed counts more than one tapped before.
    who = None if typed.get("name", "").strip() else typed.get("who", type=read_person)
    if who in seats:
        return edits.let_leave(sheet, seats.index(who), hand - 1)
    player = _newcomer(sheet, typed, who)
    if player.id in seats:
        raise Refused([Problem("name", Say("{name} plays in this game already.", name=player.name))])
    return edits.let_join(sheet, SeatedPlayer(player.id or 0, player.name), hand, _total(typed))


def _newcomer(sheet: Sheet, typed: Typed, who: int | None) -> Player:
    """Return who joins: someone from tonight's list, or a name that was typed. Raises Refused."""
    here = {player.id: player for player in others_here(sheet)}
    if who in here:
        return here[who]
    if not typed.get("name", "").strip():
        raise Refused([Problem("who", Say("Tap who joins or leaves."))])
    night = db.session.get_one(Night, sheet.play.night_id)
    try:
        if not changes_data():
            # A preview, which saves nobody.
            return person_of(player_named(night.club, typed["name"]))
        player = find_or_add_person(night.club, typed["name"])
    except BadName as wrong:
        raise Refused([Problem("name", wrong.why)]) from None
    add_guest(night, player)
    return player


def _total(typed: Typed) -> int:
    """Return the total that someone starts with. Raises Refused."""
    total = read_figure(typed.get("total") or typed.get("start", "0"))
    if not isinstance(total, int):
        raise Refused([Problem("total", Say("Enter a whole number of points to start with."))])
    return total


def why_closed(sheet: Sheet) -> Say:
    """Return why nobody can join or leave the game; nothing if players can."""
    if sheet.result.ending:
        return Say("The game is over. Continue it first.")
    return sheet.setup.game.why_closed(sheet.setup.table)


def starts(sheet: Sheet) -> Iterator[tuple[int, Say | None]]:
    """Yield totals to start with that a table may choose, and what each of them is; none without points."""
    setup, state = sheet.setup, sheet.result.state
    if setup.unit != "points":
        return
    totals = [state.totals[seat] for seat in setup.table_for(state).here]
    yield 0, None
    lowest, average = floor(min(totals)), floor(sum(totals) / len(totals))
    if lowest:
        yield lowest, Say("the lowest")
    if average not in (0, lowest):
        yield average, Say("the average")


def render_presence(
    sheet: Sheet, typed: Typed, problems: Sequence[Problem] = (), edit: PlayEdit | None = None
) -> str:
    """Return the form of who joins or leaves, with what was typed and its problems or its preview."""
    here = sheet.setup.table_for(sheet.result.state).here
    return render_template(
        "plays/changes/presence.html",
        **page_context(SheetPage(sheet)),
        typed=typed,
        closed=why_closed(sheet),
        others=[(player.id, player.id, player.name) for player in others_here(sheet)],
        here=[(seat.player_id, seat.person_id, seat.name) for seat in (sheet.play.seats[at] for at in here)],
        starts=[*starts(sheet)],
        problems=problems,
        change=edit,
    )
