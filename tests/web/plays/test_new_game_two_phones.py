"""Two phones set up a game at the same time."""

from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table import points, totals

TALLY = "/nights/1/games/tally"


@pytest.fixture
def both(owner: Phone, friend: Phone) -> tuple[Phone, Phone]:
    """Return two phones with the form of a new game."""
    return owner.open(TALLY), friend.open(TALLY)


def test_the_same_game_set_up_on_both_is_started_once(both: tuple[Phone, Phone]) -> None:
    assert [phone.tap("Start game").path for phone in both] == ["/plays/1", "/plays/1"]


def test_another_game_on_each_is_two_games(both: tuple[Phone, Phone]) -> None:
    one, other = both
    one.tap("Start game")
    assert other.tap("Start game", target=7).path == "/plays/2"


def test_a_game_that_has_begun_since_is_another_one(both: tuple[Phone, Phone]) -> None:
    one, other = both
    points(one.tap("Start game"), 1, 2, 3, 4)
    assert other.tap("Start game").path == "/plays/2"


@pytest.mark.parametrize("end", ["End game", "Delete game"])
def test_a_game_ended_at_once_is_another_one(both: tuple[Phone, Phone], end: str) -> None:
    one, other = both
    one.tap("Start game").tap(end)
    assert other.tap("Start game").path == "/plays/2"


def test_a_player_who_was_removed_meanwhile_is_not_left_out_unseen(both: tuple[Phone, Phone]) -> None:
    one, other = both
    one.open("/nights/1").tap("Remove Bea")
    seats: dict[str, Any] = {"seat-4": 2, "seat-2": 4}
    other.tap("Start game", **seats)
    assert other.status == 409
    assert other.problems == ["Bea left tonight’s list. Check the seats, then start the game."]
    assert [other.value(f"seat-{player}") for player in (1, 4, 3)] == ["1", "2", "3"]
    assert list(totals(other.tap("Start game"))) == ["Ann", "Dee", "Cal"]
