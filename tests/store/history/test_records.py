"""Runs, bids and records of a club."""

import pytest

from scorekeeper.rules.outcome import EXACT as EXACTLY
from scorekeeper.store.database import db
from scorekeeper.store.history import bids, records
from scorekeeper.store.history.records import Run, Runs
from scorekeeper.store.models import Play
from tests.rules.sheets import cases
from tests.store.history.evenings import EXACT, MISSED, OVER, everything, four_games, person, won_by
from tests.store.table import NewPlay, coralon, enter, tally


def lengths(runs: Runs) -> tuple[int, int]:
    """Return the lengths of runs; 0 for none."""
    won, without = runs
    return won.plays if won else 0, without.plays if without else 0


@cases(
    "winners, won, without",
    {
        "one game is none": ((0, 1, 0), 0, 0),
        "always": ((0, 0, 0), 3, 0),
        "never": ((1, 2, 1), 0, 3),
        "broken by someone else's": ((0, 0, 1, 0), 2, 0),
        "the longer one is the later one": ((0, 1, 0, 0, 0, 1, 1), 3, 2),
        "the longer one is the earlier one": ((1, 1, 1, 0, 2, 0, 0), 2, 3),
        "a game that nobody won breaks a run": ((0, 0, -1, 0), 2, 0),
    },
)
def test_a_run_is_as_long_as_nothing_breaks_it(
    new_play: NewPlay, winners: tuple[int, ...], won: int, without: int
) -> None:
    games = won_by(new_play, *winners)
    scope = everything(games[0])
    assert lengths(records.longest_runs(scope, person(games[0], "Ann"))) == (won, without)


def test_the_longest_run_of_the_club_is_the_first_of_equal_ones(new_play: NewPlay) -> None:
    games = won_by(new_play, 0, 1, 1, 0, 2, 2)
    runs = records.longest_runs(everything(games[0]))
    assert runs == Runs(
        Run(person(games[0], "Bea"), 2, games[2].started_at, games[2].night.time_zone),
        Run(person(games[0], "Dee"), 6, games[5].started_at, games[5].night.time_zone),
    )


def test_of_runs_reached_in_the_same_game_it_is_that_of_the_first_to_join(new_play: NewPlay) -> None:
    plays = won_by(new_play, -1, -1)
    ids = [seat.player_id for seat in plays[0].seats]
    for play in plays:
        for seat, player_id in zip(play.seats, reversed(ids), strict=True):
            seat.player_id = player_id
    db.session.commit()
    runs = records.longest_runs(everything(plays[0]))
    assert runs.without
    assert (runs.without.person_id, runs.without.plays) == (min(ids), 2)


def test_the_best_hand_and_total_name_who_where_and_when(new_play: NewPlay) -> None:
    games = four_games(new_play)
    found = records.best_hand(everything(games[0], games=("coralon",)))
    assert found
    assert (found.figure, found.person_id, found.play_id) == (5, person(games[0], "Bea"), games[0].id)
    highest = records.highest_total(everything(games[0]))
    assert highest
    assert (highest.figure, highest.person_id, highest.game) == (9, person(games[0], "Dee"), "tally")


def test_a_high_total_is_no_record_where_the_lowest_wins(new_play: NewPlay) -> None:
    play = new_play("tally", lowest_wins=True, hands=1)
    enter(play, tally(3, 9, 1, 4))
    assert person(play, "Cal") in [chair.player_id for chair in play.seats if chair.won]
    assert records.highest_total(everything(play)) is None


def test_the_richest_game_and_night(new_play: NewPlay) -> None:
    games = [new_play(target=5, wager=2), new_play(target=5, wager=1)]
    enter(games[0], EXACT)
    enter(games[1], EXACT)
    game, night = (find(everything(games[0])) for find in (records.richest_game, records.richest_night))
    assert game
    assert night
    assert (game.figure, game.play_id) == (6, games[0].id)
    assert (night.figure, night.night_id, night.person_id) == (9, games[0].night_id, person(games[0], "Bea"))


def test_without_coins_there_is_no_richest_game(new_play: NewPlay) -> None:
    games = won_by(new_play, 0)
    assert records.richest_game(everything(games[0])) is None
    assert records.richest_night(everything(games[0])) is None


def test_the_longest_game_and_night_belong_to_everyone(new_play: NewPlay) -> None:
    games = won_by(new_play, 0, 1)
    long = new_play(target=7)
    enter(long, coralon("Bea", 6, 3, 5, 3, 2), EXACT, OVER)
    game, night = (find(everything(long)) for find in (records.longest_game, records.longest_night))
    assert game
    assert night
    assert (game.figure, game.play_id, game.person_id) == (3, long.id, None)
    assert (night.figure, night.night_id, night.person_id) == (3, games[0].night_id, None)


# Bids


@pytest.fixture
def bidding(new_play: NewPlay) -> Play:
    """Play games in which Bea bid five twice, exactly; Cal bid three and took more; and Dee missed six."""
    games = [new_play(target=5) for _ in range(3)]
    for play, hand in zip(games, (EXACT, OVER, MISSED), strict=True):
        enter(play, hand)
    enter(new_play(target=5), EXACT)
    return games[0]


def test_bids_are_added_up_by_size_outcome_and_player(bidding: Play) -> None:
    found = bids.records_by_bid(bids.bid_outcomes(everything(bidding)))
    assert [(size, one.bids, one.made, one.exact, one.missed) for size, one in found.items()] == [
        (3, 1, 1, 0, 0),
        (5, 2, 2, 2, 0),
        (6, 1, 0, 0, 1),
    ]
    bea, ann = (bids.bid_outcomes(everything(bidding), person(bidding, name)) for name in ("Bea", "Ann"))
    assert bea == [("coralon", 5, EXACTLY, 2)]
    assert ann == []


def test_the_average_bid_is_in_tenths_and_of_numbers_only(new_play: NewPlay, bidding: Play) -> None:
    found = bids.records_by_game(bids.bid_outcomes(everything(bidding)))["coralon"]
    assert found.average_in_tenths == 48  # 19 in four bids, rounded
    play = new_play(target=5, zero_bids=True)
    less = {"bidder": 2, "bid": "less", "zero_bidders": [1], "tricks": EXACT["tricks"]}
    enter(play, less)
    found = bids.records_by_game(bids.bid_outcomes(everything(bidding)))["coralon"]
    assert (found.bids, found.missed) == (5, 2)
    assert found.average_in_tenths == 48
    assert list(bids.records_by_bid(found.rows)) == [3, 5, 6, None]
