"""What the errors of SQLite, PostgreSQL and the system say is wrong, with real ones where they can be had."""

import errno
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.database import db
from scorekeeper.store.storage import fault_of
from scorekeeper.store.transactions import begin_writing
from tests.conftest import close, database_of


def of_sqlite(name: str, message: str = "") -> sqlite3.Error:
    error = sqlite3.OperationalError(message)
    error.sqlite_errorname = name
    return error


def of_postgresql(code: str) -> Exception:
    error = Exception("as psycopg raises it")
    vars(error)["sqlstate"] = code
    return error


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (of_sqlite("SQLITE_FULL"), StorageFault.FULL),
        (of_sqlite("SQLITE_IOERR_SHMSIZE"), StorageFault.FULL),
        (of_sqlite("SQLITE_IOERR_FSYNC"), StorageFault.UNREADABLE),
        (of_sqlite("SQLITE_READONLY_DIRECTORY"), StorageFault.READ_ONLY),
        (of_sqlite("SQLITE_READONLY_DBMOVED"), StorageFault.MISSING),
        (of_sqlite("SQLITE_CORRUPT_INDEX"), StorageFault.DAMAGED),
        (of_sqlite("SQLITE_NOTADB"), StorageFault.DAMAGED),
        (of_sqlite("SQLITE_BUSY_SNAPSHOT"), StorageFault.BUSY),
        (of_sqlite("SQLITE_CANTOPEN"), StorageFault.UNREADABLE),
        (of_sqlite("SQLITE_ERROR", "no such table: club"), StorageFault.MISSING),
        (of_sqlite("SQLITE_ERROR", "near “SELEC”: syntax error"), None),
        (of_sqlite("SQLITE_CONSTRAINT_UNIQUE"), None),
        (of_postgresql("53100"), StorageFault.FULL),
        (of_postgresql("25006"), StorageFault.READ_ONLY),
        (of_postgresql("40P01"), StorageFault.BUSY),
        (of_postgresql("57P01"), StorageFault.UNREADABLE),
        (of_postgresql("53200"), StorageFault.BUSY),
        (of_postgresql("42501"), StorageFault.READ_ONLY),
        (of_postgresql("23505"), None),
        (psycopg.OperationalError("FATAL:  sorry, too many clients already"), StorageFault.BUSY),
        (psycopg.OperationalError('FATAL:  too many connections for role "ann"'), StorageFault.BUSY),
        (psycopg.OperationalError('FATAL:  database "scores" does not exist'), StorageFault.MISSING),
        (psycopg.OperationalError("FATAL:  password authentication failed"), StorageFault.UNREADABLE),
        (psycopg.OperationalError("the connection is closed"), StorageFault.UNREADABLE),
        (OSError(errno.ENOSPC, "No space left on device"), StorageFault.FULL),
        (OSError(errno.EROFS, "Read-only file system"), StorageFault.READ_ONLY),
        (OSError(errno.ECONNRESET, "Connection reset by peer"), None),
        (ZeroDivisionError(), None),
    ],
    ids=str,
)
def test_an_error_tells_of_a_fault(error: Exception, fault: StorageFault | None) -> None:
    assert fault_of(error) == fault


def refused(app: Flask, statement: str, before: str = "") -> StorageFault:
    """Return the fault for which a statement is refused."""
    with app.app_context():
        try:
            begin_writing()
            if before:
                db.session.execute(text(before))
            db.session.execute(text(statement))
        except StorageError as error:
            return error.fault
    raise AssertionError("it was not refused")


@pytest.mark.sqlite
def test_a_database_that_cannot_grow_is_full(app: Flask) -> None:
    grow = "CREATE TABLE filler AS SELECT zeroblob(100000)"
    assert refused(app, grow, "PRAGMA max_page_count = 1") == StorageFault.FULL


@pytest.mark.sqlite
def test_a_database_that_can_only_be_read_says_so(app: Flask) -> None:
    with app.app_context():
        db.session.execute(text("PRAGMA query_only = ON"))
        db.session.commit()
    assert refused(app, "DELETE FROM club") == StorageFault.READ_ONLY
    close(app)


def overwrite_header(file: Path) -> None:
    file.write_bytes(b"rubbish" + file.read_bytes()[7:])


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:8192])


def overwrite_pages(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        pages = database.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = 'club'").fetchall()
    data = bytearray(file.read_bytes())
    for (page,) in pages:
        data[(page - 1) * 4096 : page * 4096] = b"\x5a" * 4096
    file.write_bytes(data)


@pytest.mark.sqlite
@pytest.mark.parametrize("damage", [overwrite_header, cut_off, overwrite_pages])
def test_a_damaged_database_says_so(app: Flask, damage: Callable[[Path], None]) -> None:
    damage(database_of(app))
    assert refused(app, "DELETE FROM club") == StorageFault.DAMAGED
    with app.app_context():
        db.engine.dispose()


@pytest.mark.sqlite
def test_nothing_is_written_into_a_database_that_was_moved_away(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        assert db.session.execute(text("SELECT count(*) FROM club")).scalar() == 0
    away = shutil.move(database_of(app), tmp_path / "away.db")
    assert refused(app, "DELETE FROM club") == StorageFault.MISSING
    assert not database_of(app).exists()
    shutil.move(away, database_of(app))
    with app.app_context():
        begin_writing()
        db.session.execute(text("DELETE FROM club"))
        db.session.commit()
