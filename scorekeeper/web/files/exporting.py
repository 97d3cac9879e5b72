"""Exporting: backups of a club, nights and games, and tables for other programs."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from time import monotonic

from flask import Blueprint, Response, flash, render_template, request, send_file, stream_with_context

from scorekeeper.domain import Role, StorageError
from scorekeeper.files import backups, tables
from scorekeeper.files.bgstats import bgstats_file
from scorekeeper.files.club_file import MAX_FILE_SIZE, club_parts, scoresheet_bytes
from scorekeeper.files.documents import ClubDocument, NightDocument
from scorekeeper.files.exporting import export_club, export_night, load_scoresheet
from scorekeeper.files.undoing import last_imports
from scorekeeper.rules.catalogue import title_of
from scorekeeper.rules.saying import And, Say
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Night, Play
from scorekeeper.store.time_zones import evening_of, local
from scorekeeper.store.transactions import begin_writing
from scorekeeper.web.clubs import access
from scorekeeper.web.filters import evening
from scorekeeper.web.plays.loading import load_sheet
from scorekeeper.web.requests import read_number
from scorekeeper.web.storage_faults import log_fault

bp = Blueprint("exporting", __name__)

JSON, CSV = "application/json", "text/csv; charset=utf-8"

PATIENCE = 60.0
"""Seconds that a phone has for every download, and for what it doesn't take at once."""

MOST_DAYS = 3
"""The most days that are named as changed since an import."""

SLOWEST = 50_000
"""Bytes a second; a phone that takes a file more slowly is given up once it has used up its seconds."""


@bp.get("/clubs/<int:club_id>/exchange")
def overview(club_id: int) -> str:
    """Show the last backup, and everything that can be exported and imported."""
    games, nights = (request.args.get(name, 0, type=read_number) for name in ("games", "nights"))
    return render_overview(access.club_or_404(club_id), imported=(games, nights))


@bp.post("/clubs/<int:club_id>/backup")
def download_backup(club_id: int) -> Response:
    """Send everything in the club as a file, and record that it was backed up once all of it was sent."""
    started = now()
    backup_id = None
    try:
        backup_id = backups.begin_club_backup(access.club_or_404(club_id, needs=Role.HOST), started)
        db.session.commit()
    except StorageError as error:
        # A backup is all the more welcome while the disk is full.
        db.session.rollback()
        log_fault(error)
        flash(str(Say("The server can’t note this backup: its disk is full or can’t be written.")))
    document, nights = export_club(access.club_or_404(club_id, needs=Role.HOST, lock=False))
    name = f"{document.club} {local(started):%Y-%m-%d}.json"
    return send_stream(recorded(backup_id, document, nights), name, JSON)


def recorded(
    backup_id: int | None, document: ClubDocument, nights: Iterable[NightDocument]
) -> Iterator[bytes]:
    """Yield the file of a club, and record at its end how much is in it."""
    games = size = 0

    def counted() -> Iterator[NightDocument]:
        nonlocal games
        for night in nights:
            games += len(night.games)
            yield night

    for part in club_parts(document, counted()):
        size += len(part)
        yield part
    if backup_id is not None:
        try:
            db.session.rollback()
            begin_writing()
            backups.finish_club_backup(backup_id, games, size)
            db.session.commit()
        except StorageError as error:
            log_fault(error)


@bp.get("/clubs/<int:club_id>/games.csv")
def games_csv(club_id: int) -> Response:
    """Send the club's games as a table."""
    club = access.club_or_404(club_id)
    return send_table(tables.GAME_COLUMNS, tables.games_table(club), f"{club.name}, games.csv")


@bp.get("/clubs/<int:club_id>/games.bgsplay")
def games_bgstats(club_id: int) -> Response:
    """Send the club's finished games for board game logs."""
    club = access.club_or_404(club_id)
    return send_download(bgstats_file(club, Play.club_id == club.id), f"{club.name}.bgsplay", JSON)


@bp.get("/nights/<int:night_id>/night.json")
def night_json(night_id: int) -> Response:
    """Send a night as a file that another phone can import."""
    night = access.night_or_404(night_id, needs=Role.MEMBER)
    return send_stream(club_parts(*export_night(night)), f"{night_file_name(night)}.json", JSON)


@bp.get("/nights/<int:night_id>/coins.csv")
def coins_csv(night_id: int) -> Response:
    """Send the coins of a night as a table."""
    night = access.night_or_404(night_id, needs=Role.MEMBER)
    return send_table(*tables.coins_table(night), f"{night_file_name(night)}, coins.csv")


