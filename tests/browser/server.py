"""The app, served to browsers on this machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from socket import create_server
from threading import Thread

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer

from scorekeeper.web.live.streams import end_streams, init_app
from tests.store.live.watching import until_nobody_watches


class Server(ThreadedWSGIServer):
    """Waits for its last requests when it closes, so that none outlives its test."""

    daemon_threads = False


@cache
def own_port() -> int:
    """Return a free port that is this process's own: a browser uses again what it has from this address.

    No system gives it to a connection, which would keep the server from starting again.
    """
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        try:
            create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise AssertionError("Every port is taken.")


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
