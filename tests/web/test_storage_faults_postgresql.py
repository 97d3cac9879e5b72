"""What phones are told while PostgreSQL is away, and that they go on as soon as it is back."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from tests.conftest import make_app
from tests.databases import on_server
from tests.postgresql import Server
from tests.web.phone import Phone
from tests.web.table import points, start, totals

DATABASE = "faults"
ONE_CONNECTION = {"pool_size": 1, "max_overflow": 0, "pool_timeout": 0.1}
END_CONNECTIONS = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{DATABASE}'"


@pytest.fixture
def away(postgresql_server: Server) -> Iterator[Flask]:
    """Yield the app with a database that nothing else uses, so that it can be taken away."""
    app = make_app(on_server(postgresql_server, DATABASE))
    upgrade(app)
    yield app
    with app.app_context():
        db.engine.dispose()
    postgresql_server.drop(DATABASE)


@pytest.fixture
def phone(away: Flask) -> Phone:
    """Return a phone on the sheet of a game with one hand."""
    phone = Phone(away).open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal")
    return points(start(phone, "Tally"), 3, 4, 5)


def test_a_connection_that_has_ended_is_replaced(phone: Phone, postgresql_server: Server) -> None:
    postgresql_server.run(END_CONNECTIONS)
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}


def test_a_connection_lost_while_saving_loses_nothing(
    phone: Phone, away: Flask, postgresql_server: Server
) -> None:
    def lose(_: object) -> None:
        postgresql_server.run(END_CONNECTIONS)

    with away.app_context():
        event.listen(db.engine, "commit", lose, once=True)
    points(phone, 1, 1, 1)
    assert (phone.status, phone.page.one("h1").text) == (503, "The server can’t reach its data")
    assert totals(phone.tap("Try again")) == {"Ann": 4, "Bea": 5, "Cal": 6}


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
    assert (phone.status, phone.page.one("h1").text) == (503, "The server can’t save anything")


def test_a_database_that_is_back_is_used_at_once(phone: Phone, postgresql_server: Server) -> None:
    postgresql_server.run(END_CONNECTIONS)
    postgresql_server.run(f"ALTER DATABASE {DATABASE} RENAME TO elsewhere")
    try:
        assert phone.client.get("/health").status_code == 503
        answer = phone.client.get("/plays/1")
        assert answer.status_code == 503
        assert "The server can’t find its database" in answer.text
    finally:
        postgresql_server.run(f"ALTER DATABASE elsewhere RENAME TO {DATABASE}")
    assert totals(phone.reload()) == {"Ann": 3, "Bea": 4, "Cal": 5}
