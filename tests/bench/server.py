"""An app under gunicorn in a process of its own, which tells how much CPU time it has used."""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_server
from time import process_time
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

from scorekeeper.hosting.serve import gunicorn_settings
from scorekeeper.settings import read_environment
from tests.bench.databases import address

CPU = "/bench-cpu"
"""Answers with the CPU seconds of the worker so far."""


@contextmanager
def serving(name: str, folder: Path) -> Iterator[int]:
    """Serve the floor or our app until the block is left, and yield its port."""
    with running(name, folder) as (_, port):
        yield port


@contextmanager
def running(name: str, folder: Path, workers: int = 1) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Serve the floor or our app until the block is left, and yield the process and its port.

    It runs as the app is served, but usually with one worker, whose CPU time is that of all requests.
    """
    # The socket is open before the server starts, so that a client that connects too early just waits.
    with create_server(("127.0.0.1", 0)) as listener:
        # The server sets this too, yet too late for a connection that is made before: each of its answers
        # would wait 40 ms for the acknowledgement of the one before.
        listener.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        port = listener.getsockname()[1]
        address(name, folder)  # the server of the databases outlives this one
        arguments = [name, str(folder), str(listener.fileno()), str(workers)]
        command = [sys.executable, "-m", "tests.bench.server", *arguments]
        # In a group of its own, as when it is started in a terminal.
        process = subprocess.Popen(command, pass_fds=[listener.fileno()], start_new_session=True)
    # Only the server has the socket now: if it dies, connections are refused without a wait.
    try:
        yield process, port
    finally:
        process.terminate()
        process.wait()


def clocked(app: WSGIApplication) -> WSGIApplication:
    """Return the app with a page that tells the CPU time."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != CPU:
            return app(environ, start_response)
        body = repr(process_time()).encode()
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
        return [body]

    return answer


def create(name: str, folder: Path) -> Flask:
    """Return the floor or our app, with a new database in the shared folder."""
    config: dict[str, Any] = {
        "SECRET_KEY": "of the benchmark",
        "SQLALCHEMY_DATABASE_URI": address(name, folder),
    }
    # Each process loads only what it serves.
    if name == "floor":
        from tests.bench import floor

        app = floor.create_app(config)
        with app.app_context():
            floor.db.engine.dispose()  # the worker opens connections of its own
        return app

    from scorekeeper.app import create_app
    from scorekeeper.store import upgrade
    from scorekeeper.store.database import db

    app = create_app(config)
    app.instance_path = str(folder)
    upgrade(app)
    with app.app_context():
        db.engine.dispose()
    return app


def main() -> None:
    """Serve one app on an open socket that was passed on."""
    from scorekeeper.hosting.serve import Server, open_database

    name, folder, listener, workers = sys.argv[1:]
    app = create(name, Path(folder))
    app.wsgi_app = clocked(app.wsgi_app)  # type: ignore[assignment, method-assign]
    settings = replace(read_environment({}), workers=int(workers))
    hooks = {"post_worker_init": open_database} if name == "ours" else {}
    Server(app, {**gunicorn_settings(settings), **hooks, "bind": f"fd://{listener}"}).run()


if __name__ == "__main__":
    main()
