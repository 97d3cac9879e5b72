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


def of_sqlite(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorname = name
    return error


def of_postgresql(code: str) -> Exception:
    error = Exception("as psycopg raises it")
    vars(error)["sqlstate"] = code
    return error


FAULTS = {
    StorageFault.BUSY: [
        of_sqlite("SQLITE_BUSY_SNAPSHOT"),
        *map(of_postgresql, ("40P01", "53200")),
        psycopg.OperationalError("FATAL:  sorry, too many clients already"),
        psycopg.OperationalError('FATAL:  too many connections for role "ann"'),
    ],
    StorageFault.FULL_OR_READ_ONLY: [
        *map(of_sqlite, ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "SQLITE_READONLY_DIRECTORY")),
        *map(of_postgresql, ("53100", "25006", "42501")),
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EROFS, "Read-only file system"),
    ],
    StorageFault.OTHER: [
        *map(of_sqlite, ("SQLITE_IOERR_FSYNC", "SQLITE_CORRUPT_INDEX", "SQLITE_NOTADB", "SQLITE_CANTOPEN")),
        of_postgresql("57P01"),
        psycopg.OperationalError('FATAL:  database "scores" does not exist'),
        psycopg.OperationalError("the connection is closed"),
    ],
    None: [
        *map(of_sqlite, ("SQLITE_ERROR", "SQLITE_CONSTRAINT_UNIQUE")),
        of_postgresql("23505"),
        OSError(errno.ECONNRESET, "Connection reset by peer"),
        ZeroDivisionError(),
    ],
}
"""Errors, by the fault that each tells of."""


def test_an_error_tells_of_a_fault() -> None:
    found = [(error, fault_of(error), fault) for fault, errors in FAULTS.items() for error in errors]
    assert [each for each in found if each[1] != each[2]] == []


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
    assert refused(app, grow, "PRAGMA max_page_count = 1") == StorageFault.FULL_OR_READ_ONLY


@pytest.mark.sqlite
def test_a_database_that_can_only_be_read_says_so(app: Flask) -> None:
    with app.app_context():
        db.session.execute(text("PRAGMA query_only = ON"))
        db.session.commit()
    assert refused(app, "DELETE FROM club") == StorageFault.FULL_OR_READ_ONLY
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
    assert refused(app, "DELETE FROM club") == StorageFault.OTHER
    with app.app_context():
        db.engine.dispose()


@pytest.mark.sqlite
def test_nothing_is_written_into_a_database_that_was_moved_away(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        assert db.session.execute(text("SELECT count(*) FROM club")).scalar() == 0
    away = shutil.move(database_of(app), tmp_path / "away.db")
    assert refused(app, "DELETE FROM club") == StorageFault.OTHER
    assert not database_of(app).exists()
    shutil.move(away, database_of(app))
    with app.app_context():
        begin_writing()
        db.session.execute(text("DELETE FROM club"))
        db.session.commit()
