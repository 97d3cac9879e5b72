"""The app, served to browsers on this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer

from scorekeeper.web.live.streams import end_streams, init_app
from tests.store.live.watching import until_nobody_watches


class Server(ThreadedWSGIServer):
    """Waits for its last requests when it closes, so that none outlives its test."""

    daemon_threads = False


@contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[str]:
    """Serve an app, on any free port unless one is given, and yield its address."""
    server = Server("127.0.0.1", port, app)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})  # seconds until it stops
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        # The server's thread waits for its requests, and those of open pages last until their streams end.
        end_streams(app)
        thread.join()
        server.server_close()
        until_nobody_watches()
        init_app(app)
