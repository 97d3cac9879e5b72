"""The table of a season, and what becomes of it when it is closed."""

from datetime import date, timedelta
from typing import Any

import pytest

from scorekeeper.gallery.gallery import gallery
from scorekeeper.store.clubs.clubs import get_or_create_player
from scorekeeper.store.clubs.erasing import erase_person
from scorekeeper.store.clubs.merging import merge
from scorekeeper.store.clubs.people import rename
from scorekeeper.store.database import db
from scorekeeper.store.history.seasons import (
    GAMES,
    POINTS,
    WINS,
    SeasonRules,
    SeasonTable,
    close_season,
    club_season,
    remove_season,
    reopen_season,
    restore_season,
    save_season,
    season_of_day,
    season_table,
    seasons_of,
    table_of_season,
)
from scorekeeper.store.models import Night, Play, Player, Season
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.sheet import Sheet
from tests.store.history.evenings import won_by
from tests.store.table import NewPlay, enter, tally

ALWAYS = date(1990, 1, 1), date(2990, 1, 1)


def over(new_play: NewPlay, *totals: int, at: Night | None = None, **options: Any) -> Play:
    """Play a game that ends with these totals, on another night if one is given."""
    play = new_play("tally", **options)
    enter(play, tally(*totals))
    if Sheet.of(play).result.ending is None:
        commands.end_play(Sheet.of(play))
    if at:
        play.night_id = at.id
    db.session.commit()
    return play


def table_by(night: Night, **rules: Any) -> SeasonTable:
    return season_table(night.club_id, *ALWAYS, SeasonRules(**rules))


def points_by(night: Night, **rules: Any) -> dict[str, int]:
    """Return everyone's points in the order of the table."""
    return {row.name: row.points for row in table_by(night, **rules).rows}


def three_nights(night: Night) -> list[Night]:
    """Return a night and two later ones."""
    found = [night, new_night(night.club), new_night(night.club)]
    for number, one in enumerate(found):
        one.started_at = night.started_at + timedelta(days=number)
    db.session.commit()
    return found


def test_those_who_share_a_place_each_get_its_points(new_play: NewPlay, night: Night) -> None:
    over(new_play, 9, 9, 4, 1)
    assert points_by(night) == {"Ann": 5, "Bea": 5, "Cal": 2, "Dee": 1}


def test_partners_take_one_place(new_play: NewPlay, night: Night) -> None:
    play = new_play("tally", teams=2)
    enter(play, {"points": {"0": 1, "1": 9}})
    commands.end_play(Sheet.of(play))
    db.session.commit()
    assert points_by(night) == {"Bea": 5, "Dee": 5, "Ann": 3, "Cal": 3}


def test_the_lowest_total_is_best_where_it_wins(new_play: NewPlay, night: Night) -> None:
    over(new_play, 9, 1, 4, 2, lowest_wins=True)
    assert points_by(night) == {"Bea": 5, "Dee": 3, "Cal": 2, "Ann": 1}
    assert points_by(night, counting=POINTS) == {"Bea": -1, "Dee": -2, "Cal": -4, "Ann": -9}


def test_all_who_did_not_win_a_game_that_is_only_won_are_second(new_play: NewPlay, night: Night) -> None:
    over(new_play, 0, 0, 1, 0, wins=True)
    assert points_by(night) == {"Cal": 5, "Ann": 3, "Bea": 3, "Dee": 3}


def test_players_who_lose_together_are_second(new_play: NewPlay, night: Night) -> None:
    play = new_play("tally", title="Pandemic", together=True)
    enter(play, {"result": "lost"})
    db.session.commit()
    assert {*points_by(night).values()} == {3}
    assert {*points_by(night, counting=WINS).values()} == {0}


