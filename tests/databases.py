"""The databases that tests run on: an empty one for each test, or one as an earlier test fixture left it."""

import shutil
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from flask import Flask
from sqlalchemy import Connection, insert, select, text

from scorekeeper.store import upgrade
from scorekeeper.store.database import db
from tests.postgresql import Server

Rows: TypeAlias = Mapping[str, list[tuple[Any, ...]]]


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
    def written_by_another(self) -> AbstractContextManager[None]:
        """Let another process write in it at the same time. Raises an error if one writes already."""

    def rows(self) -> Rows:
        """Return all of its rows by table."""
        with self.app.app_context(), db.engine.connect() as connection:
            return read_rows(connection)

    def close(self) -> None:
        """Close the connections."""
        with self.app.app_context():
            db.engine.dispose()


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

    @contextmanager
    def written_by_another(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.file, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")

    def close(self) -> None:
        super().close()
        # All that was written is in the file alone.
        assert not self.file.with_name(f"{self.file.name}-wal").exists()


class PostgresqlDatabase(Database):
    """A database on a server, whose rows are replaced: that takes a tenth of the time of copying it."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        upgrade(app)
        with app.app_context(), db.engine.begin() as connection:
            self._migration = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()

    def put_back(self, kept: Rows | None = None) -> None:
        with self.app.app_context(), db.engine.begin() as connection:
            # The rows refer to each other.
            connection.execute(text("SET LOCAL session_replication_role = replica"))
            for table in db.metadata.sorted_tables:
                connection.execute(text(f'DELETE FROM "{table.name}"'))
                rows = (kept or {}).get(table.name)
                if rows:
                    columns = [column.name for column in table.columns]
                    connection.execute(insert(table), [dict(zip(columns, row, strict=True)) for row in rows])
            begin_counting(connection)
            newest = text("UPDATE alembic_version SET version_num = :newest")
            connection.execute(newest, {"newest": self._migration})

    def keep(self) -> Rows:
        return self.rows()

    @contextmanager
    def written_by_another(self) -> Iterator[None]:
        with self.app.app_context(), db.engine.connect() as other:
            # As on SQLite, others can read all of it meanwhile.
            tables = ", ".join(f'"{table.name}"' for table in db.metadata.sorted_tables)
            other.execute(text(f"LOCK TABLE {tables} IN EXCLUSIVE MODE NOWAIT"))
            yield


def read_rows(connection: Connection) -> Rows:
    """Return all rows by table."""
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in db.metadata.sorted_tables
    }


def begin_counting(connection: Connection) -> None:
    """Let PostgreSQL give the ids that follow the largest in each table, as SQLite does."""
    for table in db.metadata.sorted_tables:
        if table.autoincrement_column is not None:
            sequence = f"pg_get_serial_sequence('{table.name}', 'id')"
            largest = f'(SELECT coalesce(max(id), 0) FROM "{table.name}")'
            connection.execute(text(f"SELECT setval({sequence}, {largest} + 1, false)"))


def on_server(server: Server, name: str) -> str:
    """Return the address of a new database with this name on a server."""
    server.drop(name)
    return server.make(name)
