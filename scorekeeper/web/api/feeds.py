"""A club's games as a feed and as a table, and its nights as a calendar.

Feed readers, calendars and spreadsheets can't send a token, so it is part of the address.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import NamedTuple
from uuid import UUID
from xml.etree import ElementTree

from flask import Blueprint, Response, request, url_for
from werkzeug.exceptions import BadRequest

from scorekeeper import __version__
from scorekeeper.files.bgstats import club_uuid
from scorekeeper.files.documents import GameDocument, NightDocument
from scorekeeper.files.published import listed_game, night_documents
from scorekeeper.files.schema import moment_text
from scorekeeper.files.tables import GAME_COLUMNS, csv_bytes, games_table
from scorekeeper.rules.final_result import FinalResult
from scorekeeper.rules.saying import Amount, And, Argument, Row, Say
from scorekeeper.rules.words import COIN
from scorekeeper.store.history.archive import (
    ArchivedNight,
    GameFilter,
    find_games,
    find_nights,
    last_changes,
    last_hands,
)
from scorekeeper.store.history.paging import PageRequest
from scorekeeper.store.models import Club
from scorekeeper.web.api.answers import about, fed_club
from scorekeeper.web.files.exporting import wanted_separator
from scorekeeper.web.wording.nights import say_aside

bp = Blueprint("feeds", __name__, url_prefix="/feeds/<secret>")

ATOM = "http://www.w3.org/2005/Atom"
MOST_NIGHTS = 200
"""The newest nights, which a calendar has: four years of a club that meets every week."""

A_DAY = timedelta(days=1)
LINE = 75
"""The most bytes in a line of a calendar; longer ones are folded (RFC 5545, section 3.1)."""

ElementTree.register_namespace("", ATOM)


@bp.get("/games.atom")
def games_feed(secret: str) -> Response:
    """Send the newest finished games as an Atom feed (RFC 4287)."""
    club = fed_club(secret)
    return about(club, "application/atom+xml", lambda: write_feed(club))


@bp.get("/nights.ics")
def nights_calendar(secret: str) -> Response:
    """Send the newest nights as a calendar (RFC 5545)."""
    club = fed_club(secret)
    return about(club, "text/calendar", lambda: write_calendar(club))


@bp.get("/games.csv")
def games_csv(secret: str) -> Response:
    """Send all games as a table for spreadsheets, with the separator that the address asks for."""
    club, separator = fed_club(secret), wanted_separator()
    if request.args and request.args.to_dict() not in [
        {"separator": name} for name in ("comma", "semicolon")
    ]:
        raise BadRequest("This table can’t be asked for that, only for “separator=semicolon”.")
    return about(club, "text/csv", lambda: csv_bytes(GAME_COLUMNS, games_table(club), separator))


def write_feed(club: Club) -> bytes:
    """Return the newest finished games of a club as a feed."""
    plays = [one.play for one in find_games(club.id, GameFilter(finished=True)).rows]
    games = [listed_game(play) for play in plays]
    changed = changes_of(club, games)
    newest = max(changed.values(), default=club.made_at)
    feed = ElementTree.Element(f"{{{ATOM}}}feed")
    add_element(feed, "id", club_uuid(club).urn)
    add_element(feed, "title", club.name)
    add_element(feed, "updated", moment_text(newest))
    add_element(add_element(feed, "author"), "name", club.name)
    add_element(feed, "generator", "Scorekeeper").set("version", __version__)
    for play, game in zip(plays, games, strict=True):
        entry = add_element(feed, "entry")
        add_element(entry, "id", UUID(game.uid).urn)
        title = tell_winners(game, OF_A_GAME, game=game.title)
        add_element(entry, "title", str(say_aside(title, game.set_aside)))
        add_element(entry, "link").set("href", url_for("recap.recap", play_id=play.id, _external=True))
        add_element(entry, "published", moment_text(game.ended_at or game.started_at))
        add_element(entry, "updated", moment_text(changed[game.uid]))
        add_element(entry, "content", say_result(game)).set("type", "text")
    return ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)


def add_element(parent: ElementTree.Element, name: str, text: str = "") -> ElementTree.Element:
    """Add an element to another one and return it, without characters that XML can't have."""
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}")
    element.text = "".join(sign for sign in text if sign >= " " or sign in "\t\n") or None
    return element


def changes_of(club: Club, games: Sequence[GameDocument]) -> dict[str, datetime]:
    """Return when each game ended, or was changed after that, by its uid."""
    changed = last_changes(club.id, [game.uid for game in games])
    return {
        game.uid: max(game.ended_at or game.started_at, changed.get(game.uid, game.started_at))
        for game in games
    }


class Told(NamedTuple):
    """The messages about a finished game: that ``{names}`` won, nobody did, or all lost together."""

    won: str
    nobody: str
    all_lost: str


OF_A_GAME = Told("{names} won {game}", "Nobody won {game}", "Everyone lost {game}")
OF_THE_NIGHT = Told("{game}: {names} won", "{game}: Nobody won", "{game}: Everyone lost")
ALONE = Told("{names} won.", "Nobody won.", "Everyone lost.")
WITH_TOTAL = Told("{names} won with {total}.", "Nobody won.", "Everyone lost with {total}.")
BESIDE_OTHERS = Told("{names} won with {total}; {rest}.", "Nobody won; {rest}.", "")


