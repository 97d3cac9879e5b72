"""Taking things along: backups of a club, nights, games, and tables for other programs."""

from io import BytesIO

from flask import Blueprint, Response, render_template, request, send_file

from scorekeeper.exchange.bgstats import as_bgstats
from scorekeeper.exchange.csv_format import as_csv, hands_table
from scorekeeper.exchange.files import LARGEST, as_bytes, sheet_as_bytes
from scorekeeper.rules.catalogue import name_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night, Play, now
from scorekeeper.store.plays.snapshot import PlaySnapshot
from scorekeeper.store.transfer import backup_log, csv_rows
from scorekeeper.store.transfer.exporting import club_file, night_file, scoresheet
from scorekeeper.web.clubs import access
from scorekeeper.web.plays.loading import load_sheet

bp = Blueprint("exchange", __name__)

JSON, CSV = "application/json", "text/csv; charset=utf-8"


@bp.get("/clubs/<int:club_id>/exchange")
def club(club_id: int) -> str:
    """When the last backup was made, and everything that can go out and come in."""
    brought = (request.args.get("games", 0, type=int), request.args.get("nights", 0, type=int))
    return page(access.club_or_404(club_id), brought=brought)


@bp.post("/clubs/<int:club_id>/backup")
def backup(club_id: int) -> Response:
    """Everything of the club as a file; that it was made is written down."""
    began = now()
    # The years of a club take a moment to write; nobody shall wait for it to save a hand.
    file = club_file(access.club_or_404(club_id, lock=False))
    data = as_bytes(file)
    db.session.rollback()
    club = access.club_or_404(club_id)
    backup_log.note_backup(club, began, sum(len(night.games) for night in file.nights), len(data))
    name = f"{club.name} {began.astimezone():%Y-%m-%d}.json"
    db.session.commit()
    return download(data, name, JSON)


@bp.get("/clubs/<int:club_id>/games.csv")
def games_csv(club_id: int) -> Response:
    """The club's games as a table."""
    club = access.club_or_404(club_id)
    return download(as_csv(csv_rows.GAMES, csv_rows.games_table(club)), f"{club.name}, games.csv", CSV)


@bp.get("/clubs/<int:club_id>/games.bgsplay")
def games_bgstats(club_id: int) -> Response:
    """The club's finished games for loggers of board games."""
    club = access.club_or_404(club_id)
    data = as_bgstats(club.name, named(club), csv_rows.logged(Play.club_id == club.id, club.id))
    return download(data, f"{club.name}.bgsplay", JSON)


@bp.get("/nights/<int:night_id>/night.json")
def night(night_id: int) -> Response:
    """A night as a file, which another phone can bring in."""
    night = access.night_or_404(night_id)
    return download(as_bytes(night_file(night)), f"{night_of(night)}.json", JSON)


@bp.get("/nights/<int:night_id>/coins.csv")
def coins(night_id: int) -> Response:
    """The coins of a night as a table."""
    night = access.night_or_404(night_id)
    return download(as_csv(*csv_rows.coins_table(night)), f"{night_of(night)}, coins.csv", CSV)


@bp.get("/plays/<int:play_id>/scoresheet.json")
def sheet(play_id: int) -> Response:
    """A game as a scoresheet, which the command line scores and another phone can bring in."""
    play = access.play_or_404(play_id)
    return download(sheet_as_bytes(scoresheet(play.id)), f"{game_of(play)}.json", JSON)


@bp.get("/plays/<int:play_id>/hands.csv")
def hands(play_id: int) -> Response:
    """The hands of a game as a table."""
    sheet = load_sheet(play_id)
    return download(as_csv(*hands_table(sheet.result)), f"{game_of(sheet.play)}, hands.csv", CSV)


@bp.get("/plays/<int:play_id>/game.bgsplay")
def game_bgstats(play_id: int) -> Response:
    """A finished game for loggers of board games."""
    play = access.play_or_404(play_id)
    club = db.session.get_one(Night, play.night_id).club
    data = as_bgstats(club.name, named(club), csv_rows.logged(Play.id == play.id, club.id))
    return download(data, f"{game_of(play)}.bgsplay", JSON)


def page(
    club: Club | None, wrong: tuple[str, ...] = (), name: str = "", brought: tuple[int, int] = (0, 0)
) -> str:
    """The page of a club, or of a phone that has none yet.

    It shows what is wrong with a file of that name, or how many games of how many nights were ``brought`` in.
    """
    return render_template(
        "transfer/export.html",
        club=club,
        last=backup_log.last_backup(club) if club else None,
        everything=backup_log.everything_backed_up(),
        wrong=wrong,
        brought=brought,
        name=name,
        largest=LARGEST,
    )


def download(data: bytes, name: str, kind: str) -> Response:
    """A file that the browser keeps under a name, and nobody on the way."""
    safe = "".join(letter if letter.isprintable() and letter not in '\\/:*?"<>|' else " " for letter in name)
    answer = send_file(
        BytesIO(data), mimetype=kind, as_attachment=True, download_name=safe, max_age=0, conditional=False
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def named(club: Club) -> str:
    """A name for a club that stays the same wherever it is brought."""
    return club.made_at.isoformat()


def night_of(night: Night) -> str:
    """What the file of a night is called."""
    return f"Night {night.started_at.astimezone():%Y-%m-%d}"


def game_of(play: Play | PlaySnapshot) -> str:
    """What the file of a game is called."""
    name = name_of(play.game)
    return f"{name} {play.night.started_at.astimezone():%Y-%m-%d}"
