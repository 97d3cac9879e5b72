"""A process that answers requests, and waits for slow phones without holding a thread for each.

A phone that walks out of the room leaves half a request behind. gunicorn's own worker reads requests in the
threads that answer them, and a few dozen such phones would keep everyone else waiting.
"""

import re
import socket
import struct
from selectors import EVENT_READ
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.web.live.streams import end_streams

TO_ARRIVE = 15.0
"""Seconds within which a request must have arrived."""

TO_FINISH = 2.0
"""Seconds that it has left once the worker is to stop."""

TO_MOVE_ON = 10
"""Seconds after which a thread gives up on a connection on which nothing moves."""

MOST_AT_ONCE = 65536
LONGEST_HEAD = 65536
"""Bytes of headers, which is more than any browser sends."""

LONGEST_BODY = 256 * 1024
"""Bytes that wait outside of the threads, which is more than any form takes; larger are only files."""

MOST_WAITING = 64 * 1024 * 1024
"""Bytes of all requests that have not arrived as a whole."""

MOST_FILES = 8
"""Files that arrive at the same time, each in a thread."""

LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)

REFUSAL = "HTTP/1.1 {}\r\nContent-Length: 0\r\nConnection: close\r\n{}\r\n"
TOO_LONG = REFUSAL.format("431 Request Header Fields Too Large", "").encode()
NO_LENGTH = REFUSAL.format("411 Length Required", "").encode()
BUSY = REFUSAL.format("503 Service Unavailable", "Retry-After: 5\r\n").encode()


class Arriving:
    """A request of which not everything has arrived."""

    def __init__(self, conn: TConn, data: bytes) -> None:
        self.conn = conn
        self.data = bytearray(data)
        self.until = monotonic() + TO_ARRIVE
        self.head = self.length = 0
        self.chunked = self.is_watched = False

    def add(self, data: bytes) -> None:
        """Take what has arrived, and look where the headers end."""
        start = max(0, len(self.data) - 3)
        self.data += data
        if self.head or (end := self.data.find(b"\r\n\r\n", start)) < 0:
            return
        self.head = end + 4
        head = bytes(self.data[: self.head])
        found = LENGTH.search(head)
        self.length = int(found[1]) if found else 0
        self.chunked = CHUNKED.search(head) is not None

    @property
    def is_file(self) -> bool:
        """Whether the body is too large to wait for outside of the threads."""
        return self.head > 0 and self.length > LONGEST_BODY

    @property
    def is_ready(self) -> bool:
        """Whether a thread can take the request without waiting for the rest."""
        return self.head > 0 and (self.is_file or len(self.data) >= self.head + self.length)

    @property
    def refusal(self) -> bytes:
        """The answer to a request that no thread should see; usually none."""
        if (self.head or len(self.data)) > LONGEST_HEAD:
            return TOO_LONG
        return NO_LENGTH if self.chunked else b""


class Worker(ThreadWorker):
    """A worker whose threads get requests that have arrived as a whole."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[TConn, Arriving] = {}
        self.files: set[TConn] = set()

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection's next request to a thread once it has arrived."""
        conn.init()
        conn.sock.setblocking(False)
        limit_waiting(conn.sock)
        arriving = Arriving(conn, b"")
        arriving.add(conn.parser.unreader.take_buffered())
        self.arriving[conn] = arriving
        if arriving.is_ready:
            self.hand_over(arriving)
        else:
            self.take(arriving)
        if conn in self.arriving:
            arriving.is_watched = True
            self.poller.register(conn.sock, EVENT_READ, lambda _: self.take(arriving))

    def take(self, arriving: Arriving) -> None:
        """Take what has arrived on a connection, and hand the request over or refuse it if that is enough."""
        try:
            data = arriving.conn.sock.recv(MOST_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        arriving.add(data)
        waiting = sum(len(other.data) for other in self.arriving.values())
        if not data or arriving.refusal:
            self.give_up(arriving, arriving.refusal)
        elif waiting > MOST_WAITING or (arriving.is_file and len(self.files) >= MOST_FILES):
            self.give_up(arriving, BUSY)
        elif arriving.is_ready:
            self.hand_over(arriving)

    def forget(self, arriving: Arriving) -> TConn:
        """Wait no longer for the rest of a request, and return its connection."""
        if arriving.is_watched:
            self.poller.unregister(arriving.conn.sock)
        del self.arriving[arriving.conn]
        return arriving.conn

    def hand_over(self, arriving: Arriving) -> None:
        """Let a thread answer a request."""
        conn = self.forget(arriving)
        if arriving.is_file:
            self.files.add(conn)
        conn.parser.unreader.unread(bytes(arriving.data))
        conn.data_ready = True
        super().enqueue_req(conn)

    def finish_request(self, conn: TConn, future: Any) -> None:
        """Keep or close a connection whose request was answered."""
        self.files.discard(conn)
        super().finish_request(conn, future)

    def give_up(self, arriving: Arriving, refusal: bytes = b"") -> None:
        """Refuse a request, if only by closing its connection."""
        conn = self.forget(arriving)
        self.nr_conns -= 1
        if refusal:
            # There is room for it: nothing else was sent on the connection.
            conn.sock.send(refusal)
        conn.close()

    def murder_pending(self) -> None:
        """Close the connections whose requests have not arrived in time."""
        super().murder_pending()
        late = monotonic() if self.alive else monotonic() + TO_ARRIVE - TO_FINISH
        for arriving in [one for one in self.arriving.values() if one.until < late]:
            self.give_up(arriving)

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
