"""The number of queries of a page does not grow with what it shows."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.store.database import db
from tests.web.phone import Phone
from tests.web.table import points, start

PAGES = (
    "/nights/1",
    "/nights/1/bank",
    "/nights/1/bank/settle",
    "/nights/1/bank/players/1",
    "/clubs/1/players",
    "/clubs/1/archive",
    "/clubs/1/games.csv",
    "/clubs/1/games.bgsplay",
)


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """Yield the list of statements that the database runs in the block."""
    asked: list[str] = []

    def note(*about: object) -> None:
        asked.append(str(about[2]))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


def play(phone: Phone, games: int) -> None:
    for _ in range(games):
        points(start(phone, "Tally", target=5, wager=1), 5, 1, 2, 3)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_as_often_for_six_games_as_for_two(app: Flask, owner: Phone, page: str) -> None:
    asked: list[list[str]] = []
    for _ in range(2):
        play(owner, 2 + 2 * len(asked))
        with statements(app) as found:
            assert owner.client.get(page).status_code == 200
        asked.append(found)
    assert len(asked[0]) == len(asked[1])
