"""Bringing a file in: first what it would add, then adding it.

A browser cannot be told to choose a file again, so the preview carries it, packed, in its form. What comes
back is read and judged as if it had never been seen.
"""

from base64 import b64decode, b64encode
from typing import Any
from zlib import compress, decompressobj
from zlib import error as DamagedError

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper.exchange.errors import BadFile
from scorekeeper.exchange.files import LARGEST, from_bytes
from scorekeeper.exchange.import_plan import Plan
from scorekeeper.store.clubs.clubs import DEFAULT_CLUB_NAME, new_club
from scorekeeper.store.database import begin_writing, db
from scorekeeper.store.models import Club, now
from scorekeeper.store.plays.play_statistics import recount_all
from scorekeeper.store.transfer.import_diff import compare
from scorekeeper.store.transfer.importing import bring_in
from scorekeeper.web.clubs import access
from scorekeeper.web.transfer import exporting

bp = Blueprint("importing", __name__)

TOO_MUCH = 2 * LARGEST
"""Bytes of a request: a file that does not get smaller when it is packed, and its form."""


@bp.url_value_preprocessor
def allow_files(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Here, and only here, a request may be as large as a file."""
    request.max_content_length = request.max_form_memory_size = TOO_MUCH


@bp.errorhandler(RequestEntityTooLarge)
def too_large(error: RequestEntityTooLarge) -> tuple[str, int]:
    """Say how large a file may be."""
    drain()
    advice = (
        f"The file is larger than {LARGEST // 1024 // 1024} MB, more than can be read. Nothing was changed."
    )
    return render_template("error.html", title="That is too much", advice=advice), 413


@bp.get("/import")
def choose() -> str:
    """The form for a file from which a new club is made."""
    return exporting.page(None)


@bp.post("/import")
def make() -> str | Response | tuple[str, int]:
    """Show what is in a file; sent from there, make a club of it."""
    return bring(None)


@bp.post("/clubs/<int:club_id>/import")
def bring(club_id: int | None) -> str | Response | tuple[str, int]:
    """Show what a file would add to a club; sent from there, add it."""
    club = mine(club_id)
    name = request.form.get("name", "")
    try:
        if "packed" not in request.form:
            sent = request.files.get("file")
            name = (sent.filename or "") if sent else ""
            data = sent.read(LARGEST + 1) if sent and sent.filename else b""
            if not name:
                return exporting.page(club, ("Choose a file first.",)), 422
            return preview(club, name, data, compare(club, from_bytes(data, now()), now()))
        data = unpacked(request.form["packed"])
        # Scoring takes its time; nobody shall wait for it to save a hand.
        file = from_bytes(data, now())
        db.session.rollback()
        begin_writing()
        plan = compare(club, file, now())
    except BadFile as bad:
        db.session.rollback()
        return exporting.page(mine(club_id), tuple(str(flaw) for flaw in bad.flaws), name), 422
    if plan.mark != request.form.get("mark"):
        return preview(club, name, data, plan, changed=True)
    if club is None:
        club, secret = new_club(DEFAULT_CLUB_NAME)
        db.session.flush()
        access.remember_club(secret)
    nights = bring_in(plan, club)
    club_id = club.id
    db.session.commit()
    recount_all()
    if len(nights) == 1:
        return redirect(url_for("nights.night", night_id=nights[0]), 303)
    games, of = len(plan.new_games), len(nights)
    return redirect(url_for("exchange.club", club_id=club_id, games=games, nights=of), 303)


def mine(club_id: int | None) -> Club | None:
    """The club into which the file shall go; None for a new one."""
    return None if club_id is None else access.club_or_404(club_id, lock=False)


def preview(club: Club | None, name: str, data: bytes, plan: Plan, changed: bool = False) -> str:
    """What the file would add; ``changed`` when that is another thing than was shown before."""
    packed = b64encode(compress(data)).decode()
    return render_template(
        "transfer/import.html", club=club, name=name, plan=plan, packed=packed, changed=changed
    )


def unpacked(packed: str) -> bytes:
    """The file that a preview carried. Raises BadFile."""
    try:
        return decompressobj().decompress(b64decode(packed, validate=True), LARGEST + 1)
    except (ValueError, DamagedError):
        raise BadFile.because("The file was damaged on the way. Choose it once more.") from None


def drain() -> None:
    """Read on, within reason: a browser that cannot send to its end never shows the answer."""
    left = min(request.content_length or 0, 4 * TOO_MUCH)
    while left > 0 and (read := request.environ["wsgi.input"].read(min(left, 1 << 16))):
        left -= len(read)
