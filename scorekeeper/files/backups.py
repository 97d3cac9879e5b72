"""Backups: every row of every table as JSON lines, from and to any database.

The first line has the migration that the database had been through, and the version of the app. Then each
table has a line with its columns and one line a row, and the last line is a digest of everything before it::

    {"scorekeeper_backup": 1, "revision": "1.0", "version": "1.0.0"}
    {"table": "club", "columns": ["id", "name"]}
    [1, "Friday"]
    {"sha256": "..."}

A database is read in one snapshot, so people can go on playing. The key that signs cookies
(``instance/secret_key``) is not part of a backup. The database keeps a record of its backups, and of those
of a single club.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from decimal import Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import (
    JSON,
    Connection,
    DateTime,
    MetaData,
    String,
    Table,
    and_,
    delete,
    func,
    inspect,
    or_,
    select,
    update,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import __version__
from scorekeeper.domain import BEFORE_1_0, BackupError, EarlierDatabase, NewerDatabase, StorageError
from scorekeeper.files.kinds import OF_IMPORT, is_club_file, is_database
from scorekeeper.files.schema import json_text, newer_app
from scorekeeper.files.streams import file_to_write
from scorekeeper.rules.halves import as_number, read_points
from scorekeeper.store.addresses import address_of, address_of_file, file_of
from scorekeeper.store.database import UtcDateTime, db
from scorekeeper.store.examination import connected, damage_in
from scorekeeper.store.health import EARLIER, MIGRATIONS, NEWER, migrations_of, state_after
from scorekeeper.store.models import Backup, Club, Night, Play, Revision, Transfer
from scorekeeper.store.transactions import begin_writing

FORMAT = 1
MARK, REVISION, VERSION = "scorekeeper_backup", "revision", "version"
TABLE, COLUMNS, DIGEST = "table", "columns", "sha256"

VERSIONS = "alembic_version"
"""The table that says which migrations a database has been through; each makes its own."""

LEFT_OUT = (VERSIONS, "request_count")
"""The tables that are in no backup: version 1.0 counted in one how often someone tried something lately."""

PART = 1000
"""Rows that are read or written at once."""

NUL = "\0"
"""The one character that PostgreSQL can't store; nobody can type it."""

FAILED = 0
"""The size by which the record of a backup tells that it failed."""

NOTHING = "There is nothing to back up yet."


def back_up(app: Flask, target: Path, overwrite: bool = False) -> tuple[int, bool]:
    """Write the app's database, as it is at one moment, into a file, or to standard output.

    Returns how many bytes that are, and whether the database has recorded it. It records a failure, too.
    Raises BackupError, DataError, StorageError.
    """
    url = address_of(app)
    source = file_of(url)
    if source and not source.exists():
        raise BackupError(NOTHING)
    try:
        with file_to_write(target, overwrite) as file, snapshot(url) as connection:
            _refuse_damage(connection, source)
            size = sum(map(file.write, with_digest(lines_of(connection))))
    except (BackupError, StorageError):
        _is_recorded(app, FAILED)
        raise
    return size, _is_recorded(app, size)


def _is_recorded(app: Flask, size: int) -> bool:
    """Record a backup of so many bytes in the database that was backed up, and return whether that worked."""
    with app.app_context():
        try:
            begin_writing()
            record_full_backup(size)
            db.session.commit()
        except (StorageError, SQLAlchemyError):
            # It may have been made because the disk is full.
            return False
        finally:
            db.session.remove()
            db.engine.dispose()
    return True


def check_backup(file: Path, name: object) -> None:
    """Raise BackupError unless a file is a whole backup that this version of Scorekeeper understands."""
    with file.open("rb") as lines:
        last = lines.readline(1 << 16)
        header, digest = _parsed(last), sha256()
        if MARK not in header:
            advice = f" {OF_IMPORT}" if is_club_file(last) else ""
            raise BackupError(f"{name} is not a Scorekeeper backup.{advice}")
        for line in lines:
            digest.update(last)
            last = line
    end = _parsed(last)
    if DIGEST not in end or not last.endswith(b"\n"):
        raise BackupError(
            f"{name} is damaged: its end is missing. Use another copy of it, or another backup."
        )
    if end[DIGEST] != digest.hexdigest():
        raise BackupError(f"{name} was changed after it was made. Use another copy of it, or another backup.")
    if header[MARK] != FORMAT or header.get(REVISION) not in MIGRATIONS:
        raise BackupError(f"{name} was made by {newer_app(header.get(VERSION))}. Update this one first.")


@contextmanager
def restored_lines(file: Path, name: object) -> Iterator[Iterator[bytes]]:
    """Yield the lines of a backup, or of a database that restoring another backup has set aside.

    Raises BackupError.
    """
    if not is_database(file):
        check_backup(file, name)
        with file.open("rb") as lines:
            yield (line for line in lines if not line.startswith(b'{"%s"' % DIGEST.encode()))
        return
    with snapshot(address_of_file(file)) as connection:
        _refuse_damage(connection, name)
        if not inspect(connection).has_table(VERSIONS):
            raise BackupError(f"{name} is a database, but not one of Scorekeeper.")
        try:
            yield lines_of(connection)
        except EarlierDatabase:
            raise BackupError(f"{name} {BEFORE_1_0}.") from None


