"""No secret gets into what the server logs, at the level that logs most, whatever is sent."""

import logging
import shutil
import socket
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from gunicorn.config import Config

from scorekeeper.hosting.logs import Log
from tests.bench.server import serving

SECRET = "Ab3dEfGh1jKlMn-pQr5tUv_x"
ODD = [
    f"GET /feeds/{SECRET}/calendar.ics HTTP/7",
    f"GET /feeds/{SECRET}/calendar.ics",
    f"GET  /feeds/{SECRET}/calendar.ics HTTP/1.1",
    f"/feeds/{SECRET}/calendar.ics HTTP/1.1",
    f"g\x01t /join/{SECRET} HTTP/1.1",
    f"GET /feeds%2F{SECRET}%2Fcalendar.ics HTTP/1.1",
    f"GET /%66eeds/%41{SECRET[1:]}/calendar.ics HTTP/1.1",
    f"PROPFIND /feeds/{SECRET}/games.csv HTTP/1.1",
    f"GET http://localhost/feeds/{SECRET}/games.atom HTTP/1.1",
    f"GET /feeds//{SECRET}/games.csv HTTP/9.x",
    f"GET /{'a' * 5000}/join/{SECRET} HTTP/1.1",
    f"GET / HTTP/1.1\r\nAuthorization Bearer {SECRET}",
    f"GET / HTTP/1.1\r\nAuthorization : Bearer {SECRET}",
    f"GET / HTTP/1.1\r\nCookie\t: scorekeeper_0123abcd={SECRET}.x.y",
    f"GET / HTTP/1.1\r\nTransfer-Encoding: {SECRET}",
    f"POST /join/{SECRET} HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n{SECRET}",
]


def test_the_log_at_level_debug_has_no_secret(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LOG_LEVEL", "debug")
    shutil.copy(empty_database, tmp_path / "ours.sqlite")
    with serving("ours", tmp_path) as port:
        for request in [f"GET /feeds/{SECRET}/calendar.ics HTTP/1.1", *ODD]:
            with socket.create_connection(("127.0.0.1", port), timeout=60) as phone:
                phone.sendall(f"{request}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                phone.recv(100)
        time.sleep(0.2)
    log = "".join(capfd.readouterr())
    assert "[DEBUG] GET /feeds/***/calendar.ics" in log
    assert log.count("Invalid") > len(ODD) / 2
    assert SECRET[1:] not in log


@pytest.fixture
def log() -> Iterator[Log]:
    """Yield the server's log."""
    # Another test may have begun to log warnings, which pytest has put an end to.
    logging.captureWarnings(False)
    made = Log(Config())
    yield made
    logging.captureWarnings(False)
    for handler in list(made.error_log.handlers):
        made.error_log.removeHandler(handler)


def test_what_libraries_log_and_warn_of_has_no_secret(log: Log) -> None:
    assert logging.lastResort
    record = logging.makeLogRecord({"msg": f"('{SECRET}',) is no row: /feeds/{SECRET}"})
    assert logging.lastResort.format(record) == "('***',) is no row: /feeds/***"
    assert warnings.showwarning.__module__ == "logging"


def test_names_and_numbers_stay_readable(log: Log) -> None:
    text = "scorekeeper.store.clubs.invitations a_function_of_24_letters(Club) 0123456789abcdef01234567/File"
    assert log.error_log.handlers[-1].format(logging.makeLogRecord({"msg": text})).endswith(text)
