"""The app, served to browsers on this machine."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from socket import SHUT_RD, create_server
from threading import Thread
from typing import Any

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer

from scorekeeper.web.engine import own_archive
from scorekeeper.web.live.live import end_streams, init_app
from tests.store.live.watching import until_nobody_watches

PORTS = range(20_000, 32_000)
"""Ports that systems give to no connection, of which a browser opens many."""


class Server(ThreadedWSGIServer):
    """Waits for its last requests when it closes, so that none outlives its test."""

    daemon_threads = False

    def __init__(self, *args: Any) -> None:
        self._open: set[Any] = set()
        super().__init__(*args)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def expect_no_more(self) -> None:
        """Give up on connections that a browser has opened in advance, and sent nothing on."""
        for request in [*self._open]:
            with suppress(OSError):
                request.shutdown(SHUT_RD)


def free_port() -> int:
    """Return a port that stays free for one server after another."""
    for port in Random().sample(PORTS, len(PORTS)):
        try:
            create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return port
    raise OSError("No port is free.")


@contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[str]:
    """Serve an app, on any free port unless one is given, and yield its address."""
    server = Server("127.0.0.1", port, app)
    own_archive()  # not in the threads of the server
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})  # seconds until it stops
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        # The server's thread waits for its requests, and those of open pages last until their streams end.
        end_streams(app)
        server.expect_no_more()
        thread.join()
        server.server_close()
        until_nobody_watches()
        init_app(app)
