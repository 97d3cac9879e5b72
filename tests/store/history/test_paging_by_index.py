"""Lists of a club are read in the order of an index: a page costs the same however many rows there are."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event

from scorekeeper.store.database import db
from scorekeeper.store.history.archive import (
    GameFilter,
    deleted_games,
    deleted_nights,
    find_games,
    find_nights,
)
from scorekeeper.store.models import Night
from scorekeeper.store.nights.nights import recent_nights

LISTS: dict[str, Callable[[Night], object]] = {
    "the games": lambda night: find_games(night.club_id, GameFilter()),
    "the games of a kind": lambda night: find_games(night.club_id, GameFilter(game="coralon")),
    "the nights": lambda night: find_nights(night.club_id),
    "the nights on the first page": lambda night: recent_nights([night.club]),
    "the deleted nights": lambda night: deleted_nights(night.club_id),
    "the deleted games": lambda night: deleted_games(night.club_id),
}


def plans(ask: Callable[[Night], object], night: Night) -> list[str]:
    """Return how SQLite goes about the statements of a query, one line for each statement by date."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    event.listen(db.engine, "after_cursor_execute", note)
    ask(night)
    event.remove(db.engine, "after_cursor_execute", note)
    connection = db.session.connection()
    explained = [
        connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
        for statement, parameters in asked
        if "started_at DESC" in statement or "deleted_at DESC" in statement
    ]
    return ["; ".join(row.detail for row in rows) for rows in explained]


@pytest.mark.sqlite  # PostgreSQL decides by how many rows there are
@pytest.mark.parametrize("which", LISTS)
def test_a_page_of_a_list_is_neither_sorted_nor_searched_for(night: Night, which: str) -> None:
    found = plans(LISTS[which], night)
    assert found
    for plan in found:
        assert "TEMP B-TREE FOR ORDER BY" not in plan
        assert "SCAN" not in plan
