"""Who is woken by a change, and when the thread that watches runs."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import Connection

from scorekeeper.store.clubs.erasing import delete_club
from scorekeeper.store.database import db
from scorekeeper.store.live import watcher as watcher_module
from scorekeeper.store.live.versions import Topic, Versions, raise_versions, versions_of
from scorekeeper.store.live.watcher import Watcher
from scorekeeper.store.models import Night
from scorekeeper.store.nights.nights import new_night
from tests.store.live.watching import SOON, is_watching, until_nobody_watches


@pytest.fixture
def watcher(app: Flask) -> Iterator[Watcher]:
    """Yield a watcher whose thread ends with the test."""
    watcher = Watcher(app)
    yield watcher
    for watch in list(watcher._watches):
        watcher.unwatch(watch)
    until_nobody_watches()


@pytest.fixture
def topic(night: Night) -> Topic:
    """Return the night, with no transaction open."""
    topic = Topic("night", night.id)
    db.session.rollback()
    return topic


def raised(topic: Topic) -> Versions:
    """Return the versions of a night after a change of it was saved."""
    raise_versions(topic.id)
    db.session.commit()
    found = versions_of(topic)
    db.session.rollback()
    return found


def test_a_change_wakes_those_who_watch_it(watcher: Watcher, topic: Topic) -> None:
    watches = [watcher.watch(topic, Versions(0, 0)) for _ in range(3)]
    versions = raised(topic)
    for watch in watches:
        assert watch.wait(SOON)
        assert watch.versions == versions == (1, 0)


def test_a_change_just_before_is_noticed(watcher: Watcher, topic: Topic) -> None:
    first = watcher.watch(topic, Versions(0, 0))
    raised(topic)
    assert first.wait(SOON)
    late = watcher.watch(topic, Versions(0, 0))
    assert late.wait(SOON)
    assert late.versions == (1, 0)


def test_a_change_of_something_else_wakes_nobody(watcher: Watcher, night: Night, topic: Topic) -> None:
    elsewhere = new_night(night.club)
    db.session.commit()
    watch = watcher.watch(Topic("night", elsewhere.id), Versions(0, 0))
    other = watcher.watch(topic, Versions(0, 0))
    raised(topic)
    assert other.wait(SOON)
    assert not watch.wait(0)


def test_those_who_watch_what_was_erased_are_woken(watcher: Watcher, night: Night, topic: Topic) -> None:
    watch = watcher.watch(topic, Versions(0, 0))
    delete_club(night.club)
    db.session.commit()
    assert watch.wait(SOON)
    assert watch.versions != (0, 0)


def test_the_thread_runs_only_while_somebody_watches(watcher: Watcher, topic: Topic) -> None:
    assert not is_watching()
    for _ in range(2):
        watch = watcher.watch(topic, versions_of(topic))
        db.session.rollback()
        assert is_watching()
        watcher.unwatch(watch)
        until_nobody_watches()


def test_stopping_wakes_everyone_for_the_last_time(watcher: Watcher, topic: Topic) -> None:
    watch = watcher.watch(topic, Versions(0, 0))
    watcher.stop()
    assert watch.wait(SOON)
    assert watch.ended
    assert watcher.watch(topic, Versions(0, 0)).ended


def test_a_watcher_survives_an_error(watcher: Watcher, topic: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher_module, "AFTER_AN_ERROR", 0)
    told: list[Connection] = []
    tell = watcher._tell

    def fail_once(connection: Connection) -> None:
        told.append(connection)
        if len(told) == 1:
            raise OSError("The network is gone.")
        tell(connection)

    monkeypatch.setattr(watcher, "_tell", fail_once)
    watch = watcher.watch(topic, Versions(0, 0))
    raised(topic)
    assert watch.wait(SOON)
    assert len(told) > 1
