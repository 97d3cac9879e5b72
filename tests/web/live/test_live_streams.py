"""A stream ends however the server gets rid of it, and notices that its phone has gone."""

from collections.abc import Iterator
from socket import socket, socketpair

import pytest

from scorekeeper.web.live.live import closing, has_hung_up, stop_reading


def test_a_stream_that_the_server_drops_is_closed() -> None:
    closed: list[str] = []
    events = closing(["retry", "beat"], lambda: closed.append("closed"))
    assert next(events) == "retry"
    assert not closed
    del events
    assert closed == ["closed"]


Pair = tuple[socket, socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """Yield both ends of a connection: the server's and the phone's."""
    ours, theirs = socketpair()
    with ours, theirs:
        yield ours, theirs


def test_a_phone_is_there_until_its_connection_is_closed(pair: Pair) -> None:
    assert not has_hung_up({"gunicorn.socket": pair[0]})
    pair[1].send(b"GET ")
    assert not has_hung_up({"gunicorn.socket": pair[0]})
    assert pair[0].recv(4) == b"GET "
    pair[1].close()
    assert has_hung_up({"gunicorn.socket": pair[0]})


def test_a_connection_that_is_lost_has_gone(pair: Pair) -> None:
    pair[0].close()
    assert has_hung_up({"gunicorn.socket": pair[0]})


def test_where_the_server_tells_no_connection_nobody_has_gone() -> None:
    assert not has_hung_up({})
    stop_reading({})


def test_the_phone_can_still_be_told_something_at_the_end(pair: Pair) -> None:
    stop_reading({"gunicorn.socket": pair[0]})
    pair[0].send(b"event: gone")
    assert pair[1].recv(20) == b"event: gone"
    stop_reading({"gunicorn.socket": pair[1]})
