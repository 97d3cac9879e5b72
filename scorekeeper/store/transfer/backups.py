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
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

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
from scorekeeper.store.addresses import address_of_file, file_of
from scorekeeper.store.database import UtcDateTime, begin_writing, db, migrate
from scorekeeper.store.examination import connected, damage_in
from scorekeeper.store.health import BEFORE_1_0, migrations
from scorekeeper.store.models import Backup, Club
from scorekeeper.store.storage import fault_of
from scorekeeper.store.transfer import backup_log
from scorekeeper.store.transfer.database_files import temporary_file

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


class BackupMade(NamedTuple):
    """A backup: the size of its file in bytes, and whether the database says that it was made."""

    size: int
    is_recorded: bool


def back_up(app: Flask, url: URL, target: Path, overwrite: bool = False) -> BackupMade:
    """Write the app's database, as it is at one moment, into a file. Raises BackupError, StorageError."""
    source = file_of(url)
    if source and not source.exists():
        raise BackupError(NOTHING)
    try:
        is_same = bool(source and target.exists() and target.samefile(source))
        if target.exists() and (not overwrite or is_same or not target.is_file()):
            raise BackupError(f"{target} already exists and was left alone. Choose another name.")
        with temporary_file(target) as temporary:
            with snapshot(url) as connection, temporary.open("wb") as file:
                refuse_damage(connection, source)
                file.writelines(with_digest(lines_of(connection)))
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
    except OSError as error:
        full = fault_of(error) == StorageFault.FULL
        why = "its disk is full. Make room on it, or choose another" if full else error.strerror
        raise BackupError(f"{target} can't be written: {why}.") from None
    size = target.stat().st_size
    return BackupMade(size, _record(app, size))


def _record(app: Flask, size: int) -> bool:
    """Record a backup, and return whether that worked: it may have been made because the disk is full."""
    with app.app_context():
        try:
            # A backup is also made before a migration, when the table may be another one.
            found = inspect(db.engine)
            here = {column["name"] for column in found.get_columns("backup")}
            if {column.name for column in Backup.__table__.columns} <= here:
                begin_writing()
                backup_log.record_full_backup(size)
                db.session.commit()
        except (StorageError, SQLAlchemyError):
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
    if is_database(file):
        with snapshot(address_of_file(file)) as connection:
            refuse_damage(connection, file)
            if not inspect(connection).has_table(VERSIONS):
                raise BackupError(f"{file} is a database, but not one of Scorekeeper.")
            try:
                yield lines_of(connection)
            except EarlierDatabase:
                raise BackupError(
                    f"{file} is a backup of a version before 1.0. Restore it with that version, export its "
                    "clubs there, and import them here."
                ) from None
    else:
        check_backup(file)
        yield _lines_in(file)


def is_database(file: Path) -> bool:
    """Return whether a file is a database of SQLite. Raises BackupError if it can't be read."""
    try:
        with file.open("rb") as found:
            return found.read(len(SQLITE)) == SQLITE
    except FileNotFoundError:
        raise BackupError(f"{file} doesn't exist.") from None
    except OSError as error:
        raise BackupError(f"{file} can't be read: {error.strerror}.") from None


def refuse_damage(connection: Connection, file: Path | None) -> None:
    """Raise BackupError if SQLite finds anything wrong with its file."""
    if damage := damage_in(connection):
        raise BackupError(f"{file} is damaged: {damage}. Keep a copy of it, and restore the newest backup.")


def refuse_clubs_in(file: Path) -> None:
    """Raise BackupError if a file is anything but a database without clubs; it may be missing."""
    if file.is_dir():
        raise BackupError(f"{file} is a folder. Name a file in it.")
    if not file.exists() or not file.stat().st_size:
        return
    if is_database(file):
        with connected(address_of_file(file)) as connection:
            refuse_others(connection, only_if_empty=True)
    else:
        raise BackupError(f"{file} is a file of another program. Name a file that doesn't exist yet.")


def _lines_in(file: Path) -> Iterator[bytes]:
    """Yield the lines of a backup without its digest."""
    with file.open("rb") as lines:
        last = b""
        for line in lines:
            if last:
                yield last
            last = line


