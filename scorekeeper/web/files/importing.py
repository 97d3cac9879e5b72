"""Importing a file: first a preview of what it would add, then adding it.

A browser can't be told to choose a file again, so the form of the preview carries it, packed. What comes back
is read and checked as if it had never been seen.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any, NamedTuple, TypeAlias
from zlib import compress, decompressobj
from zlib import error as DamagedError

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask_wtf.file import FileField
from werkzeug import Response
from werkzeug.exceptions import NotFound, RequestEntityTooLarge
from wtforms import BooleanField, StringField

from scorekeeper.domain import Role
from scorekeeper.files.club_file import MAX_FILE_SIZE, USE_COMMAND, ClubFile, open_club_file
from scorekeeper.files.importing import ClubChanged, Interrupted
from scorekeeper.files.planning import ImportPlan, club_state, plan_import
from scorekeeper.files.schema import BadFile
from scorekeeper.files.undoing import changed_since, undo_import
from scorekeeper.rules.saying import Say
from scorekeeper.store.clubs.people import people, person_id
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, FileImport
from scorekeeper.store.plays.sheet import Conflict
from scorekeeper.store.text_order import name_order
from scorekeeper.store.transactions import (
    begin_writing,
    lock_of_club,
    lock_of_phone,
    wait_for,
)
from scorekeeper.web.clubs import access
from scorekeeper.web.clubs.access import token_hash
from scorekeeper.web.clubs.joining import found_own_club, refuse_if_closed
from scorekeeper.web.declared import declares
from scorekeeper.web.files import exporting
from scorekeeper.web.files.progress import Progress, moments_of, result_address, tell_progress
from scorekeeper.web.files.queue import leave_queue, wait_in_queue
from scorekeeper.web.forms.plain_form import PlainForm
from scorekeeper.web.requests import read_number
from scorekeeper.web.storage_faults import log_fault
from scorekeeper.web.submissions import commit, repeat_first_answer

bp = Blueprint("importing", __name__)

MAX_REQUEST_SIZE = MAX_FILE_SIZE * 3 // 2
"""Bytes of a request: a file that packing doesn't shrink, and the rest of its form."""

MAX_CHOICES = 20_000
"""The most entries in all lists of players of a preview; of further people nobody can choose who they are."""

MAX_PARTS = MAX_CHOICES + 100
"""The most fields of a form: who each of them is, and the rest."""

NEW = "new"
"""The choice that someone in a file is a new player."""

TRIES = 3
"""The number of times an import is planned while others keep changing the club."""


Choices: TypeAlias = Mapping[str, int | None]
"""The ids of the club's players that people in a file are, by their names there; None for a new one."""


class ImportForm(PlainForm):
    """A file that was chosen, or one that a preview carries, packed, with what the preview showed."""

    file = FileField()
    name = StringField()
    packed = StringField()
    version = StringField()
    anyway = BooleanField()

    def chosen(self, file: ClubFile) -> Choices:
        """Return who was chosen for the people in a file, by their names there; None is a new player."""
        chosen: dict[str, int | None] = {}
        for number, person in enumerate(file.club.players):
            field = f"person-{number}"
            player = request.form.get(field, type=read_number)
            if player is not None or request.form.get(field) == NEW:
                chosen[person.name] = player
        return chosen

    @property
    def is_preview(self) -> bool:
        """Return whether a file was chosen, and nothing is to be imported yet."""
        return not self.packed.raw_data

    def read(self) -> tuple[str, bytes]:
        """Return the name and the content of the file; an empty name if none was chosen. Raises BadFile."""
        if not self.is_preview:
            return self.name.data or "The file", unpack(self.packed.data)
        if not self.file.data:
            return "", b""
        return self.file.data.filename, self.file.data.read(MAX_FILE_SIZE + 1)


class ImportedBefore(NamedTuple):
    """A club of this phone that has everything in a file already.

    Attributes:
        club: the club.
        plan: what it has, and would not gain again.
    """

    club: Club
    plan: ImportPlan

    @property
    def address(self) -> str:
        """The address of the game in the file, or of the club's nights if it has several."""
        if len(self.plan.games) == 1:
            return url_for("sheet.sheet", play_id=self.plan.games[0].existing_id)
        return url_for("archive.nights", club_id=self.club.id)


class PlannedImport(NamedTuple):
    """The plan of an import.

    Attributes:
        club: the club; None for a new one.
        plan: what it would gain.
        before: the club that has it all already, if the file is to make a new one.
        state: what the plan depends on besides the file.
    """

    club: Club | None
    plan: ImportPlan
    before: ImportedBefore | None
    state: list[tuple[object, ...]]


