"""One file at a time: reading or writing one takes memory, so in each worker process the others wait."""

from threading import Lock

from flask import abort, current_app, g, make_response, render_template, request
from werkzeug.formparser import default_stream_factory

PATIENCE = 15
"""Seconds to wait in the queue; reading most files takes less than one."""

A_PIECE = 1 << 16

_reading = Lock()


def wait_in_queue() -> None:
    """Wait until no other request of this process reads or writes a file, or refuse this one after a while.

    What a slow phone sends is put aside first, so that it keeps nobody waiting.
    """
    _put_aside()
    if not _reading.acquire(timeout=PATIENCE):
        title, advice = "Busy with other files", "Nothing was changed. Try again in a minute."
        busy = make_response(render_template("error.html", title=title, advice=advice), 503)
        busy.headers["Retry-After"] = str(2 * PATIENCE)
        abort(busy)
    g.is_reading = True


def leave_queue() -> None:
    """Let the next request read or write its file, if this one was allowed to."""
    if aside := g.pop("aside", None):
        aside.close()
    if g.pop("is_reading", False):
        _reading.release()


def _put_aside() -> None:
    """Move the body of a large request to the disk, unless it is so large that it is refused anyway."""
    length = request.content_length or 0
    if not current_app.config["MAX_CONTENT_LENGTH"] < length <= (request.max_content_length or 0):
        return
    source = request.environ["wsgi.input"]
    g.aside = body = default_stream_factory(length, None, None)
    while length and (piece := source.read(min(length, A_PIECE))):
        body.write(piece)
        length -= len(piece)
    body.seek(0)
    request.environ["wsgi.input"] = body
