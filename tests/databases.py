"""The databases that tests run on: an empty one for each test, or one as an earlier test fixture left it."""

import os
import shutil
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import psycopg
from flask import Flask

from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from tests.postgresql import Server

Rows: TypeAlias = Mapping[str, list[str]]
"""All rows of a database by table, as text: it is only compared and searched."""

OFTEN = 50
"""How many times rows are replaced until those that were deleted are in the way."""

TABLES = ("alembic_version", *(table.name for table in db.metadata.sorted_tables))


class Database(ABC):
    """The database of an app, which tests fill and leave behind."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    @abstractmethod
    def put_back(self, kept: Any = None) -> None:
        """Make it what it was when this was kept; without anything kept, migrated and empty."""

    @abstractmethod
    def keep(self) -> Any:
        """Return what it is now, to be put back."""

    @abstractmethod
    def rows(self) -> Rows:
        """Return all of its rows."""

    @abstractmethod
    def written_by_another(self) -> AbstractContextManager[None]:
        """Let another process write in it at the same time. Raises an error if one writes already."""

    def close(self) -> None:
        """Close the connections of the app."""
        with self.app.app_context():
            db.engine.dispose()

    @abstractmethod
    def end_test(self) -> None:
        """Leave it so that the next test can put it back."""


class SqliteDatabase(Database):
    """A file, which is copied."""

    def __init__(self, app: Flask, file: Path) -> None:
        super().__init__(app)
        self.file = file
        upgrade(app)
        self.close()
        self._numbers = count()
        self._empty = self.keep()

    def put_back(self, kept: Path | None = None) -> None:
        self.close()
        shutil.copy(kept or self._empty, self.file)

    def keep(self) -> Path:
        self.close()
        kept = self.file.with_name(f"kept-{next(self._numbers)}.db")
        shutil.copy(self.file, kept)
        return kept

    def rows(self) -> Rows:
        with closing(sqlite3.connect(self.file)) as connection:
            return {
                table: [repr(row) for row in connection.execute(f'SELECT * FROM "{table}" ORDER BY rowid')]
                for table in TABLES
            }

    @contextmanager
    def written_by_another(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.file, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    def end_test(self) -> None:
        self.close()

    def close(self) -> None:
        super().close()
        # All that was written is in the file alone.
        assert not self.file.with_name(f"{self.file.name}-wal").exists()


class PostgresqlDatabase(Database):
    """A database on a server, whose rows are replaced: that takes a hundredth of the time of copying it."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        upgrade(app)
        address = app.config["SQLALCHEMY_DATABASE_URI"].replace("+psycopg", "")
        # Statements that are sent together can't be prepared.
        self._connection = psycopg.connect(address, autocommit=True, prepare_threshold=None)
        self._numbers, self._times = count(), count(1)
        self._empty = self.keep()

    def put_back(self, kept: str | None = None) -> None:
        self._run(kept or self._empty)
        if next(self._times) % OFTEN == 0:
            self._run("VACUUM")

    def keep(self) -> str:
        """Copy what it is now, and return the statements that bring it back."""
        copy = f"kept_{next(self._numbers)}"
        # The rows refer to each other.
        copying, back = [f"CREATE SCHEMA {copy}"], ["SET LOCAL session_replication_role = replica"]
        for table in TABLES:
            back.append(f'DELETE FROM "{table}"')
            if self._run(f'SELECT 1 FROM "{table}" LIMIT 1').fetchone():
                copying.append(f'CREATE TABLE {copy}."{table}" AS TABLE "{table}"')
                back.append(f'INSERT INTO "{table}" TABLE {copy}."{table}"')
        back += [
            f"SELECT setval('{sequence}', {last or 1}, {last is not None})"
            for sequence, last in self._run("SELECT sequencename, last_value FROM pg_sequences").fetchall()
        ]
        self._run("; ".join(copying))
        return "; ".join(back)

    def rows(self) -> Rows:
        each = [
            f"SELECT '{table}', coalesce(array_agg(one::text ORDER BY one::text), '{{}}') "
            f'FROM "{table}" AS one'
            for table in TABLES
        ]
        return dict(self._run(" UNION ALL ".join(each), prepare=True).fetchall())

    @contextmanager
    def written_by_another(self) -> Iterator[None]:
        # As on SQLite, others can read all of it meanwhile.
        tables = ", ".join(f'"{table}"' for table in TABLES)
        with self._connection.transaction(force_rollback=True):
            self._run(f"LOCK TABLE {tables} IN EXCLUSIVE MODE NOWAIT")
            yield

    def end_test(self) -> None:
        """Keep the connections: making one takes longer than a request."""

    def leave(self) -> None:
        """Close the connections of the app and of the tests."""
        self.close()
        self._connection.close()

    def _run(self, statements: str, prepare: bool = False) -> psycopg.Cursor[Any]:
        """Run statements that are sent together, in one transaction, or one that is worth preparing."""
        return self._connection.execute(statements.encode(), prepare=prepare)


def own_name(name: str) -> str:
    """Return the name of a database that no other process of a run has, as all share one server."""
    return f"{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"


@contextmanager
def on_server(server: Server, name: str) -> Iterator[str]:
    """Yield the address of a new database with this name on a server, and remove it afterwards."""
    server.drop(name)
    yield server.make(name)
    server.drop(name)
