"""Our app and the floor under gunicorn, in processes that tell how much CPU time they have used."""

import atexit
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from os import sysconf
from pathlib import Path
from socket import IPPROTO_TCP, TCP_NODELAY, create_server
from tempfile import TemporaryDirectory
from time import process_time
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import psycopg
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.hosting.serve import Server, gunicorn_settings, open_database
from scorekeeper.settings import read_environment
from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from tests.bench.floor import create_floor

CPU = "/bench-cpu"
"""Answers with the CPU seconds of the worker so far."""

KIND = os.environ.get("DATABASE") or "sqlite"
"""The kind of database of this run: sqlite, or postgresql for a server that comes with pip."""

SERVER = "BENCH_POSTGRESQL"
"""Where processes that a benchmark starts find the server of the databases."""


def create(name: str, folder: Path) -> Flask:
    """Return the floor or our app, with a new database in the shared folder."""
    database = address(name, folder)
    if name == "floor":
        return create_floor(database)
    app = create_app({"SECRET_KEY": "of the benchmark", "SQLALCHEMY_DATABASE_URI": database})
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


def cpu_of(servers: Sequence[subprocess.Popen[bytes]]) -> float:
    """Return the CPU seconds of servers and their database so far, in the kernel too."""
    ticks = 0
    for process in (each for server in servers for each in (server.pid, *workers_of(server))):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / sysconf("SC_CLK_TCK") + database_cpu()


def memory_of(servers: Sequence[subprocess.Popen[bytes]], kind: str = "Pss") -> list[float]:
    """Return the megabytes of each worker: with its share of what it shares (Pss), or all of it (Rss)."""
    found = []
    for worker in (worker for server in servers for worker in workers_of(server)):
        lines = Path(f"/proc/{worker}/smaps_rollup").read_text().splitlines()
        found += [int(line.split()[1]) / 1000 for line in lines if line.startswith(f"{kind}:")]
    return found


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
