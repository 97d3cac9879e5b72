"""Backups: every row of every table as JSON lines, from and to any database.

The first line has the migration that the database had been through. Then each table has a line with its
columns and one line a row, and the last line is a digest of everything before it::

    {"scorekeeper_backup": 1, "revision": "1.0"}
    {"table": "club", "columns": ["id", "name"]}
    [1, "Friday"]
    {"sha256": "..."}

A database is read in one snapshot, so people can go on playing. It is written in one transaction, or as a new
file that nobody uses yet. The key that signs cookies (``instance/secret_key``) is not part of a backup.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from alembic import command
from alembic.runtime.migration import MigrationContext
from flask import Flask
from sqlalchemy import (
    JSON,
    Connection,
    Date,
    DateTime,
    MetaData,
    String,
    Table,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.domain import BackupError, EarlierDatabase, NewerDatabase, StorageError, StorageFault
from scorekeeper.exchange.schema import json_text
from scorekeeper.store import database
from scorekeeper.store.addresses import address_of, address_of_file, file_of
from scorekeeper.store.database import UtcDateTime, begin_writing, db, migrate
from scorekeeper.store.examination import connected, damage_in
from scorekeeper.store.health import EARLIER, NEWER, migrations, state_after
from scorekeeper.store.models import Club
from scorekeeper.store.storage import fault_of
from scorekeeper.store.transfer import backup_log
from scorekeeper.store.transfer.replacing import replace_database, temporary_file

FORMAT = 1
MARK, REVISION, TABLE, COLUMNS, DIGEST = "scorekeeper_backup", "revision", "table", "columns", "sha256"

VERSIONS = "alembic_version"
"""The table that says which migrations a database has been through; each makes its own."""

PART = 1000
"""Rows that are read or written at once."""

SQLITE = b"SQLite format 3\0"

NUL = "\0"
"""The one character that PostgreSQL can't store; nobody can type it."""

SEQUENCE = text("SELECT pg_get_serial_sequence(:table, :column)")

NOTHING = "There is nothing to back up yet."
HAS_CLUBS = (
    "The target has clubs in it, so nothing was copied. Name an empty database, or a file that doesn't exist."
)


def back_up(app: Flask, target: Path, overwrite: bool = False) -> bool:
    """Write the app's database, as it is at one moment, into a file, and return whether it is recorded there.

    Raises BackupError, StorageError.
    """
    url = address_of(app)
    source = file_of(url)
    if source and not source.exists():
        raise BackupError(NOTHING)
    try:
        is_same = bool(source and target.exists() and target.samefile(source))
        if target.exists() and (not overwrite or is_same or not target.is_file()):
            raise BackupError(f"{target} already exists and was left alone. Choose another name.")
        with temporary_file(target) as temporary:
            with snapshot(url) as connection, temporary.open("wb") as file:
                _refuse_damage(connection, source)
                file.writelines(with_digest(lines_of(connection)))
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
    except OSError as error:
        full = fault_of(error) == StorageFault.FULL
        why = "its disk is full. Make room on it, or choose another" if full else error.strerror
        raise BackupError(f"{target} can't be written: {why}.") from None
    with app.app_context():
        try:
            begin_writing()
            backup_log.record_full_backup(target.stat().st_size)
            db.session.commit()
        except (StorageError, SQLAlchemyError):
            # It may have been made because the disk is full.
            return False
        finally:
            db.session.remove()
            db.engine.dispose()
    return True


def check_backup(file: Path) -> None:
    """Raise BackupError unless a file is a whole backup that this version of Scorekeeper understands."""
    with file.open("rb") as lines:
        last = lines.readline(1 << 16)
        header, digest = _parsed(last), sha256()
        if MARK not in header:
            raise BackupError(f"{file} is not a Scorekeeper backup.")
        for line in lines:
            digest.update(last)
            last = line
    end = _parsed(last)
    if DIGEST not in end or not last.endswith(b"\n"):
        raise BackupError(
            f"{file} is damaged: its end is missing. Use another copy of it, or another backup."
        )
    if end[DIGEST] != digest.hexdigest():
        raise BackupError(f"{file} was changed after it was made. Use another copy of it, or another backup.")
    if header[MARK] != FORMAT or header.get(REVISION) not in migrations()[1]:
        raise BackupError(f"{file} was made by a newer version of Scorekeeper. Update this one first.")


@contextmanager
def restored_lines(file: Path) -> Iterator[Iterator[bytes]]:
    """Yield the lines of a backup, or of a database that restoring another backup has set aside.

    Raises BackupError.
    """
    if not is_database(file):
        check_backup(file)
        with file.open("rb") as lines:
            yield (line for line in lines if not line.startswith(b'{"%s"' % DIGEST.encode()))
        return
    with snapshot(address_of_file(file)) as connection:
        _refuse_damage(connection, file)
        if not inspect(connection).has_table(VERSIONS):
            raise BackupError(f"{file} is a database, but not one of Scorekeeper.")
        try:
            yield lines_of(connection)
        except EarlierDatabase:
            raise BackupError(
                f"{file} is a backup of a version before 1.0. Restore it with that version, export its "
                "clubs there, and import them here."
            ) from None


def is_database(file: Path) -> bool:
    """Return whether a file is a database of SQLite. Raises BackupError if it can't be read."""
    try:
        with file.open("rb") as found:
            return found.read(len(SQLITE)) == SQLITE
    except FileNotFoundError:
        raise BackupError(f"{file} doesn't exist.") from None
    except OSError as error:
        raise BackupError(f"{file} can't be read: {error.strerror}.") from None


