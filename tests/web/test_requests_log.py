"""Every request has a number, and no log has what opens something or what somebody entered."""

import logging
import re
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask, request
from gunicorn.config import Config

from scorekeeper.hosting.logs import Log, line_about
from scorekeeper.store.database import db
from scorekeeper.web.nights import home
from scorekeeper.web.requests import HEADER
from tests.web.invited import link_to
from tests.web.phone import Phone, cookie_of
from tests.web.routes import ROUTES, path_of

LINE = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} 127\.0\.0\.1 (GET|POST) \S+ \d{3} 0B 7ms [0-9a-f]{8}", re.ASCII
)


class Answer:
    """What gunicorn knows of an answer."""

    status = "200 OK"


@pytest.fixture
def lines(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines of the access log, one for each request from now on."""
    found: list[str] = []
    inner = app.wsgi_app

    def logged(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        answer = inner(environ, start_response)
        found.append(line_about(Answer(), environ, timedelta(milliseconds=7)))
        return answer

    monkeypatch.setattr(app, "wsgi_app", logged)
    return found


def test_no_address_brings_a_secret_into_the_access_log(app: Flask, coralon: Phone, lines: list[str]) -> None:
    secret = link_to(coralon, "watch").rpartition("/")[2]
    coralon.open("/")
    token = coralon.token
    del lines[:]
    for name in ROUTES:
        path = path_of(app, name, secret=secret)
        method, mark = name.split()[0], "&" if "?" in path else "?"
        sent = {"csrf_token": token, "name": "Grandmother"} if method == "POST" else None
        headers = {"Referer": f"http://localhost/join/{secret}"}
        address = f"{path}{mark}q=Grandmother"
        coralon.client.open(address, method=method, data=sent, headers=headers, buffered=False).close()
    text = "\n".join(lines)
    assert len(lines) >= len(ROUTES)
    assert all(map(LINE.fullmatch, lines))
    # Signing out of the club gives the phone another cookie, so it may be gone.
    for hidden in (secret, token, "Grandmother", coralon.cookie or cookie_of(app)):
        assert hidden not in text
    assert (text.count("/join/***"), text.count("/feeds/***/")) == (2, 3)


def test_an_address_that_no_page_has_is_not_logged(app: Flask, stranger: Phone, lines: list[str]) -> None:
    for path in ("/jion/5ecret-of-a-link", "/join/5ecret-of-a-link/", "/5ecret-of-a-link"):
        stranger.open(path)
    assert [line.split()[3] for line in lines] == ["?", "?", "?"]


def test_an_address_cannot_begin_a_line_of_its_own(stranger: Phone, lines: list[str]) -> None:
    stranger.open("/games/none%0a2026%20GET")
    (line,) = lines
    assert "\n" not in line
    assert LINE.fullmatch(line)


@pytest.fixture
def server_log() -> Iterator[Log]:
    """Yield the server's log."""
    config = Config()
    config.set("accesslog", "-")
    log = Log(config)
    yield log
    for logger in (log.error_log, log.access_log):
        for handler in list(logger.handlers):
            logger.removeHandler(handler)


def test_the_server_hides_links_in_what_it_could_not_read(server_log: Log) -> None:
    record = logging.makeLogRecord({"msg": "Invalid request line: 'GET /join/5ecret-of-a-link HTTP/7'"})
    for logger in (server_log.error_log, server_log.access_log):
        ours = [handler for handler in logger.handlers if hasattr(handler, "_gunicorn")]
        assert ours
        for handler in ours:
            assert handler.format(record).endswith("Invalid request line: 'GET /join/*** HTTP/7'")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("0a1b2c3d-proxy_7", True),
        ("a" * 64, True),
        ("short", False),
        ("a" * 65, False),
        ("two words here", False),
        ("<script>alert(1)", False),
        ("ünïcödé-12345", False),
    ],
)
def test_a_proper_number_of_the_proxy_is_taken(stranger: Phone, given: str, kept: bool) -> None:
    number = stranger.client.get("/help", headers={HEADER: given}).headers[HEADER]
    assert (number == given) == kept
    assert kept or re.fullmatch("[0-9a-f]{8}", number)


def test_requests_have_numbers_of_their_own(stranger: Phone) -> None:
    numbers = {stranger.client.get("/help").headers[HEADER] for _ in range(5)}
    assert len(numbers) == 5


@pytest.fixture
def broken(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the home page fail with everything it knows in the message, and adding players in the database."""

    def break_down(*_: object) -> None:
        db.session.connection().exec_driver_sql("SELECT 5ecret FROM nowhere", (str(request.cookies),))

    monkeypatch.setattr(home, "recent_nights", break_down)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)


def test_a_failure_is_logged_under_the_number_that_its_page_shows(
    app: Flask, coralon: Phone, broken: None, caplog: pytest.LogCaptureFixture
) -> None:
    cookie = coralon.cookie
    assert cookie
    answer = coralon.client.get("/?q=Grandmother")
    number = answer.headers[HEADER]
    assert answer.status_code == 500
    assert f'give the number <b class="figure">{number}</b>' in answer.text
    assert f"Request {number} GET / failed:" in caplog.text
    assert "Traceback" in caplog.text
    assert any(why in caplog.text for why in ("no such", "unrecognized token", "placeholders"))
    assert cookie not in caplog.text
    assert "Grandmother" not in caplog.text


@pytest.mark.parametrize("where", ["form", "link", "password", "key"])
def test_what_a_failure_quotes_is_hidden(
    app: Flask, stranger: Phone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    secret = "5ecret-of-somebody"
    path = f"/join/{secret}" if where == "link" else "/device"

    def break_down(**_: object) -> None:
        raise ValueError(f"can't use {secret} at {request.form.get('name')}")

    endpoint, _ = app.url_map.bind("").match(path, "POST")
    monkeypatch.setitem(app.view_functions, endpoint, break_down)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    if where == "password":
        address = f"postgresql+psycopg://scores:{secret}@db/scores"
        monkeypatch.setitem(app.config, "SQLALCHEMY_DATABASE_URI", address)
    if where == "key":
        monkeypatch.setitem(app.config, "SECRET_KEY", secret)
    stranger.open("/")
    form = {"csrf_token": stranger.token, "name": secret if where == "form" else "Kitchen"}
    assert stranger.client.post(path, data=form).status_code == 500
    assert "can't use *** at" in caplog.text
    assert secret not in caplog.text
