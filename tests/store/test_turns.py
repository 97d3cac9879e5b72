"""Servers that start at the same moment."""

from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from scorekeeper.store.health import CURRENT, database_state
from scorekeeper.store.steady_time import resume_steady_time
from tests.conftest import DATABASES, make_app
from tests.databases import on_server

PATIENCE = 60


def start_server(address: Path | str, together: Barrier) -> None:
    """Begin with a database as a server does that starts."""
    app = make_app(address)
    together.wait(PATIENCE)
    upgrade(app)
    resume_steady_time(app)


@pytest.mark.parametrize("kind", DATABASES)
def test_two_servers_may_begin_with_an_empty_database(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    address: Path | str = tmp_path / "scorekeeper.db"
    if kind == "postgresql":
        address = on_server(request.getfixturevalue("postgresql_server"), f"empty-{tmp_path.name}")
    processes = get_context("fork")
    together = processes.Barrier(2)
    servers = [processes.Process(target=start_server, args=(address, together)) for _ in range(2)]
    for server in servers:
        server.start()
    for server in servers:
        server.join(PATIENCE)
    assert [server.exitcode for server in servers] == [0, 0]
    app = make_app(address)
    with app.app_context():
        assert database_state() == CURRENT
        db.engine.dispose()
