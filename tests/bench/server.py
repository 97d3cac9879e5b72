"""Our app and the floor under gunicorn, in processes that tell how much CPU time they have used.

The floor is about the least that an app with a database, forms and a session can do, with the same libraries
and settings as ours; so any cost beyond it is our own.
"""

import atexit
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_server
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import psycopg
from flask import Flask, redirect, render_template, request, url_for
from flask_compress import Compress
from flask_sqlalchemy import SQLAlchemy
from flask_wtf.csrf import CSRFProtect
from jinja2 import DictLoader
from sqlalchemy import event, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from werkzeug import Response

from scorekeeper.app import create_app
from scorekeeper.hosting.serve import Server, gunicorn_settings, open_database
from scorekeeper.settings import read_environment
from scorekeeper.store import upgrade
from scorekeeper.store.database import db

CPU = "/bench-cpu"
"""Answers with the CPU seconds of the worker so far."""

KIND = os.environ.get("DATABASE") or "sqlite"
"""The kind of database of this run: sqlite, or postgresql for a server that comes with pip."""

SERVER = "BENCH_POSTGRESQL"
"""Where processes that a benchmark starts find the server of the databases."""

ROWS, ROW_BYTES = 40, 300
"""Rows on the floor's page, and the text of a row that is saved."""

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""The settings of SQLite, as our app has them."""

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Floor</title></head>
<body>
<form method="post"><input type="hidden" name="csrf_token" value="{{ csrf_token() }}">
<textarea name="text"></textarea><button>Save</button></form>
<ol>
{% for row in rows %}
<li id="row-{{ row.id }}">{{ row.text }}</li>
{% endfor %}
</ol>
</body>
</html>
"""


class Base(DeclarativeBase):
    """The base of the floor's one table."""


class Row(Base):
    """A line of text that was saved."""

    __tablename__ = "row"

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


def create_floor(config: dict[str, Any]) -> Flask:
    """Return the floor, with its table."""
    app, rows_db = Flask("floor"), SQLAlchemy(model_class=Base)
    app.config.from_mapping(config, WTF_CSRF_TIME_LIMIT=None)
    # A template that is loaded is compiled once, as ours are.
    app.jinja_loader = DictLoader({"page.html": PAGE})
    rows_db.init_app(app)
    CSRFProtect(app)
    Compress(app)

    def connect(connection: Any, _: object) -> None:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    with app.app_context():
        if KIND == "sqlite":
            event.listen(rows_db.engine, "connect", connect)
        rows_db.create_all()
        rows_db.engine.dispose()  # the worker opens connections of its own

    @app.get("/")
    def rows() -> str:
        """Return the first rows; rows saved later don't make the page longer."""
        first = select(Row).order_by(Row.id).limit(ROWS)
        return render_template("page.html", rows=rows_db.session.scalars(first).all())

    @app.post("/")
    def save() -> Response:
        """Save one more row."""
        rows_db.session.add(Row(text=request.form["text"]))
        rows_db.session.commit()
        return redirect(url_for("rows"), code=303)

    return app


def create(name: str, folder: Path) -> Flask:
    """Return the floor or our app, with a new database in the shared folder."""
    config: dict[str, Any] = {
        "SECRET_KEY": "of the benchmark",
        "SQLALCHEMY_DATABASE_URI": address(name, folder),
    }
    if name == "floor":
        return create_floor(config)
    app = create_app(config)
    app.instance_path = str(folder)
    upgrade(app)
    with app.app_context():
        db.engine.dispose()
    return app


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


def workers_of(server: subprocess.Popen[bytes]) -> list[int]:
    """Return the ids of the worker processes of a server."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return [int(worker) for worker in children.split()]


def clocked(app: WSGIApplication) -> WSGIApplication:
    """Return the app with a page that tells the CPU time."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != CPU:
            return app(environ, start_response)
        body = repr(process_time()).encode()
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
        return [body]

    return answer


# The databases


def address(name: str, folder: Path) -> str:
    """Return the address of a database in a folder; it is made, empty, unless it is there already."""
    if KIND == "sqlite":
        return f"sqlite:///{folder / name}.sqlite"
    if KIND != "postgresql":
        raise SystemExit(f"DATABASE is sqlite or postgresql, not {KIND}.")
    return made(database_server(), blake2b(str(folder / name).encode(), digest_size=8).hexdigest())


@cache
def made(server: str, database: str) -> str:
    """Return the address of a database of a server, made unless it is there already."""
    with psycopg.connect(server, autocommit=True) as connection:
        known = "SELECT 1 FROM pg_database WHERE datname = %s"
        if connection.execute(known, [database]).fetchone() is None:
            connection.execute(f'CREATE DATABASE "{database}" TEMPLATE template0'.encode())
    return server.replace("postgresql://", "postgresql+psycopg://").replace("/postgres?", f"/{database}?")


def database_server() -> str:
    """Return the address of this run's server, which is started when it is first asked for."""
    if SERVER not in os.environ:
        from tests.postgresql import postgresql

        stack = ExitStack()
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="bench-")))
        server = stack.enter_context(postgresql(folder / "postgresql"))
        os.environ[SERVER] = server.url("postgres").replace("+psycopg", "")
        atexit.register(stack.close)
    return os.environ[SERVER]


def database_cpu() -> float:
    """Return the CPU seconds of the processes of this run's server that answer queries; 0 with SQLite."""
    if SERVER not in os.environ:
        return 0.0
    seconds = 0.0
    for child in Path(f"/proc/{postmaster()}/task/{postmaster()}/children").read_text().split():
        process = Path("/proc") / child
        with suppress(OSError):
            if b"[local]" in (process / "cmdline").read_bytes():
                seconds += int((process / "schedstat").read_text().split()[0]) / 1e9
    return seconds


@cache
def postmaster() -> int:
    """Return the id of the server's process."""
    with psycopg.connect(os.environ[SERVER]) as connection:
        return int(Path(f"/proc/{connection.info.backend_pid}/stat").read_text().split()[3])


def main() -> None:
    """Serve one app on an open socket that was passed on."""
    name, folder, listener, workers = sys.argv[1:]
    app = create(name, Path(folder))
    app.wsgi_app = clocked(app.wsgi_app)  # type: ignore[assignment, method-assign]
    settings = replace(read_environment({}), workers=int(workers), log_level=read_environment().log_level)
    hooks = {"post_worker_init": open_database} if name == "ours" else {}
    Server(app, {**gunicorn_settings(settings), **hooks, "bind": f"fd://{listener}"}).run()


if __name__ == "__main__":
    main()
