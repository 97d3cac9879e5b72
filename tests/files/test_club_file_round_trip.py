"""What is exported from one club and imported into another is exported again the same to the byte."""

import json
from collections.abc import Iterator
from io import BytesIO

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select, update

from scorekeeper.files.club_file import open_club_file
from scorekeeper.files.importing import ClubChanged, apply_import
from scorekeeper.files.planning import plan_import
from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.database import Base, db, now
from scorekeeper.store.models import Club, Play, Player, Revision
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays import commands
from scorekeeper.store.plays.plays import start_play
from scorekeeper.store.plays.sheet import Sheet
from tests.files import small
from tests.files.clubs import PHONE, club_file, clubs
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
    forget_everything()
    club = imported(first)
    assert club_file(club) == first
    # A file imported twice is added once.
    file = open_club_file(BytesIO(first), now())
    again = plan_import(club, file, now())
    assert not again.adds_anything
    assert apply_import(again, club, file) == []
    assert club_file(club) == first


def test_every_action_on_a_hand_is_exported(database: None) -> None:
    club = new_club("Our table")
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


@FEW
@given(data=st.data())
def test_another_club_on_the_same_machine_can_import_it_once(database: None, data: st.DataObject) -> None:
    forget_everything()
    first = club_file(data.draw(clubs()))
    club = imported(first)
    second = club_file(club)
    for file in (first, second):
        assert not plan_import(club, open_club_file(BytesIO(file), now()), now()).adds_anything


def test_an_import_is_given_up_if_another_club_imports_the_same_file_first(database: None) -> None:
    file, _ = small.opened(json.dumps(small.club()).encode())
    first, second = new_club("First"), new_club("Second")
    db.session.flush()
    plans = [plan_import(club, file, now()) for club in (first, second)]
    apply_import(plans[0], first, file)
    db.session.commit()
    with pytest.raises(ClubChanged):
        apply_import(plans[1], second, file)
