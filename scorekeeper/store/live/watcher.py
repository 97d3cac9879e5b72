"""Watching the database for changes of what open pages show: one thread per process, while there are any."""

import logging
from threading import Event, Lock, Thread
from time import sleep

from flask import Flask
from sqlalchemy import Connection

from scorekeeper.store.database import db
from scorekeeper.store.live.versions import Topic, Versions, read_versions

PAUSE = 0.1
"""Seconds between two looks at the database."""

AFTER_AN_ERROR = 1.0
"""Seconds to wait before the database is asked again after it could not answer."""

ERASED = Versions(version=-1, access_version=-1)
"""The versions of what was erased, which differ from all others: its pages are told that it is gone."""

log = logging.getLogger(__name__)


class Watch:
    """The watch of one open page, which waits for changes.

    Attributes:
        topic: what the page shows.
        versions: the newest versions that are known of it.
        ended: whether the page has to be told nothing more, because the server stops.
    """

    def __init__(self, topic: Topic, versions: Versions) -> None:
        self.topic, self.versions = topic, versions
        self.ended = False
        self._woken = Event()

    def wait(self, seconds: float) -> bool:
        """Return True as soon as the versions change or the server stops, False after these seconds."""
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken

    def tell(self, versions: Versions) -> None:
        """Note the newest versions, and wake the one that waits if they are others."""
        if versions != self.versions:
            self.versions = versions
            self._woken.set()

    def end(self) -> None:
        """Wake the one that waits, for the last time."""
        self.ended = True
        self._woken.set()


class Watcher:
    """Wakes those who watch something soon after its versions change, whichever process changed it.

    Its thread starts with the first watch, and so after the server has forked its workers. It ends with the
    last one. It has a connection of its own, so those who wait need none.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._lock = Lock()
        self._watches: set[Watch] = set()
        self._running = False
        self._stopped = False

    def watch(self, topic: Topic, versions: Versions) -> Watch:
        """Return a watch of a topic that had these versions a moment ago."""
        watch = Watch(topic, versions)
        with self._lock:
            if self._stopped:
                watch.end()
            self._watches.add(watch)
            if not self._running:
                self._running = True
                Thread(target=self._run, name="watcher", daemon=True).start()
        return watch

    def unwatch(self, watch: Watch) -> None:
        """End a watch."""
        with self._lock:
            self._watches.discard(watch)

    def stop(self) -> None:
        """End every watch, and those that are still to come."""
        with self._lock:
            self._stopped = True
            for watch in self._watches:
                watch.end()

    def _run(self) -> None:
        with self._app.app_context():
            engine = db.engine
        while True:
            try:
                with engine.connect() as connection:
                    return self._follow(connection)
            except Exception:
                # Whatever it is: without this thread no page would learn of anything any more.
                log.exception("Changes can’t be followed at the moment.")
                sleep(AFTER_AN_ERROR)

    def _goes_on(self) -> bool:
        """Return whether anyone watches anything; if not, the next watch starts a new thread."""
        with self._lock:
            self._running = bool(self._watches)
            return self._running

    def _follow(self, connection: Connection) -> None:
        """Tell of changes until nobody watches any more."""
        while self._goes_on():
            self._tell(connection)
            sleep(PAUSE)

    def _tell(self, connection: Connection) -> None:
        """Read the versions of what is watched, and wake those for whom there is a new one."""
        with self._lock:
            watches = list(self._watches)
        with connection.begin():
            found = read_versions(connection, (watch.topic for watch in watches))
        for watch in watches:
            watch.tell(found.get(watch.topic, ERASED))
