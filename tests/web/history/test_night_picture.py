"""The picture of a night: who won most, who played when, the longest game and the best hand, on one sheet."""

from collections.abc import Sequence

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.conftest import Scene
from tests.web.history.test_game_picture import NAMES, rename_all
from tests.web.phone import Phone
from tests.web.picture import assert_on_paper, read, words
from tests.web.purse import bea_wins, fortune, record
from tests.web.table import points, start, whole

PICTURE = "/nights/1/recap.svg"


def play_three_games(scene: Scene) -> None:
    bea_wins(bea_wins(scene.owner))
    points(start(scene.owner, "Tally"), 7, 4, 5, 2)
    points(scene.owner, 0, 0, 0, 1).tap("End game")


@pytest.fixture
def evening(scene: Scene, owner: Phone) -> Phone:
    """Return a phone of a night on which Bea won twice for coins, and Ann a third and longer game."""
    scene.after(play_three_games)
    return owner


def test_it_has_the_winner_the_strip_the_longest_game_and_the_best_hand(evening: Phone) -> None:
    answer = evening.client.get(PICTURE)
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''game-night-20")
    drawing = read(evening, PICTURE)
    said = words(drawing)
    assert " night, " in said[0]
    assert said[1] == "Bea won 2 of 3 games"
    assert {"won", "coins", "Bea", "+12", "−4", "Your own game, in 2 rounds", "Ann 7"} <= {*said}
    assert "Bea bid 5 and made it exactly" in " ".join(said)
    assert "Hand 1 of Coralon" in said
    assert_on_paper(drawing)


def test_running_games_and_their_coins_are_left_out(evening: Phone) -> None:
    before = words(read(evening, PICTURE))
    fortune(evening)
    whole(start(evening), "Dee", 4, (3, 3, 3, 4))
    assert words(read(evening, PICTURE)) == before


def test_a_hand_without_a_bid_has_its_score(owner: Phone) -> None:
    points(start(owner, "Tally"), 7, 4, 5, 2).tap("End game")
    said = words(read(owner, PICTURE))
    assert {"Ann won", "Best round", "+7"} <= {*said}
    assert "coins" not in said


def test_nobody_won_any(owner: Phone) -> None:
    points(start(owner, "Tally"), 1, 1, 0, 0).tap("End game")
    said = words(read(owner, PICTURE))
    assert said[1] == "Nobody won"
    assert "won" not in said
    points(start(owner, "Tally"), 1, 1, 0, 0).tap("End game")
    assert words(read(owner, PICTURE))[1] == "Nobody won any of 2 games"


def test_a_night_without_games_has_a_sheet_too(owner: Phone) -> None:
    assert words(read(owner, PICTURE))[1:] == ["No games yet", "Scorekeeper"]


@pytest.mark.parametrize("players", [2, 20])
def test_no_name_and_no_coins_leave_the_sheet(app: Flask, stranger: Phone, players: int) -> None:
    names = ", ".join(f"Player {number}" for number in range(players))
    stranger.open("/").tap("Start a game night").tap("Add", name=names)
    totals: Sequence[int] = range(players)
    for at in range(2):
        points(start(stranger, "Tally"), *totals[at:], *totals[:at]).tap("End game")
    record(stranger, "gift", "Ann", "Bea", 999999999)

    @settings(max_examples=settings().max_examples // 2)
    @given(names=st.lists(NAMES, min_size=players, max_size=players))
    def holds(names: list[str]) -> None:
        rename_all(app, names)
        assert_on_paper(read(stranger, PICTURE))

    holds()
