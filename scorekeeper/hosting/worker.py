"""A process that answers requests: gunicorn's, which waits for no phone that walked out of the room."""

import socket
import struct
from concurrent.futures import Future
from contextlib import suppress
from errno import EMFILE, ENFILE
from logging import LogRecord
from time import sleep
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.web.live.live import end_streams

TO_MOVE_ON = 10
"""Seconds after which a thread gives up on a connection on which nothing moves."""

A_MOMENT = 0.05
"""Seconds until a connection that could not be accepted is tried again."""


class Worker(ThreadWorker):
    """A worker whose threads also close their connections, which takes as long as the phone wants."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.log.error_log.addFilter(is_no_stalled_phone)

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; where the system allows no other, it waits until one is closed."""
        try:
            super().accept(listener)
        except OSError as error:
            if error.errno not in (EMFILE, ENFILE):
                raise
            sleep(A_MOMENT)

    def enqueue_req(self, conn: TConn) -> None:
        """Let a thread answer a request, as long as something moves on its connection."""
        limit = struct.pack("ll", TO_MOVE_ON, 0)
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            # A thread finds out what is wrong with a connection that has gone.
            with suppress(OSError):
                conn.sock.setsockopt(socket.SOL_SOCKET, option, limit)
        super().enqueue_req(conn)

    def handle(self, conn: TConn) -> Any:
        """Answer a request, and close the connection unless it is kept."""
        kept = super().handle(conn)
        if not kept:
            conn.close(graceful=True)
        return kept

    def finish_request(self, conn: TConn, fs: "Future[Any]") -> None:
        """Keep a connection, or count one no more that was closed."""
        if fs.cancelled() or fs.exception() or not fs.result():
            self.nr_conns -= 1
            conn.close()
        else:
            super().finish_request(conn, fs)

    # A signal may interrupt the loop while it holds a lock that stopping needs, so the loop itself does that.

    def handle_exit(self, sig: int, frame: Any) -> None:
        """End the streams, and stop once the other requests are answered."""
        self.method_queue.defer(end_streams, self.app.app)
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """End the streams, and stop as soon as the requests that have begun are answered."""
        self.method_queue.defer(end_streams, self.app.app)
        self.method_queue.defer(super().handle_quit, sig, frame)


def is_no_stalled_phone(record: LogRecord) -> bool:
    """Return whether a message is about anything but a phone on whose connection nothing moved."""
    return not (record.exc_info and isinstance(record.exc_info[1], BlockingIOError))