def test_points_may_end_in_a_half(new_play: NewPlay, night: Night) -> None:
    over(new_play, 3.5, 1, 0, 0, halves=True)  # type: ignore[arg-type]
    assert {name: str(points) for name, points in points_by(night, counting=POINTS).items()} == {
        "Ann": "3½",
        "Bea": "1",
        "Cal": "0",
        "Dee": "0",
    }


def test_a_recipe_says_that_the_lowest_total_wins(new_play: NewPlay, night: Night) -> None:
    play = new_play("recipe", recipe={**gallery()["hearts"].recipe, "end": {"hands": 1}})
    enter(play, {"taken": {"0": 26, "1": 0, "2": 0, "3": 0}})
    db.session.commit()
    assert play.ended_at
    assert points_by(night, counting=POINTS)["Ann"] == 0
    assert points_by(night)["Ann"] == 5


def test_the_best_results_count_and_of_equal_ones_the_later(new_play: NewPlay, night: Night) -> None:
    for at, wins in zip(three_nights(night), ((0,), (0, 0), (0,)), strict=True):
        for play in won_by(new_play, *wins):
            play.night_id = at.id
    db.session.commit()
    ann = table_by(night, counting=WINS, best=2).rows[0]
    assert [(one.points, one.counts) for one in ann.results] == [(1, False), (2, True), (1, True)]
    assert (ann.name, ann.points, ann.nights, ann.wins) == ("Ann", 3, 3, 4)
    games = table_by(night, counting=WINS, best=3, of=GAMES).rows[0]
    assert [one.counts for one in games.results] == [False, True, True, True]


def test_whoever_came_too_seldom_has_no_place(new_play: NewPlay, night: Night) -> None:
    nights = three_nights(night)
    over(new_play, 1, 2, 3, 4)
    late = over(new_play, 9, 5, 0, 0, at=nights[1])
    late.seats[0].player_id = get_or_create_player(night.club, "Eve").id
    db.session.commit()
    rows = table_by(night, fewest=2).rows
    assert [(row.place, row.name) for row in rows] == [
        *((1, "Dee"), (2, "Bea"), (2, "Cal")),
        *((None, "Eve"), (None, "Ann")),
    ]


def test_equal_points_share_the_place_whatever_was_won(new_play: NewPlay, night: Night) -> None:
    over(new_play, 0, 9, 0, 0)
    rows = table_by(night, points=(1, 1)).rows
    assert [(row.place, row.name) for row in rows] == [(1, "Bea"), (1, "Ann"), (1, "Cal"), (1, "Dee")]


def changes_of(season: Season) -> list[tuple[Any, ...]]:
    """Return what would change: the name, the points and the place then, and those now."""
    return [
        (name, *(figure for row in rows for figure in ((row.points, row.place) if row else (None, None))))
        for name, *rows in table_of_season(season).changes
    ]


def season_of(night: Night, **rules: Any) -> Season:
    """Make a season that never ends."""
    season = save_season(night.club_id, "Winter", *ALWAYS, SeasonRules(**rules))
    db.session.commit()
    return season


def test_the_season_of_a_day_is_the_one_that_began_last(night: Night) -> None:
    days = [date(2026, 1, day) for day in range(1, 32)]
    for name, since, until in (("January", 0, 30), ("Week", 5, 11), ("Gone", 6, 8)):
        made = save_season(night.club_id, name, days[since], days[until], SeasonRules())
        db.session.commit()
    remove_season(made)
    db.session.commit()
    found = [season_of_day(night.club_id, days[at]) for at in (0, 5, 11, 12)]
    assert [one and one.name for one in found] == ["January", "Week", "Week", "January"]
    assert season_of_day(night.club_id, date(2026, 2, 1)) is None
    assert [one.name for one in seasons_of(night.club_id)] == ["January", "Week"]
    restore_season(made)
    db.session.commit()
    assert len(seasons_of(night.club_id)) == 3
    assert club_season(night.club_id + 1, made.id) is None


