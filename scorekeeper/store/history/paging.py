"""Long lists a page at a time, the newest first.

A page is found by the moment and the number of the row it goes on from, so that the thousandth is there as
quickly as the first, and nothing is shown twice because something was added or taken away meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Row, Select, or_

from scorekeeper.store.database import LARGEST_ID, db

PAGE_SIZE = 25
"""Rows on a page."""

START = datetime(1970, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)

T = TypeVar("T")
Columns: TypeAlias = Select[*tuple[Any, ...]]
"""A statement that asks for some columns."""


class Place(NamedTuple):
    """Where in a list a row stands; as text it fits into an address."""

    moment: datetime
    id: int

    def __str__(self) -> str:
        return f"{(self.moment - START) // TICK}-{self.id}"

    @classmethod
    def read(cls, text: str) -> "Place":
        """A place from its text. Raises ValueError for what is none."""
        ticks, _, number = text.rpartition("-")
        try:
            place = cls(START + int(ticks) * TICK, int(number))
        except OverflowError:
            raise ValueError(f"{text} is too long ago, or too far ahead.") from None
        if not 0 < place.id <= LARGEST_ID:
            raise ValueError(f"Nothing has the number {number}.")
        return place


@dataclass(frozen=True)
class Turn:
    """Which page is wanted: what is older than a place, what is newer than one, or else the newest."""

    before: Place | None = None
    after: Place | None = None


NEWEST = Turn()


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows, newest first, and from where the pages beside it go on; None where there is none."""

    rows: Sequence[T] = ()
    newer: Place | None = None
    older: Place | None = None


@dataclass(frozen=True)
class Pages:
    """A list that is shown page by page.

    Attributes:
        looked: what is in it, in any order.
        moment, id: the columns by which it is ordered; no row has the moment None.
    """

    looked: Columns
    moment: Any
    id: Any

    def page(self, turn: Turn) -> Page[Row[Any]]:
        """The page that is wanted."""
        if turn.after is not None:
            rows = self._newer(turn.after, PAGE_SIZE + 1)
            # With fewer it would be a short one in front of which nothing is: that is the newest page.
            if len(rows) > PAGE_SIZE:
                shown = rows[PAGE_SIZE - 1 :: -1]
                older = self._older(_place(shown[-1]), 1)
                return Page(shown, _place(shown[0]), _place(shown[-1]) if older else None)
            turn = NEWEST
        rows = self._older(turn.before, PAGE_SIZE + 1)
        shown = rows[:PAGE_SIZE]
        newer = self._newer(_place(shown[0]), 1) if turn.before and shown else ()
        return Page(
            shown, _place(shown[0]) if newer else None, _place(shown[-1]) if len(rows) > PAGE_SIZE else None
        )

    def _older(self, than: Place | None, most: int) -> Sequence[Row[Any]]:
        """The rows that come after a place, newest first; from the newest on without one."""
        looked = self.looked
        if than is not None:
            # Said so that every database sees at once where in its index to begin.
            beyond = or_(self.moment < than.moment, self.id < than.id)
            looked = looked.where(self.moment <= than.moment, beyond)
        return self._rows(looked.order_by(self.moment.desc(), self.id.desc()), most)

    def _newer(self, than: Place, most: int) -> Sequence[Row[Any]]:
        """The rows that come before a place, the nearest first."""
        beyond = or_(self.moment > than.moment, self.id > than.id)
        looked = self.looked.where(self.moment >= than.moment, beyond)
        return self._rows(looked.order_by(self.moment, self.id), most)

    def _rows(self, looked: Columns, most: int) -> Sequence[Row[Any]]:
        key: Sequence[ColumnElement[Any]] = (self.moment.label("its_moment"), self.id.label("its_id"))
        return db.session.execute(looked.add_columns(*key).limit(most)).all()


def _place(row: Row[Any]) -> Place:
    return Place(row.its_moment, row.its_id)
