"""Nobody else on the machine can read the database, its logs and copies, or the key."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from scorekeeper.files.backups import back_up
from scorekeeper.files.replacing import lock_for_serving
from scorekeeper.hosting.data_folder import KEY, secret_key
from scorekeeper.store import upgrade
from scorekeeper.store.addresses import address_of
from scorekeeper.store.database import db
from scorekeeper.store.private_files import make_all_private, make_private
from tests.conftest import close, make_app


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    """Let this process create files that everyone may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_what_the_app_creates_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    secret_key(folder)
    app = make_app(folder / "scorekeeper.db")
    with lock_for_serving(address_of(app)):
        upgrade(app)
        back_up(app, folder / "backup.db")
        with app.app_context(), db.engine.connect() as connection:
            connection.execute(db.text("SELECT * FROM club"))
            found = modes(folder)
    close(app)
    assert {"scorekeeper.db", "scorekeeper.db-wal", "scorekeeper.db-shm", "backup.db", KEY} <= found.keys()
    # Nothing but that there is a database.
    del found["scorekeeper.db.made"]
    assert set(found.values()) == {0o600}
    assert S_IMODE(folder.stat().st_mode) == 0o700


OLD = (
    *("scorekeeper.db", "scorekeeper.db-wal", "scorekeeper.db-shm", "scorekeeper.db.lock"),
    *("scorekeeper-before-20250102-190000.db", "scorekeeper-before-update-20250102-190000.db"),
    *("scorekeeper-before-20250102-190000.db-wal", KEY, f"{KEY}.new"),
)


def test_what_older_versions_created_is_made_private(tmp_path: Path) -> None:
    for name in (*OLD, "of somebody else.db"):
        (tmp_path / name).touch(0o644)
    make_all_private(tmp_path / "scorekeeper.db", tmp_path / KEY)
    assert modes(tmp_path) == {**dict.fromkeys(OLD, 0o600), "of somebody else.db": 0o644}


def test_an_old_database_has_private_logs(tmp_path: Path) -> None:
    file = tmp_path / "scorekeeper.db"
    with closing(sqlite3.connect(file)) as old:
        old.execute("CREATE TABLE club (name)")
    assert modes(tmp_path) == {"scorekeeper.db": 0o644}
    app = make_app(file)
    with app.app_context(), db.engine.connect() as connection:
        connection.execute(db.text("SELECT * FROM club"))
        assert set(modes(tmp_path).values()) == {0o600}
    close(app)


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(0o755)
    secret_key(tmp_path / "data")
    make_private(tmp_path / "data")
    assert S_IMODE((tmp_path / "data").stat().st_mode) == 0o755
