"""A process that answers requests, and waits for slow phones without holding a thread for each.

A phone that walks out of the room leaves half a request behind, or an answer that it doesn't take. gunicorn's
own worker reads requests in the threads that answer them, and waits in its only loop until a connection is
closed at the other end: a few dozen such phones would keep everyone else waiting.

Here the loop reads each request, and a thread gets it once it has arrived as a whole; only files are read in
threads, a few at a time. The loop also closes connections, and if there are too many it closes those on which
it has waited longest. `make bench` measures that; the other servers we tried hold up as well while requests
arrive, but answered pages later, or not at all, while phones left their answers.
"""

import socket
import struct
from contextlib import suppress
from fcntl import ioctl
from selectors import EVENT_READ
from termios import TIOCOUTQ
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.arriving import BUSY, CONTINUE, TO_ARRIVE, TO_MOVE_ON, Arrived, Arriving
from scorekeeper.web.live.streams import end_streams

TO_FINISH = 2.0
"""Seconds that requests still have once the worker is to stop, and a phone for the end of its last answer."""

MOST_AT_ONCE = 65536

MOST_WAITING = 64 * 1024 * 1024
"""Bytes of all requests that have not arrived as a whole."""

MOST_FILES = 8
"""Files that arrive at the same time, each in a thread."""

SPARE_CONNECTIONS = 20
"""Connections that can always be made: before they are taken, others are closed."""

SPARE_THREADS = 16
"""Threads that must be free; if fewer are, answers that phones don't take are cut off."""

TO_BE_TAKEN = 0.5
"""Seconds that a phone has at least for taking its answer."""


