"""Corrections that move the end of a game."""

import pytest

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import hands, start, took, totals, whole

LOOK = "See what would change"
BEA_TEN = {"bid": 10, **took(1, 10, 1, 1)}


def play_three_hands(scene: Scene) -> None:
    start(scene.owner, target=10)
    whole(scene.owner, "Bea", 4, (3, 4, 3, 3))
    whole(scene.owner, "Cal", 4, (3, 3, 4, 3))
    whole(scene.owner, "Dee", 3, (4, 3, 3, 3))


@pytest.fixture
def on(scene: Scene, owner: Phone, no_hurry: None) -> Phone:
    """Return the sheet of a game to ten that is still running: Bea and Cal have 4 each after three hands."""
    scene.after(play_three_hands)
    return owner


def let_bea_win(scene: Scene) -> None:
    start(scene.owner, target=10)
    for _ in range(2):
        whole(scene.owner, "Bea", 5, (3, 5, 3, 2))


@pytest.fixture
def over(scene: Scene, owner: Phone, no_hurry: None) -> Phone:
    """Return the sheet of a game to ten that Bea has won with the second hand."""
    scene.after(let_bea_win)
    return owner


def consequences(phone: Phone) -> list[str]:
    return phone.page.texts("p", "consequence")


def test_a_preview_says_that_later_hands_will_be_removed(on: Phone) -> None:
    on.follow("Correct hand 1").tap(LOOK, **BEA_TEN)
    removed = "The game ends with hand 1, so hands 2 and 3 will be removed."
    assert consequences(on) == ["Bea wins with 10.", removed]
    assert len(hands(on.tap("Save hand 1"))) == 1


def test_no_hand_is_removed_without_a_warning(on: Phone) -> None:
    on.follow("Correct hand 1").tap("Save hand 1", **BEA_TEN)
    assert "so hands 2 and 3 will be removed." in on.page
    assert on.value("bid") == "10"
    assert len(hands(on.open("/plays/1"))) == 3
    on.open("/plays/1")
    on.follow("Correct hand 1").tap("Save hand 1", **BEA_TEN).tap("Save hand 1")
    assert len(hands(on)) == 1
    assert on.page.one(id="due").text == "Bea won"


def test_a_correction_with_another_end_warns_again(on: Phone) -> None:
    on.follow("Correct hand 1").tap(LOOK, **BEA_TEN).tap("Save hand 1", bid=7, **took(2, 3, 6, 2))
    assert "The game ends with hand 2, so hand 3 will be removed." in on.page
    assert len(hands(on.open("/plays/1"))) == 3


def test_correcting_a_hand_can_reopen_a_finished_game(over: Phone) -> None:
    over.follow("Correct hand 2").tap(LOOK, bid=6)
    assert consequences(over) == ["The game is no longer over."]
    over.tap("Save hand 2")
    assert "Hand 3" in over.page.one(id="due")
    assert totals(over)["Bea"] == 5
