"""A request while it arrives: where its headers and body end, and what is refused before a thread sees it."""

import re
from errno import ECONNRESET
from time import monotonic

from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn
from werkzeug.exceptions import BadRequest

TO_ARRIVE = 15.0
"""Seconds within which a request must have arrived."""

TO_MOVE_ON = 10
"""Seconds after which a thread gives up on a connection on which nothing moves."""

SLOWEST_FILE = 50_000
"""Bytes a second; a file that arrives more slowly is given up."""

LONGEST_HEAD = 65536
"""Bytes of headers, which is more than any browser sends."""

LONGEST_BODY = 256 * 1024
"""Bytes that wait outside of the threads, which is more than any form takes; larger are only files."""

LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(.*?)[ \t]*(?=\r\n)", re.IGNORECASE)
NUMBER = re.compile(rb"\d{1,18}")
CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n", re.IGNORECASE)
BARE_LINE_FEED = re.compile(rb"(?<!\r)\n")
METHOD = re.compile(rb"[A-Z]")

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
REFUSAL = "HTTP/1.1 {}\r\nContent-Length: 0\r\nConnection: close\r\n{}\r\n"
BAD = REFUSAL.format("400 Bad Request", "").encode()
TOO_LONG = REFUSAL.format("431 Request Header Fields Too Large", "").encode()
NO_LENGTH = REFUSAL.format("411 Length Required", "").encode()
BUSY = REFUSAL.format("503 Service Unavailable", "Retry-After: 5\r\n").encode()


class Arriving:
    """A request of which not everything has arrived.

    Attributes:
        data: what has arrived.
        until: when it is given up, on the monotonic clock.
        head: how long its headers are; 0 until they have arrived.
        length: how long its body is.
        waits: whether the phone sends the body only once it is asked to.
        is_watched: whether someone waits for more of it.
    """

    def __init__(self, conn: TConn) -> None:
        self.conn = conn
        self.data = bytearray()
        self.until = monotonic() + TO_ARRIVE
        self.head = self.length = 0
        self.is_chunked = self.is_bad = self.waits = self.is_watched = False

    def add(self, data: bytes) -> None:
        """Take what has arrived, and look where the headers end."""
        start = max(0, len(self.data) - 3)
        self.data += data
        if self.head:
            return
        if not start:
            # Some phones end a form with an empty line of which nobody knows.
            self.data = self.data.lstrip(b"\r\n")
        end = self.data.find(b"\r\n\r\n", start)
        self.head = end + 4 if end >= 0 else 0
        last = self.head or len(self.data)
        self.is_bad = self.is_bad or BARE_LINE_FEED.search(self.data, max(0, start - 1), last) is not None
        if self.head:
            self.read_head(bytes(self.data[: self.head]))

    def read_head(self, head: bytes) -> None:
        """Find out how long the body is, which must be beyond doubt; gunicorn checks everything else."""
        lengths = LENGTH.findall(head) or [b"0"]
        if len(lengths) > 1 or not NUMBER.fullmatch(lengths[0]):
            self.is_bad = True
        else:
            self.length = int(lengths[0])
        self.is_chunked = CHUNKED.search(head) is not None
        self.waits = b" HTTP/1.1\r\n" in head and EXPECTS.search(head) is not None

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
        if self.is_bad or (self.data and not METHOD.match(self.data)):
            return BAD
        return NO_LENGTH if self.is_chunked else b""


class Stalled(BadRequest, TimeoutError):
    """Raised when a thread would have to wait for a phone: the app refuses the request, gunicorn hangs up."""

    errno = ECONNRESET


class Arrived(SocketUnreader):  # type: ignore[misc]
    """What a thread may read: a request that has arrived, or a file that arrives fast enough.

    However gunicorn reads a request, no thread waits for a phone: what the loop took to be no part of it is
    not there for the thread either.
    """

    until = 0.0

    def hand_over(self, arriving: Arriving) -> None:
        """Let a thread read a request, and the rest of it if that is a file."""
        self.unread(bytes(arriving.data))
        self.until = 0.0
        if arriving.is_file:
            self.until = monotonic() + TO_MOVE_ON + arriving.length / SLOWEST_FILE

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the next part of a file. Raises Stalled."""
        try:
            data = super().chunk(size_hint) if monotonic() < self.until else b""
        except OSError:
            data = b""
        if not data:
            raise Stalled
        return bytes(data)
