"""The own games of a club are exported with it, and imported without ever replacing one."""

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.files.importing import apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.files.schema import BadFile
from scorekeeper.store.clubs.clubs import new_club
from scorekeeper.store.clubs.own_games import own_games
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, OwnGame
from tests.files.clubs import club_file
from tests.files.small import opened
from tests.rules.sheets import cases

TOWNS = {"columns": [{"name": "towns"}, {"name": "territory", "weight": 2}]}


def club_with(*games: tuple[str, dict[str, Any]]) -> Club:
    """Return a club with these own games."""
    club = new_club("Here")
    for name, options in games:
        db.session.add(OwnGame(club_id=club.id, name=name, folded=name.casefold(), options=options))
    db.session.flush()
    return club


def listed(club: Club) -> list[tuple[str, dict[str, Any]]]:
    return [(own.name, own.options) for own in own_games(club.id)]


def import_into(club: Club, data: bytes) -> list[str]:
    """Import a file into a club, and return the names of the own games it gained."""
    file, _ = opened(data)
    plan = plan_import(club, file, now())
    apply_import(plan, club, file)
    db.session.flush()
    return [own.name for own in plan.own_games]


@cases(
    "here, gained",
    {
        "none": ([], ["Carcassonne", "Go"]),
        "the same game": ([("Carcassonne", TOWNS)], ["Go"]),
        "the same game in capitals": ([("CARCASSONNE", TOWNS)], ["Go"]),
        "the name with other rules": ([("Carcassonne", {"target": 9})], ["Carcassonne (2)", "Go"]),
        "the name twice with other rules": (
            [("Carcassonne", {"target": 9}), ("Carcassonne (2)", {"target": 8})],
            ["Carcassonne (3)", "Go"],
        ),
        "the same game as a second one": (
            [("Carcassonne", {"target": 9}), ("Carcassonne (2)", TOWNS)],
            ["Go"],
        ),
    },
)
def test_an_import_keeps_every_game(
    app: Flask, here: list[tuple[str, dict[str, Any]]], gained: list[str]
) -> None:
    with app.app_context():
        data = club_file(club_with(("Carcassonne", TOWNS), ("Go", {})))
        club = club_with(*here)
        assert import_into(club, data) == gained
        assert sorted(name for name, _ in listed(club)) == sorted([*(name for name, _ in here), *gained])
        assert all(game in listed(club) for game in here)
        assert import_into(club, data) == []


def test_a_changed_game_is_recognised_and_left_alone(app: Flask) -> None:
    with app.app_context():
        club = club_with(("Go", {}))
        data = club_file(club)
        own_games(club.id)[0].options = {"target": 5}
        db.session.flush()
        assert import_into(club, data) == []
        assert listed(club) == [("Go", {"target": 5})]


def test_a_file_says_which_version_reads_it(app: Flask) -> None:
    with app.app_context():
        assert b'"scorekeeper":4' in club_file(club_with())


@cases(
    "own, flaw",
    {
        "a weight of 0": (
            {"name": "Go", "options": {"columns": [{"name": "a", "weight": 0}]}},
            "a: A weight can’t be 0: nobody would score anything.",
        ),
        "an unknown rule": ({"name": "Go", "options": {"x": 1}}, "has no house rule “x”"),
        "no name": ({"name": " ", "options": {}}, "An own game needs a name."),
        "no rules": ({"name": "Go"}, "“options” is missing."),
    },
)
def test_a_game_that_could_not_be_started_is_refused(own: dict[str, Any], flaw: str) -> None:
    document = {"scorekeeper": 2, "own_games": [{"uid": "0" * 32, **own}]}
    with pytest.raises(BadFile, match=flaw):
        opened(json.dumps(document).encode())
