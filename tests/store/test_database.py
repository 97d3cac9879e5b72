"""The database refuses what contradicts itself, and returns times as they were."""

import pytest
from flask import Flask
from sqlalchemy.exc import IntegrityError

from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Player


def test_a_row_with_a_missing_parent_is_refused(app: Flask) -> None:
    with app.app_context():
        db.session.add(Night(club_id=99))
        with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
            db.session.commit()


def test_two_players_of_a_club_cannot_share_a_name(night: Night) -> None:
    for name in ("Ann", "ANN"):
        db.session.add(Player(club_id=night.club_id, name=name, folded="ann"))
    with pytest.raises(IntegrityError, match=r"(?i)unique"):
        db.session.commit()


def test_a_time_is_read_with_its_zone(night: Night) -> None:
    began = night.started_at
    db.session.expire_all()
    assert night.started_at == began
    assert night.started_at.utcoffset() is not None
