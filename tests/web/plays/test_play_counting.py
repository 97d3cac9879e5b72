"""Saying that a game doesn't count, and that it does after all."""

from tests.web.phone import Phone
from tests.web.table import start, totals, undo, whole

ASIDE = "This game doesn’t count."


def test_a_running_game_is_set_not_to_count_and_that_is_undone(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).tap("Doesn’t count")
    assert ASIDE in coralon.page
    assert undo(coralon) == "Set not to count"
    assert totals(coralon)["Bea"] == 5
    assert ASIDE not in coralon.tap("Undo").page
    coralon.open("/plays/1/history")
    said = coralon.page.one("ol", "log").texts("b")
    assert said[:2] == ["iPhone set the game to count again", "iPhone set the game not to count"]


def test_a_finished_game_that_does_not_count_is_marked_and_counts_again_with_one_tap(owner: Phone) -> None:
    start(owner, target=5)
    whole(owner, "Bea", 5, (3, 5, 3, 2))
    assert "win tonight" in owner.page
    owner.tap("Doesn’t count")
    assert "win tonight" not in owner.page
    for page in ("/nights/1", "/nights/1/recap", "/clubs/1/archive?counts=no"):
        assert "doesn’t count" in owner.open(page).page.text.replace("Doesn’t", "doesn’t")
    assert ASIDE in owner.open("/plays/1/recap").page
    owner.open("/plays/1").tap("Let it count")
    assert ASIDE not in owner.page
    assert "No games match." in owner.open("/clubs/1/archive?counts=no").page


def test_two_phones_that_say_the_same_say_it_once(coralon: Phone) -> None:
    other = coralon.tab().open("/plays/1")
    coralon.open("/plays/1").tap("Doesn’t count")
    assert other.tap("Doesn’t count").status == 200
    assert ASIDE in other.page
    assert undo(other) == "Set not to count"
