"""A club's games as a feed and as a table, and its nights as a calendar.

Feed readers, calendars and spreadsheets can't send a token, so it is part of the address.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from uuid import UUID
from xml.etree import ElementTree

from flask import Blueprint, Response

from scorekeeper import __version__
from scorekeeper.files.bgstats import club_uuid
from scorekeeper.files.published import games_of_nights
from scorekeeper.files.schema import moment_text
from scorekeeper.files.tables import GAME_COLUMNS, csv_bytes, games_table
from scorekeeper.rules.catalogue import title_of
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
from scorekeeper.store.models import Club, Play
from scorekeeper.web.api.answers import fed_club, with_etag
from scorekeeper.web.files.exporting import wanted_separator
from scorekeeper.web.history.archive import in_coins

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
    found = find_games(club.id, GameFilter(finished=True))
    plays = [one.play for one in found.rows]
    changed = changes_of(plays)
    newest = max(changed.values(), default=club.made_at)
    feed = ElementTree.Element(f"{{{ATOM}}}feed")
    add_element(feed, "id", club_uuid(club).urn)
    add_element(feed, "title", club.name)
    add_element(feed, "updated", moment_text(newest))
    add_element(add_element(feed, "author"), "name", club.name)
    add_element(feed, "generator", "Scorekeeper").set("version", __version__)
    for play in plays:
        entry = add_element(feed, "entry")
        add_element(entry, "id", UUID(play.uid).urn)
        title = tell_winners(
            play, "{names} won {game}", "Nobody won {game}", game=title_of(play.game, play.options)
        )
        add_element(entry, "title", title)
        add_element(entry, "published", moment_text(play.ended_at or play.started_at))
        add_element(entry, "updated", moment_text(changed[play.id]))
        add_element(entry, "content", say_result(play)).set("type", "text")
    body = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return with_etag(body, "application/atom+xml")


def add_element(parent: ElementTree.Element, name: str, text: str = "") -> ElementTree.Element:
    """Add an element to another one and return it, without characters that XML can't have."""
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}")
    element.text = "".join(sign for sign in text if sign >= " " or sign in "\t\n") or None
    return element


def changes_of(plays: Sequence[Play]) -> dict[int, datetime]:
    """Return when each game ended, or was changed after that, by its id."""
    changed = last_changes([play.id for play in plays])
    return {
        play.id: max(play.ended_at or play.started_at, changed.get(play.id, play.started_at))
        for play in plays
    }


def tell_winners(play: Play, won: str, nobody: str, **arguments: Argument) -> str:
    """Return one of two messages about a finished game: that ``{names}`` won it, or that nobody did."""
    winners = And(*(chair.name for chair in play.seats if chair.won))
    return str(Say(won, names=winners, **arguments) if winners else Say(nobody, **arguments))


def say_result(play: Play) -> str:
    """Return the result of a finished game in a sentence: "Ann won with 40; Bea 31, Cal 12."."""
    standing = play.final.standing([chair.name for chair in play.seats]) if play.final else []
    winners = {chair.name for chair in play.seats if chair.won}
    best: Argument = next((total for names, total in standing if winners & {*names}), 0)
    if isinstance(best, int) and in_coins(play):
        best = Amount(best, COIN)
    others = [(names, total) for names, total in standing if not winners & {*names}]
    if not others:
        said = tell_winners(play, "{names} won with {total}.", "Nobody won.", total=best)
    else:
        rest = Row(*(Say("{names} {total}", names=And(*names), total=total) for names, total in others))
        won, nobody = "{names} won with {total}; {rest}.", "Nobody won; {rest}."
        said = tell_winners(play, won, nobody, total=best, rest=rest)
    return f"{said} {play.note}".rstrip()


@bp.get("/games.csv")
def games_csv(secret: str) -> Response:
    """Send all games as a table for spreadsheets, with the separator that the address asks for."""
    table = games_table(fed_club(secret))
    return with_etag(csv_bytes(GAME_COLUMNS, table, wanted_separator()), "text/csv")


@bp.get("/nights.ics")
def nights_calendar(secret: str) -> Response:
    """Send the newest nights as a calendar (RFC 5545)."""
    club = fed_club(secret)
    nights = list(islice(all_nights(club), MOST_NIGHTS))
    games = games_of_nights(one.night.id for one in nights)
    played = [play for plays in games.values() for play in plays]
    changed, ended = changes_of(played), ends_of(played)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//Scorekeeper//{__version__}//EN"]
    lines += [f"X-WR-CALNAME:{escaped(club.name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for one in nights:
        begun, plays = one.night.started_at, games[one.night.id]
        changed_at = max([begun, *(changed[play.id] for play in plays)])
        lines += event(club, one, plays, changed_at, max([begun, *(ended[play.id] for play in plays)]))
    body = "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])
    return with_etag(body.encode(), "text/calendar")


def all_nights(club: Club) -> Iterator[ArchivedNight]:
    """Yield the nights of a club, newest first."""
    page = find_nights(club.id)
    yield from page.rows
    while page.older:
        page = find_nights(club.id, PageRequest(page.older))
        yield from page.rows


def ends_of(plays: Sequence[Play]) -> dict[int, datetime]:
    """Return when the last hand of each game was over, by its id.

    Games are often ended, and hands corrected, the next morning. Of an imported game that may be no more
    known than when it ended.
    """
    entered = last_hands([play.id for play in plays])
    return {
        play.id: at
        if (at := entered.get(play.id)) and at > play.started_at
        else play.ended_at or play.started_at
        for play in plays
    }


def event(
    club: Club, archived: ArchivedNight, plays: Sequence[Play], changed_at: datetime, ended_at: datetime
) -> list[str]:
    """Return the lines of a night in a calendar: from its start to the end of its last hand, that day."""
    night, summary = archived.night, Say(club.name)
    if archived.names:
        summary = Say("{club}: {names}", club=club.name, names=And(*archived.names))
    titles = {play.id: title_of(play.game, play.options) for play in plays}
    won = [
        tell_winners(play, "{game}: {names} won", "{game}: Nobody won", game=titles[play.id])
        for play in plays
        if play.ended_at
    ]
    running = [str(Say("{game}: still running", game=titles[play.id])) for play in plays if not play.ended_at]
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
