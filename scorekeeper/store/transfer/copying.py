"""Copying every row of one database into another one, of whatever kind, and comparing both afterwards.

Both have been through the same migrations. The source is read in one snapshot, and the target is written in
one transaction, a part at a time: an interrupted copy leaves nothing behind, and the memory that it takes
doesn't depend on how much there is.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

from sqlalchemy import JSON, ColumnElement, Connection, DateTime, MetaData, String, Table, Text, cast, select
from sqlalchemy.engine import URL
from sqlalchemy.types import UserDefinedType

from scorekeeper.domain import StorageError
from scorekeeper.store.database import Base, UtcDateTime
from scorekeeper.store.examination import connected
from scorekeeper.store.storage import fault_of
from scorekeeper.store.transfer.filling import PART, columns_of, filler_of
from scorekeeper.store.transfer.sqlite_backup import BackupError

VERSIONS = "alembic_version"
"""The table that says which migrations a database has been through; each makes its own."""

NUL = "\0"
"""The one character that PostgreSQL can't store; nobody can type it."""

Values = tuple[Any, ...]


class JsonText(UserDefinedType[str]):
    """A column of JSON, read and written as its text, so that it is copied as it was written."""

    cache_ok = True

    def get_col_spec(self, **_: object) -> str:
        """Return the name of the type in a database."""
        return "JSON"

    def column_expression(self, colexpr: ColumnElement[Any]) -> ColumnElement[Any]:
        """Return what reads the column."""
        return cast(colexpr, Text)


@contextmanager
def snapshot(url: URL) -> Iterator[Connection]:
    """Yield a connection that only reads, and sees a database as it is at one moment."""
    with connected(url) as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        yield connection


def copy_rows(source: Connection, target: Connection) -> dict[str, int]:
    """Replace all rows of the target by those of the source, and return how many each table has.

    What was written is then read again and compared. Raises BackupError, and StorageError.
    """
    filler = filler_of(target)
    pairs = tables_of_both(source, target)
    filler.prepare([there for _, there in pairs])
    rows = {}
    for here, there in pairs:
        try:
            rows[here.name] = filler.fill(there, rows_in(source, here))
        except filler.errors as error:
            if fault := fault_of(error):
                raise StorageError(fault, error) from error
            raise BackupError(f"A row of “{here.name}” can't be copied: {first_line(error)}.") from None
    try:
        filler.finish()
    except filler.errors as error:
        raise BackupError(f"What was copied refers to rows that are missing: {first_line(error)}.") from None
    for here, there in pairs:
        compare(here.name, rows_in(source, here), rows_in(target, there))
    return rows


def first_line(error: Exception) -> str:
    """Return what an error says, without the line that it quotes."""
    return str(getattr(error, "orig", error)).partition("\n")[0].rstrip(".")


def tables_of_both(source: Connection, target: Connection) -> list[tuple[Table, Table]]:
    """Return the app's tables as both databases have them, each after those that it refers to.

    Raises BackupError if they differ.
    """
    here, there = described(source), described(target)
    if here.keys() != there.keys():
        odd = ", ".join(sorted(here.keys() ^ there.keys()))
        raise BackupError(f"The databases have different tables ({odd}), so nothing was copied.")
    return [(here[name], there[name]) for name in here]


def described(connection: Connection) -> dict[str, Table]:
    """Return the app's tables as a database has them, which may be those of an older version."""
    ours = frozenset(Base.metadata.tables)
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in ours)
    for table in found.tables.values():
        for column in table.columns:
            column.type = portable(column.type)
    return {name: table for table in found.sorted_tables if (name := table.name)}


def portable(kind: Any) -> Any:
    """Return the type with which a column has the same values on every database."""
    if isinstance(kind, DateTime):
        return UtcDateTime()
    return JsonText() if isinstance(kind, JSON) else kind


def rows_in(connection: Connection, table: Table) -> Iterator[Values]:
    """Yield the rows of a table in the order of its key, as every database can store them."""
    columns = [table.c[name] for name in columns_of(table)]
    order = [in_one_order(connection, column) for column in table.primary_key.columns]
    texts = [place for place, column in enumerate(columns) if isinstance(column.type, String | JsonText)]
    every = select(*columns).order_by(*order).execution_options(yield_per=PART)
    for row in connection.execute(every):
        yield tuple(row) if not has_nul(row, texts) else without_nul(row)


def in_one_order(connection: Connection, column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return a column of a key, by which every database sorts alike."""
    by_code = connection.dialect.name == "postgresql" and isinstance(column.type, String)
    return column.collate("C") if by_code else column


def has_nul(row: Sequence[Any], texts: Sequence[int]) -> bool:
    """Return whether one of the texts in a row has a character that PostgreSQL can't store."""
    return any(NUL in (row[place] or "") for place in texts)


def without_nul(row: Sequence[Any]) -> Values:
    """Return the values of a row without that character."""
    return tuple(value.replace(NUL, "") if isinstance(value, str) else value for value in row)


def compare(table: str, source: Iterator[Values], target: Iterator[Values]) -> None:
    """Raise BackupError unless two tables have the same rows."""
    for number, (here, there) in enumerate(zip_longest(source, target), 1):
        if here != there:
            raise BackupError(
                f"Row {number:,} of “{table}” isn't the same after copying, so the copy was given up."
            )
