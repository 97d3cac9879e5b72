"""Work that nobody waits for, done by a thread of its own while the server goes on answering."""

import logging
from collections.abc import Callable, Iterator
from threading import Lock, Thread
from time import monotonic, sleep

from flask import Flask

MOST_REST = 1.0
"""Seconds to rest at most between two steps."""

AFTER_AN_ERROR = 5.0
"""Seconds to wait before work is tried again that failed."""

log = logging.getLogger(__name__)


class BackgroundWork:
    """Work in short steps, with as long a rest after each as it took: it never takes more than half a core.

    What there is to do is in the database, so that it goes on after the server was stopped.
    """

    def __init__(self, app: Flask, name: str, steps: Callable[[], Iterator[None]]) -> None:
        """``steps`` does what there is to do in the context of the app, and yields after each step."""
        self._app, self._name, self._steps = app, name, steps
        self._lock = Lock()
        self._is_running = self._is_wanted = False

    def start(self) -> None:
        """Do what there is to do, soon; also what is added while a thread is at work."""
        with self._lock:
            self._is_wanted = True
            if not self._is_running:
                self._is_running = True
                Thread(target=self._run, name=self._name, daemon=True).start()

    def _run(self) -> None:
        while self._goes_on():
            try:
                with self._app.app_context():
                    self._do()
            except Exception:
                # Whatever it is: what is left must not wait for the next start.
                log.exception("%s failed, and is tried again.", self._name)
                sleep(AFTER_AN_ERROR)
                self._is_wanted = True

    def _goes_on(self) -> bool:
        """Return whether there may be more to do; if not, the next start takes a new thread."""
        with self._lock:
            self._is_running, self._is_wanted = self._is_wanted, False
            return self._is_running

    def _do(self) -> None:
        begun = monotonic()
        for _ in self._steps():
            sleep(min(monotonic() - begun, MOST_REST))
            begun = monotonic()
