"""Slow and vanished phones keep nobody waiting."""

import inspect
import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic

import pytest
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.hosting import worker
from tests.bench.server import serving

STALLED = 300
PATIENCE = 10
"""Seconds within which a page must be answered: by then no stalled connection has been given up."""

TO_START = 60
HALF = {
    "silent": b"",
    "half a header": b"GET / HTTP/1.1\r\nHost: lo",
    "half a body": b"POST /nights HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nuid=",
    "answered": b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "refused": b"\x16\x03\x01",
    "never reading": 10 * b"GET /help HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "half a file": b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\nPK",
}


BUILT_UPON = {
    "accept": ["listener"],
    "enqueue_req": ["conn"],
    "handle": ["conn"],
    "finish_request": ["conn", "fs"],
    "handle_exit": ["sig", "frame"],
    "handle_quit": ["sig", "frame"],
}
"""The methods of gunicorn's worker that ours overrides, which no document of gunicorn promises to keep."""


@pytest.mark.parametrize("name", [name for name in vars(worker.Worker) if not name.startswith("__")])
def test_the_worker_overrides_what_gunicorn_has(name: str) -> None:
    assert name in BUILT_UPON
    for each in (ThreadWorker, worker.Worker):
        found = inspect.signature(getattr(each, name, lambda: None)).parameters
        assert [*found][1:] == BUILT_UPON[name], f"gunicorn has changed: look through {worker.__file__}"


def test_gunicorn_closes_connections_as_the_worker_asks() -> None:
    assert [*inspect.signature(TConn.close).parameters] == ["self", "graceful"]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[int]:
    """Yield the port of the app, with one worker."""
    folder = tmp_path_factory.mktemp("served")
    shutil.copy(empty_database, folder / "ours.sqlite")
    with serving("ours", folder) as port:
        asked(port, patience=TO_START)
        yield port


def connected(port: int, data: bytes) -> socket.socket:
    """Return a connection on which something was sent."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    connection.sendall(data)
    return connection


def asked(port: int, patience: int = PATIENCE) -> int:
    """Return the status of the answer to an ordinary request."""
    connection = HTTPConnection("127.0.0.1", port, timeout=patience)
    connection.request("GET", "/")
    status = connection.getresponse().status
    connection.close()
    return status


def test_stalled_connections_keep_nobody_waiting(port: int) -> None:
    with ExitStack() as stack:
        kinds = list(HALF.values())
        held = [stack.enter_context(connected(port, kinds[number % len(kinds)])) for number in range(STALLED)]
        assert asked(port) == 200
        assert is_open(held[0])


def test_phones_that_do_not_close_their_connections_keep_nobody_waiting(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(connected(port, HALF["answered"]))
        begun = monotonic()
        assert asked(port) == 200
        assert monotonic() - begun < worker.TO_MOVE_ON / 2


def test_a_phone_that_left_is_given_up_without_an_error(port: int, capfd: pytest.CaptureFixture[str]) -> None:
    with ExitStack() as stack:
        halves = (HALF["half a header"], HALF["half a body"])
        for connection in [stack.enter_context(connected(port, half)) for half in halves]:
            connection.settimeout(3 * worker.TO_MOVE_ON)
            while connection.recv(1000):
                pass
    assert "Traceback" not in capfd.readouterr().err


def is_open(connection: socket.socket) -> bool:
    """Return whether the server has not closed a connection on which it owes no answer."""
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True


def test_a_request_may_arrive_in_pieces(port: int) -> None:
    request = b"GET /help HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with connected(port, b"") as connection, connection.makefile("rb") as answer:
        for letter in request:
            connection.sendall(bytes([letter]))
        assert answer.readline() == b"HTTP/1.1 200 OK\r\n"
