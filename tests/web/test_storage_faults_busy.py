"""While another process holds the database, a page says so, and what was entered counts once."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Protocol, TypeAlias

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.datastructures import MultiDict

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play, Player, Revision, Transfer
from scorekeeper.store.models import Phone as Visitor
from tests.databases import Database
from tests.web.phone import Fields, Phone
from tests.web.purse import BANK
from tests.web.table import bid, took

Form: TypeAlias = tuple[str, Fields]

SHEET = b'{"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "hands": [{"points": {"Ann": 3}}]}'


class Hold(Protocol):
    def __call__(self) -> AbstractContextManager[None]: ...


@pytest.fixture
def held(running_database: Database, app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hold]:
    """Yield a context in which another process writes, and the app waits for a moment only."""
    monkeypatch.setitem(app.config, "BUSY_SECONDS", 0.01)

    # A connection waits as long as was set when it was made.
    def hold() -> AbstractContextManager[None]:
        running_database.close()
        return running_database.written_by_another()

    yield hold
    running_database.close()


def hand(phone: Phone) -> Form:
    bid(phone.open("/plays/1"), "Bea", 5)
    return phone.form("Save hand 1", **took(3, 5, 3, 2))


def game(phone: Phone) -> Form:
    return phone.open("/nights/1/games/coralon").form("Start Coralon")


def payment(phone: Phone) -> Form:
    return phone.open(BANK).form("20", taker=1)


def new_name(phone: Phone) -> Form:
    return phone.open("/players/1").form("Rename", name="Zoe")


def file(phone: Phone) -> Form:
    return phone.open("/clubs/1/exchange").send_file("Preview", "mine.json", SHEET).form("Import")


def stored(app: Flask) -> tuple[int, ...]:
    """Return how many there are of what people enter, and how many are called Zoe."""
    with app.app_context():
        counts = [db.session.query(model).count() for model in (Night, Play, Revision, Transfer, Player)]
        return *counts, db.session.query(Player).filter_by(name="Zoe").count()


@pytest.mark.parametrize("change", [hand, game, payment, new_name, file])
def test_what_was_entered_is_kept_and_counts_once(
    app: Flask, coralon: Phone, held: Hold, change: Callable[[Phone], Form]
) -> None:
    form = change(coralon)
    before = stored(app)
    with held():
        coralon.replay(*form)
        assert (coralon.status, coralon.page.one("h1").text) == (503, "Busy, trying again")
        # Tapped too early.
        coralon.tap("Try again")
        assert (coralon.status, coralon.page.one("h1").text) == (503, "Busy, trying again")
    assert stored(app) == before
    assert coralon.tap("Try again").status == 200
    after = stored(app)
    assert after != before
    assert coralon.replay(*form).status == 200
    assert stored(app) == after


@pytest.mark.parametrize("path", ["/", "/nights/1", "/plays/1", "/clubs/1/players", "/plays/1/version"])
def test_pages_are_read_as_usual(app: Flask, coralon: Phone, held: Hold, path: str) -> None:
    with app.app_context():
        db.session.execute(update(Visitor).values(seen_at=datetime(2020, 1, 1, tzinfo=UTC)))
        db.session.commit()
    with held():
        assert coralon.open(path).status == 200


def test_an_answer_says_when_to_try_again(coralon: Phone, held: Hold) -> None:
    path, sent = hand(coralon)
    with held():
        answer = coralon.client.post(path, data=MultiDict(sent))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "Refresh" not in answer.headers


def test_a_page_that_is_busy_is_opened_again_by_the_browser(
    coralon: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise StorageError(StorageFault.BUSY)

    monkeypatch.setattr("scorekeeper.web.nights.home.render_home", busy)
    answer = coralon.client.get("/")
    assert (answer.status_code, answer.headers["Refresh"]) == (503, "2")
    assert "data-try-again" not in answer.text
