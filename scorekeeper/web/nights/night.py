"""A night: its page, its guests and its note, and deleting and restoring it."""

import re
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug import Response
from wtforms import StringField

from scorekeeper.domain import MAX_NAMES, Role
from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.saying import NOTHING, And, Argument, Row, Say
from scorekeeper.store.clubs.clubs import BadName
from scorekeeper.store.clubs.people import find_or_add_person, person_id
from scorekeeper.store.coins.bank_reader import bank_of
from scorekeeper.store.coins.tab import raise_linked_versions
from scorekeeper.store.database import db, now
from scorekeeper.store.live.versions import raise_game_versions
from scorekeeper.store.models import Night, Play
from scorekeeper.store.nights import nights as store
from scorekeeper.store.nights.lots import lots_of
from scorekeeper.store.nights.rounds import round_of, seat_latecomers
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.store.plays.sheet import Conflict, Sheet
from scorekeeper.web.clubs import access
from scorekeeper.web.declared import declared, declares
from scorekeeper.web.forms.edit_conflict import EditConflict, keep_sent
from scorekeeper.web.forms.note_form import NoteForm
from scorekeeper.web.forms.plain_form import PlainForm, hidden_values, unsuggested
from scorekeeper.web.nights.tonight import finished_game, games_at_tables, guest_strip, seated_twice
from scorekeeper.web.submissions import commit

bp = Blueprint("night", __name__, url_prefix="/nights/<int:night_id>")

TYPED = ("name", "note", "coins", "stake", "value", "currency")
"""The fields of a night's forms that people type into."""


BETWEEN_NAMES = re.compile("[,;\n\r\t，；、،؛]")
"""Separators of the names in a list: commas and semicolons of any script, lines, or the cells of a table."""


class GuestForm(PlainForm):
    """The names of players to add to the night."""

    name: Any = StringField(
        render_kw=unsuggested(class_="names", autocapitalize="words", enterkeyhint="done")
    )
    known: Any = hidden_values()

    @property
    def names(self) -> list[str]:
        """The names of a list, without empty ones; one empty name if nothing was typed."""
        typed = (name.strip() for name in BETWEEN_NAMES.split(self.name.data or ""))
        return [name for name in typed if name] or [""]

    @property
    def wanted(self) -> list[str]:
        """The names that were tapped, or else those that were typed."""
        return self.known.data or self.names

    @property
    def too_many(self) -> Say:
        """The advice about more names than can be added at once; nothing if there are not."""
        count = len(self.wanted)
        said = Say("These are {count} names. Add at most {most} at once.", count=count, most=MAX_NAMES)
        return said if count > MAX_NAMES else NOTHING


@bp.get("")
@declares(offline_copy="night")
def night(night_id: int) -> str:
    """Show a night, or that it was deleted."""
    night = access.night_or_404(night_id, deleted=True)
    return render_deleted(night) if night.deleted_at else render_night(night)


@bp.post("/players")
@declares(also_typed=("known",))
def add_guests(night_id: int) -> Response | tuple[str, int]:
    """Add a suggested player, or the names that were typed."""
    night = access.night_or_404(night_id)
    form = GuestForm()
    if many := form.too_many:
        form.refuse("name", many)
        return render_night(night, form), 422
    try:
        found = [find_or_add_person(night.club, name) for name in form.wanted]
        came = [store.add_guest(night, person) for person in found]
        if found and not any(came):
            names = [*dict.fromkeys(person.name for person in found)]
            one, several = "{names} is already here.", "{names} are already here."
            flash(str(Say(one, several, len(names), names=And(*names))))
        seat_latecomers(night)
    except BadName as wrong:
        db.session.rollback()
        form.refuse("name", wrong.why)
        return render_night(access.night_or_404(night_id), form), 422
    return commit(back_to_night(night_id, "players"))


@bp.post("/players/<int:player_id>/leave")
def remove_guest(night_id: int, player_id: int) -> Response:
    """Remove a player from tonight's list."""
    night = access.night_or_404(night_id)
    store.remove_guest(night, person_id(player_id))
    seat_latecomers(night)
    return commit(back_to_night(night_id, "players"))


@bp.post("/note")
def save_night_note(night_id: int) -> Response | tuple[str, int]:
    night = access.night_or_404(night_id)
    form = NoteForm()
    if not form.validate():
        return render_night(night, note=form), 422
    if form.refuses(night.note):
        return render_night(night, note=form), 409
    store.write_night_note(night, form.note.data or "")
    return commit(back_to_night(night_id))


