"""The words that templates use: filters, nouns to count, the lengths of text fields, and the version.

Names that are written from right to left are isolated once a page is drawn (``isolation.py``).
"""

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from flask import Flask, Response, g
from markupsafe import Markup, escape

from scorekeeper import __version__
from scorekeeper.domain import StorageError
from scorekeeper.rules.catalogue import CATALOGUE, name_of, title_of
from scorekeeper.rules.saying import Amount, And, Argument, Numbered, Say
from scorekeeper.rules.words import (
    BUMP,
    COIN,
    GAME,
    HAND,
    NIGHT,
    PAYMENT,
    PHONE,
    PLAYER,
    TIME,
    capital,
    figure,
    short_names,
    signed,
    spelled,
    text_width,
)
from scorekeeper.store.clubs.access import names_seen_by
from scorekeeper.store.database import now
from scorekeeper.store.time_zones import evening_of, local
from scorekeeper.web.clubs.access import token_hash
from scorekeeper.web.isolation import FIRST_BYTES, FROM_THE_RIGHT, isolated
from scorekeeper.web.wording.in_html import say

NOUNS = (BUMP, COIN, GAME, HAND, NIGHT, PAYMENT, PHONE, PLAYER, TIME)
"""The nouns that templates count, by names such as COIN."""

LINK = re.compile(r"(?<!\w)(?:https?|upi)://[^\s<>\"]*[^\s<>\".,;:!?)’”]", re.IGNORECASE)
"""A link in a text: to a web page, or to a payment by UPI, for which the phone's app asks before it pays."""

RECENT = 6
"""The number of days for which a night goes by its weekday alone."""

DATED = 60
"""The number of days from which a visit is told by its date."""

THIS_YEAR = 300
"""The number of days for which a night goes without its year."""


def init_app(app: Flask) -> None:
    """Add the filters, the nouns and the version to the templates."""
    app.jinja_env.filters.update(
        signed=signed,
        spelled=spelled,
        listed=lambda names: And(*names),
        linked=linked,
        marked=marked,
        short_names=short_names,
        text_width=text_width,
        counted=Amount,
        table_name=table_name,
        night_name=lambda night: time_element(night_name(night), night.started_at, night.time_zone),
        night_date=lambda night: time_element(night_date(night), night.started_at, night.time_zone),
        clock=as_element(clock),
        day=as_element(day),
        evening=as_element(evening),
        iso_day=iso_day,
        short_day=short_day,
        picture_name=picture_name,
        days_ago=as_element(lambda moment, _: days_ago(moment)),
        figure=figure,
        capital=capital,
        game_name=name_of,
        game_title=game_title,
        short_title=short_title,
    )
    app.jinja_env.globals.update({noun.one.upper().replace(" ", "_"): noun for noun in NOUNS})
    app.jinja_env.globals.update(VERSION=__version__, say=say, say_days=say_days, numbered=Numbered)
    app.after_request(isolate_names)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def isolate_names(answer: Response) -> Response:
    """Return a page or picture with the names isolated that are written from right to left."""
    is_drawn = answer.mimetype in ("text/html", "image/svg+xml") and not answer.is_streamed
    # A search for the letters themselves would cost most pages a tenth of their time.
    if not is_drawn or len(answer.get_data()) == len(answer.get_data().translate(None, FIRST_BYTES)):
        return answer
    if FROM_THE_RIGHT.search(html := answer.get_data(as_text=True)):
        with suppress(StorageError):
            answer.set_data(isolated(html, [*g.get("names_of_file", ()), *names_seen_by(token_hash())]))
    return answer


def marked(summary: Say, suit: Markup | None = None) -> Markup:
    """Return a hand in a few words as HTML: with its trump after what was played, and the outcome in bold."""
    parts = {name: escape(str(part)) for name, part in summary.arguments}
    trump = Markup(" {}").format(suit) if suit else Markup()
    if "outcome" not in parts:
        return escape(str(summary)) + trump
    outcome = Markup("<b>{}</b>").format(parts["outcome"])
    return Markup(summary.filled(**parts | {"what": parts["what"] + trump, "outcome": outcome}))


