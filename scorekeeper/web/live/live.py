"""Following what other phones change: a stream of versions, and the version alone, of a game or a night.

A stream is one of server-sent events, which tells an open page of each new version of what it shows.
"""

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from scorekeeper.store.live.versions import Topic, Versions, versions_of
from scorekeeper.store.live.watcher import Watch, Watcher
from scorekeeper.web.clubs import access
from scorekeeper.web.live.limits import StreamLimits
from scorekeeper.web.rate_limits import home_address
from scorekeeper.web.requests import read_number

bp = Blueprint("live", __name__)

BEAT = 15.0
"""Seconds between two signs of life; a page that went away is noticed by then."""

FULL = 5
"""Seconds after which a page that found no place may try again."""

UNANSWERED = 20
"""Seconds after which a phone that doesn't receive what it is sent is taken to be gone."""

EVENTS, JSON = "text/event-stream", "application/json"
RETRY, HEARTBEAT, GONE = "retry: 1000\n\n", "event: beat\ndata: {}\n\n", "event: gone\ndata: {}\n\n"

Check = Callable[[], object]
"""Aborts the request if this phone may not see the topic."""

Tell = Callable[[Versions, int], str]
"""Words the event of a version, with by how many milliseconds to put off a fetch at most."""


@bp.get("/plays/<int:play_id>/live")
def follow_play(play_id: int) -> Response:
    """Send an event for every change of a game."""
    return stream_versions(Topic("play", play_id), lambda: access.play_or_404(play_id))


@bp.get("/plays/<int:play_id>/version")
def play_version(play_id: int) -> Response:
    """Send the version of a game."""
    access.play_or_404(play_id)
    return answer_version(Topic("play", play_id))


@bp.get("/nights/<int:night_id>/live")
def follow_night(night_id: int) -> Response:
    """Send an event for every change of a night, its games or its coins."""
    return stream_versions(Topic("night", night_id), lambda: access.night_or_404(night_id, deleted=True))


@bp.get("/nights/<int:night_id>/version")
def night_version(night_id: int) -> Response:
    access.night_or_404(night_id, deleted=True)
    return answer_version(Topic("night", night_id))


def init_app(app: Flask) -> None:
    """Give the app its watcher and the limits of its streams; each worker process has its own."""
    most, most_per_address = app.config["LIVE_STREAMS"], app.config["LIVE_STREAMS_PER_ADDRESS"]
    app.extensions["live"] = (Watcher(app), StreamLimits(most, most_per_address))


def end_streams(app: Flask) -> None:
    """End every stream of this process, which is about to stop."""
    if "live" in app.extensions:
        watcher, _ = app.extensions["live"]
        watcher.stop()


def answer_version(topic: Topic) -> Response:
    """Return the version of a topic, for a page without a stream."""
    body = json.dumps({"version": versions_of(topic).version})
    return Response(body, mimetype=JSON, headers={"Cache-Control": "no-store"})


def stream_versions(topic: Topic, check: Check, tell: Tell | None = None) -> Response:
    """Return the stream of a topic's versions, which ends as soon as ``check`` aborts.

    ``tell`` words its events for other programs. Its place is free again and its watch over once the answer
    is closed, however that comes.
    """
    check()
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.method == "HEAD":
        return Response(mimetype=EVENTS, headers=headers)
    watcher, limits = current_app.extensions["live"]
    address = home_address()
    stream = Stream(watcher.watch(topic, versions_of(topic)), limits, check, tell or version_event)
    if not limits.take(address, stream):
        watcher.unwatch(stream.watch)
        return Response("Too many phones are watching.\n", 503, {**headers, "Retry-After": str(FULL)})

    def close() -> None:
        watcher.unwatch(stream.watch)
        limits.free(address, stream)
        stop_reading(stream.environ)

    answer = Response(closing(stream, close), mimetype=EVENTS, headers=headers)
    # A stream that was never begun ends here.
    answer.call_on_close(close)
    return answer


def closing(events: Iterable[str], close: Callable[[], None]) -> Iterator[str]:
    """Yield events and then close: not every server closes the answer to a phone that has hung up."""
    try:
        yield from events
    finally:
        close()


class Stream:
    """The events of one open page.

    While nothing happens it waits in its thread, without a connection to the database and without the
    context of the request that began it.
    """

    def __init__(self, watch: Watch, limits: StreamLimits, check: Check, tell: Tell) -> None:
        self.watch, self.limits, self.check, self.tell = watch, limits, check, tell
        self.topic = watch.topic
        self.app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        self.environ: dict[str, Any] = request.environ
        self.sent = request.args.get("version", type=read_number)
        self.checked = watch.versions.access_version
        forget_silent_phone(self.environ)

    def __iter__(self) -> Iterator[str]:
        """Yield the events until this phone or its right to see the topic is gone, or the server stops."""
        yield RETRY
        beat = monotonic() + BEAT
        while not self.watch.ended:
            versions = self.watch.versions
            if not self.may_go_on(versions):
                yield GONE
                return
            if versions.version != self.sent:
                self.sent = versions.version
                yield self.tell(versions, self.limits.delay(self.topic))
            if not self.watch.wait(beat - monotonic()):
                if self.has_hung_up():
                    return
                yield HEARTBEAT
                beat = monotonic() + BEAT

    def has_hung_up(self) -> bool:
        """Return whether the phone has closed its connection."""
        return has_hung_up(self.environ)

    def end(self) -> None:
        """End the stream as soon as its thread wakes."""
        self.watch.end()

    def may_go_on(self, versions: Versions) -> bool:
        """Return whether this phone may still see the topic; checked only when that may have changed."""
        if versions.access_version == self.checked:
            return True
        self.checked = versions.access_version
        with self.app.request_context(self.environ):
            try:
                self.check()
            except HTTPException:
                return False
            return True


def version_event(versions: Versions, delay: int) -> str:
    """Return the event that tells of a version, with by how many milliseconds to put off a fetch at most."""
    return f"event: version\ndata: {json.dumps({'version': versions.version, 'wait': delay})}\n\n"


def connection_of(environ: dict[str, Any]) -> socket.socket | None:
    """Return the connection that a request came by, where the server tells it."""
    return environ.get("gunicorn.socket") or environ.get("werkzeug.socket")


def forget_silent_phone(environ: dict[str, Any]) -> None:
    """Let the system close a connection to a phone that went out of reach; it would keep trying for long."""
    if (connection := connection_of(environ)) and hasattr(socket, "TCP_USER_TIMEOUT"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED * 1000)


def stop_reading(environ: dict[str, Any]) -> None:
    """Take no other request from this connection, so that the server doesn't keep it open when it stops."""
    if connection := connection_of(environ):
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RD)


def has_hung_up(environ: dict[str, Any]) -> bool:
    """Return whether the phone has closed its connection; a write alone would not tell until the next one."""
    if (connection := connection_of(environ)) is None:
        return False
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
