"""The streams that tell open pages of changes, and the version alone."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete

from scorekeeper.store.database import db
from scorekeeper.store.live.versions import raise_access_version, raise_versions
from scorekeeper.store.models import Membership
from scorekeeper.web.live import live
from tests.store.live.watching import until_nobody_watches
from tests.web.phone import Phone

LIVE = ["/plays/1/live", "/nights/1/live"]
VERSION = ["/plays/1/version", "/nights/1/version"]

Event = tuple[str, dict[str, Any]]


@pytest.fixture(autouse=True)
def _leave_nothing_open(app: Flask) -> Iterator[None]:
    """Wait until nothing holds the database any more."""
    yield
    until_nobody_watches()


@pytest.fixture
def quick_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a heartbeat come soon: it shows that nothing else did."""
    monkeypatch.setattr(live, "BEAT", 0.3)


class Events:
    """An open stream; ``next`` returns its next event and what it says."""

    def __init__(self, phone: Phone, path: str) -> None:
        self.answer = phone.client.get(path, headers=phone.headers)
        self.chunks = self.answer.iter_encoded()

    def next(self) -> Event:
        text = next(self.chunks).decode()
        fields = dict(line.split(": ", 1) for line in text.splitlines() if line)
        return fields.get("event", "retry"), json.loads(fields.get("data", "{}"))

    def is_over(self) -> bool:
        return next(self.chunks, None) is None


@contextmanager
def following(phone: Phone, path: str) -> Iterator[Events]:
    """Yield a stream that is open until the block is left."""
    events = Events(phone, path)
    try:
        assert events.next()[0] == "retry"
        yield events
    finally:
        events.answer.close()


@pytest.fixture
def change(app: Flask, coralon: Phone) -> Callable[..., None]:
    """Return a function that raises the versions of the game and the night, as a change of the game does."""

    def change(play_id: int | None = 1) -> None:
        with app.app_context():
            raise_versions(1, play_id)
            db.session.commit()

    return change


def version_now(phone: Phone, page: str) -> int:
    """Return the version of a page, as a phone without a stream asks for it."""
    return int(json.loads(phone.client.get(f"{page}/version").text)["version"])


def lock_everyone_out(app: Flask) -> None:
    """Take the right to see anything from every phone of the club."""
    with app.app_context():
        db.session.execute(delete(Membership))
        raise_access_version(1)
        db.session.commit()


@pytest.mark.parametrize("path", LIVE)
def test_a_change_is_told_with_its_version(coralon: Phone, change: Callable[..., None], path: str) -> None:
    known = version_now(coralon, path.removesuffix("/live"))
    with following(coralon, f"{path}?version={known}") as events:
        for version in (known + 1, known + 2):
            change()
            assert events.next() == ("version", {"version": version, "wait": 0})


@pytest.mark.parametrize("path", LIVE)
def test_a_page_behind_is_told_at_once(coralon: Phone, change: Callable[..., None], path: str) -> None:
    change()
    for query in ("?version=-1", ""):
        with following(coralon, path + query) as events:
            assert events.next()[0] == "version"


@pytest.mark.usefixtures("quick_beat")
def test_a_stream_shows_that_it_is_alive(coralon: Phone) -> None:
    known = version_now(coralon, "/plays/1")
    with following(coralon, f"/plays/1/live?version={known}") as events:
        assert [events.next()[0] for _ in range(3)] == ["beat"] * 3


@pytest.mark.parametrize("path", LIVE)
def test_a_stream_ends_with_the_right_to_see_it(app: Flask, coralon: Phone, path: str) -> None:
    with following(coralon, path) as events:
        assert events.next()[0] == "version"
        lock_everyone_out(app)
        assert events.next()[0] == "gone"
        assert events.is_over()


@pytest.mark.usefixtures("quick_beat")
def test_a_stream_goes_on_if_the_right_of_another_phone_ends(app: Flask, coralon: Phone) -> None:
    with following(coralon, "/plays/1/live") as events:
        events.next()
        with app.app_context():
            raise_access_version(1)
            db.session.commit()
        assert events.next()[0] == "beat"


@pytest.mark.parametrize("path", [*LIVE, *VERSION])
def test_a_deleted_night_can_be_followed(coralon: Phone, path: str) -> None:
    coralon.open("/nights/1").tap("Delete night")
    answer = coralon.client.get(path)
    assert answer.status_code == 200
    answer.close()


def test_nothing_keeps_or_compresses_a_stream(coralon: Phone) -> None:
    coralon.headers["Accept-Encoding"] = "gzip, deflate"
    with following(coralon, "/plays/1/live") as events:
        headers = events.answer.headers
        assert headers["Content-Type"].startswith("text/event-stream")
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Accel-Buffering"] == "no"
        assert "Content-Encoding" not in headers
        assert "Set-Cookie" not in headers


def test_a_stream_holds_no_connection_while_it_waits(app: Flask, coralon: Phone) -> None:
    with app.app_context():
        pool = db.engine.pool
    with following(coralon, "/plays/1/live") as events, following(coralon, "/nights/1/live") as more:
        assert (events.next()[0], more.next()[0]) == ("version", "version")
        # The one that is out is the watcher's.
        assert pool.checkedout() <= 1  # type: ignore[attr-defined]


def test_a_head_request_takes_no_place(app: Flask, coralon: Phone) -> None:
    assert coralon.client.head("/plays/1/live").status_code == 200
    assert app.extensions["live"][1].taken == 0


def test_a_page_without_a_place_may_try_again_later(
    app: Flask, coralon: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.extensions["live"][1], "most", 1)
    with following(coralon, "/plays/1/live"):
        refused = coralon.client.get("/plays/1/live")
        assert refused.status_code == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert coralon.client.get("/plays/1/version").status_code == 200
    with following(coralon, "/plays/1/live"):
        assert app.extensions["live"][1].taken == 1
    assert app.extensions["live"][1].taken == 0
