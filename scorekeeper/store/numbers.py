"""The numbers of rows: none is given out twice, as pages, forms and phones know a row by its number alone.

PostgreSQL's sequences see to that, and AUTOINCREMENT in SQLite. But both know no more than what is in the
database: after an older backup was restored, they would give out again what the rows had that are gone.
"""

from datetime import UTC, datetime

from sqlalchemy import Connection, MetaData, Table, column, delete, func, insert, select, table, text, update

from scorekeeper.store.database import LARGEST_ID, now

START = datetime(2026, 1, 1, tzinfo=UTC)

FURTHEST = LARGEST_ID // 2
"""The highest number that a clock can lead to, however wrong it is."""

SEQUENCE = text("SELECT pg_get_serial_sequence(:table, 'id')")

GIVEN = table("sqlite_sequence", column("name"), column("seq"))
"""SQLite's table of the highest number that was given out in each of the others."""


def skip_numbers(connection: Connection) -> None:
    """Let new rows of every table have higher numbers than any that was given out before, known or not.

    Fewer than one a second are given out over the years, so those go on where the seconds are by now.
    """
    found = MetaData()
    found.reflect(connection)
    lowest = _number_now()
    for one in found.tables.values():
        if "id" in one.c:
            highest = connection.scalar(select(func.max(one.c.id))) or 0
            _continue_after(connection, one, max(highest, lowest))


def skip_versions(connection: Connection) -> None:
    """Raise the version of every club, which an older backup lowers, above any that programs know."""
    lowest, club = _number_now(), table("club", column("access_version"))
    raised = update(club).where(club.c.access_version < lowest)
    connection.execute(raised.values(access_version=lowest))


def _number_now() -> int:
    return min(max(0, int((now() - START).total_seconds())), FURTHEST)


def _continue_after(connection: Connection, table: Table, number: int) -> None:
    """Let the next row of a table have the number after this one."""
    if connection.dialect.name == "sqlite":
        connection.execute(delete(GIVEN).where(GIVEN.c.name == table.name))
        connection.execute(insert(GIVEN).values(name=table.name, seq=number))
    else:
        name = connection.dialect.identifier_preparer.format_table(table)
        sequence = connection.scalar(SEQUENCE, {"table": name})
        connection.execute(select(func.setval(sequence, max(1, number))))
