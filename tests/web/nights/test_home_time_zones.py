"""A night is told in the time of the phone that started it."""

from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from tests.web.phone import Phone

TUESDAY_IN_LOS_ANGELES = datetime(2026, 11, 25, 1, 14, tzinfo=UTC)


@pytest.fixture
def server_in_utc(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", "UTC")


def begin(app: Flask, owner: Phone, **data: str) -> None:
    owner.open("/").tap("Start a game night", **data)
    with app.app_context():
        night = db.session.query(Night).order_by(Night.id.desc()).first()
        assert night
        night.started_at = TUESDAY_IN_LOS_ANGELES
        db.session.commit()


@pytest.mark.usefixtures("server_in_utc")
def test_a_night_is_named_by_the_day_of_the_phone_that_starts_it(app: Flask, owner: Phone) -> None:
    begin(app, owner, time_zone="America/Los_Angeles")
    assert "24 November 2026, 17:14" in owner.open("/").page.text


@pytest.mark.usefixtures("server_in_utc")
@pytest.mark.parametrize("sent", ["", "Mars/Olympus", "../etc/passwd", "Europe", "x" * 300])
def test_a_zone_that_is_none_counts_as_the_servers(app: Flask, owner: Phone, sent: str) -> None:
    begin(app, owner, time_zone=sent)
    assert "25 November 2026, 01:14" in owner.open("/").page.text
    with app.app_context():
        assert db.session.query(Night.time_zone).order_by(Night.id.desc()).first() == ("UTC",)