class Worker(ThreadWorker):
    """A worker whose threads get requests that have arrived as a whole.

    Attributes:
        arriving: the requests that have not, the oldest first.
        leaving: connections that are closed as soon as the phone does so too, and when at the latest.
        answering: connections whose requests have threads, and since when.
        files: those of them on which a file arrives.
        waiting: the bytes of all requests that are arriving.
        out_of_files: whether the system allowed no other connection.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[TConn, Arriving] = {}
        self.leaving: dict[TConn, float] = {}
        self.answering: dict[TConn, float] = {}
        self.files: set[TConn] = set()
        self.waiting = 0
        self.out_of_files = False

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; where the system allows no other, close one first and try again."""
        try:
            super().accept(listener)
        except OSError:
            self.out_of_files = True

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection's next request to a thread once it has arrived."""
        try:
            conn.init()
            conn.sock.setblocking(False)
            limit_waiting(conn.sock)
        except OSError:
            self.drop(conn)
            return
        before = conn.parser.unreader.take_buffered()
        conn.parser.unreader = Arrived(conn.sock)
        arriving = self.arriving[conn] = Arriving(conn)
        self.add(arriving, before)
        if conn in self.arriving:
            self.take(arriving)
        if conn in self.arriving:
            arriving.is_watched = True
            self.poller.register(conn.sock, EVENT_READ, lambda _: self.take(arriving))

    def take(self, arriving: Arriving) -> None:
        """Take what has arrived on a connection."""
        try:
            data = arriving.conn.sock.recv(MOST_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.add(arriving, data)
        else:
            self.give_up(arriving)

    def add(self, arriving: Arriving, data: bytes) -> None:
        """Add what has arrived to a request, and hand it over or refuse it if that is enough."""
        before = len(arriving.data)
        arriving.add(data)
        self.waiting += len(arriving.data) - before
        too_much = self.waiting > MOST_WAITING or (arriving.is_file and len(self.files) >= MOST_FILES)
        if refusal := arriving.refusal or (BUSY if too_much else b""):
            self.give_up(arriving, refusal)
        elif arriving.is_ready:
            self.hand_over(arriving)
        elif arriving.waits:
            arriving.waits = False
            with suppress(OSError):
                arriving.conn.sock.send(CONTINUE)

    def forget(self, arriving: Arriving) -> TConn:
        """Wait no longer for the rest of a request, and return its connection."""
        if arriving.is_watched:
            self.poller.unregister(arriving.conn.sock)
        self.waiting -= len(arriving.data)
        del self.arriving[arriving.conn]
        return arriving.conn

    def hand_over(self, arriving: Arriving) -> None:
        """Let a thread answer a request."""
        conn = self.forget(arriving)
        if arriving.is_file:
            self.files.add(conn)
        conn.parser.unreader.hand_over(arriving)
        conn.data_ready = True
        self.answering[conn] = monotonic()
        super().enqueue_req(conn)

    def handle_request(self, req: Any, conn: TConn) -> bool:
        """Answer a request. A phone that doesn't take the answer is no error."""
        try:
            return bool(super().handle_request(req, conn))
        except BlockingIOError:
            raise StopIteration from None

    def finish_request(self, conn: TConn, future: Any) -> None:
        """Keep or close a connection whose request was answered."""
        self.files.discard(conn)
        self.answering.pop(conn, None)
        if future.cancelled() or future.exception() or not future.result():
            self.leave(conn)
        else:
            super().finish_request(conn, future)

    def give_up(self, arriving: Arriving, refusal: bytes = b"") -> None:
        """Refuse a request, if only by closing its connection."""
        conn = self.forget(arriving)
        if not refusal:
            self.drop(conn)
            return
        with suppress(OSError):
            conn.sock.send(refusal)
        self.leave(conn)

    def leave(self, conn: TConn) -> None:
        """Close a connection once the phone has: closed at once, it could lose the end of its answer."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.drop(conn)
            return
        self.leaving[conn] = monotonic() + TO_FINISH
        self.poller.register(conn.sock, EVENT_READ, lambda _: self.read_on(conn))

    def read_on(self, conn: TConn) -> None:
        """Read what nobody needs, until the phone closes the connection."""
        try:
            is_open = conn.sock.recv(MOST_AT_ONCE) != b""
        except OSError as error:
            is_open = isinstance(error, BlockingIOError)
        if not is_open:
            self.close_leaving(conn)

    def close_leaving(self, conn: TConn) -> None:
        """Close a connection, whatever the phone does."""
        del self.leaving[conn]
        self.poller.unregister(conn.sock)
        self.drop(conn)

    def drop(self, conn: TConn) -> None:
        """Close a connection at once, and count it no more."""
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Close the connections that have kept the worker waiting for too long, or that take others' room."""
        self.close_late()
        most = self.worker_connections - SPARE_CONNECTIONS
        while (self.out_of_files or self.nr_conns > most) and self.close_oldest():
            self.out_of_files = False
        if len(self.answering) > self.cfg.threads - SPARE_THREADS:
            self.cut_off_answers()

    def close_late(self) -> None:
        """Close the connections whose requests have not arrived in time, or whose phones don't close them."""
        now = monotonic()
        late = now if self.alive else now + TO_ARRIVE - TO_FINISH
        while self.arriving and (arriving := next(iter(self.arriving.values()))).until < late:
            self.give_up(arriving)
        while self.leaving and self.leaving[conn := next(iter(self.leaving))] < now:
            self.close_leaving(conn)

    def close_oldest(self) -> bool:
        """Close the connection that is missed least, and return whether there was one."""
        if self.leaving:
            self.close_leaving(next(iter(self.leaving)))
        elif self.keepalived_conns:
            conn = self.keepalived_conns.popleft()
            self.poller.unregister(conn.sock)
            self.drop(conn)
        elif self.arriving:
            self.give_up(next(iter(self.arriving.values())))
        else:
            return False
        return True

    def cut_off_answers(self) -> None:
        """End the answers that phones don't take, so that their threads are free."""
        late = monotonic() - TO_BE_TAKEN
        for conn in [conn for conn, since in self.answering.items() if since < late and is_unsent(conn.sock)]:
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RDWR)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """End the streams, and stop once the other requests are answered."""
        end_streams(self.app.app)
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """End the streams, and stop as soon as the requests that have begun are answered."""
        end_streams(self.app.app)
        super().handle_quit(sig, frame)


def limit_waiting(connection: socket.socket) -> None:
    """Let no thread wait for long on a connection, until something arrives or what it sends is taken."""
    limit = struct.pack("ll", TO_MOVE_ON, 0)
    for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        connection.setsockopt(socket.SOL_SOCKET, option, limit)


def is_unsent(connection: socket.socket) -> bool:
    """Return whether a phone has yet to take something of what it was sent."""
    try:
        (unsent,) = struct.unpack("i", ioctl(connection, TIOCOUTQ, bytes(4)))
    except (OSError, ValueError):
        return False
    return bool(unsent)