@bp.get("/plays/<int:play_id>/scoresheet.json")
def scoresheet_json(play_id: int) -> Response:
    """Send a game as a scoresheet that the command line scores and another phone can import."""
    play = access.play_or_404(play_id, needs=Role.MEMBER)
    return send_download(scoresheet_bytes(load_scoresheet(play.id)), f"{game_file_name(play)}.json", JSON)


@bp.get("/plays/<int:play_id>/hands.csv")
def hands_csv(play_id: int) -> Response:
    """Send the hands of a game as a table."""
    sheet = load_sheet(play_id, needs=Role.MEMBER)
    return send_table(*tables.hands_table(sheet.result), f"{game_file_name(sheet.play)}, hands.csv")


@bp.get("/plays/<int:play_id>/game.bgsplay")
def game_bgstats(play_id: int) -> Response:
    """Send a finished game for board game logs."""
    play = access.play_or_404(play_id, needs=Role.MEMBER)
    club = db.session.get_one(Night, play.night_id).club
    return send_download(bgstats_file(club, Play.id == play.id), f"{game_file_name(play)}.bgsplay", JSON)


def render_overview(
    club: Club | None, wrong: tuple[Say, ...] = (), name: str = "", imported: tuple[int, int] = (0, 0)
) -> str:
    """Return the page for exporting and importing, of a club or of a phone without one.

    It shows what is ``wrong`` with a file of that name, or how many games and nights were ``imported``.
    """
    last = backups.last_club_backup(club) if club else None
    games_since, coins_since = backups.changes_since(last) if last else (0, 0)
    last_full, failed_full = backups.full_backups(db.session.connection())
    return render_template(
        "files/export.html",
        club=club,
        imports=last_imports(club.id) if club else (),
        say_changed=say_changed,
        last=last,
        games_since=games_since,
        coins_since=coins_since,
        last_full=last_full,
        failed_full=failed_full,
        wrong=wrong,
        imported=imported,
        name=name,
        unfinished=request.args.get("unfinished"),
        max_size=MAX_FILE_SIZE,
    )


def say_changed(nights: Sequence[Night]) -> Say:
    """Return that an import can't be undone any more, as something of these nights was changed since."""
    days = [evening(night.started_at, night.time_zone) for night in nights[:MOST_DAYS]]
    if more := len(nights) - len(days):
        days.append(str(Say("{number} more night", "{number} more nights", more, number=more)))
    one = "It can’t be undone as a whole any more: {days} was changed since. Delete what’s wrong there."
    several = "It can’t be undone as a whole any more: {days} were changed since. Delete what’s wrong there."
    return Say(one, several, len(nights), days=And(*days))


def send_stream(parts: Iterable[bytes], name: str, mimetype: str) -> Response:
    """Return a file that is written as it is sent, for the browser to save under this name.

    The browser knows that a file is incomplete if it breaks off.
    """
    answer = send_download(b"", name, mimetype)
    answer.direct_passthrough = False
    answer.response = stream_with_context(in_time(parts))
    del answer.headers["Content-Length"]
    return answer


def in_time(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the parts of a file. Raises TimeoutError once they are taken too slowly.

    The database keeps what the file is made from, as it was at first, until the end.
    """
    until = monotonic() + PATIENCE
    for part in parts:
        if monotonic() > until:
            raise TimeoutError("A download was too slow, so it was broken off.")
        until += len(part) / SLOWEST
        yield part


def send_table(header: Iterable[str], rows: Iterable[tables.CsvRow], name: str) -> Response:
    """Return a table for the browser to save, with the separator that its address asks for."""
    return send_download(tables.csv_bytes(header, rows, wanted_separator()), name, CSV)


def wanted_separator() -> str:
    """Return what the address wants between the cells of a table."""
    return tables.SEMICOLON if request.args.get("separator") == "semicolon" else tables.COMMA


def send_download(data: bytes, name: str, mimetype: str) -> Response:
    """Return a file for the browser to save under this name, cached by nobody on the way."""
    safe = "".join(letter if letter.isprintable() and letter not in '\\/:*?"<>|' else " " for letter in name)
    answer = send_file(
        BytesIO(data), mimetype=mimetype, as_attachment=True, download_name=safe, max_age=0, conditional=False
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def night_file_name(night: Night) -> str:
    """Return the name of a night's file, without its ending."""
    return f"Night {evening_of(night.started_at, night.time_zone):%Y-%m-%d}"


def game_file_name(play: Play) -> str:
    """Return the name of a game's file, without its ending."""
    day = evening_of(play.night.started_at, play.night.time_zone)
    return f"{title_of(play.game, play.options)} {day:%Y-%m-%d}"
