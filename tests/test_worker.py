"""Slow and vanished phones keep nobody waiting."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import pytest

from scorekeeper import worker
from scorekeeper.arriving import LONGEST_HEAD
from tests.bench.server import serving

STALLED = 300
PATIENCE = 10
"""Seconds within which a page must be answered: by then no stalled connection has been given up."""

TO_START = 60
TOO_MANY = 1100
"""Connections; a worker has room for 1000."""

HALF = {
    "silent": b"",
    "half a header": b"GET / HTTP/1.1\r\nHost: lo",
    "half a body": b"POST /nights HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nuid=",
    "answered": b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "refused": b"\x16\x03\x01",
    "never reading": 10 * b"GET /help HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "half a file": b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\nPK",
}


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


def answer_to(port: int, data: bytes) -> bytes:
    """Return all that is answered to what is sent on a connection."""
    with connected(port, data) as connection, connection.makefile("rb") as answer:
        return answer.read()


def test_stalled_connections_keep_nobody_waiting(port: int) -> None:
    with ExitStack() as stack:
        kinds = list(HALF.values())
        held = [stack.enter_context(connected(port, kinds[number % len(kinds)])) for number in range(STALLED)]
        assert asked(port) == 200
        assert is_open(held[0])


def test_more_connections_than_there_is_room_for_keep_nobody_waiting(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(TOO_MANY):
            stack.enter_context(connected(port, b""))
        assert asked(port) == 200


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


def test_two_requests_may_arrive_at_once(port: int) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    assert answer_to(port, request + last).count(b"HTTP/1.1 200 OK") == 2


def test_a_body_of_unknown_length_is_refused(port: int) -> None:
    chunked = b"POST /nights HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert answer_to(port, chunked).startswith(b"HTTP/1.1 411 Length Required\r\n")


BODY = b"Host: localhost\r\nContent-Length: 5\r\n"


def test_a_phone_is_told_to_send_a_body_that_it_announces(port: int) -> None:
    announced = b"POST /device HTTP/1.1\r\nConnection: close\r\nExpect: 100-continue\r\n" + BODY
    with connected(port, announced + b"\r\n") as connection, connection.makefile("rb") as answer:
        assert answer.readline() == b"HTTP/1.1 100 Continue\r\n"
        connection.sendall(b"uid=1")
        assert b"HTTP/1.1 400 BAD REQUEST\r\n" in answer.readlines()


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\nHost: localhost\n\n",
        b"\x16\x03\x01\x02\x00",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n",
        b"POST /device HTTP/1.1\r\nContent-Length: 6\r\n" + BODY + b"\r\nuid=1",
        b"POST /device HTTP/1.1\r\nHost: localhost\r\nContent-Length: +5\r\n\r\nuid=1",
        b"POST /device HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\nuid=1",
        b"POST /device HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + 20 * b"0" + b"9\r\n\r\n",
    ],
    ids=[
        "bare line feeds",
        "TLS",
        "no version",
        "a folded header",
        "two lengths",
        "a length with a sign",
        "a negative length",
        "a length with many zeros",
    ],
)
def test_a_malformed_request_is_refused_at_once(port: int, sent: bytes) -> None:
    assert answer_to(port, sent).startswith(b"HTTP/1.1 400 ")


def test_what_follows_a_request_is_no_part_of_it(port: int) -> None:
    chunked = b"POST /device HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    answers = answer_to(port, HALF["answered"].replace(b"Connection: close\r\n", b"") + chunked)
    assert answers.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"HTTP/1.1 411 Length Required\r\n" in answers


def test_endless_headers_are_refused(port: int) -> None:
    endless = b"GET / HTTP/1.1\r\n" + b"X: " + b"x" * (LONGEST_HEAD + 1)
    assert answer_to(port, endless).startswith(b"HTTP/1.1 431 ")


def test_a_file_too_many_is_asked_to_wait(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(worker.MOST_FILES):
            stack.enter_context(connected(port, HALF["half a file"]))
        assert answer_to(port, HALF["half a file"]).startswith(b"HTTP/1.1 503 ")
        assert asked(port) == 200
