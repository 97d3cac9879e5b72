"""Filling the tables of a database quickly, whichever kind it is, within one transaction."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

PART = 2000
"""Rows that are read or written at once."""

OUR_REFERENCES = """
    SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY(CAST(:tables AS regclass[]))
"""

SEQUENCE = text("SELECT pg_get_serial_sequence(:table, :column)")


def columns_of(table: Table) -> list[str]:
    """Return the names of the columns that can be written, in the order in which they are."""
    return [name for name in sorted(table.c.keys()) if table.c[name].computed is None]


class Filler:
    """Fills the tables of SQLite.

    Attributes:
        errors: what is raised for rows that can't be stored.
    """

    errors: tuple[type[Exception], ...] = (SQLAlchemyError, ValueError)

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.tables: Sequence[Table] = ()

    def prepare(self, tables: Sequence[Table]) -> None:
        """Empty the tables, and let rows refer to those that come later."""
        self.tables = tables
        self.connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        for table in reversed(tables):
            self.connection.execute(table.delete())

    def fill(self, table: Table, rows: Iterable[Sequence[Any]]) -> int:
        """Write all rows of a table, and return how many they are."""
        columns, count = columns_of(table), 0
        for part in parts(rows):
            self.connection.execute(insert(table), [dict(zip(columns, row, strict=True)) for row in part])
            count += len(part)
        return count

    def finish(self) -> None:
        """Check what rows refer to."""
        if lost := self.connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            raise IntegrityError(None, None, ValueError(f"from “{lost[0]}” to “{lost[2]}”"))


class PostgresqlFiller(Filler):
    """Fills the tables of PostgreSQL: what rows refer to is checked once, when all are there."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.errors = (SQLAlchemyError, ValueError, connection.dialect.loaded_dbapi.Error)
        self.references: Sequence[Any] = ()

    def prepare(self, tables: Sequence[Table]) -> None:
        """Empty the tables, and leave out what they refer to for now."""
        self.tables = tables
        names = [self.quoted(table) for table in tables]
        self.references = self.connection.execute(text(OUR_REFERENCES), {"tables": names}).all()
        for table, name, _ in self.references:
            self.connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        self.connection.exec_driver_sql(f"TRUNCATE {', '.join(names)}")

    def fill(self, table: Table, rows: Iterable[Sequence[Any]]) -> int:
        """Write all rows of a table, and return how many they are."""
        quote = self.connection.dialect.identifier_preparer.quote
        columns = ", ".join(quote(name) for name in columns_of(table))
        copying = f"COPY {self.quoted(table)} ({columns}) FROM STDIN"
        driver: Any = self.connection.connection.driver_connection
        with driver.cursor() as cursor:
            with cursor.copy(copying) as copy:
                for row in rows:
                    copy.write_row(row)
            return int(cursor.rowcount)

    def finish(self) -> None:
        """Check what rows refer to, and let new rows get ids after those that are there."""
        for table, name, definition in self.references:
            self.connection.exec_driver_sql(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}")
        for table in self.tables:
            self.continue_ids(table)
        self.connection.exec_driver_sql(f"ANALYZE {', '.join(map(self.quoted, self.tables))}")

    def continue_ids(self, table: Table) -> None:
        """Let new rows get ids after those that are there."""
        for column in table.primary_key.columns:
            where = {"table": self.quoted(table), "column": column.name}
            sequence = self.connection.execute(SEQUENCE, where).scalar()
            if sequence:
                following = select(func.coalesce(func.max(column), 0) + 1).scalar_subquery()
                self.connection.execute(select(func.setval(sequence, following, False)))

    def quoted(self, table: Table) -> str:
        """Return the name of a table as statements have it."""
        return self.connection.dialect.identifier_preparer.format_table(table)


def filler_of(connection: Connection) -> Filler:
    """Return what fills the tables of this database."""
    return (PostgresqlFiller if connection.dialect.name == "postgresql" else Filler)(connection)


def parts(rows: Iterable[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    """Yield rows, many at once."""
    left = iter(rows)
    while part := list(islice(left, PART)):
        yield part
