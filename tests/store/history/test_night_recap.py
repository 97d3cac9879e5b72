"""What a night came to: games won, the best hands, and streaks, defined as the page says."""

import pytest

from scorekeeper.store.database import db
from scorekeeper.store.history.night_recap import NightRecap, Streak, longest_streak, recap_night
from scorekeeper.store.models import Play, Player
from scorekeeper.store.plays.sheet import Sheet
from tests.rules.sheets import cases
from tests.store.history.evenings import EXACT, MISSED, OVER, four_games, person, won_by
from tests.store.table import NewPlay, coralon, enter, tally


def recap(*games: Play) -> NightRecap:
    return recap_night(Sheet.of_all(games))


@cases(
    "results, streak",
    {
        "nothing has happened": ([], None),
        "a single success is no streak": ([(1, True), (2, True)], None),
        "a failure ends a streak": ([(1, True), (1, True), (1, False), (1, True)], Streak((1,), 2)),
        "that of others does not": ([(1, True), (2, False), (1, True), (1, True)], Streak((1,), 3)),
        "the longest counts, not the last": ([(1, True)] * 3 + [(1, False), (1, True)], Streak((1,), 3)),
        "equal ones are shared": ([(1, True), (2, True), (2, True), (1, True)], Streak((1, 2), 2)),
    },
)
def test_a_streak_is_a_row_of_successes(results: list[tuple[int, bool]], streak: Streak | None) -> None:
    assert longest_streak(results) == streak


def test_wins_are_counted_for_everyone_who_won_with_partners(new_play: NewPlay) -> None:
    games = four_games(new_play)
    found = recap(*games)
    names = {found.names[who]: wins for who, wins in found.wins.items()}
    assert names == {"Cal": 2, "Ann": 1, "Bea": 1, "Dee": 1}
    assert next(iter(names)) == "Cal"


def test_games_count_in_the_order_in_which_they_started(new_play: NewPlay) -> None:
    games = won_by(new_play, 0, 1, 1, 1, 0)
    bea = person(games[0], "Bea")
    assert recap(*games[::-1]).games_in_a_row == Streak((bea,), 3)


def test_a_running_game_and_one_that_nobody_won_are_no_wins(new_play: NewPlay) -> None:
    games = [*won_by(new_play, 0, -1, 0), new_play("tally")]
    found = recap(*games)
    assert found.wins == {person(games[0], "Ann"): 2}
    assert found.games_in_a_row is None


def test_a_game_that_was_set_aside_is_listed_and_counts_for_nothing(new_play: NewPlay) -> None:
    games = won_by(new_play, 0, 0, 1)
    games[1].set_aside = True
    found = recap(*games)
    assert [sheet.play for sheet in found.sheets] == games
    assert found.over == 2
    assert found.wins == {person(games[0], name): 1 for name in ("Ann", "Bea")}
    assert found.games_in_a_row is None


def test_a_round_that_was_only_won_is_no_best_hand(new_play: NewPlay) -> None:
    game = new_play("tally", wins=True)
    enter(game, tally(0, 1, 0, 0))
    assert recap(game).best == []


def test_bids_in_a_row_are_ones_own_in_all_games_of_the_night(new_play: NewPlay) -> None:
    first, second = new_play(), new_play()
    enter(first, EXACT, OVER, EXACT)
    enter(second, EXACT, MISSED)
    assert recap(first, second).bids_in_a_row == Streak((person(first, "Bea"),), 3)


def test_a_missed_bid_ends_a_row_of_bids(new_play: NewPlay) -> None:
    play = new_play()
    enter(play, EXACT, coralon("Bea", 6, 5, 3, 3, 2), EXACT)
    assert recap(play).bids_in_a_row is None


def test_the_best_hand_of_each_game_is_the_first_with_its_highest_score(new_play: NewPlay) -> None:
    first, second, other = new_play(), new_play(), new_play("tally")
    six = coralon("Bea", 6, 3, 6, 2, 2)
    enter(first, OVER, six)
    enter(second, six)
    enter(other, tally(1, 0, 0, 0), tally(7, 7, 0, -9))
    best = recap(first, second, other).best
    assert [(hand.sheet.play.id, hand.number, hand.seats, hand.score) for hand in best] == [
        (first.id, 2, (1,), 6),
        (other.id, 2, (0, 1), 7),
    ]


@pytest.mark.parametrize("points", [(0, 0, 0, 0), (-3, -1, 0, -2)])
def test_there_is_no_best_hand_where_nobody_gained(new_play: NewPlay, points: tuple[int, ...]) -> None:
    play = new_play("tally")
    enter(play, tally(*points))
    assert not recap(play).best


def test_there_is_no_best_hand_where_the_lowest_total_wins(new_play: NewPlay) -> None:
    play = new_play("tally", lowest_wins=True)
    enter(play, tally(9, 1, 1, 1))
    assert not recap(play).best


def test_two_names_of_one_person_count_together(new_play: NewPlay) -> None:
    first, second = won_by(new_play, 0, 1)
    ann, bea = person(first, "Ann"), person(first, "Bea")
    db.session.get_one(Player, bea).person_id = ann
    assert recap(first, second).wins == {ann: 2}
