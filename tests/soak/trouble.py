"""What goes wrong: kills, stalls, steps of the clock, locks, a full disk."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from random import Random
from socket import create_connection, socket
from threading import Event, Thread
from time import monotonic

from tests.soak.record import Record
from tests.soak.server import SoakServer

STALLED = (100, 300)
"""Connections that stall at once."""

STALLS = [
    b"",
    b"GET / HTT",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a=",
    b"POST /nights HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\ncsrf_token=",
    b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\nfile=",
]
"""What arrives on a stalled connection, and nothing after it."""

STEPS = [-3 * 365 * 86400, -7200, -90, -5, 5, 90, 7200, 30 * 86400]
"""Seconds by which the clock is set."""

PAUSE = (2.0, 10.0)
"""Seconds between two things that go wrong."""

LOCKED = 3.0
FULL = 2.0
"""Seconds for which the database is locked, and for which the disk is full."""

SOON = 12.0
"""Seconds within which a page is answered while others stall; by then none of those has been given up.

A machine that does nothing else takes a fraction of a second, and the table says how long it took.
"""


class Trouble:
    """What goes wrong, one thing after the other, until the evening is over."""

    def __init__(self, server: SoakServer, record: Record, chance: Random) -> None:
        self.server, self.record, self.chance = server, record, chance
        self.over = Event()
        self.stalling: list[Thread] = []
        self.kinds: dict[Callable[[], None], int] = {
            self.kill_server: 2,
            self.kill_worker: 3,
            self.restart: 2,
            self.stall: 4,
            self.step_clock: 4,
            self.lock: 3,
            self.fill_disk: 1,
        }

    def run(self) -> None:
        """Let things go wrong until the evening is over, each kind once to begin with."""
        first = self.chance.sample(list(self.kinds), len(self.kinds))
        while not self.over.wait(self.chance.uniform(*PAUSE)):
            others = self.chance.choices(list(self.kinds), list(self.kinds.values()))
            self.happen(first.pop() if first else others[0])

    def happen(self, what: Callable[[], None]) -> None:
        """Let one thing go wrong."""
        named = what.__name__.replace("_", " ")
        self.record.tell(named)
        self.record.count(f"trouble: {named}")
        what()
        self.server.measure()

    def kill_server(self) -> None:
        """Kill everything, and start it again."""
        self.server.kill()
        self.over.wait(self.chance.uniform(0, 1))
        self.server.start()

    def kill_worker(self) -> None:
        """Kill a worker."""
        self.server.kill_worker(self.chance.randrange(2))

    def restart(self) -> None:
        """Stop the server as a service does, and start it again."""
        self.server.stop()
        self.server.start()

    def step_clock(self) -> None:
        """Set the clock."""
        self.server.step_clock(self.chance.choice(STEPS))

    def lock(self) -> None:
        """Hold the lock of the database."""
        with closing(sqlite3.connect(self.server.database, timeout=10)) as writer, suppress(sqlite3.Error):
            writer.execute("BEGIN IMMEDIATE")
            self.over.wait(LOCKED)
            writer.rollback()

    def fill_disk(self) -> None:
        """Leave no room on the disk for a moment."""
        self.server.fill_disk(full=True)
        self.over.wait(FULL)
        self.server.fill_disk(full=False)

    def stall(self) -> None:
        """Open connections on which nothing more arrives, and see whether a page is still answered."""
        opened: list[socket] = []
        for _ in range(self.chance.randint(*STALLED)):
            with suppress(OSError):
                opened.append(create_connection(("127.0.0.1", self.server.port), timeout=5))
                opened[-1].sendall(self.chance.choice(STALLS))
        start = monotonic()
        if self.server.answers(SOON):
            self.record.tell(f"answered in {monotonic() - start:.1f} s while {len(opened)} stalled")
        else:
            self.record.fail(f"{len(opened)} stalled connections: no page for {monotonic() - start:.1f} s")
        # They go later, while other things go wrong.
        self.stalling.append(Thread(target=self.drop, args=[opened, self.chance.uniform(1, 25)]))
        self.stalling[-1].start()

    def close(self) -> None:
        """Wait until every stalled connection is closed."""
        self.over.set()
        for thread in self.stalling:
            thread.join()

    def drop(self, opened: list[socket], seconds: float) -> None:
        """Close connections after some time."""
        self.over.wait(seconds)
        for connection in opened:
            connection.close()
