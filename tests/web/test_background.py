"""Work that goes on in the background."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest
from flask import Flask

from scorekeeper.web import background
from scorekeeper.web.background import BackgroundWork


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Iterator[None]]], BackgroundWork]:
    """Return what starts some work, without rests."""
    monkeypatch.setattr(background, "MOST_REST", 0)
    monkeypatch.setattr(background, "AFTER_AN_ERROR", 0)

    def start(steps: Callable[[], Iterator[None]]) -> BackgroundWork:
        work = BackgroundWork(Flask("background"), "work", steps)
        work.start()
        return work

    return start


def test_what_is_added_while_it_works_is_done_too(run: Callable[..., BackgroundWork]) -> None:
    begun, added, done = Event(), Event(), Event()
    left = [1]

    def steps() -> Iterator[None]:
        while left:
            left.pop()
            yield
        begun.set()
        # Nothing is left, and somebody adds something before the thread has noticed.
        assert added.wait(10)
        if not left:
            done.set()

    work = run(steps)
    assert begun.wait(10)
    left.append(2)
    work.start()
    added.set()
    assert done.wait(10)
    assert not left


def test_what_failed_is_tried_again(
    run: Callable[..., BackgroundWork], caplog: pytest.LogCaptureFixture
) -> None:
    tries, done = [1, 2], Event()

    def steps() -> Iterator[None]:
        if tries:
            tries.pop()
            raise OSError("the disk is full")
        done.set()
        yield

    run(steps)
    assert done.wait(10)
    assert caplog.messages == ["work failed, and is tried again."] * 2


def test_a_later_start_takes_a_new_thread(run: Callable[..., BackgroundWork]) -> None:
    done = Event()

    def steps() -> Iterator[None]:
        done.set()
        yield

    work = run(steps)
    assert done.wait(10)
    while work._is_running:
        pass
    done.clear()
    work.start()
    assert done.wait(10)
