"""How a lost or doubled hand would be found after an evening in which everything goes wrong."""

from typing import Any

import pytest

from scorekeeper.rules.labels import by_name
from tests.soak.book import GameBook
from tests.soak.outcome import Outcome, by_side


def hand(note: str) -> dict[str, Any]:
    return {"points": {"0": 1, "1": 2}, "note": note}


@pytest.fixture
def game() -> GameBook:
    """Return a game in whose book two hands are."""
    sheet = {"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "hands": []}
    book = GameBook("/plays/1", sheet)
    book.entered(1, hand("p1-1"))
    book.entered(2, hand("p2-1"))
    return book


def compared(game: GameBook, *notes: str) -> Outcome:
    """Return the outcome if a game has the hands with these notes."""
    outcome = Outcome()
    sheet = {**game.sheet, "hands": [hand(note) for note in notes], "finished": False}
    outcome.check_game(game, by_name(sheet))
    return outcome


@pytest.mark.parametrize(
    ("notes", "lost", "doubled", "differs"),
    [
        (["p1-1", "p2-1"], [], [], False),
        (["p1-1"], ["/plays/1: hand 2 (p2-1)"], [], True),
        (["p1-1", "p1-1", "p2-1"], [], ["/plays/1: p1-1"], True),
        (["p1-1", "p2-1", "p3-9"], [], ["/plays/1: p3-9 was not acknowledged"], True),
        (["p2-1", "p1-1"], [], [], True),
    ],
)
def test_hands_that_are_lost_doubled_or_in_another_order_are_found(
    game: GameBook, notes: list[str], lost: list[str], doubled: list[str], differs: bool
) -> None:
    outcome = compared(game, *notes)
    assert (outcome.acknowledged, outcome.lost, outcome.doubled) == (2, lost, doubled)
    assert bool(outcome.wrong) == differs


def test_two_hands_of_one_number_are_noticed(game: GameBook) -> None:
    assert game.entered(2, hand("p3-1")) == "/plays/1: two hands 2 were acknowledged"


def test_undoing_goes_back_before_the_newest_change(game: GameBook) -> None:
    assert game.undone() == [hand("p1-1")]
    game.changed([hand("p1-1"), hand("p2-2")])
    assert game.undone() == [hand("p1-1"), hand("p2-1")]
    game.bid(3)
    assert game.undone() == game.in_order


def test_a_renamed_player_has_the_same_hands(game: GameBook) -> None:
    game.renamed("Ann", "Anna")
    assert compared(game, "p1-1", "p2-1").wrong == []


def test_coins_on_the_table_are_given_back_when_a_game_is_ended() -> None:
    sheet = {"scoresheet": 1, "game": "house-of-fortune", "players": ["Ann", "Bea", "Cal"], "hands": []}
    book = GameBook("/plays/1", sheet)
    book.entered(1, {"player": 2, "roll": 4, "note": "p1-1"})
    assert sum(by_side(book).values()) < 0
    book.stopped = True
    assert sum(by_side(book).values()) == 0
