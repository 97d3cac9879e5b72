"""How long ago something was, and what time it is, whatever is done to the machine's clock."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.clock import LONGEST_PAUSE, Clock, clock, steady_now
from scorekeeper.store.database import db, now
from scorekeeper.store.models import SteadyTime
from scorekeeper.store.steady_time import keep_steady_time, resume_steady_time
from tests.conftest import MachineTime

HOUR, YEAR = 3600, 365 * 24 * 3600
STEPS = [-50 * YEAR, -24 * HOUR, -HOUR, HOUR, YEAR]
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize("step", [0, *STEPS])
def test_age_counts_the_seconds_that_passed(machine_time: MachineTime, step: int) -> None:
    here, before = Clock(), now()
    machine_time.passed, machine_time.set_by = 10, step
    assert here.age(before) == pytest.approx(10, abs=1)
    after = now()
    machine_time.passed = 40
    assert here.age(after) == pytest.approx(30, abs=1)


@pytest.mark.parametrize("step", STEPS)
def test_what_was_long_ago_does_not_become_new(machine_time: MachineTime, step: int) -> None:
    here, before = Clock(), now()
    machine_time.passed = 600
    here.age(before)
    machine_time.set_by = step
    for passed in (601, 10_000):
        machine_time.passed = passed
        age = here.age(before)
        assert age is None or age > 500


def test_a_clock_set_twice_is_seen_through(machine_time: MachineTime) -> None:
    here, before = Clock(), now()
    for machine_time.set_by in (-YEAR, HOUR):
        machine_time.passed += 5
        assert here.age(before) == pytest.approx(machine_time.passed, abs=1)


def test_what_seems_to_come_from_the_future_has_no_age() -> None:
    assert Clock().age(now() + timedelta(days=1)) is None


@pytest.mark.parametrize("step", STEPS)
def test_the_steady_time_is_not_set(machine_time: MachineTime, step: int) -> None:
    before = steady_now()
    machine_time.passed, machine_time.set_by = 60, step
    assert abs(steady_now() - before - timedelta(minutes=1)) < SECOND


@pytest.mark.parametrize(
    ("pause", "counts"),
    [
        (timedelta(hours=-1), timedelta()),
        (timedelta(days=-50 * 365), timedelta()),
        (timedelta(hours=1), timedelta(hours=1)),
        (timedelta(days=365), LONGEST_PAUSE),
    ],
    ids=["set back", "started in 1970", "off for an hour", "off for a year, or set forward"],
)
def test_the_steady_time_goes_on_after_a_restart(
    app: Flask, machine_time: MachineTime, pause: timedelta, counts: timedelta
) -> None:
    resume_steady_time(app)
    before = steady_now()
    machine_time.set_by = pause.total_seconds()
    clock.steady_ahead += YEAR  # what a process begins with means nothing
    resume_steady_time(app)
    assert abs(steady_now() - before - counts) < SECOND


def test_the_steady_time_that_was_kept_last_counts(app: Flask, machine_time: MachineTime) -> None:
    resume_steady_time(app)
    before = steady_now()
    with app.app_context():
        machine_time.passed = 7200
        keep_steady_time()
        db.session.commit()
        assert db.session.query(SteadyTime).one().steady_at - before > timedelta(minutes=119)
        db.session.execute(update(SteadyTime).values(clock_at=now()))
        db.session.commit()
    resume_steady_time(app)
    assert abs(steady_now() - before - timedelta(hours=2)) < SECOND