def linked(words: str) -> Markup:
    """Return a text as HTML in which its links can be tapped."""
    html, end = Markup(), 0
    for link in LINK.finditer(words):
        html += words[end : link.start()] + Markup('<a href="{0}" rel="noreferrer">{0}</a>').format(link[0])
        end = link.end()
    return html + words[end:]


def time_element(words: str, moment: datetime, zone: str = "") -> Markup:
    """Return the words for a moment in a zone as HTML that says which moment it is."""
    at = local(moment, zone).isoformat(timespec="seconds")
    return Markup('<time datetime="{}">{}</time>').format(at, words)


def as_element(say: Callable[[datetime, str], str]) -> Callable[..., Markup]:
    """Return the filter that tells of a moment as HTML; titles and pictures take the tag off it again."""
    return lambda moment, zone="": time_element(say(moment, zone), moment, zone)


def night_name(night: Any) -> str:
    """Return a night's name by its date: "Friday night", later "Friday 6 November"."""
    there = evening_of(night.started_at, night.time_zone)
    age = (evening_of(now(), night.time_zone) - there).days
    if age < RECENT:
        return f"{there:%A} night"
    return night_date(night) if age < THIS_YEAR else evening(night.started_at, night.time_zone)


def table_name(table: Any) -> Argument:
    """Return what a table of a night is called: "Table 3", or the name that players gave it."""
    return Say("Table {number}", number=table.name) if table.name.isdecimal() else str(table.name)


def night_date(night: Any) -> str:
    """Return the weekday and date of a night: "Friday 6 November"."""
    there = evening_of(night.started_at, night.time_zone)
    return f"{there:%A} {there.day} {there:%B}"


def game_title(play: Any) -> str:
    """Return what the game of a play is called: its title, if its players gave it one."""
    return title_of(play.game, play.options)


def short_title(play: Any) -> str:
    """Return what the game of a play is called where there is little room: "Cutthroat"."""
    return (play.game in CATALOGUE and CATALOGUE[play.game].short_name) or game_title(play)


def picture_name(play: Any) -> str:
    """Return the name of the file with a picture of a game, without its ending: "vines-2026-11-21"."""
    title = re.sub(r"\W+", "-", game_title(play).casefold()).strip("-")
    return f"{title or play.game}-{iso_day(play.started_at, play.night.time_zone)}"


def clock(moment: datetime, zone: str = "") -> str:
    """Return the time of day in a night's zone, or in the server's: "20:15"."""
    return f"{local(moment, zone):%H:%M}"


def day(moment: datetime, zone: str = "") -> str:
    """Return the date in a night's zone, or in the server's: "21 November 2026"."""
    there = local(moment, zone)
    return f"{there.day} {there:%B %Y}"


def evening(moment: datetime, zone: str = "") -> str:
    """Return the same of the evening to which a night or a game that began then belongs."""
    there = evening_of(moment, zone)
    return f"{there.day} {there:%B %Y}"


def short_day(day: date) -> str:
    """Return a day where there is little room: "21 Nov 2026"."""
    return f"{day.day} {day:%b %Y}"


def year_of(since: date | None, until: date | None) -> int | None:
    """Return the year that these days are the first and the last one of; None if they are others."""
    is_whole = since and until == date(since.year, 12, 31) and since == date(since.year, 1, 1)
    return since.year if since and is_whole else None


def say_days(since: date | None, until: date | None) -> Argument:
    """Return in words which days they are: "2026", "3 Mar 2026 to 9 May 2026", "all time"."""
    if year := year_of(since, until):
        return str(year)
    if since and since == until:
        return short_day(since)
    if since and until:
        return Say("{since} to {until}", since=short_day(since), until=short_day(until))
    if since:
        return Say("since {day}", day=short_day(since))
    return Say("until {day}", day=short_day(until)) if until else Say("all time")


def iso_day(moment: datetime, zone: str = "") -> str:
    """Return the evening of a night or a game as it is written in the names of files: "2026-11-21"."""
    return evening_of(moment, zone).isoformat()


def days_ago(moment: datetime) -> str:
    """Return how long ago a day was: "today", "yesterday", "3 days ago", later "on 21 November 2026"."""
    age = (local(now()).date() - local(moment).date()).days
    if age < DATED:
        return ("today", "yesterday")[max(age, 0)] if age < 2 else f"{age} days ago"
    return f"on {day(moment)}"
