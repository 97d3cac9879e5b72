"""The tables of a night: the page of each, and a page with the QR codes of all of them to print."""

from operator import attrgetter
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from scorekeeper.domain import MAX_TABLE_NAME_LENGTH, Role
from scorekeeper.rules.saying import Refusal
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.invitations import link_of_night
from scorekeeper.store.database import db
from scorekeeper.store.models import GameTable, Night, Play
from scorekeeper.store.nights import tables as store
from scorekeeper.store.nights.lots import lots_of
from scorekeeper.store.nights.nights import guests
from scorekeeper.store.nights.rounds import round_of
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.inviting import link_address
from scorekeeper.web.declared import declares
from scorekeeper.web.forms.plain_form import PlainForm, line_field
from scorekeeper.web.nights.night import newest_deletion
from scorekeeper.web.nights.tonight import TablePlace, finished_game, running_game
from scorekeeper.web.requests import read_number
from scorekeeper.web.submissions import commit

bp = Blueprint("tables", __name__, url_prefix="/nights/<int:night_id>/tables")


class TableForm(PlainForm):
    """The name of a table; a new one without a name gets the next number."""

    name: Any = line_field(MAX_TABLE_NAME_LENGTH, label="Name or number")


@bp.app_template_global()
def way_back(play: Play) -> str:
    """Return the address of the page of a game's table, or of its night if it has none."""
    return table_address(play.table) if play.table else url_for("night.night", night_id=play.night_id)


def table_address(table: GameTable) -> str:
    """Return the address of the page of a table."""
    return url_for("tables.table", night_id=table.night_id, table_id=table.id)


@bp.get("")
def tables(night_id: int) -> str:
    """Show the QR code of every table, and the form for a new one."""
    return render_tables(access.night_or_404(night_id, needs=Role.KEEPER))


@bp.post("")
def add_table(night_id: int) -> Response | tuple[str, int]:
    """Add a table with a name, or with the next number."""
    night, form = access.night_or_404(night_id), TableForm()
    if form.validate():
        try:
            store.new_table(night, form.name.data)
            return commit(redirect(url_for("tables.tables", night_id=night_id)))
        except BadName as wrong:
            form.refuse("name", wrong.why)
    return render_tables(night, form), 422


@bp.get("/<int:table_id>")
@declares(offline_copy="night")
def table(night_id: int, table_id: int) -> str:
    """Show a table: its running game or what comes next, and the games played there."""
    return render_table(table_or_404(access.night_or_404(night_id, table_id=table_id), table_id))


@bp.post("/<int:table_id>")
def rename(night_id: int, table_id: int) -> Response | tuple[str, int]:
    """Give a table another name."""
    table, form = table_or_404(access.night_or_404(night_id), table_id), TableForm()
    if form.validate():
        try:
            store.rename_table(table, form.name.data)
            return commit(redirect(table_address(table)))
        except BadName as wrong:
            form.refuse("name", wrong.why)
    return render_table(table, form), 422


@bp.post("/<int:table_id>/remove")
def remove(night_id: int, table_id: int) -> Response | tuple[str, int]:
    """Remove a table; its page then offers to restore it."""
    table = table_or_404(access.night_or_404(night_id), table_id)
    try:
        store.remove_table(table)
    except store.TableInUse as wrong:
        return render_table(table, problem=wrong), 409
    return commit(redirect(table_address(table)))


@bp.post("/<int:table_id>/restore")
def restore(night_id: int, table_id: int) -> Response:
    """Restore a table that was removed."""
    table = table_or_404(access.night_or_404(night_id), table_id)
    table.removed_at = None
    return commit(redirect(table_address(table)))


@bp.post("/<int:table_id>/games")
def move_here(night_id: int, table_id: int) -> Response:
    """Move a game of the night to a table."""
    table = table_or_404(access.night_or_404(night_id), table_id)
    play = db.session.get(Play, request.form.get("play", 0, type=read_number))
    if play is None or play.night_id != night_id:
        abort(404)
    store.move_play(play, table)
    return commit(redirect(table_address(table)))


def table_or_404(night: Night, table_id: int) -> GameTable:
    """Return a table of a night, also one that was removed. Aborts with 404 if there is none."""
    return store.table_of(night, table_id) or abort(404)


def render_tables(night: Night, form: TableForm | None = None) -> str:
    """Return the page with all tables, and the form of a new one with what was refused."""
    links = [(table, link_of_night(night, Role.KEEPER, table.id)) for table in night.tables]
    return render_template(
        "nights/tables.html",
        night=night,
        tables=[(table, link_address(link) if link else "") for table, link in links],
        form=form or TableForm(formdata=None),
    )


def render_table(table: GameTable, form: TableForm | None = None, problem: Refusal | None = None) -> str:
    """Return the page of a table, with the form or the action that was refused, if any."""
    plays = plays_of_night(table.night)
    theirs = [play for play in plays if play.table_id == table.id]
    sheets = [*Sheet.of_all([play for play in theirs if not play.deleted_at])]
    finished = [finished_game(sheet) for sheet in sheets if sheet.play.ended_at]
    return render_template(
        "nights/table.html",
        night=table.night,
        table=table,
        here=guests(table.night),
        running=[TablePlace(None, running_game(sheet)) for sheet in sheets if not sheet.play.ended_at],
        finished=sorted(finished, key=attrgetter("at"), reverse=True),
        others=[one for one in plays if one not in theirs and not (one.ended_at or one.deleted_at)],
        undo=newest_deletion(theirs),
        lots=lots_of(table),
        round=round_of(table.night),
        form=form or TableForm(formdata=None, name=table.name),
        problem=problem.why if problem else "",
    )
