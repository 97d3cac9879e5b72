"""Fixtures that all tests share."""

import gc
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from tests.databases import Database, PostgresqlDatabase, SqliteDatabase, on_server, own_name
from tests.postgresql import HASTY, SMALL, NoServer, Server, postgresql

# Run with `make webkit` and `make proxies`: what they need cannot be installed everywhere.
collect_ignore = ["webkit", "proxies"]

# --- The garbage collector: it looks at thousands of tests in vain, which takes a quarter of the time ---

gc.set_threshold(20_000, 20, 20)


def pytest_collection_finish() -> None:
    """Leave out what lasts as long as the tests."""
    gc.freeze()


# --- (end of the garbage collector) ---


def pytest_xdist_auto_num_workers() -> int:
    """Return in how many processes the tests run: each waits for its browser half of the time."""
    return min(os.cpu_count() or 1, 6) + 2


# --- Hypothesis: the same examples on every machine, no clock, few enough to run at every save ---

settings.register_profile(
    "quick",
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=2000, derandomize=False)
settings.load_profile("quick")
# It also draws what is written in the modules imported so far, and those are others in each process.
assert callable(providers._get_local_constants)
providers._get_local_constants = Constants

# --- (end of Hypothesis) ---

# --- The app, with an empty database for each test ---


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a migrated, empty database, created once and copied for each test."""
    file = tmp_path_factory.mktemp("database") / "empty.db"
    app = make_app(file)
    upgrade(app)
    close(app)
    return file


@pytest.fixture(scope="session")
def running_database(request: pytest.FixtureRequest) -> Database:
    """Return the database of one app for all tests: making them would take longer than a test."""
    kind = getattr(request, "param", "sqlite")
    if kind not in RUNNING:
        request.getfixturevalue(f"running_{kind}")
    return RUNNING[kind]


@pytest.fixture(scope="session")
def running_sqlite(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Make the database of the tests that run on SQLite."""
    file = tmp_path_factory.mktemp("app") / "scorekeeper.db"
    app = make_app(file)
    with app.app_context():
        event.listen(db.engine, "connect", flush_nothing)
    RUNNING["sqlite"] = SqliteDatabase(app, file)


@pytest.fixture(scope="session")
def running_postgresql(postgresql_server: Server) -> Iterator[None]:
    """Make the database of the tests that run on PostgreSQL, one for each process of the run."""
    with on_server(postgresql_server, own_name("tests")) as address:
        database = PostgresqlDatabase(make_app(address))
        RUNNING["postgresql"] = database
        yield
        database.leave()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[Server]:
    """Yield the server that all processes of a run share."""
    try:
        with server_of(os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex) as server:
            yield server
    except NoServer as reason:
        pytest.exit(str(reason), returncode=1)


def server_of(run: str) -> AbstractContextManager[Server]:
    """Start or join the server of a run, unless the environment names one. Raises NoServer.

    The path of its socket is limited to a hundred characters or so, and pytest's own folders are private.
    """
    if SERVER:
        return nullcontext(Server(SERVER))
    return postgresql(Path(gettempdir()) / f"postgresql-{run}", HASTY + SMALL)


def pytest_configure(config: pytest.Config) -> None:
    """Start the server before the processes of a run, so that it surely stops after them."""
    if unknown := set(DATABASES) - {"sqlite", "postgresql"}:
        raise pytest.UsageError(f"DATABASE is sqlite or postgresql, not {' '.join(sorted(unknown))}.")
    if "postgresql" not in DATABASES or not getattr(config.option, "numprocesses", None):
        return
    config.option.testrunuid = config.option.testrunuid or uuid4().hex
    # Ending the run early, as `timeout` does, ends the server too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    stack = ExitStack()
    config.add_cleanup(stack.close)
    try:
        stack.enter_context(server_of(config.option.testrunuid))
    except NoServer as reason:
        pytest.exit(str(reason), returncode=1)


RUNNING: dict[str, Database] = {}
"""The databases that have been made, by their kind."""

DATABASES = (os.environ.get("DATABASE") or "sqlite").split()
"""The kinds of databases that tests run on."""

SERVER = os.environ.get("POSTGRESQL_SERVER", "")
"""The address of a PostgreSQL server to use instead of the one that comes with pip."""

ON_BOTH = ("store", "files", "web")
"""The rooms of the tests that run on both databases."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of the store and of pages on each database, and those marked so; others on SQLite."""
    if "running_database" not in metafunc.fixturenames:
        return
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    room = metafunc.definition.path.relative_to(Path(__file__).parent).parts[0]
    on_both = "sqlite" not in marks and (room in ON_BOTH or "both_databases" in marks)
    wanted = {"postgresql"} if "postgresql" in marks else {"sqlite", "postgresql"} if on_both else {"sqlite"}
    kinds = [kind for kind in DATABASES if kind in wanted]
    metafunc.parametrize("running_database", kinds, indirect=True, scope="session")


def flush_nothing(connection: Any, _: object) -> None:
    """Leave it to the system when to write to the disk: no test outlives a power cut."""
    connection.execute("PRAGMA synchronous = OFF")


@pytest.fixture
def app(running_database: Database) -> Iterator[Flask]:
    """Yield the app as it runs at the table, with its forms protected, before the first night."""
    running_database.put_back()
    yield running_database.app
    running_database.end_test()


def make_app(database: Path | str, **settings: object) -> Flask:
    """Return an app with this database, a file or an address."""
    address = f"sqlite:///{database}" if isinstance(database, Path) else database
    usual = {"SQLALCHEMY_DATABASE_URI": address, "SECRET_KEY": "of the tests", "TESTING": True}
    # All phones of all tests come from one address.
    usual |= {"RATELIMIT_ENABLED": False}
    # Phones score without the server in tests/phone alone: preparing that takes a download.
    usual |= {"OFFLINE_FOLDER": ""}
    app = create_app(usual | settings)
    app.jinja_env.bytecode_cache = TEMPLATES
    return app


class CompiledTemplates(BytecodeCache):
    """Keeps what one app has compiled for the other apps of this process."""

    def __init__(self) -> None:
        self.by_key: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with the template that it is for, if that has been compiled before."""
        if bucket.key in self.by_key:
            bucket.bytecode_from_string(self.by_key[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that has been compiled."""
        self.by_key[bucket.key] = bucket.bytecode_to_string()


TEMPLATES = CompiledTemplates()


def database_of(app: Flask) -> Path:
    """Return the file of an app's database."""
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


def close(app: Flask) -> None:
    """Close the connections, so that the database is in its file alone."""
    with app.app_context():
        db.engine.dispose()
    assert not database_of(app).with_name("scorekeeper.db-wal").exists()


# --- (end of the app) ---

# --- Time: it passes, and the machine's clock is set, when a test says so ---


@dataclass
class MachineTime:
    """What a test does to this machine: how many seconds pass, and by how many its clock is set."""

    passed: float = 0.0
    set_by: float = 0.0


@pytest.fixture
def machine_time(monkeypatch: pytest.MonkeyPatch) -> MachineTime:
    """Return what this test may do to the time."""
    done, right = MachineTime(), time.time
    monkeypatch.setattr(time, "time", lambda: right() + done.passed + done.set_by)
    return done


@pytest.fixture
def pass_time(machine_time: MachineTime) -> Callable[[float], None]:
    """Return a function that lets seconds pass, counted from the beginning of the test."""
    return partial(setattr, machine_time, "passed")


# --- (end of time) ---
