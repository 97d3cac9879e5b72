"""The databases that benchmarks run on: SQLite, or with DATABASE=postgresql a server that comes with pip."""

import atexit
import os
from contextlib import ExitStack, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from sqlalchemy import Engine, inspect

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
    return _made(_server(), _name(name, folder))


def copy_database(name: str, folder: Path, to: Path) -> None:
    """Copy a database that nobody has open into another folder."""
    if KIND == "sqlite":
        copyfile(folder / f"{name}.sqlite", to / f"{name}.sqlite")
    else:
        _made(_server(), _name(name, to), _name(name, folder))


def settle(engine: Engine) -> None:
    """Make a database into which many rows were written what it would be after a while."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE" if KIND == "sqlite" else "VACUUM ANALYZE")
        if KIND == "postgresql":
            for table in inspect(engine).get_table_names():
                newest = f"(SELECT max(id) FROM {table})"
                if any(column["name"] == "id" for column in inspect(engine).get_columns(table)):
                    connection.exec_driver_sql(f"SELECT setval('{table}_id_seq', {newest})")


def cpu() -> float:
    """Return the CPU seconds of the processes of this run's server that answer queries; 0 with SQLite."""
    if SERVER not in os.environ:
        return 0.0
    seconds = 0.0
    for child in Path(f"/proc/{_postmaster()}/task/{_postmaster()}/children").read_text().split():
        process = Path("/proc") / child
        with suppress(OSError):
            if b"[local]" in (process / "cmdline").read_bytes():
                seconds += int((process / "schedstat").read_text().split()[0]) / 1e9
    return seconds


@cache
def _postmaster() -> int:
    """Return the id of the server's process."""
    import psycopg

    with psycopg.connect(os.environ[SERVER]) as connection:
        return int(Path(f"/proc/{connection.info.backend_pid}/stat").read_text().split()[3])


def _name(name: str, folder: Path) -> str:
    """Return what a database in a folder is called on the server."""
    return blake2b(str(folder / name).encode(), digest_size=8).hexdigest()


@cache
def _made(server: str, database: str, like: str = "template0") -> str:
    """Return the address of a database of a server, made unless it is there already."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        known = "SELECT 1 FROM pg_database WHERE datname = %s"
        if connection.execute(known, [database]).fetchone() is None:
            connection.execute(f'CREATE DATABASE "{database}" TEMPLATE "{like}"'.encode())
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
