"""Moments in the zone of a night."""

from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.store.time_zones import known_zone, local


def test_daylight_saving_ends_in_the_middle_of_a_night() -> None:
    before = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    after = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    told = [f"{local(one, 'Europe/Vienna'):%H:%M %z}" for one in (before, after)]
    assert told == ["02:30 +0200", "02:30 +0100"]


@pytest.mark.parametrize("name", ["", "Mars/Olympus", "../etc/passwd", "Europe", "x" * 300])
def test_an_unknown_zone_is_the_servers(app: Flask, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", "Asia/Tokyo")
    with app.app_context():
        assert known_zone(name) == "Asia/Tokyo"
        assert f"{local(datetime(2026, 11, 25, 12, tzinfo=UTC), name):%H:%M}" == "21:00"
