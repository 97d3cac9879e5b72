"""The page for when the database can't be used: why, whom to tell, and what was typed.

Its button sends the same form again, with the same id, so that it counts once whatever became of the first.
"""

from dataclasses import dataclass
from typing import NamedTuple

from flask import Flask, current_app, g, render_template, request

from scorekeeper.domain import Role, StorageError, StorageFault
from scorekeeper.store.database import db
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.storage import NoConnection, fault_of
from scorekeeper.web.api.answers import problem
from scorekeeper.web.clubs.access import play_or_404
from scorekeeper.web.nights.night import unsaved_entry
from scorekeeper.web.plays.loading import unsaved_hand
from scorekeeper.web.requests import is_for_programs, path_to_log, request_id

TELL = "Tell the person who runs Scorekeeper:"


class FaultPage(NamedTuple):
    """The words of a page about a fault, its status code, and the words of the line at the top of a sheet."""

    status: int
    title: str
    brief: str
    advice: str


PAGES = {
    StorageFault.BUSY: FaultPage(
        503,
        "Busy, trying again",
        "Busy, trying again",
        "Others are saving at the same moment. It won’t take long.",
    ),
    StorageFault.FULL_OR_READ_ONLY: FaultPage(
        507,
        "The server can’t save anything",
        "Server can’t save",
        f"Its disk is full, or its database can only be read. {TELL} make room on the disk with the "
        "database, and let Scorekeeper write into its data folder, or into its database on another server. "
        "Nothing needs restarting. Everything that was saved before is safe.",
    ),
    StorageFault.OTHER: FaultPage(
        503,
        "The server can’t use its database",
        "Database failing",
        f"It doesn’t answer, is damaged or isn’t where it was. {TELL} “scorekeeper doctor” says what is "
        "wrong. Put the data folder back as it was and start Scorekeeper again, or restore the newest backup "
        "with “scorekeeper restore FILE”.",
    ),
}
"""The page for each fault."""

SOON = 2
"""Seconds after which what was too busy is asked for again."""

ONLY_DRAWN = ("csrf_token",)
"""Fields that the page draws again when it keeps a form."""


@dataclass(frozen=True)
class KeptForm:
    """A form that could not be saved: where it is sent, its fields, and what was typed, as a sentence."""

    action: str
    fields: tuple[tuple[str, str], ...]
    words: str


def init_app(app: Flask) -> None:
    """Register the page for faults of the database, and of the disk that uploads pass through."""
    app.register_error_handler(StorageError, show_storage_fault)
    app.register_error_handler(OSError, show_system_error)
    app.register_error_handler(NoConnection, show_no_connection)


def show_storage_fault(error: StorageError) -> tuple[str, int, dict[str, str]]:
    """Return the page for a database that can't be used, with the form that was sent."""
    log_fault(error)
    db.session.rollback()
    return draw_page(error.fault, kept_form())


def show_no_connection(error: Exception) -> tuple[str, int, dict[str, str]]:
    """Return the page for a moment at which too many use the database at once."""
    return show_storage_fault(StorageError(StorageFault.BUSY, error))


def show_system_error(error: OSError) -> tuple[str, int, dict[str, str]]:
    """Return the page for a disk that is full or read-only. Raises the error again if it is another one."""
    fault = fault_of(error)
    if fault is None:
        raise error
    log_fault(error)
    db.session.rollback()
    # What was sent could not be read to its end.
    return draw_page(fault, None)


def log_fault(error: Exception) -> None:
    """Log what was wrong, in one line; no line of ours would say more."""
    current_app.logger.error(
        "Request %s %s %s failed: %s", request_id(), request.method, path_to_log(), error
    )


def draw_page(fault: StorageFault, kept: KeptForm | None) -> tuple[str, int, dict[str, str]]:
    """Return the page for a fault, which needs nothing from the database, and when to ask again."""
    status, title, brief, advice = PAGES[fault]
    if is_for_programs():
        return problem(status, f"{title}.", {"Retry-After": str(SOON)})
    shown = {"title": title, "brief": brief, "advice": advice, "kept": kept}
    if fault is not StorageFault.BUSY:
        return render_template("storage_fault.html", **shown, number=request_id()), status, {}
    # It passes, and nobody needs to report it. A browser opens a page again, but sends no form.
    again = {"Retry-After": str(SOON)} | ({} if request.method == "POST" else {"Refresh": str(SOON)})
    return render_template("storage_fault.html", **shown, soon=SOON), status, again


def kept_form() -> KeptForm | None:
    """Return the form that was sent, to send it again; None if there was none, or one with a file."""
    if request.method != "POST" or any(file.filename for file in request.files.values()):
        return None
    fields = [(name, text) for name, text in request.form.items(multi=True) if name not in ONLY_DRAWN]
    return KeptForm(here(), tuple(fields), words_typed())


def here() -> str:
    """Return the address of this request, with its query."""
    return request.script_root + request.full_path.rstrip("?")


def words_typed() -> str:
    """Return what was typed, as a sentence; what can be said without the database if that can't be read."""
    g.refused = True
    play_id = (request.view_args or {}).get("play_id")
    try:
        sheet = Sheet.of(play_or_404(play_id, Role.VIEWER)) if play_id else None
        return unsaved_hand(sheet) if sheet and sheet.can_be_scored else unsaved_entry()
    except StorageError:
        db.session.rollback()
        return unsaved_entry()
