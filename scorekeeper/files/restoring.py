"""Filling a database with the lines of a backup, or with those of another database.

It is filled in one transaction, or as a new file that nobody uses yet.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Connection, Date, MetaData, Table, insert, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.domain import BackupError
from scorekeeper.files.backups import (
    COLUMNS,
    PART,
    REVISION,
    TABLE,
    VERSIONS,
    first_line,
    lines_of,
    reflected_tables,
    revision_of,
)
from scorekeeper.files.kinds import is_database
from scorekeeper.files.replacing import replace_database, temporary_file
from scorekeeper.store import bring_to, database
from scorekeeper.store.addresses import address_of_file, file_of
from scorekeeper.store.database import UtcDateTime, db
from scorekeeper.store.examination import connected
from scorekeeper.store.models import Club
from scorekeeper.store.numbers import skip_numbers, skip_versions

HAS_CLUBS = (
    "The target has clubs in it, so nothing was copied. Name an empty database, or a file that doesn't exist."
)


def fill_database(
    url: URL, lines: Iterator[bytes], only_if_empty: bool = False
) -> tuple[dict[str, int], Path | None]:
    """Replace everything in a database, and return how many rows each table has.

    Nothing changes before all is there. The second value is the file in which one of SQLite is kept, if there
    was one. Raises BackupError, StorageError.
    """
    file = file_of(url)
    if not file:
        return _fill_server(url, lines, only_if_empty), None
    if only_if_empty:
        _refuse_clubs_in(file)
    with temporary_file(file) as new:
        rows = _fill_new_file(new, lines)
        return rows, replace_database(new, file)


def _fill_new_file(file: Path, lines: Iterator[bytes]) -> dict[str, int]:
    """Make a database of SQLite in an empty file, and return how many rows each table has."""
    revision = _revision_in(lines)
    with opened(address_of_file(file)):
        bring_to(revision)
        with db.engine.connect().execution_options(writes=True) as there, there.begin():
            rows = _fill(there, revision, lines)
        bring_to("head")
        with db.engine.connect().execution_options(writes=True) as there, there.begin():
            skip_numbers(there)
            skip_versions(there)
    return rows


def _fill_server(url: URL, lines: Iterator[bytes], only_if_empty: bool) -> dict[str, int]:
    """Replace everything in a database on a server in one transaction, and return the rows of each table."""
    with (
        opened(url),
        db.engine.connect().execution_options(writes=True) as there,
        there.begin(),
    ):
        # A migration waits for others longer than anyone does at a terminal.
        there.exec_driver_sql("SET LOCAL lock_timeout = DEFAULT")
        _refuse_others(there, only_if_empty)
        _drop_everything(there)
        revision = _revision_in(lines)
        bring_to(revision, within=there)
        rows = _fill(there, revision, lines)
        bring_to("head", within=there)
        skip_numbers(there)
        skip_versions(there)
    return rows


def _refuse_clubs_in(file: Path) -> None:
    """Raise BackupError if a file is anything but a database without clubs; it may be missing."""
    if file.is_dir():
        raise BackupError(f"{file} is a folder. Name a file in it.")
    if not file.exists() or not file.stat().st_size:
        return
    if not is_database(file):
        raise BackupError(f"{file} is a file of another program. Name a file that doesn't exist yet.")
    with connected(address_of_file(file)) as connection:
        _refuse_others(connection, only_if_empty=True)


def _refuse_others(connection: Connection, only_if_empty: bool) -> None:
    """Raise an error if a database is another program's or version's, or has clubs and must have none."""
    if revision_of(connection):
        if only_if_empty and connection.execute(select(Club.id).limit(1)).first():
            raise BackupError(HAS_CLUBS)
    elif set(inspect(connection).get_table_names()) - {VERSIONS}:
        raise BackupError("The target is a database of another program. Make an empty one.")


def _fill(connection: Connection, revision: str, lines: Iterable[bytes]) -> dict[str, int]:
    """Fill the empty tables of a database, and return how many rows each has.

    What was written is read again and compared. Raises BackupError, StorageError.
    """
    tables = reflected_tables(connection)
    rows = dict.fromkeys(tables, 0)
    is_sqlite = connection.dialect.name == "sqlite"
    connection.exec_driver_sql(
        "PRAGMA defer_foreign_keys = ON" if is_sqlite else "SET CONSTRAINTS ALL DEFERRED"
    )
    digest = sha256(first_line(revision))
    for table, part in _parts(tables, _digested(lines, digest)):
        try:
            connection.execute(insert(table), part)
        except (SQLAlchemyError, ValueError) as error:
            raise BackupError(f"A row of “{table.name}” can't be copied: {_cause_of(error)}.") from None
        rows[table.name] += len(part)
    _check_references(connection)
    copied = sha256()
    for _ in _digested(lines_of(connection), copied):
        pass
    if copied.digest() != digest.digest():
        raise BackupError("The copy isn't the same as what was copied, so it was given up.")
    return rows


def _digested(lines: Iterable[bytes], digest: Any) -> Iterator[bytes]:
    for line in lines:
        digest.update(line)
        yield line


def _parts(
    tables: Mapping[str, Table], lines: Iterable[bytes]
) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """Yield the rows in the lines of a backup, some at a time, each with their table."""
    table, columns, part = Table("", MetaData()), [], list[dict[str, Any]]()
    for value in map(json.loads, lines):
        if isinstance(value, dict):
            if part:
                yield table, part
            table, part = tables[value[TABLE]], []
            columns = [table.c[name] for name in value[COLUMNS]]
        else:
            pairs = zip(columns, value, strict=True)
            part.append({column.name: _value_for(column, each) for column, each in pairs})
            if len(part) == PART:
                yield table, part
                part = []
    if part:
        yield table, part


def _value_for(column: Any, value: Any) -> Any:
    if value is not None and isinstance(column.type, UtcDateTime):
        return datetime.fromisoformat(value)
    if value is not None and isinstance(column.type, Date):
        return date.fromisoformat(value)
    return value


def _drop_everything(connection: Connection) -> None:
    """Drop the tables of whatever version a database on a server has, and what its migrations made."""
    found = MetaData()
    found.reflect(connection)
    found.drop_all(connection)


def _check_references(connection: Connection) -> None:
    """Raise BackupError if rows refer to rows that are missing."""
    lost = ""
    if connection.dialect.name == "sqlite":
        if found := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            lost = f"from “{found[0]}” to “{found[2]}”"
    else:
        try:
            connection.exec_driver_sql("SET CONSTRAINTS ALL IMMEDIATE")
        except SQLAlchemyError as error:
            lost = _cause_of(error)
    if lost:
        raise BackupError(f"What was copied refers to rows that are missing: {lost}.")


def _revision_in(lines: Iterator[bytes]) -> str:
    return str(json.loads(next(lines))[REVISION])


def _cause_of(error: Exception) -> str:
    """Return what an error says, without the line that it quotes."""
    return str(getattr(error, "orig", error)).partition("\n")[0].rstrip(".")


@contextmanager
def opened(url: URL) -> Iterator[None]:
    """Let ``db`` and migrations use another database than the app's."""
    app = Flask(__name__)
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=url.render_as_string(hide_password=False),
        SQLALCHEMY_ENGINE_OPTIONS={"hide_parameters": True},
    )
    database.init_app(app)
    with app.app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()
