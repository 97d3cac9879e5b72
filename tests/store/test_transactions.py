"""Servers that start at the same moment."""

from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from scorekeeper.store.health import CURRENT, database_state
from tests.conftest import DATABASES, make_app
from tests.databases import on_server, own_name

PATIENCE = 60


def start_server(address: Path | str, together: Barrier) -> None:
    """Begin with a database as a server does that starts."""
    app = make_app(address)
    together.wait(PATIENCE)
    upgrade(app)


@pytest.fixture(params=DATABASES)
def nothing_yet(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Yield the file or the address of a database that was never migrated."""
    if request.param == "sqlite":
        yield tmp_path / "scorekeeper.db"
        return
    with on_server(request.getfixturevalue("postgresql_server"), own_name("empty")) as address:
        yield address


def test_two_servers_may_begin_with_an_empty_database(nothing_yet: Path | str) -> None:
    processes = get_context("fork")
    together = processes.Barrier(2)
    servers = [processes.Process(target=start_server, args=(nothing_yet, together)) for _ in range(2)]
    for server in servers:
        server.start()
    for server in servers:
        server.join(PATIENCE)
    assert [server.exitcode for server in servers] == [0, 0]
    app = make_app(nothing_yet)
    with app.app_context():
        assert database_state() == CURRENT
        db.engine.dispose()
