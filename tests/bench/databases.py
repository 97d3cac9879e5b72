"""The databases that benchmarks run on: SQLite, or with DATABASE=postgresql a server that comes with pip."""

import atexit
import os
from contextlib import ExitStack
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

KIND = os.environ.get("DATABASE", "sqlite")
"""On which kind of database the benchmarks of this run are."""

SERVER = "BENCH_POSTGRESQL"
"""Where processes that a benchmark starts find its server."""


def address(name: str, folder: Path) -> str:
    """Return the address of a database in a folder; it is made, empty, unless it is there already."""
    if KIND == "sqlite":
        return f"sqlite:///{folder / name}.sqlite"
    if KIND != "postgresql":
        raise SystemExit(f"DATABASE is sqlite or postgresql, not {KIND}.")
    database = blake2b(str(folder / name).encode(), digest_size=8).hexdigest()
    return _made(_server(), database)


@cache
def _made(server: str, database: str) -> str:
    """Return the address of a database of a server, made unless it is there already."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        known = "SELECT 1 FROM pg_database WHERE datname = %s"
        if connection.execute(known, [database]).fetchone() is None:
            connection.execute(f'CREATE DATABASE "{database}" TEMPLATE template0'.encode())
    return server.replace("postgresql://", "postgresql+psycopg://").replace("/postgres?", f"/{database}?")


def _server() -> str:
    """Return the address of this run's server, which is started when it is first asked for."""
    if SERVER not in os.environ:
        from tests.postgresql import postgresql

        stack = ExitStack()
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="bench-")))
        server = stack.enter_context(postgresql(folder / "postgresql"))
        os.environ[SERVER] = server.url("postgres").replace("+psycopg", "")
        atexit.register(stack.close)
    return os.environ[SERVER]
