"""The page for when the database can't be read or written: it says why, and keeps what was typed."""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, template_rendered
from sqlalchemy import event, text
from werkzeug.formparser import FormDataParser

from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from tests.conftest import database_of, make_app
from tests.databases import on_server, own_name
from tests.postgresql import Server
from tests.statements import before_each_statement
from tests.web.phone import Phone
from tests.web.table import drawn_from, points, start, totals

Break = Callable[..., None]

# What a driver says is told apart in the store; a page says the same for each of them.
pytestmark = pytest.mark.sqlite


@pytest.fixture
def break_database(app: Flask) -> Iterator[Break]:
    """Return a function that lets statements with some words fail as SQLite would, until none are given."""
    failing: dict[str, str] = {}

    def run(statement: str) -> None:
        for words, name in failing.items():
            if words in statement:
                error = sqlite3.OperationalError("as SQLite says it")
                error.sqlite_errorname = name
                raise error

    def fail(name: str = "", *words: str) -> None:
        failing.clear()
        failing.update(dict.fromkeys(words, name))

    with before_each_statement(app, run):
        yield fail


WRITING = ("INSERT", "UPDATE", "DELETE")


@pytest.mark.parametrize(
    ("name", "status", "title"),
    [
        ("SQLITE_BUSY", 503, "Busy, trying again"),
        ("SQLITE_READONLY", 507, "The server can’t save anything"),
        ("SQLITE_CORRUPT", 503, "The server can’t use its database"),
    ],
)
def test_a_page_says_what_is_wrong_and_keeps_what_was_typed(
    owner: Phone, break_database: Break, name: str, status: int, title: str
) -> None:
    break_database(name, *WRITING)
    owner.tap("Add", name="Eve, Flo")
    assert (owner.status, owner.page.one("h1").text) == (status, title)
    assert owner.problems == ["Your entry (Eve, Flo) was not saved."]
    assert ("If you report this, give the number" in owner.page) == (name != "SQLITE_BUSY")
    break_database()
    assert "Flo" in owner.tap("Try again").page
    assert owner.path == "/nights/1"


def test_a_hand_is_said_in_words_and_saved_once_there_is_room(coralon: Phone, break_database: Break) -> None:
    break_database("SQLITE_FULL", *WRITING)
    coralon.send("/plays/1/bid", bidder="Bea", bid=5, uid="a" * 32, **drawn_from(coralon))
    assert coralon.problems == ["Your entry (Bea, 5) was not saved."]
    assert coralon.value("uid") == "a" * 32
    break_database()
    assert "Bid saved" in coralon.tap("Try again").page


def test_trying_again_twice_saves_once(owner: Phone, break_database: Break) -> None:
    break_database("SQLITE_FULL", *WRITING)
    owner.tap("Add", name="Eve")
    break_database()
    form = owner.form("Try again")
    owner.replay(*form)
    owner.replay(*form)
    assert owner.status == 200
    assert len(owner.page.all("button", **{"aria-label": "Remove Eve"})) == 1


@pytest.mark.parametrize("path", ["/", "/nights/1", "/plays/1"])
def test_pages_are_shown_while_nothing_can_be_written(
    app: Flask, coralon: Phone, break_database: Break, path: str
) -> None:
    with app.app_context():
        db.session.execute(text("UPDATE phone SET seen_at = '2020-01-01 00:00:00'"))
        db.session.commit()
    break_database("SQLITE_FULL", *WRITING)
    assert coralon.open(path).status == 200


@pytest.mark.parametrize("path", ["/nights/1", "/plays/1"])
def test_a_page_that_cannot_be_read_says_so(coralon: Phone, break_database: Break, path: str) -> None:
    break_database("SQLITE_CORRUPT", "SELECT")
    coralon.open(path)
    assert coralon.status == 503
    assert "restore the newest backup" in coralon.page
    assert coralon.page.one("a", kind="button")["href"] == path
    coralon.send(f"{path}/note", note="Crisps")
    assert coralon.status == 503


def test_a_form_for_a_database_that_was_moved_away_is_kept(app: Flask, owner: Phone) -> None:
    owner.reload()  # the app has its database open since its first page
    file = database_of(app)
    away = file.rename(file.with_name("away.db"))
    try:
        owner.tap("Add", name="Eve")
        assert owner.status == 503
        assert owner.page.one("h1").text == "The server can’t use its database"
        assert owner.problems == ["Your entry (Eve) was not saved."]
        assert owner.client.get("/health").status_code == 503
        assert owner.open("/nights/1").status == 200
    finally:
        away.rename(file)
    assert "Eve" in owner.tap("Add", name="Eve").page
    assert owner.client.get("/health").status_code == 200


def test_a_backup_is_sent_while_the_disk_is_full(owner: Phone, break_database: Break) -> None:
    owner.open("/clubs/1/exchange")
    break_database("SQLITE_FULL", *WRITING)
    answer = owner.client.post("/clubs/1/backup", data={"csrf_token": owner.token})
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert b"Ann" in answer.data
    assert "The server can’t note this backup" in owner.open("/clubs/1/exchange").page


