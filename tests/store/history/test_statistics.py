"""Who played what, how often, and who won, counted by the database."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.database import db, now
from scorekeeper.store.history import bids
from scorekeeper.store.history import statistics as sums
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import Duel, Quartiles
from scorekeeper.store.models import Night, Play, Player
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.store.history.evenings import EXACT, MISSED, OVER, everything, four_games, person, won_by
from tests.store.table import CAST, PHONE, NewPlay, coralon, correct

SOME = settings(
    max_examples=settings().max_examples // 3, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def games(new_play: NewPlay) -> list[Play]:
    """Play an evening of four games."""
    return four_games(new_play)


def wins(scope: Scope) -> dict[str, tuple[int, int]]:
    """Return the number of games everyone played and won."""
    return {one.name: (one.plays, one.wins) for one in sums.standings(scope)}


def test_standings_add_up_games_wins_and_coins(games: list[Play]) -> None:
    found = [(one.name, one.plays, one.wins, one.coins) for one in sums.standings(everything(games[0]))]
    assert found == [("Cal", 4, 2, 4), ("Ann", 4, 1, -4), ("Bea", 4, 1, 4), ("Dee", 4, 1, -4)]


def test_what_was_played_is_added_up_by_game(games: list[Play]) -> None:
    found = [(kind.game, kind.plays, kind.hands) for kind in sums.game_summaries(everything(games[0]))]
    assert found == [("coralon", 2, 2), ("coralon-partners", 1, 1), ("tally", 1, 1)]
    assert sums.count_nights(everything(games[0])) == 1


def test_the_games_of_a_player_are_added_up_with_the_best_hand(games: list[Play]) -> None:
    found = sums.games_of_player(everything(games[0]), person(games[0], "Cal"))
    assert [(one.game, one.plays, one.wins, one.coins, one.best) for one in found] == [
        ("coralon", 2, 1, 4, 5),
        ("coralon-partners", 1, 1, 0, 8),
        ("tally", 1, 0, 0, 1),
    ]


def test_duels_and_partners_are_told_apart_by_side(games: list[Play]) -> None:
    ids = {name: person(games[0], name) for name in CAST}
    assert sums.duels(everything(games[0]), ids["Ann"]) == [
        Duel(ids["Bea"], "Bea", against=4, won=1, lost=1, together=0, together_won=0),
        Duel(ids["Cal"], "Cal", against=3, won=0, lost=1, together=1, together_won=1),
        Duel(ids["Dee"], "Dee", against=4, won=1, lost=1, together=0, together_won=0),
    ]


# What counts, and what does not


@pytest.mark.parametrize(
    "thrown",
    [
        pytest.param(lambda play: commands.update_play(play.id, deleted_at=now()), id="a game thrown away"),
        pytest.param(
            lambda play: commands.remove_last_hand(Sheet.of(play), PHONE), id="a game that is on again"
        ),
    ],
)
def test_deleted_and_running_games_do_not_count(games: list[Play], thrown: Callable[[Play], None]) -> None:
    thrown(games[0])
    scope, bea = everything(games[0]), person(games[0], "Bea")
    assert wins(scope) == {"Cal": (3, 2), "Ann": (3, 1), "Dee": (3, 1), "Bea": (3, 0)}
    assert sum(kind.plays for kind in sums.game_summaries(scope)) == 3
    assert sum(one.plays for one in sums.games_of_player(scope, bea)) == 3
    assert sums.duels(scope, bea)[0].against == 3


def test_games_of_a_deleted_night_do_not_count(games: list[Play]) -> None:
    db.session.execute(update(Night).values(deleted_at=now()))
    scope, bea = everything(games[0]), person(games[0], "Bea")
    assert not sums.standings(scope)
    assert not sums.game_summaries(scope)
    assert not sums.games_of_player(scope, bea)
    assert sums.count_nights(scope) == 0


def test_only_the_chosen_days_count_both_included(new_play: NewPlay) -> None:
    games = won_by(new_play, 0, 1, 2)
    for day, play in enumerate(games, start=1):
        late = datetime(2026, 5, day, 23, 59).astimezone()
        db.session.execute(update(Play).where(Play.id == play.id).values(started_at=late))
    scope = everything(games[0], since=date(2026, 5, 2), until=date(2026, 5, 2))
    assert wins(scope) == {"Bea": (1, 1), "Ann": (1, 0), "Cal": (1, 0), "Dee": (1, 0)}


def test_a_person_with_two_names_counts_once(games: list[Play]) -> None:
    ann, bea = person(games[0], "Ann"), person(games[0], "Bea")
    # In the last game a new player sits in Ann's seat, and turns out to be her.
    anna = get_or_create_player(db.session.get_one(Night, games[0].night_id).club, "Anna")
    games[3].seats[0].player_id = anna.id
    anna.person_id = anna.merged_into_id = ann
    db.session.commit()
    scope = everything(games[0])
    assert wins(scope)["Ann"] == (4, 1)
    assert "Anna" not in wins(scope)
    assert sum(one.plays for one in sums.games_of_player(scope, ann)) == 4
    met = {duel.name: duel.against + duel.together for duel in sums.duels(scope, bea)}
    assert met == {"Ann": 4, "Cal": 4, "Dee": 4}


# Coins, totals and time


def test_coins_add_up_night_by_night(games: list[Play]) -> None:
    bea = person(games[0], "Bea")
    night = new_night(db.session.get_one(Night, games[0].night_id).club)
    db.session.flush()
    later = games[1]
    db.session.execute(update(Play).where(Play.id == later.id).values(night_id=night.id))
    found = sums.coin_balance(everything(games[0]), bea)
    assert [(one.night, one.coins) for one in found] == [(games[0].night_id, 6), (night.id, 4)]


def test_the_balance_shows_a_spread_of_nights_and_always_the_last(new_play: NewPlay) -> None:
    games = won_by(new_play, *[0] * 10)
    nights = [games[0].night_id]
    for play in games[1:]:
        night = new_night(db.session.get_one(Night, nights[0]).club)
        db.session.flush()
        db.session.execute(update(Play).where(Play.id == play.id).values(night_id=night.id))
        nights.append(night.id)
    scope, ann = everything(games[0]), person(games[0], "Ann")
    assert [one.night for one in sums.coin_balance(scope, ann)] == nights
    assert [nights.index(one.night) + 1 for one in sums.coin_balance(scope, ann, most=4)] == [3, 5, 8, 10]


def test_winning_totals_count_partners_once(games: list[Play]) -> None:
    assert sums.winning_totals(everything(games[0])) == Quartiles(5, 5, 5, 8, 9)


def test_there_is_no_winning_total_where_nobody_won(new_play: NewPlay) -> None:
    play = new_play()
    commands.end_play(Sheet.of(play))
    assert sums.winning_totals(everything(play)) is None


def test_game_minutes_leave_out_games_left_open_overnight(games: list[Play]) -> None:
    for play, minutes in zip(games, (30, 45, 40, 3000), strict=True):
        end = play.started_at + timedelta(minutes=minutes, seconds=20)
        db.session.execute(update(Play).where(Play.id == play.id).values(ended_at=end))
    assert sums.game_minutes(everything(games[0])) == Quartiles(30, 30, 40, 45, 45)


# What holds of any evening

EVENINGS = st.lists(
    st.tuples(
        st.sampled_from((5, 8)), st.sampled_from((0, 3)), st.lists(st.sampled_from((EXACT, OVER, MISSED)))
    ),
    max_size=5,
)


def played(evening: list[tuple[int, int, list[Any]]]) -> Scope:
    """Return a new club that has played such an evening, with games ended early and games still running."""
    club = new_club("Any")
    night = new_night(club)
    seats = [get_or_create_player(club, name).id for name in CAST]
    for number, (target, wager, hands) in enumerate(evening):
        play = start_play(night.id, "coralon", {"target": target, "wager": wager}, seats, 0)
        for hand in hands:
            sheet = Sheet.of(play)
            if not sheet.result.ending:
                commands.save_hand(sheet, commands.edit_hand(sheet, sheet.number, hand), PHONE)
        if number % 2 and not Sheet.of(play).result.ending:
            commands.end_play(Sheet.of(play))
    db.session.commit()
    return Scope(club.id)


@SOME
@given(evening=EVENINGS)
@pytest.mark.usefixtures("night")
def test_standings_are_the_sum_of_each_players_games(evening: Any) -> None:
    scope = played(evening)
    standings = sums.standings(scope)
    for one in standings:
        games = sums.games_of_player(scope, one.person_id)
        assert sums.total_standing(db.session.get_one(Player, one.person_id), games) == one
        assert sum(duel.against + duel.together for duel in sums.duels(scope, one.person_id)) == 3 * one.plays
        found = sums.coin_balance(scope, one.person_id)
        assert [balance.coins for balance in found[-1:]] == [one.coins]
    assert sum(one.plays for one in standings) == 4 * sum(kind.plays for kind in sums.game_summaries(scope))
    assert sum(one.coins for one in standings) == 0


def test_after_a_correction_the_statistics_are_those_of_the_right_entry(games: list[Play]) -> None:
    right = statistics(games[0])
    correct(games[0], 1, coralon("Dee", 5, 3, 2, 3, 5))
    assert statistics(games[0]) != right
    correct(games[0], 1, EXACT)
    assert statistics(games[0]) == right


def statistics(play: Play) -> Any:
    """Return everything that is counted."""
    scope = everything(play)
    said = {(row.bid, row.outcome, row.times) for row in bids.bid_outcomes(scope)}
    each = [
        (sums.games_of_player(scope, chair.player_id), sums.duels(scope, chair.player_id))
        for chair in play.seats
    ]
    return sums.standings(scope), sums.winning_totals(scope), said, each
