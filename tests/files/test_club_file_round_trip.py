"""What is exported from one club and imported into another is exported again the same to the byte."""

import json
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select, update

from scorekeeper.files import importing
from scorekeeper.files.club_file import open_club_file
from scorekeeper.files.documents import VERSION
from scorekeeper.files.importing import ClubChanged, apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.files.schema import BadFile
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.clubs.own_games import own_games
from scorekeeper.store.clubs.people import person_by_uid
from scorekeeper.store.database import Base, db, now
from scorekeeper.store.history.archive import game_by_uid, night_by_uid
from scorekeeper.store.models import Club, OwnGame, Play, Player, Revision
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from scorekeeper.store.transactions import begin_writing
from tests.files import small
from tests.files.clubs import PHONE, club_file, clubs
from tests.files.small import opened, written
from tests.rules.sheets import cases
from tests.store.table import CAST, coralon, correct, enter

FEW = settings(
    max_examples=settings().max_examples // 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def database(app: Flask) -> Iterator[None]:
    """Yield the database, within reach of a test."""
    with app.app_context():
        yield


def forget_everything() -> None:
    """Empty the database, as on another machine."""
    db.session.execute(update(Revision).values(with_id=None))
    db.session.execute(update(Player).values(person_id=None, merged_into_id=None))
    for table in reversed(Base.metadata.sorted_tables):
        db.session.execute(delete(table))
    db.session.commit()
    # Ids are given again.
    db.session.expunge_all()


def imported(data: bytes) -> Club:
    """Return a new club into which a file was imported."""
    club = new_club("Here")
    db.session.flush()
    file = open_club_file(BytesIO(data), now())
    apply_import(plan_import(club, file, now()), club, file)
    db.session.commit()
    db.session.expire_all()
    return club


@FEW
@given(data=st.data())
def test_export_import_and_export_gives_the_same_bytes(database: None, data: st.DataObject) -> None:
    forget_everything()
    first = club_file(data.draw(clubs()))
    # The club that was drawn is still there, with the same uids.
    club = imported(first)
    assert club_file(club) == first
    # A file imported twice is added once.
    file = open_club_file(BytesIO(first), now())
    again = plan_import(club, file, now())
    assert not again.adds_anything
    assert apply_import(again, club, file) == []
    assert club_file(club) == first


@FEW
@given(data=st.data())
def test_an_import_that_stops_between_two_steps_and_begins_again_adds_the_same_as_one_in_one_go(
    database: None, monkeypatch: pytest.MonkeyPatch, data: st.DataObject
) -> None:
    forget_everything()
    first = club_file(data.draw(clubs()))
    forget_everything()
    in_one_go = club_file(imported(first))
    forget_everything()
    monkeypatch.setattr(importing, "MOST_AT_ONCE", data.draw(st.integers(1, 3)))
    db.session.commit()
    begin_writing()
    club = new_club("Here")
    db.session.flush()
    for steps in (data.draw(st.integers(1, 3)), None):
        file = open_club_file(BytesIO(first), now())
        plan = plan_import(club, file, now())
        adding = importing.import_in_steps(plan, club, file, lambda _: db.session.commit())
        done = [*islice(adding, steps)]
    assert done[-1].is_last
    assert not plan_import(club, file, now()).adds_anything
    assert club_file(club) == in_one_go


def test_every_action_on_a_hand_is_exported(database: None) -> None:
    club = new_club("Ours")
    night = new_night(club)
    db.session.flush()
    seats = [get_or_create_player(club, name).id for name in CAST]
    play = start_play(night.id, "coralon", {"target": 9}, seats, 0)
    hands = [coralon("Ann", 3, 4, 4, 3, 2), coralon("Bea", 2, 2, 4, 4, 3), coralon("Cal", 5, 2, 4, 4, 3)]
    enter(play, hands[0], hands[1])
    # The game was over with the first hand, so the second one doesn't count; then everything is undone.
    correct(play, 1, coralon("Ann", 9, 9, 1, 1, 2))
    commands.undo(Sheet.of(play), PHONE)
    commands.remove_last_hand(Sheet.of(play), PHONE)
    commands.restore_hand(Sheet.of(play), PHONE)
    commands.save_bidding(Sheet.of(play), {"bidder": 2, "bid": 5}, PHONE)
    db.session.commit()
    first = club_file(club)
    said = json.loads(first.splitlines()[1])["games"][0]["changes"]
    assert {"corrected", "taken back", "restored", "undone"} <= {change.get("action") for change in said}
    assert any("along" in change for change in said)
    assert said[-1]["complete"] is False
    forget_everything()
    again = imported(first)
    assert club_file(again) == first
    # There, too, the newest change can be undone.
    (play,) = db.session.scalars(select(Play))
    commands.undo(Sheet.of(play), PHONE)
    assert Sheet.of(play).bidding is None


def test_an_import_is_given_up_if_the_same_file_was_imported_between_two_steps(database: None) -> None:
    file, _ = opened(written(small.club()))
    club = new_club("Here")
    db.session.flush()
    plans = [plan_import(club, file, now()) for _ in range(2)]
    apply_import(plans[0], club, file)
    db.session.commit()
    with pytest.raises(ClubChanged):
        apply_import(plans[1], club, file)


def test_what_two_clubs_have_from_a_file_is_found_in_each_of_them_alone(database: None) -> None:
    raw = small.club()
    (night,) = raw["nights"]
    raw["players"][0]["uid"] = person = "d" * 32
    data = written(raw)
    for club in [imported(data), imported(data)]:
        found = night_by_uid(club.id, night["uid"])
        assert found
        assert found.night.club_id == club.id
        for one in (game_by_uid(club.id, night["games"][0]["uid"]), person_by_uid(club.id, person)):
            assert one
            assert one.club_id == club.id


# The own games of a club are exported with it, and imported without ever replacing one


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
        "the same game as second": ([("Carcassonne", {"target": 9}), ("Carcassonne (2)", TOWNS)], ["Go"]),
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


@cases(
    "own, flaw",
    {
        "a weight of 0": (
            {"name": "Go", "options": {"columns": [{"name": "a", "weight": 0}]}},
            "a: Enter points other than 0: a column worth 0 scores nothing.",
        ),
        "an unknown rule": ({"name": "Go", "options": {"x": 1}}, "has no house rule “x”"),
        "no name": ({"name": " ", "options": {}}, "An own game needs a name."),
        "no rules": ({"name": "Go"}, "“options” is missing."),
    },
)
def test_a_game_that_could_not_be_started_is_refused(own: dict[str, Any], flaw: str) -> None:
    document = {"scorekeeper": VERSION, "own_games": [{"uid": "0" * 32, **own}]}
    with pytest.raises(BadFile, match=flaw):
        opened(written(document))
