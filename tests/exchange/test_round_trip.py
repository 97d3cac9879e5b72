"""What comes out of a club goes into another one, and comes out of that the same to the byte."""

from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, update

from scorekeeper.exchange.files import as_bytes, from_bytes
from scorekeeper.store.clubs import new_club
from scorekeeper.store.comparing import compare
from scorekeeper.store.database import Base, db
from scorekeeper.store.exporting import club_file
from scorekeeper.store.importing import bring_in
from scorekeeper.store.models import Club, Player, Revision, now
from tests.exchange.clubs import clubs

FEW = settings(
    max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture
def database(app: Flask) -> Iterator[None]:
    """The database within reach of a test."""
    with app.app_context():
        yield


def forget_everything() -> None:
    """As on another machine."""
    db.session.execute(update(Revision).values(with_id=None))
    db.session.execute(update(Player).values(person_id=None, merged_into_id=None))
    for table in reversed(Base.metadata.sorted_tables):
        db.session.execute(delete(table))
    db.session.commit()


def brought(data: bytes) -> Club:
    """A new club into which a file was brought."""
    club, _ = new_club("Here")
    db.session.flush()
    bring_in(compare(club, from_bytes(data, now()), now()), club)
    db.session.commit()
    db.session.expire_all()
    return club


@FEW
@given(data=st.data())
def test_out_in_and_out_again_gives_the_same_bytes(database: None, data: st.DataObject) -> None:
    forget_everything()
    first = as_bytes(club_file(data.draw(clubs())))
    forget_everything()
    club = brought(first)
    assert as_bytes(club_file(club)) == first
    # What is brought in twice is there once.
    again = compare(club, from_bytes(first, now()), now())
    assert not again.adds
    assert bring_in(again, club) == []
    assert as_bytes(club_file(club)) == first


@FEW
@given(data=st.data())
def test_another_club_of_the_same_machine_can_have_it_too_once(database: None, data: st.DataObject) -> None:
    forget_everything()
    first = as_bytes(club_file(data.draw(clubs())))
    club = brought(first)
    second = as_bytes(club_file(club))
    for file in (first, second):
        assert not compare(club, from_bytes(file, now()), now()).adds
