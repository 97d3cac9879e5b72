"""The feed of games, the calendar of nights and the table, whose addresses hold the token."""

import json
from datetime import UTC, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from icalendar import Calendar
from sqlalchemy import update

from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play, Revision
from scorekeeper.web.api.feeds import escaped, folded
from tests.web.api.conftest import READERS
from tests.web.phone import Phone
from tests.web.table import points, start

ATOM = "{http://www.w3.org/2005/Atom}"
NOTE = "Café, rain; “fun” \\ <b>\nuntil late"


@pytest.fixture
def program(app: Flask) -> FlaskClient:
    return app.test_client(use_cookies=False)


@pytest.fixture
def noted(app: Flask, token: str) -> str:
    """Return the token, after a note with every kind of sign was written on the night and its games."""
    with app.app_context():
        for kind in (Night, Play):
            db.session.execute(update(kind).values(note=NOTE))
        db.session.commit()
    return token


def test_the_feed_has_finished_games_with_their_results(program: FlaskClient, noted: str) -> None:
    feed = ElementTree.fromstring(program.get(f"/feeds/{noted}/games.atom").data)
    (entry,) = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}{name}") for name in ("title", "content")] == [
        "Bea won Coralon",
        f"Bea won with 5; Ann 0, Cal 0, Dee 0. {NOTE}",
    ]
    assert (entry.findtext(f"{ATOM}id") or "").startswith("urn:uuid:")
    assert feed.findtext(f"{ATOM}updated") == entry.findtext(f"{ATOM}updated")


def test_the_calendar_has_nights_with_who_won_what(app: Flask, program: FlaskClient, noted: str) -> None:
    answer = program.get(f"/feeds/{noted}/nights.ics")
    assert all(len(line) <= 75 for line in answer.data.split(b"\r\n"))
    assert b"\n" not in answer.data.replace(b"\r\n", b"")
    (event,) = Calendar.from_ical(answer.data).events
    assert event["SUMMARY"] == "Ann’s table: Ann, Bea, Cal and Dee"
    assert event["DESCRIPTION"] == f"Coralon: Bea won\nCoralon: still running\n{NOTE}"
    with app.app_context():
        night = db.session.get_one(Night, 1)
        assert event.start == night.started_at.astimezone(UTC).replace(microsecond=0)
    assert timedelta(hours=1) <= event.end - event.start <= timedelta(days=1)


def test_a_game_that_was_set_aside_is_marked(app: Flask, program: FlaskClient, noted: str) -> None:
    with app.app_context():
        db.session.execute(update(Play).values(set_aside=True))
        db.session.commit()
    feed = ElementTree.fromstring(program.get(f"/feeds/{noted}/games.atom").data)
    assert feed.findtext(f"{ATOM}entry/{ATOM}title") == "Bea won Coralon (doesn’t count)"
    (event,) = Calendar.from_ical(program.get(f"/feeds/{noted}/nights.ics").data).events
    assert str(event["DESCRIPTION"]).startswith("Coralon: Bea won (doesn’t count)\nCoralon: still running")


def test_a_night_ends_with_its_last_hand(owner: Phone, app: Flask, program: FlaskClient, token: str) -> None:
    hand: dict[str, Any] = {"bidder": "Cal", "tricks-1": 3, "tricks-2": 5}
    owner.open("/plays/1/hands/1").tap("Save hand 1", **hand)
    with app.app_context():
        begun = db.session.get_one(Night, 1).started_at
        next_day = begun + timedelta(hours=14)
        entered, corrected = db.session.query(Revision).filter_by(play_id=1).order_by(Revision.id)
        entered.at, corrected.at = begun + timedelta(hours=2), next_day
        db.session.get_one(Play, 1).ended_at = next_day
        db.session.commit()
    (event,) = Calendar.from_ical(program.get(f"/feeds/{token}/nights.ics").data).events
    assert event.duration == timedelta(hours=2)
    assert next_day.replace(microsecond=0) == event.LAST_MODIFIED


def test_an_imported_night_ends_with_its_last_game(app: Flask, program: FlaskClient, token: str) -> None:
    with app.app_context():
        begun = db.session.get_one(Night, 1).started_at
        for play in db.session.query(Play):
            play.started_at, play.ended_at = begun, begun + timedelta(hours=3)
        db.session.execute(update(Revision).values(at=begun))
        db.session.commit()
    (event,) = Calendar.from_ical(program.get(f"/feeds/{token}/nights.ics").data).events
    assert event.duration == timedelta(hours=3)


def test_a_night_without_players_and_a_game_that_nobody_won_are_told(
    owner: Phone, program: FlaskClient, token: str
) -> None:
    points(start(owner, "Tally"), 1, 1, 1, 1).tap("End game")
    start(owner).tap("End game")
    owner.open("/").tap("Start a game night")
    feed = ElementTree.fromstring(program.get(f"/feeds/{token}/games.atom").data)
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]
    assert titles == ["Nobody won Your own game", "Bea won Coralon"]
    newest, earlier = Calendar.from_ical(program.get(f"/feeds/{token}/nights.ics").data).events
    assert newest["SUMMARY"] == "Ann’s table"
    told = "Coralon: Bea won\nYour own game: Nobody won\nCoralon: still running"
    assert sorted(str(earlier["DESCRIPTION"]).split("\n")) == sorted(told.split("\n"))


def test_lines_are_folded_between_signs() -> None:
    line = f"SUMMARY:{escaped('Zoë, 東京; ' * 20)}"
    pieces = folded(line).split("\r\n")
    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert "".join([pieces[0], *(piece.removeprefix(" ") for piece in pieces[1:])]) == line


def test_no_address_opens_anything_after_the_token_is_renewed(
    owner: Phone, program: FlaskClient, token: str
) -> None:
    addresses = [f"/feeds/{token}/{name}" for name in ("games.atom", "nights.ics", "games.csv")]
    for address in addresses:
        first = program.get(address)
        assert (first.status_code, token in first.text) == (200, False)
        assert program.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    owner.open(READERS).tap("Renew token")
    assert {program.get(address).status_code for address in addresses} == {404}


def test_entries_and_events_link_to_the_recap(owner: Phone, program: FlaskClient, token: str) -> None:
    feed = ElementTree.fromstring(program.get(f"/feeds/{token}/games.atom").data)
    link = feed.find(f"{ATOM}entry/{ATOM}link")
    assert link is not None
    assert link.attrib["href"] == "http://localhost/plays/1/recap"
    (event,) = Calendar.from_ical(program.get(f"/feeds/{token}/nights.ics").data).events
    assert event["URL"] == "http://localhost/nights/1/recap"


@pytest.mark.parametrize(
    "question", ["game=coralon", "separator=tab", "separator=", "x=1&separator=semicolon"]
)
def test_the_table_refuses_what_it_does_not_know(program: FlaskClient, token: str, question: str) -> None:
    refused = program.get(f"/feeds/{token}/games.csv?{question}")
    assert (refused.status_code, refused.mimetype) == (400, "application/problem+json")
    assert "separator=semicolon" in json.loads(refused.text)["detail"]
    assert ";" in program.get(f"/feeds/{token}/games.csv?separator=semicolon").text
