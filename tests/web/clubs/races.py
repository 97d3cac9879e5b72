"""Two requests at the same moment: the second begins when the first is about to save."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event, get_ident
from time import sleep
from typing import Any

from flask import Flask
from sqlalchemy import event, text

from scorekeeper.store.database import db
from tests.statements import before_each_statement

PATIENCE = 10
"""Seconds after which a test fails that waits for a request."""

WAITING = text(
    "SELECT count(*) FROM pg_locks JOIN pg_database ON database = oid WHERE NOT granted "
    "AND datname = current_database()"
)


def at_once(app: Flask, first: Callable[[], Any], second: Callable[[], Any], until: str = "commit") -> None:
    """Let the first request come to its first commit, and save that once the second one waits or is done.

    With another ``until`` the first one comes to its first statement with these words instead.
    """
    with app.app_context():
        engine = db.engine
    held, go_on, at_the_door = Event(), Event(), Event()
    threads: dict[str, int] = {}

    def hold() -> None:
        if get_ident() == threads.get("first") and not held.is_set():
            held.set()
            assert go_on.wait(PATIENCE)

    def executes(statement: str) -> None:
        if until in statement:
            hold()
        if statement == "BEGIN IMMEDIATE" and get_ident() == threads.get("second"):
            at_the_door.set()

    def commits(_: Any) -> None:
        if until == "commit":
            hold()

    def as_(name: str, request: Callable[[], Any]) -> Any:
        threads[name] = get_ident()
        return request()

    event.listen(engine, "commit", commits)
    try:
        with before_each_statement(app, executes), ThreadPoolExecutor(2) as pool:
            requests = [pool.submit(as_, "first", first)]
            assert held.wait(PATIENCE)
            requests.append(pool.submit(as_, "second", second))
            while not (requests[1].done() or _waits(engine, at_the_door)):
                sleep(0.002)
            go_on.set()
            for request in requests:
                request.result(PATIENCE)
    finally:
        go_on.set()
        event.remove(engine, "commit", commits)


def _waits(engine: Any, at_the_door: Event) -> bool:
    """Return whether the second request waits for the first; SQLite lets one at a time begin to write."""
    if engine.dialect.name == "sqlite":
        return at_the_door.is_set()
    with engine.connect() as connection:
        return bool(connection.execute(WAITING).scalar())