def _refuse_damage(connection: Connection, name: object) -> None:
    """Raise BackupError if SQLite finds anything wrong with its file."""
    if damage := damage_in(connection):
        raise BackupError(f"{name} is damaged: {damage}. Keep a copy of it, and restore the newest backup.")


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
    yield json_line({DIGEST: digest.hexdigest()})


def lines_of(connection: Connection) -> Iterator[bytes]:
    """Yield everything in a database, each table after those that it refers to. Raises BackupError."""
    revision = revision_of(connection)
    if not revision:
        raise BackupError(NOTHING)
    yield first_line(revision)
    for table in reflected_tables(connection).values():
        yield json_line({TABLE: table.name, COLUMNS: table.columns.keys()})
        postgresql = connection.dialect.name == "postgresql"
        order = [
            column.collate("C") if postgresql and isinstance(column.type, String) else column
            for column in table.primary_key.columns
        ]
        for row in connection.execute(select(table).order_by(*order).execution_options(yield_per=PART)):
            yield json_line([_json_value(value) for value in row])


def first_line(revision: str) -> bytes:
    """Return the first line of a backup that this version makes of a database after a migration."""
    return json_line({MARK: FORMAT, REVISION: revision, VERSION: __version__})


def reflected_tables(connection: Connection) -> dict[str, Table]:
    """Return the tables to back up as a database has them, which may be those of an older version."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name not in LEFT_OUT)
    for table in found.tables.values():
        for column in table.columns:
            if isinstance(column.type, DateTime):
                column.type = UtcDateTime()
            elif isinstance(column.type, JSON):
                column.type = JSON(none_as_null=True)
    return {table.name: table for table in found.sorted_tables}


def revision_of(connection: Connection) -> str:
    """Return the newest migration of a database; empty if it has none.

    Raises EarlierDatabase, NewerDatabase.
    """
    heads = migrations_of(connection)
    state = state_after(heads)
    if state == EARLIER:
        raise EarlierDatabase
    if state == NEWER:
        raise NewerDatabase
    return heads[0] if heads else ""


def _json_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return as_number(read_points(value))
    return value.replace(NUL, "") if isinstance(value, str) else value


def json_line(value: Any) -> bytes:
    return json_text(value).encode() + b"\n"


def _parsed(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line; empty if there is none."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def begin_club_backup(club: Club, at: datetime) -> int:
    """Return the id of a backup of a club that is about to be made. It counts once it is finished."""
    newest = db.session.scalar(select(func.max(Play.id))) or 0
    backup = Backup(club_id=club.id, at=at, plays=0, size=0, newest_play=newest)
    db.session.add(backup)
    db.session.flush()
    return backup.id


def finish_club_backup(backup_id: int, games: int, size: int) -> None:
    """Record that a club with this many games was backed up, in the state it was in when that began."""
    db.session.execute(update(Backup).where(Backup.id == backup_id).values(plays=games, size=size))


def record_full_backup(size: int) -> None:
    """Record that the whole database was backed up just now, or that this ``FAILED``, until the next one."""
    db.session.execute(delete(Backup).where(Backup.club_id.is_(None), Backup.size == FAILED))
    games = db.session.scalar(select(func.count(Play.id))) or 0
    db.session.add(Backup(plays=games, size=size))


def last_club_backup(club: Club) -> Backup | None:
    """Return the newest backup of this club that was finished."""
    finished = select(Backup).where(Backup.club_id == club.id, Backup.size > 0)
    return db.session.scalars(finished.order_by(Backup.at.desc(), Backup.id.desc()).limit(1)).first()


def full_backups(connection: Connection) -> tuple[datetime | None, datetime | None]:
    """Return when the whole database was last backed up, and when that failed if it did so since."""
    newest = func.max(Backup.at)
    done, failed = newest.filter(Backup.size > FAILED), newest.filter(Backup.size == FAILED)
    found = connection.execute(select(done, failed).where(Backup.club_id.is_(None))).one()
    return found[0], found[1]


def changes_since(backup: Backup) -> tuple[int, int]:
    """Return how many games have changed since a backup of a club, and how many payments outside the games.

    New and imported games are among them, and payments that were cancelled.
    """
    # Only nights that were changed since are looked at, which are few in any club that backs up.
    nights = and_(Night.club_id == backup.club_id, Night.changed_on >= backup.at.astimezone(UTC).date())
    changed_hands = select(Revision.id).where(Revision.play_id == Play.id, Revision.at > backup.at)
    # An imported game keeps the times at which it was played, so only its id reveals it.
    is_new = Play.id > (backup.newest_play or 0)
    touched = or_(is_new, Play.ended_at > backup.at, Play.deleted_at > backup.at, changed_hands.exists())
    games = select(func.count(Play.id)).join(Play.night).where(nights, touched)
    payments = select(func.count(Transfer.id)).join(Night, Night.id == Transfer.night_id)
    changed = or_(Transfer.at > backup.at, Transfer.removed_at > backup.at)
    return db.session.scalar(games) or 0, db.session.scalar(payments.where(nights, changed)) or 0
