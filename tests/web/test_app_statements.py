"""The number of queries of a page does not grow with what it shows."""

import pytest
from flask import Flask

from tests.statements import statements
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
