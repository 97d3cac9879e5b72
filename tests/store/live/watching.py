"""The threads that watch the database, of which none may be left over after a test."""

from threading import enumerate as all_threads
from time import monotonic, sleep

SOON = 10.0
"""Seconds within which anything happens that happens at all."""


def is_watching() -> bool:
    """Return whether a watcher's thread is running."""
    return any(thread.name == "watcher" for thread in all_threads())


def until_nobody_watches() -> None:
    """Wait until the thread has ended, and its connection is closed."""
    start = monotonic()
    while is_watching():
        assert monotonic() - start < SOON
        sleep(0.01)
