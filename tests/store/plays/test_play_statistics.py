"""The figures for the statistics are stored beside the result of a play, and follow it."""

from typing import Any

import pytest
from sqlalchemy import delete, select, update

from scorekeeper.gallery.gallery import gallery
from scorekeeper.store.database import db
from scorekeeper.store.models import BidCount, Chair, Play
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.editions import compare_all, compare_some
from scorekeeper.store.plays.play_statistics import KEPT, VERSION
from scorekeeper.store.plays.sheet import Sheet
from tests.store.table import PHONE, NewPlay, bishop, by_seat, coralon, correct, enter, tally


def kept(play: Play, *names: str) -> list[tuple[object, ...]]:
    """Return these columns of each seat."""
    db.session.flush()
    db.session.expire_all()
    return [tuple(getattr(chair, name) for name in names) for chair in play.seats]


def bids(play: Play) -> list[tuple[object, ...]]:
    """Return who made which bid how often, and with which outcome."""
    return called(play, BidCount.place, BidCount.bid, BidCount.outcome)


def called(play: Play, *columns: Any) -> list[tuple[object, ...]]:
    """Return these columns of the bids, with how often each was made."""
    rows = (
        select(*columns, BidCount.times)
        .where(BidCount.play_id == play.id)
        .order_by(*(column.nulls_first() for column in columns))
    )
    return [tuple(row) for row in db.session.execute(rows)]


MISSED = coralon("Bea", 6, 3, 5, 3, 2)
EXACT = coralon("Bea", 5, 3, 5, 3, 2)
OVER = coralon("Cal", 2, 3, 4, 3, 3)

CLEAN, POISONED = {"bidders": 4, "others": 4}, {"bidders": 1, "others": 1}
TO_THE_BUMP = {"bidder": "Ann", "bid": 6, "clean": CLEAN, "poisoned": POISONED}
"""A hand of Chevalier that misses its bid by two."""


@pytest.fixture
def over(new_play: NewPlay) -> Play:
    """Return a game to seven that Bea has won in three hands, one of them missed."""
    play = new_play(target=7)
    enter(play, MISSED, EXACT, OVER)
    return play


def test_the_bids_of_everyone_in_a_recipe_are_stored_at_the_end(new_play: NewPlay) -> None:
    recipe = gallery()["wizard"].recipe
    play = new_play("recipe", recipe={**recipe, "end": {"hands": 2}})
    enter(
        play,
        {"bid": by_seat(1, 0, 0, 0), "took": by_seat(1, 0, 0, 0)},
        {"bid": by_seat(0, 1, 0, 1), "took": by_seat(0, 2, 0, 0)},
    )
    assert bids(play) == [
        (0, 0, "exact", 1),
        (0, 1, "exact", 1),
        (1, 0, "exact", 1),
        (1, 1, "missed", 1),
        (2, 0, "exact", 2),
        (3, 0, "exact", 1),
        (3, 1, "missed", 1),
    ]


def test_sides_hands_and_best_hands_are_stored_at_the_end(over: Play) -> None:
    assert kept(over, "side", "best") == [(0, 3), (1, 5), (2, 3), (3, 3)]
    assert (over.hands, over.counted) == (3, VERSION)


def test_bids_are_stored_with_bidder_and_outcome(over: Play) -> None:
    assert bids(over) == [(1, 5, "exact", 1), (1, 6, "missed", 1), (2, 2, "over", 1)]


def test_equal_bids_with_the_same_outcome_are_one_row(new_play: NewPlay) -> None:
    play = new_play(target=9)
    enter(play, EXACT, EXACT)
    assert bids(play) == [(1, 5, "exact", 2)]


def test_the_partner_of_a_hand_is_stored_with_the_bid(new_play: NewPlay) -> None:
    play = new_play("bishop", target=9)
    enter(play, *[bishop("Ann", 3, partner) for partner in ("Cal", None, "Cal")])
    partners = [(0, None, "made", 1), (0, 2, "made", 2)]
    assert called(play, BidCount.place, BidCount.partner, BidCount.outcome) == partners


def test_a_bump_is_given_by_the_side_that_missed_and_received_by_the_other(new_play: NewPlay) -> None:
    play = new_play("chevalier", target=10)
    enter(play, TO_THE_BUMP)
    assert kept(play, "side", "bumps_given", "bumps_received") == [(0, 1, 0), (1, 0, 1), (0, 1, 0), (1, 0, 1)]


def test_figures_are_stored_only_while_the_game_is_over(over: Play) -> None:
    commands.remove_last_hand(Sheet.of(over), PHONE)
    db.session.commit()
    assert kept(over, *KEPT) == [(None,) * len(KEPT)] * 4
    assert bids(over) == []
    assert (over.hands, over.counted) == (None, 0)


def test_a_correction_of_an_earlier_hand_corrects_the_figures(over: Play) -> None:
    correct(over, 1, coralon("Ann", 3, 3, 5, 3, 2))
    assert bids(over) == [(0, 3, "exact", 1), (1, 5, "exact", 1), (2, 2, "over", 1)]


def test_there_is_no_best_hand_where_the_lowest_total_wins(new_play: NewPlay) -> None:
    play = new_play("tally", target=5, lowest_wins=True)
    enter(play, tally(9, 0, 1, 2))
    assert kept(play, "best") == [(None,)] * 4


def test_a_game_without_hands_has_no_best_hand(new_play: NewPlay) -> None:
    play = new_play()
    commands.end_play(Sheet.of(play))
    db.session.commit()
    assert kept(play, "best") == [(None,)] * 4
    assert play.hands == 0


# Games from before there were figures, or from a file


def uncount(play: Play) -> None:
    """Store the play as it was before anything was counted."""
    nothing = dict.fromkeys(KEPT[3:])
    db.session.execute(update(Chair).where(Chair.play_id == play.id).values(nothing))
    db.session.execute(delete(BidCount))
    db.session.execute(update(Play).values(counted=0, hands=None))
    db.session.commit()


def test_older_games_are_counted_once_with_the_same_figures(new_play: NewPlay) -> None:
    over = new_play("bishop", target=3)
    enter(over, bishop("Ann", 3, "Cal"))
    before = kept(over, *KEPT), called(over, BidCount.place, BidCount.partner), over.hands
    uncount(over)
    assert len(compare_some()) == 1
    db.session.commit()
    assert (kept(over, *KEPT), called(over, BidCount.place, BidCount.partner), over.hands) == before
    assert not compare_some()


def test_totals_of_a_coin_game_include_the_coins_given_back(new_play: NewPlay) -> None:
    over = new_play("house-of-fortune")
    enter(over, {"roll": 9})
    commands.end_play(Sheet.of(over))
    assert kept(over, "total", "payout", "won") == [
        (-1, -1, False),
        (1, 1, True),
        (0, 0, True),
        (0, 0, True),
    ]


def test_the_server_counts_all_older_games_in_batches_when_it_starts(new_play: NewPlay) -> None:
    for _ in range(3):
        play = new_play(target=5)
        enter(play, EXACT)
    uncount(play)
    assert [len(compare_some(2)) for _ in range(3)] == [2, 1, 0]
    uncount(play)
    compare_all(2)
    assert db.session.scalars(select(Play.counted)).all() == [VERSION] * 3


def test_a_running_game_is_not_counted(new_play: NewPlay) -> None:
    enter(new_play(), EXACT)
    assert not compare_some()
