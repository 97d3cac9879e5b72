"""Every date and time on a page is one for browsers and readers too, with its offset."""

import re
from datetime import datetime

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from tests.web.phone import Phone
from tests.web.purse import record
from tests.web.table import start, whole

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
TELLS_TIME = re.compile(rf"\b\d\d:\d\d\b|\b\d\d? (?:{MONTHS})\b|\b\w+day night\b")
ELEMENT = re.compile(r'<time datetime="([^"]*)">(.*?)</time>')
NOT_SHOWN = re.compile(r"<title>.*?</title>|<svg.*?</svg>|<textarea.*?</textarea>|<[^>]*>", re.DOTALL)

PAGES = (
    "/",
    "/nights/1",
    "/nights/1/invite",
    "/nights/1/bank",
    "/nights/1/bank/settle",
    "/nights/1/bank/players/1",
    "/nights/1/recap",
    "/nights/1/games",
    "/plays/1",
    "/plays/1/history",
    "/plays/1/hands/1",
    "/plays/1/recap",
    "/clubs/1/phones",
    "/clubs/1/nights",
    "/clubs/1/archive",
    "/clubs/1/bin",
    "/clubs/1/statistics",
    "/clubs/1/statistics/records",
    "/clubs/1/statistics/players/1",
    "/clubs/1/statistics/games/coralon",
    "/import",
    "/clubs/1/exchange",
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


@pytest.mark.parametrize("path", PAGES)
def test_every_time_on_a_page_says_its_moment(evening: Phone, path: str) -> None:
    answer = evening.client.get(path)
    assert answer.status_code == 200
    for moment, _ in ELEMENT.findall(answer.text):
        assert datetime.fromisoformat(moment).utcoffset() is not None
    words = NOT_SHOWN.sub(" ", ELEMENT.sub("", answer.text))
    assert not TELLS_TIME.findall(words)
