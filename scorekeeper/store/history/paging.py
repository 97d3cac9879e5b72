"""Long lists one page at a time, newest first.

A page is found by a cursor: the time and the id of the row it continues from. So the thousandth page is as
fast as the first, and no row is shown twice because others were added or removed in between.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Row, Select, or_

from scorekeeper.store.database import LARGEST_ID, db

PAGE_SIZE = 25
"""Rows on a page."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

T = TypeVar("T")
Columns: TypeAlias = Select[*tuple[Any, ...]]
"""A query for some columns."""


class Cursor(NamedTuple):
    """The position of a row in a list; its text fits into a URL."""

    time: datetime
    id: int

    def __str__(self) -> str:
        return f"{(self.time - EPOCH) // MICROSECOND}-{self.id}"

    @classmethod
    def parse(cls, text: str) -> "Cursor":
        """Return the cursor with this text. Raises ValueError."""
        ticks, _, number = text.rpartition("-")
        try:
            cursor = cls(EPOCH + int(ticks) * MICROSECOND, int(number))
        except OverflowError:
            raise ValueError(f"{text} is too long ago, or too far ahead.") from None
        if not 0 < cursor.id <= LARGEST_ID:
            raise ValueError(f"Nothing has the number {number}.")
        return cursor


@dataclass(frozen=True)
class PageRequest:
    """The page that is wanted: the rows before a cursor or after one (older or newer), or the newest ones."""

    before: Cursor | None = None
    after: Cursor | None = None


NEWEST = PageRequest()


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows, newest first, with the cursors of the pages beside it; None where there is no such page."""

    rows: Sequence[T] = ()
    newer: Cursor | None = None
    older: Cursor | None = None


@dataclass(frozen=True)
class PagedQuery:
    """A query whose rows are shown page by page.

    Attributes:
        query: the rows, in any order.
        time, id: the columns by which they are ordered; no row has the time None.
    """

    query: Columns
    time: Any
    id: Any

    def fetch(self, request: PageRequest) -> Page[Row[Any]]:
        """Return the page that is wanted."""
        if request.after is not None:
            rows = self._newer(request.after, PAGE_SIZE + 1)
            # With fewer rows there is no newer page, so this is the newest one, which must be full.
            if len(rows) > PAGE_SIZE:
                shown = rows[PAGE_SIZE - 1 :: -1]
                older = self._older(_cursor(shown[-1]), 1)
                return Page(shown, _cursor(shown[0]), _cursor(shown[-1]) if older else None)
            request = NEWEST
        rows = self._older(request.before, PAGE_SIZE + 1)
        shown = rows[:PAGE_SIZE]
        newer = self._newer(_cursor(shown[0]), 1) if request.before and shown else ()
        return Page(
            shown, _cursor(shown[0]) if newer else None, _cursor(shown[-1]) if len(rows) > PAGE_SIZE else None
        )

    def _older(self, than: Cursor | None, most: int) -> Sequence[Row[Any]]:
        """Return the rows older than a cursor, or all without one, newest first."""
        query = self.query
        if than is not None:
            # Written so that every database can start at the right place in its index.
            beyond = or_(self.time < than.time, self.id < than.id)
            query = query.where(self.time <= than.time, beyond)
        return self._rows(query.order_by(self.time.desc(), self.id.desc()), most)

    def _newer(self, than: Cursor, most: int) -> Sequence[Row[Any]]:
        """Return the rows newer than a cursor, the nearest first."""
        beyond = or_(self.time > than.time, self.id > than.id)
        query = self.query.where(self.time >= than.time, beyond)
        return self._rows(query.order_by(self.time, self.id), most)

    def _rows(self, query: Columns, most: int) -> Sequence[Row[Any]]:
        key: Sequence[ColumnElement[Any]] = (self.time.label("its_time"), self.id.label("its_id"))
        return db.session.execute(query.add_columns(*key).limit(most)).all()


def _cursor(row: Row[Any]) -> Cursor:
    return Cursor(row.its_time, row.its_id)