def fill_new_file(file: Path, lines: Iterator[bytes]) -> dict[str, int]:
    """Make a database of SQLite in an empty file, and return how many rows each table has."""
    with opened(address_of_file(file)):
        revision = _revision(lines)
        bring_to(revision)
        with db.engine.connect().execution_options(writes=True) as there, there.begin():
            rows = fill(there, revision, lines)
        bring_to("head")
    return rows


def fill_server(url: URL, lines: Iterator[bytes], only_if_empty: bool = False) -> dict[str, int]:
    """Replace everything in a database on a server in one transaction, and return the rows of each table."""
    with (
        opened(url),
        db.engine.connect().execution_options(writes=True) as there,
        there.begin(),
    ):
        # A migration waits for others longer than anyone does at a terminal.
        there.exec_driver_sql("SET LOCAL lock_timeout = DEFAULT")
        refuse_others(there, only_if_empty)
        _drop_everything(there)
        revision = _revision(lines)
        bring_to(revision, within=there)
        rows = fill(there, revision, lines)
        bring_to("head", within=there)
    return rows


def refuse_others(connection: Connection, only_if_empty: bool) -> None:
    """Raise an error if a database is another program's or version's, or has clubs and must have none."""
    tables = set(inspect(connection).get_table_names())
    heads = set(MigrationContext.configure(connection).get_current_heads())
    if not heads:
        if tables - {VERSIONS}:
            raise BackupError("The target is a database of another program. Make an empty one.")
    elif not heads <= migrations()[1]:
        raise EarlierDatabase if heads <= BEFORE_1_0 else NewerDatabase
    elif only_if_empty and connection.execute(select(Club.id).limit(1)).first():
        raise BackupError(HAS_CLUBS)


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
    heads = MigrationContext.configure(connection).get_current_heads()
    if not heads:
        raise BackupError(NOTHING)
    if not migrations()[1].issuperset(heads):
        raise EarlierDatabase if BEFORE_1_0.issuperset(heads) else NewerDatabase
    yield _json_line({MARK: FORMAT, REVISION: heads[0]})
    for table in _tables(connection).values():
        columns = list(table.columns)
        yield _json_line({TABLE: table.name, COLUMNS: [column.name for column in columns]})
        postgresql = connection.dialect.name == "postgresql"
        order = [
            column.collate("C") if postgresql and isinstance(column.type, String) else column
            for column in table.primary_key.columns
        ]
        rows = connection.execute(select(*columns).order_by(*order).execution_options(yield_per=PART))
        for row in rows:
            yield _json_line([_json_value(value) for value in row])


def fill(connection: Connection, revision: str, lines: Iterable[bytes]) -> dict[str, int]:
    """Fill the empty tables of a database, and return how many rows each has.

    What was written is read again and compared. Raises BackupError, StorageError.
    """
    tables, rows = _tables(connection), {}
    digest = sha256(_json_line({MARK: FORMAT, REVISION: revision}))
    is_sqlite = connection.dialect.name == "sqlite"
    connection.exec_driver_sql(
        "PRAGMA defer_foreign_keys = ON" if is_sqlite else "SET CONSTRAINTS ALL DEFERRED"
    )
    table, columns, part = None, [], []

    def write() -> None:
        if table is not None and part:
            try:
                connection.execute(insert(table), part)
            except (SQLAlchemyError, ValueError) as error:
                raise BackupError(f"A row of “{table.name}” can't be copied: {_cause_of(error)}.") from None
            rows[table.name] += len(part)
            part.clear()

    for line in lines:
        digest.update(line)
        value = json.loads(line)
        if isinstance(value, dict):
            write()
            table = tables[value[TABLE]]
            columns = [table.c[name] for name in value[COLUMNS]]
            rows[table.name] = 0
        else:
            part.append(
                {column.name: _value_for(column, each) for column, each in zip(columns, value, strict=True)}
            )
            if len(part) == PART:
                write()
    write()
    _check_references(connection)
    if not is_sqlite:
        _continue_ids(connection, tables.values())
    copied = sha256()
    for line in lines_of(connection):
        copied.update(line)
    if copied.digest() != digest.digest():
        raise BackupError("The copy isn't the same as what was copied, so it was given up.")
    return rows


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


def _revision(lines: Iterator[bytes]) -> str:
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