@bp.post("/keep")
def keep_theirs(night_id: int) -> Response:
    """Leave the night as it is; what was entered on this phone is discarded."""
    access.night_or_404(night_id, deleted=True)
    return commit(back_to_night(night_id), for_others=False)


@bp.post("/delete")
def delete_night(night_id: int) -> Response:
    """Delete a night with all its games; it can be restored."""
    night = access.night_or_404(night_id, needs=Role.HOST, deleted=True)
    night.deleted_at = night.deleted_at or now()
    raise_game_versions(night_id)
    raise_linked_versions(bank_of(night))
    return commit(back_to_night(night_id))


@bp.post("/restore")
def restore_night(night_id: int) -> Response:
    night = access.night_or_404(night_id, needs=Role.HOST, deleted=True)
    night.deleted_at = None
    raise_game_versions(night_id)
    raise_linked_versions(bank_of(night))
    return commit(back_to_night(night_id))


def refuse_deleted(night_id: int, error: Conflict) -> Response | tuple[str, int]:
    """Return the page of a deleted night, with what was sent to it, to be sent again once it is restored."""
    if request.method == "GET":
        return back_to_night(night_id)
    night = access.night_or_404(night_id, Role.VIEWER, deleted=True)
    conflict = keep_sent(error.why, str(Row(*typed_words())), url_for("night.keep_theirs", night_id=night_id))
    return render_deleted(night, conflict), 409


def unsaved_entry() -> str:
    """Return that what was typed into a form was not saved; empty for a form into which nothing is typed."""
    typed = typed_words()
    return str(Say("Your entry ({typed}) was not saved.", typed=Row(*typed))) if typed else ""


def typed_words() -> list[Argument]:
    """Return what was typed into the form that was sent."""
    names = {*TYPED, *declared().also_typed}
    typed = [(name, text) for name, text in request.form.items(multi=True) if name in names and text.strip()]
    return [Say("{coins} coins", coins=text) if name in ("coins", "stake") else text for name, text in typed]


def back_to_night(night_id: int, anchor: str | None = None) -> Response:
    """Redirect to the page of a night."""
    return redirect(url_for("night.night", night_id=night_id, _anchor=anchor))


def render_deleted(night: Night, conflict: EditConflict | None = None) -> str:
    """Return the page of a deleted night, with what could not be saved there, if anything."""
    bank = bank_of(night)
    reopened = [posting for posting in bank.counting if posting.other and posting.other.id]
    return render_template(
        "nights/night_deleted.html", night=night, conflict=conflict, reopened=len(reopened)
    )


def render_night(
    night: Night,
    form: GuestForm | None = None,
    note: NoteForm | None = None,
) -> str:
    """Return the page of a night, with the form that was refused, if any."""
    plays = plays_of_night(night)
    there = [play for play in plays if play.deleted_at is None]
    sheets = list(Sheet.of_all(there))
    bank = bank_of(night, sheets)
    finished = [finished_game(sheet) for sheet in sheets if sheet.play.ended_at]
    strip = guest_strip(night, sheets, bank)
    places = games_at_tables(night, sheets)
    running = [place.game for place in places if place.game and not place.game.ended]
    deleted = [(play, title_of(play.game, play.options)) for play in plays if play.deleted_at]
    return render_template(
        "nights/night.html",
        night=night,
        form=form or GuestForm(formdata=None),
        note=note or NoteForm(formdata=None, note=night.note),
        strip=strip,
        # The link of a night shows nobody who isn't there.
        last_time=store.guests_last_time(night) if not bank.here and access.may(Role.MEMBER) else (),
        regulars=store.regulars(night) if access.may(Role.MEMBER) else (),
        places=places,
        running=running,
        twice=seated_twice(strip.rows, running),
        finished=sorted(finished, key=attrgetter("at"), reverse=True),
        bank=bank,
        may_end=not night.ending and bool(there or bank.used) and store.is_newest(night),
        deleted=deleted,
        undo=newest_deletion(plays),
        lots=lots_of(night),
        round=round_of(night),
    )


def newest_deletion(plays: Iterable[Play]) -> tuple[Play, str] | None:
    """Return the game of these that was deleted last, with its name, if any; one tap restores it."""
    deleted = (play for play in plays if play.deleted_at)
    newest = max(deleted, key=attrgetter("deleted_at"), default=None)
    return (newest, title_of(newest.game, newest.options)) if newest else None
