"""Seasons in the file of a club."""

from datetime import date
from typing import Any

import pytest
from flask import Flask

from scorekeeper.files.documents import VERSION
from scorekeeper.files.importing import apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.files.schema import BadFile
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.database import db, now
from scorekeeper.store.history.seasons import (
    SeasonRules,
    remove_season,
    save_season,
    seasons_of,
    table_of_season,
)
from scorekeeper.store.models import Club
from tests.files.clubs import club_file
from tests.files.small import opened, written
from tests.rules.sheets import cases

DAYS = date(2026, 1, 1), date(2026, 3, 31)
RULES = SeasonRules(("=golf", "coralon"), "points", (3, 1), 4, "games", 2)


def club_with_seasons() -> Club:
    """Return a club with a season that is open, a closed one and one that was removed."""
    club = new_club("There")
    ann, bea = (get_or_create_player(club, name) for name in ("Ann", "Bea"))
    save_season(club.id, "Winter", *DAYS, RULES)
    closed = save_season(club.id, "Autumn", *DAYS, SeasonRules())
    closed.closed_at, closed.kept = now(), [[bea.id, 1, 7.5, 3, 2], [ann.id, None, 4, 1, 0]]
    remove_season(save_season(club.id, "Gone", *DAYS, SeasonRules()))
    db.session.flush()
    return club


def import_seasons(club: Club, data: bytes) -> list[str]:
    """Import a file into a club, and return the names of the seasons that it gained."""
    file, _ = opened(data)
    plan = plan_import(club, file, now())
    assert plan.adds_anything == bool(plan.seasons)
    apply_import(plan, club, file)
    db.session.flush()
    return [season.name for season in plan.seasons]


def test_a_club_gains_the_seasons_of_a_file_once(app: Flask) -> None:
    with app.app_context():
        data = club_file(club_with_seasons())
        club = new_club("Here")
        for name in ("Cal", "Ann", "Bea"):
            get_or_create_player(club, name)
        assert sorted(import_seasons(club, data)) == ["Autumn", "Winter"]
        autumn, winter = sorted(seasons_of(club.id), key=lambda season: season.name)
        assert SeasonRules.of_season(winter) == RULES
        assert (winter.kept, winter.closed_at, winter.since, winter.until) == (None, None, *DAYS)
        rows = table_of_season(autumn).rows
        assert [(row.name, row.place, str(row.points), row.nights, row.wins) for row in rows] == [
            *(("Bea", 1, "7½", 3, 2), ("Ann", None, "4", 1, 0)),
        ]
        winter.name = "Long winter"
        assert import_seasons(club, data) == []
        assert sorted(one.name for one in seasons_of(club.id)) == ["Autumn", "Long winter"]


def test_a_season_that_was_removed_is_not_added_again(app: Flask) -> None:
    with app.app_context():
        club = club_with_seasons()
        data = club_file(club)
        for season in seasons_of(club.id):
            remove_season(season)
        assert import_seasons(club, data) == []
        assert seasons_of(club.id) == []


SEASON: dict[str, Any] = {
    **{"uid": "0" * 32, "name": "Winter", "since": "2026-01-01", "until": "2026-03-31"},
    **{"counting": "places", "points": [5, 3], "of": "nights"},
}


def season_file(**changed: Any) -> bytes:
    return written({"scorekeeper": VERSION, "players": [{"name": "Ann"}], "seasons": [SEASON | changed]})


@cases(
    "changed, flaw",
    {
        "no name": ({"name": " "}, "Season 1: Enter the “name”."),
        "no day": ({"until": "2026-13-01"}, "“until” must be a day such as 2026-11-21."),
        "a week": ({"since": "2026-W01-1"}, "“since” must be a day"),
        "other points": ({"points": [1.5]}, "whole number"),
        "another way to count": ({"counting": "luck"}, "“counting”"),
        "best of none": ({"best": 0}, "“best”"),
        "an unknown rule": ({"drops": 2}, "“drops” is unknown."),
        "a stranger": (
            {"kept": [{"name": "Eve", "place": 1, "points": 1, "nights": 1, "wins": 1}]},
            "Season 1, kept: Eve is not among the players of the file.",
        ),
    },
)
def test_a_season_that_could_not_be_counted_is_refused(
    app: Flask, changed: dict[str, Any], flaw: str
) -> None:
    with app.app_context(), pytest.raises(BadFile) as refused:
        plan_import(None, opened(season_file(**changed))[0], now())
    assert flaw in str(refused.value)


def test_the_same_season_twice_is_refused(app: Flask) -> None:
    data = written({"scorekeeper": VERSION, "seasons": [SEASON, SEASON]})
    with app.app_context(), pytest.raises(BadFile, match="A season is in the file twice"):
        plan_import(None, opened(data)[0], now())


def test_a_season_says_no_more_than_it_must(app: Flask) -> None:
    with app.app_context():
        club = new_club("Here")
        assert import_seasons(club, written({"scorekeeper": VERSION, "seasons": [SEASON]})) == ["Winter"]
        (season,) = seasons_of(club.id)
        assert SeasonRules.of_season(season) == SeasonRules(points=(5, 3))
