"""Limited requests, counted together in the database, for as long as each count lasts."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper.store.database import db, now
from scorekeeper.store.models import RequestCount
from scorekeeper.store.request_counts import count_request, request_count
from tests.conftest import MachineTime
from tests.databases import Database

MINUTE = 60


@pytest.fixture(autouse=True)
def context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def test_requests_under_one_key_are_counted_until_their_time_is_over(machine_time: MachineTime) -> None:
    assert [count_request(key, MINUTE) for key in ("ours", "ours", "theirs")] == [1, 2, 1]
    times, ends_at = request_count("ours")
    assert (times, abs(ends_at - now().timestamp() - MINUTE) < 10) == (2, True)
    machine_time.passed = MINUTE + 5
    assert request_count("ours")[0] == 0
    assert count_request("ours", MINUTE) == 1


def test_a_clock_that_is_set_back_begins_to_count_again(machine_time: MachineTime) -> None:
    count_request("ours", MINUTE, 10)
    machine_time.set_by = -timedelta(days=365).total_seconds()
    assert request_count("ours")[0] == 0
    assert count_request("ours", MINUTE) == 1


def test_what_is_over_is_deleted_as_another_count_begins(machine_time: MachineTime) -> None:
    for number in range(3):
        count_request(f"{number}", MINUTE)
    machine_time.passed = MINUTE + 5
    count_request("ours", MINUTE)
    assert db.session.scalar(select(func.count()).select_from(RequestCount)) == 1


def test_requests_at_the_same_moment_all_count(app: Flask) -> None:
    def count(_: int) -> int:
        with app.app_context():
            return count_request("ours", MINUTE)

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(count, range(12))) == [*range(1, 13)]


@pytest.mark.sqlite  # PostgreSQL locks a single count
def test_nothing_is_counted_and_nobody_waits_for_long_while_others_save(running_database: Database) -> None:
    with running_database.written_by_another():
        began = now()
        counted = count_request("ours", MINUTE)
        took = now() - began
    assert counted == 0
    assert took < timedelta(seconds=3)


@pytest.mark.postgresql  # SQLite lets one of them write at a time
def test_a_count_does_not_wait_for_others_that_are_over(machine_time: MachineTime) -> None:
    count_request("theirs", MINUTE)
    machine_time.passed = MINUTE + 5
    with db.engine.connect() as other:
        other.execute(update(RequestCount).values(times=2))
        assert count_request("ours", MINUTE) == 1