def test_an_upload_that_finds_no_room_says_so(owner: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    owner.open("/clubs/1/exchange")
    monkeypatch.setattr(FormDataParser, "parse", fail)
    owner.send_file("Preview", "club.json", b"{}")
    assert owner.status == 507
    assert "What you sent was not saved." in owner.page


# --- PostgreSQL: it is away, and phones go on as soon as it is back ---

DATABASE = own_name("faults")
ONE_CONNECTION = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 0.1}
END_CONNECTIONS = f"SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE datname = '{DATABASE}'"


@pytest.fixture
def away(postgresql_server: Server) -> Iterator[Flask]:
    """Yield the app with a database that nothing else uses, so that it can be taken away."""
    with on_server(postgresql_server, DATABASE) as address:
        app = make_app(address)
        upgrade(app)
        yield app
        with app.app_context():
            db.engine.dispose()


@pytest.fixture
def phone(away: Flask) -> Phone:
    """Return a phone on the sheet of a game with one hand."""
    phone = Phone(away).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal")
    return points(start(phone, "Tally"), 3, 4, 5)


def test_a_connection_that_has_ended_is_replaced(phone: Phone, postgresql_server: Server) -> None:
    postgresql_server.run(END_CONNECTIONS)
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}


@pytest.mark.parametrize("when", ["begin", "commit"])
def test_a_connection_lost_while_saving_loses_nothing(
    phone: Phone, away: Flask, postgresql_server: Server, when: str
) -> None:
    def lose(_: object) -> None:
        postgresql_server.run(END_CONNECTIONS)

    with away.app_context():
        event.listen(db.engine, when, lose, once=True)
    points(phone, 1, 1, 1)
    assert (phone.status, phone.page.one("h1").text) == (503, "The server can’t use its database")
    assert totals(phone.tap("Try again")) == {"Ann": 4, "Bea": 5, "Cal": 6}


@pytest.mark.parametrize(("typed", "status"), [("", 200), ("lots", 422)], ids=["a page", "a refused form"])
def test_a_connection_lost_once_a_page_is_drawn_takes_nothing_from_it(
    phone: Phone, away: Flask, postgresql_server: Server, typed: str, status: int
) -> None:
    with template_rendered.connected_to(lambda *_, **__: postgresql_server.run(END_CONNECTIONS), away):
        drawn = points(phone, typed) if typed else phone.open("/nights/1/bank")
    assert (drawn.status, "Ann" in drawn.page) == (status, True)
    assert totals(phone.open("/plays/1")) == {"Ann": 3, "Bea": 4, "Cal": 5}


def test_a_form_refused_while_its_connection_is_lost_is_kept(
    phone: Phone, away: Flask, postgresql_server: Server
) -> None:
    typed: dict[str, Any] = {"points-0": 1}
    sent = phone.form("Save round 2", **typed)
    points(phone.tab(), 1, 1, 1)

    def lose(_: object) -> None:
        postgresql_server.run(END_CONNECTIONS)

    with away.app_context():
        event.listen(db.engine, "rollback", lose, once=True, insert=True)
    phone.replay(*sent)
    assert (phone.status, "saved round 2 first." in phone.page) == (409, True)


def test_a_phone_waits_for_a_free_connection(away: Flask, phone: Phone) -> None:
    with away.app_context():
        app = make_app(str(db.engine.url), SQLALCHEMY_ENGINE_OPTIONS=ONE_CONNECTION)
    phone.client.application = app
    with app.app_context(), db.engine.connect():
        answer = phone.client.get("/plays/1")
        assert (answer.status_code, answer.headers["Refresh"]) == (503, "2")
        assert "Busy, trying again" in answer.text
    assert phone.client.get("/plays/1").status_code == 200
    with app.app_context():
        db.engine.dispose()


def test_a_database_that_can_only_be_read_shows_pages(phone: Phone, postgresql_server: Server) -> None:
    postgresql_server.run(f"ALTER DATABASE {DATABASE} SET default_transaction_read_only = on")
    postgresql_server.run(END_CONNECTIONS)
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}
    points(phone, 1, 1, 1)
    assert (phone.status, phone.page.one("h1").text) == (507, "The server can’t save anything")


def test_a_database_that_is_back_is_used_at_once(phone: Phone, postgresql_server: Server) -> None:
    postgresql_server.run(END_CONNECTIONS)
    postgresql_server.run(f"ALTER DATABASE {DATABASE} RENAME TO elsewhere")
    try:
        assert phone.client.get("/health").status_code == 503
        answer = phone.client.get("/plays/1")
        assert answer.status_code == 503
        assert "The server can’t use its database" in answer.text
    finally:
        postgresql_server.run(f"ALTER DATABASE elsewhere RENAME TO {DATABASE}")
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}
