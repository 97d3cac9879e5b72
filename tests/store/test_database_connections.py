"""Database connections lose nothing, and keep nobody waiting."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Semaphore, Thread

import pytest
from flask import Flask
from sqlalchemy import event, insert, select, text

from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Night
from scorekeeper.store.transactions import begin_writing
from tests.conftest import close, make_app
from tests.databases import Database

FULL = 2
PRAGMAS = {"journal_mode": "wal", "synchronous": FULL, "foreign_keys": 1, "busy_timeout": 5_000}


def in_force() -> dict[str, object]:
    return {name: db.session.execute(text(f"PRAGMA {name}")).scalar() for name in PRAGMAS}


def test_every_connection_is_safe(tmp_path: Path) -> None:
    app = make_app(tmp_path / "scorekeeper.db")
    found: list[dict[str, object]] = []

    def look() -> None:
        with app.app_context():
            found.append(in_force())

    threads = [Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    close(app)
    assert found == [PRAGMAS] * 3


@pytest.mark.sqlite
def test_a_change_that_waits_asks_no_more_than_a_later_one(app: Flask, running_database: Database) -> None:
    asked = Semaphore(0)

    def write() -> object:
        with app.app_context():
            begin_writing()
            return in_force()["busy_timeout"]

    def note(_: object, __: object, statement: str, *___: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            asked.release()

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    with ThreadPoolExecutor(1) as pool:
        with running_database.written_by_another():
            waiting = pool.submit(write)
            often = all(asked.acquire(timeout=1) for _ in range(3))
        assert waiting.result() == PRAGMAS["busy_timeout"]
    event.remove(engine, "before_cursor_execute", note)
    assert often


def test_what_a_page_leaves_unsaved_is_not_saved(app: Flask) -> None:
    with app.test_request_context("/", method="POST"):
        begin_writing()
        db.session.execute(insert(Club).values(name="Tuesday"))
    with app.app_context():
        assert db.session.scalars(select(Club)).all() == []


@pytest.mark.postgresql
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_connection_that_is_lost_after_all_was_read_is_replaced(app: Flask, method: str) -> None:
    lose_connection_of_a_request(app, method)
    with app.test_request_context("/"):
        assert db.session.scalars(select(Night)).all() == []


def lose_connection_of_a_request(app: Flask, method: str) -> None:
    with app.test_request_context("/", method=method):
        number = db.session.scalar(text("SELECT pg_backend_pid()"))
        with db.engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:number, 2000)"), {"number": number})
