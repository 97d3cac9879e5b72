"""When a play ends, its result is stored with the seats; when it continues, the result is deleted."""

from typing import Any

import pytest

from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Sheet
from tests.store.table import NewPlay, coralon, correct, enter

NOTHING = [(None, None, None)] * 4
BEA = coralon("Bea", 5, 3, 5, 3, 2)


def kept(play: Play) -> list[tuple[Any, Any, Any]]:
    """Return the stored result of each seat."""
    db.session.expire_all()
    return [(chair.total, chair.won, chair.payout) for chair in play.seats]


@pytest.fixture
def over(new_play: NewPlay) -> Play:
    """Return a game to five, with two coins each in the pot, that Bea has won."""
    play = new_play(target=5, wager=2)
    enter(play, BEA)
    return play


def test_totals_winners_and_coins_are_stored_at_the_end(over: Play) -> None:
    assert kept(over) == [(0, False, -2), (5, True, 6), (0, False, -2), (0, False, -2)]
    assert over.ended_at is not None


def test_the_result_follows_a_correction_that_changes_the_winner(over: Play) -> None:
    ended = over.ended_at
    correct(over, 1, coralon("Cal", 5, 3, 3, 5, 2))
    assert kept(over) == [(0, False, -2), (0, False, -2), (5, True, 6), (0, False, -2)]
    assert over.ended_at == ended


def test_a_game_ended_early_keeps_its_result_until_it_continues(new_play: NewPlay) -> None:
    play = new_play(wager=2)
    enter(play, BEA)
    commands.end_play(Sheet.of(play))
    db.session.commit()
    assert kept(play) == [(0, False, -2), (5, True, 6), (0, False, -2), (0, False, -2)]
    commands.continue_play(Sheet.of(play))
    db.session.commit()
    assert kept(play) == NOTHING
