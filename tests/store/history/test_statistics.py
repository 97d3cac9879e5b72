"""Who played what, how often, and who won, counted by the database."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from scorekeeper.domain import IMPORTED
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.database import db
from scorekeeper.store.history import statistics as sums
from scorekeeper.store.history.archive import GameFilter, find_games, find_nights
from scorekeeper.store.history.scope import Scope
from scorekeeper.store.history.statistics import Duel, Quartiles
from scorekeeper.store.models import Night, Play, Player
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.edits import put_aside
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.store.history.evenings import EXACT, MISSED, OVER, everything, four_games, person, won_by
from tests.store.table import CAST, PHONE, NewPlay, coralon, enter, tally

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


def test_games_are_added_up_by_player_and_by_game(games: list[Play]) -> None:
    scope, ids = everything(games[0]), {name: person(games[0], name) for name in CAST}
    standings = [(one.name, one.plays, one.wins, one.coins) for one in sums.standings(scope)]
    assert standings == [("Cal", 4, 2, 4), ("Ann", 4, 1, -4), ("Bea", 4, 1, 4), ("Dee", 4, 1, -4)]
    played = [(kind.game, kind.plays, kind.hands) for kind in sums.game_summaries(scope)]
    assert played == [("coralon", 2, 2), ("coralon-partners", 1, 1), ("tally", 1, 1)]
    assert sums.count_nights(sums.night_results(scope)) == 1
    of_cal = sums.games_of_player(scope, ids["Cal"])
    assert [(one.known_as, one.plays, one.wins, one.coins, one.best) for one in of_cal] == [
        ("coralon", 2, 1, 4, 5),
        ("coralon-partners", 1, 1, 0, 8),
        ("tally", 1, 0, 0, 1),
    ]
    assert [(one.known_as, one.average_in_tenths) for one in of_cal] == [
        ("coralon", 25),
        ("coralon-partners", 80),
        ("tally", 10),
    ]
    assert sums.winning_totals(sums.figures_of_games(scope)) == Quartiles(5, 5, 5, 8, 9)
    assert sums.duels(scope, ids["Ann"]) == [
        Duel(ids["Bea"], "Bea", against=4, won=1, lost=1, together=0, together_won=0),
        Duel(ids["Cal"], "Cal", against=3, won=0, lost=1, together=1, together_won=1),
        Duel(ids["Dee"], "Dee", against=4, won=1, lost=1, together=0, together_won=0),
    ]


def test_meetings_of_a_night_are_told_from_those_before(games: list[Play], night: Night) -> None:
    scope, ids = everything(games[0]), {name: person(games[0], name) for name in CAST}
    later = new_night(night.club)
    running = start_play(later.id, "coralon", {}, [ids[name] for name in ("Ann", "Bea", "Dee")], 0)
    met, partnered = sums.meetings(scope, later.id, [ids["Ann"], ids["Bea"], ids["Cal"]])
    ann_bea, ann_cal = (ids["Ann"], ids["Bea"]), (ids["Ann"], ids["Cal"])
    assert (met[ann_bea], met[ann_cal], met[ann_bea[::-1]], len(met)) == ((1, 4), (0, 4), (1, 4), 6)
    assert (partnered[ann_bea], partnered[ann_cal]) == ((0, 0), (0, 1))
    running.deleted_at = games[0].started_at
    assert sums.meetings(scope, later.id, [*ids.values()])[0][ann_bea] == (0, 4)


def test_a_game_ended_before_its_first_hand_counts_nowhere(new_play: NewPlay) -> None:
    (game,) = won_by(new_play, 0)
    played = everything(game)
    before = wins(played), sums.game_summaries(played), find_nights(game.club_id).rows[0].games
    never, bid, removed = (new_play() for _ in range(3))
    commands.save_bidding(Sheet.of(bid), {"bidder": 1, "bid": 5}, PHONE)
    enter(removed, coralon("Bea", 3, 3, 4, 3, 3))
    for play in (never, bid, removed):
        commands.end_play(Sheet.of(play))
    commands.remove_last_hand(Sheet.of(removed), PHONE)
    db.session.commit()
    assert all(play.is_empty for play in (never, bid, removed))
    assert (wins(played), sums.game_summaries(played), find_nights(game.club_id).rows[0].games) == before
    assert [one.play for one in find_games(game.club_id, GameFilter()).rows] == [game]


def test_a_game_that_was_set_aside_counts_nowhere_and_stays_in_the_archive(new_play: NewPlay) -> None:
    first, second = won_by(new_play, 0, 1)
    played = everything(first)
    for aside, counted in ((True, {"Bea": (1, 1)}), (False, {"Ann": (2, 1), "Bea": (2, 1)})):
        sheet = Sheet.of(first)
        commands.save_edit(sheet, put_aside(sheet, aside), PHONE)
        assert wins(played).items() >= counted.items()
        assert sums.game_summaries(played)[0].plays == counted["Bea"][0]
        found = find_games(first.club_id, GameFilter()).rows
        assert [one.play for one in found] == [second, first]
        only = find_games(first.club_id, GameFilter(counts=False)).rows
        assert [one.play for one in only] == [first] * aside
        counting = find_games(first.club_id, GameFilter(counts=True)).rows
        assert [one.play for one in counting] == [second, first][: 2 - aside]


def test_who_plays_together_beats_nobody(new_play: NewPlay) -> None:
    for result in ("won", "lost", "lost"):
        game = new_play("tally", title="Pandemic", together=True)
        enter(game, {"result": result})
    db.session.commit()
    assert set(wins(everything(game)).values()) == {(3, 1)}
    for duel in sums.duels(everything(game), person(game, "Ann")):
        assert duel[2:] == (0, 0, 0, 3, 1)


def test_games_that_were_only_won_have_no_totals_and_no_best_hand(new_play: NewPlay) -> None:
    scored = new_play("tally", title="Azul", hands=1)
    won = new_play("tally", title="Azul", hands=1, wins=True)
    together = new_play("tally", title="Azul", together=True)
    enter(scored, tally(78, 71, 60, 50))
    enter(won, tally(0, 1, 0, 0))
    enter(together, {"result": "won"})
    db.session.commit()
    azul = everything(scored, games=("=azul",))
    assert sums.winning_totals(sums.figures_of_games(azul)) == Quartiles(78, 78, 78, 78, 78)
    of_bea = sums.games_of_player(azul, person(scored, "Bea"))
    assert [(one.plays, one.wins, one.best) for one in of_bea] == [(3, 2, 71)]


def test_a_result_that_was_imported_counts_without_hands(new_play: NewPlay) -> None:
    (game,) = won_by(new_play, 0)
    imported = new_play("tally")
    commands.end_play(Sheet.of(imported))
    imported.edition, imported.seats[0].won = IMPORTED, True
    db.session.commit()
    assert not imported.is_empty
    assert wins(everything(game))["Ann"] == (2, 2)


# Coins, totals and time


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


def test_there_is_no_winning_total_where_nobody_won(new_play: NewPlay) -> None:
    play = new_play()
    commands.end_play(Sheet.of(play))
    assert sums.winning_totals(sums.figures_of_games(everything(play))) is None


def test_game_minutes_leave_out_games_left_open_overnight(games: list[Play]) -> None:
    for play, minutes in zip(games, (30, 45, 40, 3000), strict=True):
        end = play.started_at + timedelta(minutes=minutes, seconds=20)
        db.session.execute(update(Play).where(Play.id == play.id).values(ended_at=end))
    assert sums.game_minutes(sums.figures_of_games(everything(games[0]))) == Quartiles(30, 30, 40, 45, 45)


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
