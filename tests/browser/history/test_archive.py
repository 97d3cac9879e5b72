"""The pages of the archive are accessible and can be printed."""

import re
from datetime import timedelta

from flask import Flask
from playwright.sync_api import Page

from scorekeeper.store.database import db, now
from scorekeeper.store.models import HandRow, Night, Play
from scorekeeper.store.plays.stored_hands import as_text
from tests.browser.accessibility import check_page
from tests.browser.layout import overhang
from tests.browser.table import CAST, LONG_NAMES, Table, deal

PAGES = (
    "/",
    "/nights/1",
    "/clubs/1/archive",
    "/clubs/1/archive?player=2&since=2000-01-01&words=cat",
    "/clubs/1/players",
    "/players/2",
    "/nights/1/recap",
    "/plays/1/recap",
    "/nights/2",
    "/clubs/1/bin",
    "/clubs/1/earlier-rules",
)


def last_year(app: Flask, table: Table, *names: str) -> None:
    """Create a night of a year ago with a game of three hands, and a deleted one."""
    rest = [55 // len(names) - 8] + [0] * (len(names) - 3)
    table.seated("coralon", *names, played=[deal(names[hand], 5, 5, 3, *rest) for hand in (1, 2, 1)])
    table.send("/nights")
    with app.app_context():
        night, play = db.session.get_one(Night, 1), db.session.get_one(Play, 1)
        night.started_at = play.started_at = now() - timedelta(days=365)
        night.note = "The cat stole a card."
        db.session.get_one(Night, 2).deleted_at = now()
        db.session.commit()


def test_every_page_is_accessible_and_fits_a_narrow_phone_and_a_thumb(app: Flask, phone: Page) -> None:
    last_year(app, Table(phone), *LONG_NAMES)
    with app.app_context():
        play = db.session.get_one(Play, 1)
        play.ended_at, play.edition = play.started_at, "earlier"
        for chair in play.seats:
            chair.total, chair.won, chair.payout = 10 * chair.place, chair.place == 2, 0
        db.session.commit()
    phone.set_viewport_size({"width": 320, "height": 568})
    for path in PAGES:
        phone.goto(path)
        check_page(phone)


def test_the_longest_name_does_not_widen_the_pages_of_a_player(phone: Page) -> None:
    Table(phone).gathered("W" * 40, "Bo")
    phone.set_viewport_size({"width": 320, "height": 568})
    for path in ("/players/1", "/clubs/1/statistics/players/1", "/nights/1/bank/players/1"):
        phone.goto(path)
        assert (path, overhang(phone)) == (path, 0)


def test_forty_hands_of_ten_players_fit_on_one_printed_page(app: Flask, phone: Page) -> None:
    names = ("Anna", "Bernhard", "Cal", "Dorothea", "Eve", "Friedrich", "Gus", "Henrietta", "Ida", "Johannes")
    Table(phone).seated("tally", *names)
    with app.app_context():
        for number in range(1, 41):
            entry = as_text({"points": {str(seat): number - seat for seat in range(len(names))}})
            db.session.add(HandRow(play_id=1, number=number, entry=entry, complete=True))
        db.session.commit()
    phone.goto("/plays/1/recap")
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type /Page\b", phone.pdf(format=paper))) == 1
    phone.emulate_media(media="print")
    assert round(phone.locator(".every, .rules, .when").evaluate_all(SMALLEST), 2) >= 7


SMALLEST = """parts => Math.min(...parts.flatMap((part) => [part, ...part.querySelectorAll("*")])
  .filter((one) => one.checkVisibility())
  .map((one) => parseFloat(getComputedStyle(one).fontSize) * 72 / 96))"""
"""Returns the smallest font size, in points."""


COLORS = """line => [line, document.querySelector(".standings .m2")].map((mark) => {
  const { stroke, color } = getComputedStyle(mark);
  return mark === line ? stroke : color;
})"""


def test_chart_lines_have_the_colors_of_their_players(app: Flask, phone: Page) -> None:
    last_year(app, Table(phone), *CAST)
    phone.goto("/plays/1/recap")
    colors = set()
    for scheme in ("light", "dark"):
        phone.emulate_media(color_scheme=scheme)
        line, mark = phone.locator(".course polyline.m2").evaluate(COLORS)
        assert line == mark
        colors.add(line)
    assert len(colors) == 2