def test_of_seasons_of_the_same_days_the_first_by_name_is_that_of_a_day(night: Night) -> None:
    for name in ("Bowls", "Azul"):
        save_season(night.club_id, name, *ALWAYS, SeasonRules()).uid = "BA"[name > "B"] * 32
    db.session.commit()
    assert season_of_day(night.club_id, date(2026, 2, 1)) is seasons_of(night.club_id)[0]
    assert [one.name for one in seasons_of(night.club_id)] == ["Azul", "Bowls"]


def test_its_rules_come_back_as_they_were(night: Night) -> None:
    rules = SeasonRules(("=golf", "tally"), "places", (3, 1), 4, "games", 2)
    season = save_season(night.club_id, "Winter", *ALWAYS, rules)
    db.session.commit()
    db.session.expire_all()
    assert SeasonRules.of_season(season) == rules


def test_a_closed_season_keeps_its_table_and_says_what_would_change(new_play: NewPlay, night: Night) -> None:
    play = over(new_play, 9, 5, 4, 1)
    season = season_of(night)
    close_season(season)
    db.session.commit()
    assert table_of_season(season).changes == []
    play.seats[3].total = 6
    db.session.commit()
    assert [(row.place, row.name, row.points) for row in table_of_season(season).rows] == [
        *((1, "Ann", 5), (2, "Bea", 3), (3, "Cal", 2), (4, "Dee", 1)),
    ]
    assert changes_of(season) == [("Dee", 1, 4, 3, 2), ("Bea", 3, 2, 2, 3), ("Cal", 2, 3, 1, 4)]
    reopen_season(season)
    db.session.commit()
    assert (season.closed_at, season.kept, table_of_season(season).changes) == (None, None, ())
    assert [row.name for row in table_of_season(season).rows] == ["Ann", "Dee", "Bea", "Cal"]


def test_a_game_that_is_deleted_after_closing_takes_its_players_out(new_play: NewPlay, night: Night) -> None:
    play = over(new_play, 9, 5, 4, 1)
    season = season_of(night)
    close_season(season)
    commands.update_play(play.id, deleted_at=night.started_at)
    db.session.commit()
    assert ("Ann", 5, 1, None, None) in changes_of(season)
    assert [row.results for row in table_of_season(season).rows] == [()] * 4


def person(night: Night, name: str) -> Player:
    return get_or_create_player(night.club, name)


def test_a_closed_season_has_the_names_that_players_have_now(new_play: NewPlay, night: Night) -> None:
    over(new_play, 9, 5, 4, 1)
    season = season_of(night)
    close_season(season)
    rename(person(night, "Ann"), "Antonia")
    erase_person(person(night, "Bea"))
    db.session.commit()
    rows = table_of_season(season).rows
    assert [row.name for row in rows] == ["Antonia", "Former player 1", "Cal", "Dee"]
    assert table_of_season(season).changes == []


@pytest.mark.parametrize("closed", [False, True])
def test_a_player_who_is_merged_is_counted_with_the_other_one(
    new_play: NewPlay, night: Night, closed: bool
) -> None:
    over(new_play, 9, 5, 4, 1)
    second = over(new_play, 9, 5, 4, 1)
    second.seats[0].player_id = person(night, "Anna").id
    season = season_of(night)
    if closed:
        close_season(season)
    merge(person(night, "Anna"), person(night, "Ann"))
    db.session.commit()
    rows = [(row.place, row.name, row.points) for row in table_of_season(season).rows]
    if closed:
        assert rows[:3] == [(1, "Bea", 6), (2, "Ann", 5), (2, "Anna", 5)]
        assert changes_of(season) == [
            ("Ann", 5, 2, 10, 1),
            ("Bea", 6, 1, 6, 2),
            *(("Cal", 4, 4, 4, 3), ("Dee", 2, 5, 2, 4)),
        ]
    else:
        assert rows == [(1, "Ann", 10), (2, "Bea", 6), (3, "Cal", 4), (4, "Dee", 2)]
