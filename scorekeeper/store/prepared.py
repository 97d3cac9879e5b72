"""Statements that run at every tap: compiled once, and then run by the database's driver.

SQLAlchemy looks a statement up each time by all of its parts, and makes several objects to run it, which
takes several times as long as a short statement does. Here it only compiles statements and converts values.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Dialect

from scorekeeper.domain import StorageError
from scorekeeper.store.database import connection
from scorekeeper.store.storage import fault_of

Convert = Callable[[Any], Any]


@dataclass(frozen=True)
class Compiled:
    """A statement as the driver of one kind of database takes it.

    Attributes:
        text: its SQL.
        fill: adds the values that the statement has of itself to those it is run with.
        order: the names of the values in the order in which the driver takes them; None if it knows names.
        sent: how values are converted, by their names.
        received: how the columns of its rows are converted, by their places.
        row: makes a row of its columns; None if it returns no rows.
    """

    text: str
    fill: Callable[[Mapping[str, Any]], dict[str, Any]]
    order: Sequence[str] | None
    sent: Sequence[tuple[str, Convert]]
    received: Sequence[tuple[int, Convert]]
    row: Callable[[Sequence[Any]], Any] | None

    @classmethod
    def of(cls, statement: Any, dialect: Dialect, names: Sequence[str]) -> "Compiled":
        """Return a statement for this kind of database, to be run with values of these names."""
        compiled = statement.compile(dialect=dialect, column_keys=names)
        if compiled.insert_prefetch or compiled.update_prefetch:
            raise TypeError(f"A column has a default that only SQLAlchemy knows: {compiled}")
        columns = getattr(statement, "exported_columns", ())
        sent = {
            name: value.type.dialect_impl(dialect).bind_processor(dialect)
            for name, value in compiled.binds.items()
        }
        received = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
        names_of_columns = [column.key for column in columns]
        row: Any = namedtuple("Row", names_of_columns, rename=True)  # type: ignore[misc]
        return cls(
            str(compiled),
            compiled.construct_params,
            compiled.positiontup,
            [(name, convert) for name, convert in sent.items() if convert],
            [(place, convert) for place, convert in enumerate(received) if convert],
            row._make if columns else None,
        )

    def run(self, driver: Any, values: Mapping[str, Any]) -> Sequence[Any]:
        """Run the statement on a connection of the driver, and return its rows."""
        filled = self.fill(values)
        for name, convert in self.sent:
            filled[name] = convert(filled[name])
        cursor = driver.execute(self.text, [filled[name] for name in self.order] if self.order else filled)
        if self.row is None:
            return ()
        rows = [list(row) for row in cursor.fetchall()]
        for row in rows:
            for place, convert in self.received:
                row[place] = convert(row[place])
        return [self.row(row) for row in rows]


class Prepared:
    """A statement that is run often, always with values of the same names."""

    def __init__(self, statement: Any) -> None:
        self.statement = statement
        self._compiled: dict[str, Compiled] = {}

    def run(self, values: Mapping[str, Any]) -> Sequence[Any]:
        """Run it in this request's transaction, as ``run_on`` does."""
        return self.run_on(connection(), values)

    def run_on(self, connection: Connection, values: Mapping[str, Any]) -> Sequence[Any]:
        """Run it, and return its rows, which have their columns as attributes.

        It knows nothing of objects that were added to a session and not flushed. Raises StorageError, and the
        driver's own error if the database refuses the values.
        """
        dialect, driver = connection.dialect, connection.connection.dbapi_connection
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = Compiled.of(self.statement, dialect, list(values))
        try:
            return compiled.run(driver, values)
        except dialect.loaded_dbapi.Error as error:
            if dialect.is_disconnect(error, driver, None):
                connection.invalidate(error)
            if fault := fault_of(error):
                raise StorageError(fault, error) from error
            raise