def tell_winners(played: GameDocument, told: Told, **arguments: Argument) -> str:
    """Return what there is to say of who won a finished game."""
    winners = And(*(seat.name for seat in played.results if seat.won))
    if winners:
        return str(Say(told.won, names=winners, **arguments))
    kept = FinalResult.kept(played.results)
    together = kept is not None and len(kept.sides) == 1
    return str(Say(told.all_lost if together else told.nobody, **arguments))


def say_result(game: GameDocument) -> str:
    """Return the result of a finished game in a sentence: "Ann won with 40; Bea 31, Cal 12."."""
    kept = FinalResult.kept(game.results)
    standing = kept.standing([seat.name for seat in game.results]) if kept else []
    winners = {seat.name for seat in game.results if seat.won}
    totals = [total for names, total in standing if winners & {*names} or len(standing) == 1]
    others = [(names, total) for names, total in standing if not winners & {*names}]
    best: Argument = Amount(totals[0], COIN) if totals and game.unit == "coins" else next(iter(totals), 0)
    # A round that somebody won is no total.
    if not any(total for _, total in standing) or (game.unit == "rounds" and totals == [1]):
        said = tell_winners(game, ALONE)
    elif not others or len(standing) == 1:
        said = tell_winners(game, WITH_TOTAL, total=best)
    else:
        rest = Row(*(Say("{names} {total}", names=And(*names), total=total) for names, total in others))
        said = tell_winners(game, BESIDE_OTHERS, total=best, rest=rest)
    return f"{said} {game.note}".rstrip()


def write_calendar(club: Club) -> bytes:
    """Return the newest nights of a club as a calendar."""
    found = [*islice(all_nights(club), MOST_NIGHTS)]
    nights = night_documents(found)
    played = [game for night in nights for game in night.games]
    changed, ended = changes_of(club, played), ends_of(club, played)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//Scorekeeper//{__version__}//EN"]
    lines += [f"X-WR-CALNAME:{escaped(club.name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for one, night in zip(found, nights, strict=True):
        changed_at, ended_at = (
            max([night.started_at, *(moments[game.uid] for game in night.games)])
            for moments in (changed, ended)
        )
        recap = url_for("night_recap.night_recap", night_id=one.night.id, _external=True)
        lines += event(club, night, changed_at, ended_at, recap)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def all_nights(club: Club) -> Iterator[ArchivedNight]:
    """Yield the nights of a club, newest first."""
    page = find_nights(club.id)
    yield from page.rows
    while page.older:
        page = find_nights(club.id, PageRequest(page.older))
        yield from page.rows


def ends_of(club: Club, games: Sequence[GameDocument]) -> dict[str, datetime]:
    """Return when the last hand of each game was over, by its uid.

    Games are often ended, and hands corrected, the next morning. Of an imported game that may be no more
    known than when it ended.
    """
    entered = last_hands(club.id, [game.uid for game in games])
    return {
        game.uid: at
        if (at := entered.get(game.uid)) and at > game.started_at
        else game.ended_at or game.started_at
        for game in games
    }


def event(
    club: Club, night: NightDocument, changed_at: datetime, ended_at: datetime, recap: str
) -> list[str]:
    """Return the lines of a night in a calendar: from its start to the end of its last hand, that day.

    ``recap`` is the address of the page of what it came to.
    """
    summary = Say(club.name)
    if night.players:
        summary = Say("{club}: {names}", club=club.name, names=And(*night.players))
    won = [
        str(say_aside(tell_winners(game, OF_THE_NIGHT, game=game.title), game.set_aside))
        for game in night.games
        if game.ended_at
    ]
    running = [
        str(Say("{game}: still running", game=game.title)) for game in night.games if not game.ended_at
    ]
    told = [*won, *running, *([night.note] if night.note else [])]
    until = min(ended_at, night.started_at + A_DAY)
    return [
        "BEGIN:VEVENT",
        f"UID:{UUID(night.uid).urn}",
        f"DTSTAMP:{calendar_time(changed_at)}",
        f"LAST-MODIFIED:{calendar_time(changed_at)}",
        f"DTSTART:{calendar_time(night.started_at)}",
        f"DTEND:{calendar_time(max(until, night.started_at + timedelta(hours=1)))}",
        f"SUMMARY:{escaped(str(summary))}",
        f"DESCRIPTION:{escaped(chr(10).join(told))}",
        f"URL:{recap}",
        "END:VEVENT",
    ]


def calendar_time(moment: datetime) -> str:
    """Return a moment as calendars have it, in UTC."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """Return a text as the value of a property (RFC 5545, section 3.3.11), without control characters."""
    for sign, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(sign, written)
    return "".join(sign for sign in text if sign >= " ")


def folded(line: str) -> str:
    """Return a line of a calendar in pieces that are short enough, each but the first after a blank."""
    pieces, room = [""], LINE
    for sign in line:
        room -= len(sign.encode())
        if room < 0:
            pieces.append("")
            # The blank takes a byte.
            room = LINE - 1 - len(sign.encode())
        pieces[-1] += sign
    return "\r\n ".join(pieces)
