"""A club with four players, and a night on which they play."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.store.clubs.clubs import get_or_create_player, new_club
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play, Player
from scorekeeper.store.nights.nights import new_night
from scorekeeper.store.plays.plays import start_play
from tests.store.purse import Purse
from tests.store.table import CAST, NewPlay


@pytest.fixture
def night(app: Flask) -> Iterator[Night]:
    """Yield a night of a new club."""
    with app.app_context():
        club = new_club("Our table")
        night = new_night(club)
        db.session.commit()
        yield night


@pytest.fixture
def new_play(night: Night) -> NewPlay:
    """Return a function that starts games of Ann, Bea, Cal and Dee, in which Ann deals first."""

    def start(game: str = "coralon", **options: object) -> Play:
        seats = [get_or_create_player(night.club, name).id for name in CAST]
        play = start_play(night.id, game, options, seats, 0)
        db.session.commit()
        return play

    return start


@pytest.fixture
def purse(night: Night) -> Purse:
    """Return the bank of the night, at which Ann, Bea, Cal and Dee are."""
    return Purse(night)


@pytest.fixture
def cast(night: Night) -> dict[str, Player]:
    """Return Ann, Anna, Annie and Bea, who have never sat at the same table."""
    return {name: get_or_create_player(night.club, name) for name in ("Ann", "Anna", "Annie", "Bea")}
