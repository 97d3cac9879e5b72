"""Dates and times in words: for browsers and readers too, with their offset."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play
from scorekeeper.web import filters
from scorekeeper.web.filters import days_ago, linked
from tests.web.phone import Phone
from tests.web.purse import record
from tests.web.table import start, whole

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "words"),
    {
        0: "today",
        1: "yesterday",
        3: "3 days ago",
        59: "59 days ago",
        60: "on 23 September 2026",
        400: "on 18 October 2025",
        # The clock was set back since.
        -1: "today",
    }.items(),
)
def test_a_visit_is_told_in_days(app: Flask, monkeypatch: pytest.MonkeyPatch, days: int, words: str) -> None:
    monkeypatch.setattr(filters, "now", lambda: NOW)
    with app.app_context():
        assert days_ago(NOW - timedelta(days=days)) == words


@pytest.mark.parametrize(
    ("words", "html"),
    {
        "https://x.me/b?a=1&c": '<a href="https://x.me/b?a=1&amp;c" rel="noreferrer">https://x.me/b?a=1&amp;c</a>',
        "upi://pay?pa=b@ok": '<a href="upi://pay?pa=b@ok" rel="noreferrer">upi://pay?pa=b@ok</a>',
        "Or (HTTP://b.at).": 'Or (<a href="HTTP://b.at" rel="noreferrer">HTTP://b.at</a>).',
        "javascript:alert(1)": "javascript:alert(1)",
        "data:text/html,<b>": "data:text/html,&lt;b&gt;",
        'https://b.at/"onclick="x': '<a href="https://b.at/" rel="noreferrer">https://b.at/</a>&#34;onclick=&#34;x',
        "AT61 1904": "AT61 1904",
        "": "",
    }.items(),
)
def test_only_web_pages_and_upi_payments_are_linked(words: str, html: str) -> None:
    assert linked(words) == html


MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
TELLS_TIME = re.compile(rf"\b\d\d:\d\d\b|\b\d\d? (?:{MONTHS})\b|\b\w+day night\b")
ELEMENT = re.compile(r'<time datetime="([^"]*)">(.*?)</time>')
NOT_SHOWN = re.compile(r"<title>.*?</title>|<svg.*?</svg>|<textarea.*?</textarea>|<[^>]*>", re.DOTALL)

PAGES = (
    *("/", "/nights/1", "/nights/1/invite", "/nights/1/bank", "/nights/1/bank/settle"),
    *("/nights/1/bank/players/1", "/nights/1/recap", "/nights/1/games", "/import", "/clubs/1/exchange"),
    *("/plays/1", "/plays/1/history", "/plays/1/hands/1", "/plays/1/recap"),
    *("/clubs/1/phones", "/clubs/1/nights", "/clubs/1/archive", "/clubs/1/bin", "/clubs/1/statistics"),
    *("/clubs/1/statistics/records", "/clubs/1/statistics/players/1", "/clubs/1/statistics/games/coralon"),
)


@pytest.fixture
def evening(app: Flask, owner: Phone) -> Phone:
    """Return the phone of a host after a night in Los Angeles on which all sorts of things happened."""
    with app.app_context():
        db.session.query(Night).update({"time_zone": "America/Los_Angeles"})
        db.session.commit()
    start(owner, target=5, wager=1)
    whole(owner, "Cal", 5, (3, 3, 5, 2))
    record(owner, "loan", "Ann", "Bea", 5)
    start(owner)
    owner.tap("Delete game")
    return owner


def test_every_time_on_a_page_says_its_moment(evening: Phone) -> None:
    for path in PAGES:
        answer = evening.client.get(path)
        assert answer.status_code == 200, path
        for moment, _ in ELEMENT.findall(answer.text):
            assert datetime.fromisoformat(moment).utcoffset() is not None, path
        words = NOT_SHOWN.sub(" ", ELEMENT.sub("", answer.text))
        assert not TELLS_TIME.findall(words), path


@pytest.fixture
def monday(app: Flask, evening: Phone, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """Return the phone after such a night long ago, which was a Monday there and a Tuesday at the server."""
    at = datetime(2024, 11, 26, 1, 14, tzinfo=UTC)
    monkeypatch.setitem(app.config, "TIME_ZONE", "UTC")
    with app.app_context():
        db.session.query(Night).update({"started_at": at})
        db.session.query(Play).update({"started_at": at})
        db.session.query(Play).filter(Play.ended_at.is_not(None)).update({"ended_at": at})
        db.session.commit()
    return evening


def test_a_page_tells_the_day_where_it_was_played(monday: Phone) -> None:
    for path in (
        *("/", "/nights/1", "/nights/1/recap", "/plays/1", "/plays/1/recap", "/plays/1/recap.svg"),
        *("/clubs/1/nights", "/clubs/1/archive", "/clubs/1/archive?since=2024-11-25&until=2024-11-25"),
        *("/clubs/1/bin", "/clubs/1/statistics/records"),
    ):
        text = monday.client.get(path).text
        assert "25 November 2024" in text, path
        assert "26 November 2024" not in text, path


@pytest.mark.parametrize(
    ("path", "moment"),
    [("/clubs/1/games.csv", "2024-11-25 17:14"), ("/plays/1/game.bgsplay", "2024-11-25 17:14:00")],
)
def test_a_file_tells_the_time_where_it_was_played(monday: Phone, path: str, moment: str) -> None:
    assert moment in monday.client.get(path).text


def test_what_is_played_until_the_morning_has_the_date_of_the_evening(app: Flask) -> None:
    before, after = (datetime(2026, 11, 26, hour, minute, tzinfo=UTC) for hour, minute in ((3, 59), (4, 0)))
    with app.app_context():
        assert filters.evening(before, "Europe/Vienna") == "25 November 2026"
        assert filters.evening(after, "Europe/Vienna") == "26 November 2026"
        assert (
            filters.night_date(Night(started_at=before, time_zone="Europe/Vienna")) == "Wednesday 25 November"
        )
