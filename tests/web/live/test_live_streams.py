"""A stream ends however the server gets rid of it."""

from scorekeeper.web.live.live import closing


def test_a_stream_that_the_server_drops_is_closed() -> None:
    closed: list[str] = []
    events = closing(["retry", "beat"], lambda: closed.append("closed"))
    assert next(events) == "retry"
    assert not closed
    del events
    assert closed == ["closed"]
