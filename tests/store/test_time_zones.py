"""Moments in the zone of a night."""

from datetime import UTC, datetime

from scorekeeper.store.time_zones import local


def test_daylight_saving_ends_in_the_middle_of_a_night() -> None:
    before = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    after = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    told = [f"{local(one, 'Europe/Vienna'):%H:%M %z}" for one in (before, after)]
    assert told == ["02:30 +0200", "02:30 +0100"]