def _refuse_damage(connection: Connection, file: Path | None) -> None:
    """Raise BackupError if SQLite finds anything wrong with its file."""
    if damage := damage_in(connection):
        raise BackupError(f"{file} is damaged: {damage}. Keep a copy of it, and restore the newest backup.")


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
    if _revision_of(connection):
        if only_if_empty and connection.execute(select(Club.id).limit(1)).first():
            raise BackupError(HAS_CLUBS)
    elif set(inspect(connection).get_table_names()) - {VERSIONS}:
        raise BackupError("The target is a database of another program. Make an empty one.")


def fill_database(
    url: URL, lines: Iterator[bytes], at: datetime, only_if_empty: bool = False
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
        return rows, replace_database(new, file, at)


def _fill_new_file(file: Path, lines: Iterator[bytes]) -> dict[str, int]:
    """Make a database of SQLite in an empty file, and return how many rows each table has."""
    revision = _revision_in(lines)
    with opened(address_of_file(file)):
        bring_to(revision)
        with db.engine.connect().execution_options(writes=True) as there, there.begin():
            rows = _fill(there, revision, lines)
        bring_to("head")
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
    return rows


@contextmanager
def snapshot(url: URL) -> Iterator[Connection]:
    """Yield a connection that only reads, and sees a database as it is at one moment."""
    with connected(url) as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        yield connection


def with_digest(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines, and one with their digest."""
    digest = sha256()
    for line in lines:
        digest.update(line)
        yield line
    yield _json_line({DIGEST: digest.hexdigest()})


def lines_of(connection: Connection) -> Iterator[bytes]:
    """Yield everything in a database, each table after those that it refers to. Raises BackupError."""
    revision = _revision_of(connection)
    if not revision:
        raise BackupError(NOTHING)
    yield _json_line({MARK: FORMAT, REVISION: revision})
    for table in _tables(connection).values():
        yield _json_line({TABLE: table.name, COLUMNS: table.columns.keys()})
        postgresql = connection.dialect.name == "postgresql"
        order = [
            column.collate("C") if postgresql and isinstance(column.type, String) else column
            for column in table.primary_key.columns
        ]
        for row in connection.execute(select(table).order_by(*order).execution_options(yield_per=PART)):
            yield _json_line([_json_value(value) for value in row])


def _fill(connection: Connection, revision: str, lines: Iterable[bytes]) -> dict[str, int]:
    """Fill the empty tables of a database, and return how many rows each has.

    What was written is read again and compared. Raises BackupError, StorageError.
    """
    tables = _tables(connection)
    rows = dict.fromkeys(tables, 0)
    is_sqlite = connection.dialect.name == "sqlite"
    connection.exec_driver_sql(
        "PRAGMA defer_foreign_keys = ON" if is_sqlite else "SET CONSTRAINTS ALL DEFERRED"
    )
    digest = sha256(_json_line({MARK: FORMAT, REVISION: revision}))
    for table, part in _parts(tables, _digested(lines, digest)):
        try:
            connection.execute(insert(table), part)
        except (SQLAlchemyError, ValueError) as error:
            raise BackupError(f"A row of “{table.name}” can't be copied: {_cause_of(error)}.") from None
        rows[table.name] += len(part)
    _check_references(connection)
    if not is_sqlite:
        _continue_ids(connection, tables.values())
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


def _drop_everything(connection: Connection) -> None:
    """Drop the tables of whatever version a database on a server has."""
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


def _continue_ids(connection: Connection, tables: Iterable[Table]) -> None:
    """Let new rows get ids after those that are there."""
    for table in tables:
        for column in table.primary_key.columns:
            name = connection.dialect.identifier_preparer.format_table(table)
            if sequence := connection.execute(SEQUENCE, {"table": name, "column": column.name}).scalar():
                following = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
                connection.execute(select(func.setval(sequence, following, False)))


def _tables(connection: Connection) -> dict[str, Table]:
    """Return the tables as a database has them, which may be those of an older version."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name != VERSIONS)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(column.type, DateTime):
                column.type = UtcDateTime()
            elif isinstance(column.type, JSON):
                column.type = JSON(none_as_null=True)
    return {table.name: table for table in found.sorted_tables}


def _revision_of(connection: Connection) -> str:
    """Return the newest migration of a database; empty if it has none.

    Raises EarlierDatabase, NewerDatabase.
    """
    heads = MigrationContext.configure(connection).get_current_heads()
    state = state_after(heads)
    if state == EARLIER:
        raise EarlierDatabase
    if state == NEWER:
        raise NewerDatabase
    return heads[0] if heads else ""


def _revision_in(lines: Iterator[bytes]) -> str:
    return str(json.loads(next(lines))[REVISION])


def _json_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return value.replace(NUL, "") if isinstance(value, str) else value


def _value_for(column: Any, value: Any) -> Any:
    if value is not None and isinstance(column.type, UtcDateTime):
        return datetime.fromisoformat(value)
    if value is not None and isinstance(column.type, Date):
        return date.fromisoformat(value)
    return value


def _json_line(value: Any) -> bytes:
    return json_text(value).encode() + b"\n"


def _parsed(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line; empty if there is none."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


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


def bring_to(version: str, within: Connection | None = None) -> None:
    """Bring the database that is opened to a version, within a transaction of its own or another one."""
    config = migrate.get_config()
    if within is not None:
        config.attributes["connection"] = within
    command.upgrade(config, version)