@bp.url_value_preprocessor
def allow_files(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Let forms with files, of these pages and no others, be as large as a file, one after another."""
    if request.mimetype == "multipart/form-data":
        request.max_content_length = MAX_REQUEST_SIZE
        request.max_form_memory_size = MAX_REQUEST_SIZE
        request.max_form_parts = MAX_PARTS
    if request.method == "POST":
        wait_in_queue()


@bp.teardown_request
def end_reading(_: BaseException | None) -> None:
    """Let the next file be read."""
    leave_queue()


@bp.errorhandler(RequestEntityTooLarge)
def too_large(error: RequestEntityTooLarge) -> tuple[str, int]:
    """Say how large a file may be."""
    read_to_the_end()
    words = "The file is larger than {limit} MB, which is the limit here. Nothing was changed. {advice}"
    advice = Say(words, limit=MAX_FILE_SIZE // 1024 // 1024, advice=USE_COMMAND)
    return render_template("error.html", title="That file is too large", advice=advice), 413


@bp.get("/import")
def choose_file() -> str:
    """Show the form for a file from which a new club is created."""
    refuse_if_closed()
    return exporting.render_overview(None)


@bp.post("/import")
@declares(rate_limit="importing")
def import_new_club() -> str | Response | tuple[str, int]:
    """Show a preview of a file, or create a club from one that was previewed."""
    refuse_if_closed()
    return import_file(None)


@bp.post("/clubs/<int:club_id>/import")
@declares(rate_limit="importing")
def import_into_club(club_id: int) -> str | Response | tuple[str, int]:
    """Show a preview of what a file would add to a club, or add one that was previewed."""
    return import_file(club_id)


@bp.post("/clubs/<int:club_id>/imports/<int:import_id>/undo")
def undo(club_id: int, import_id: int) -> Response:
    """Delete what an import added, unless something of it was changed since."""
    club = access.club_or_404(club_id, Role.HOST)
    one = db.session.get(FileImport, import_id)
    if one is None or one.club_id != club.id:
        raise NotFound
    if one.undone_at is None:
        if changed := changed_since(one):
            raise Conflict(exporting.say_changed(changed))
        undo_import(one, access.device_name())
    flash(str(Say("Import undone")))
    return commit(redirect(url_for("exporting.overview", club_id=club.id), 303))


def import_file(club_id: int | None) -> str | Response | tuple[str, int]:
    """Return the preview of a file that was chosen, import one that was previewed, or say what is wrong."""
    form = ImportForm()
    name = form.name.data or ""
    try:
        name, data = form.read()
        if not name:
            return exporting.render_overview(find_club(club_id), (Say("Choose a file first."),)), 422
        if len(data) > MAX_FILE_SIZE:
            raise RequestEntityTooLarge
        # Scoring takes its time; nobody should have to wait for it to save a hand.
        file = open_club_file(BytesIO(data), now())
        refuse_altered(file, form)
        wrong: tuple[Say, ...] = ()
        chosen = {} if form.is_preview else form.chosen(file)
        try:
            if not form.is_preview and (
                imported := import_previewed(club_id, file, chosen, form.version.data)
            ):
                return imported
        except BadFile as bad:
            if not chosen:
                raise
            # Unless the file is refused without them as well, it is because of who was chosen.
            wrong = tuple(flaw.message for flaw in bad.flaws)
        planned = plan_for(club_id, file)
    except BadFile as bad:
        db.session.rollback()
        return exporting.render_overview(
            find_club(club_id), tuple(flaw.message for flaw in bad.flaws), name
        ), 422
    changed = not (form.is_preview or wrong)
    page = render_import_preview(name, data, file, planned, chosen, changed, wrong)
    return page, 422 if wrong else 409 if changed else 200


def plan_for(club_id: int | None, file: ClubFile, chosen: Choices | None = None) -> PlannedImport:
    """Return what importing a file would add now, while the database is not locked. Raises BadFile."""
    db.session.rollback()
    club = find_club(club_id)
    state = states(club)
    plan = plan_import(club, file, now(), chosen)
    return PlannedImport(club, plan, None if club else imported_before(file), state)


def import_previewed(club_id: int | None, file: ClubFile, chosen: Choices, version: str) -> Response | None:
    """Import what was previewed, and redirect to it; None if the file would add something else by now.

    What it adds is worked out before the database is locked, and again if the club has changed by then.
    Raises BadFile if people can't be whom they were chosen to be.
    """
    for _ in range(TRIES):
        planned = plan_for(club_id, file, chosen)
        is_previewed = version_of(planned) == version
        db.session.rollback()
        begin_writing(lock_of_phone(token_hash()) if club_id is None else lock_of_club(club_id))
        repeat_first_answer()
        if not is_previewed:
            break
        club = find_club(club_id)
        if states(club) == planned.state:
            with suppress(ClubChanged):
                return carry_out(planned.plan, club, file)
            break
    db.session.rollback()
    repeat_first_answer()
    return None


def refuse_altered(file: ClubFile, form: ImportForm) -> None:
    """Raise BadFile for a file that isn't as it was made, unless it is to be imported all the same."""
    g.altered = file.altered
    if g.altered and not form.is_preview and not form.anyway.data:
        raise BadFile.because(
            Say(
                "This file was changed or damaged after it was made, so it was not imported. If you changed "
                "it yourself, choose it again and tick “Import it anyway”."
            )
        )


def carry_out(plan: ImportPlan, club: Club | None, file: ClubFile) -> Response:
    """Add what the plan says, to a new club if there is none, and redirect to what was added.

    What takes longer than a moment is added while its page is sent, which says how far that is.

    Raises ClubChanged if others have added some of it.
    """
    is_new = club is None
    club = club or found_own_club()
    if is_new:
        wait_for(lock_of_club(club.id))
    club_id = club.id
    adding = moments_of(plan, club, file, is_new)
    try:
        step = next(adding)
    except Interrupted as stopped:
        log_fault(stopped)
        db.session.rollback()
        # Of the club itself, also where it is new: imported there again, nothing is added twice.
        flash(str(stopped))
        return redirect(url_for("exporting.overview", club_id=club_id), 303)
    if step.is_last:
        return redirect(result_address(club_id, step), 303)
    # What takes memory is over, so files of others are read while games are added.
    leave_queue()
    return tell_progress(Progress(club_id, len(plan.new_games), step, adding))


def states(club: Club | None) -> list[tuple[object, ...]]:
    """Return what a plan depends on: the club, or for a new one the clubs that may have it all already."""
    return [club_state(each.id) for each in ([club] if club else access.my_clubs())]


def find_club(club_id: int | None) -> Club | None:
    """Return the club into which the file is imported; None for a new one."""
    return None if club_id is None else access.club_or_404(club_id, Role.HOST, lock=False)


def imported_before(file: ClubFile) -> ImportedBefore | None:
    """Return this phone's club that has everything in a file already; None if there is none."""
    for club in access.my_clubs():
        try:
            plan = plan_import(club, file, now())
        except BadFile:
            continue
        if not plan.adds_anything:
            return ImportedBefore(club, plan)
    return None


def version_of(planned: PlannedImport) -> str:
    """Return a text that is the same for two previews that show the same."""
    plan, before = planned.plan, planned.before
    return f"{plan.version} {before.club.id}" if before else plan.version


def unpack(packed: str) -> bytes:
    """Return the content of the file that a preview carried. Raises BadFile."""
    try:
        return decompressobj().decompress(b64decode(packed, validate=True), MAX_FILE_SIZE + 1)
    except (ValueError, DamagedError):
        raise BadFile.because(Say("The file was damaged on the way. Choose it again.")) from None


def render_import_preview(
    name: str,
    data: bytes,
    file: ClubFile,
    planned: PlannedImport,
    chosen: Choices,
    changed: bool,
    wrong: tuple[Say, ...],
) -> str:
    """Return the page with what the file would add, and with the lists of who is who.

    ``changed`` is whether it would add something else than the last preview said, ``wrong`` what can't be
    with the players that were chosen.
    """
    players = people(planned.club) if planned.club else []
    uncertain = {plan.person.name: plan.found_id for plan in planned.plan.uncertain_people} if players else {}
    asked = [
        (f"person-{number}", person.name, chosen.get(person.name, uncertain[person.name]))
        for number, person in enumerate(file.club.players)
        if person.name in uncertain
    ]
    g.names_of_file = [person.name for person in file.club.players]
    asked.sort(key=lambda each: name_order(each[1]))
    return render_template(
        "files/import.html",
        club=planned.club,
        name=name,
        plan=planned.plan,
        before=planned.before,
        version=version_of(planned),
        packed=b64encode(compress(data)).decode(),
        changed=changed,
        wrong=wrong,
        players=players,
        person_id=person_id,
        asked=asked[: MAX_CHOICES // (len(players) + 1)],
    )


def read_to_the_end() -> None:
    """Read the rest of the request, within reason: a browser that can't finish sending shows no answer."""
    left = min(request.content_length or 0, 2 * MAX_REQUEST_SIZE)
    with suppress(OSError):
        while left > 0 and (read := request.environ["wsgi.input"].read(min(left, 1 << 16))):
            left -= len(read)
