"""How soon a page is answered while other phones stall, and its ratio to the same page while none does.

The app is served as people start it, with two workers, and pages that follow a game stay open all the time.
"""

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from scorekeeper.places import RESOURCES
from scorekeeper.settings import ServerSettings
from scorekeeper.web.assets import versioned
from tests.bench.client import Client
from tests.bench.live import viewing
from tests.bench.server import running
from tests.bench.web import Ours, coralon_hands

STALLED = 300
"""Connections of each kind."""

FOLLOWING = 200
"""Open pages that follow the game."""

PAGES = 100
"""Pages that are asked for while they stall, each on a connection of its own."""

SMALL = 4096
"""Bytes that the system keeps for a phone that doesn't read."""

GET = b"GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
POST = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"

LARGEST = f"{versioned(RESOURCES / 'static')}/phone.png".encode()

KINDS = {
    "silent": b"",
    "half a header": b"GET / HTTP/1.1\r\nHost: lo",
    "half a body": POST % (b"/nights", 100) + b"uid=",
    "half a file": POST % (b"/import", 9_999_999) + b"PK",
    "idle, kept alive": GET % (b"/health", b""),
    "answered, never closed": GET % (b"/health", b"Connection: close\r\n"),
    "refused, never closed": b"\x16\x03\x01",
    "never reading": 60 * (GET % (LARGEST, b"")),
}
"""What each kind of connection sends before nothing more happens on it."""


def measure() -> None:
    """Print how soon a page is answered, for each kind of stalled connection."""
    if sys.platform != "linux":
        print("Stalled connections: measured on Linux only, whose loopback has many addresses.")
        return
    print(
        f"Stalled connections, {STALLED} of each kind and {FOLLOWING} open pages, "
        f"{ServerSettings.workers} workers:"
    )
    with TemporaryDirectory() as folder, running("ours", Path(folder), ServerSettings.workers) as (_, port):
        client = Client(port)
        table = Ours.begun(client)
        table.fill(coralon_hands(10))
        with viewing(port, f"{table.play}/live", table.play, client) as viewers:
            assert viewers.stdin
            assert viewers.stdout
            print(FOLLOWING, file=viewers.stdin, flush=True)
            viewers.stdout.readline()
            compare(client, table.play)


def compare(client: Client, page: str) -> None:
    """Print what a page takes while nobody stalls, and then while each kind of connection does."""
    calm = times(client, page)
    show("none", calm, median(calm))
    for kind, sent in KINDS.items():
        with stalled(client.port, sent):
            show(kind, times(client, page), median(calm))


@contextmanager
def stalled(port: int, sent: bytes, number: int = STALLED) -> Iterator[None]:
    """Keep connections open on which something was sent, and nothing is read."""
    with ExitStack() as stack:
        for _ in range(number):
            connection = stack.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            connection.connect(("127.0.0.1", port))
            connection.setblocking(False)
            if sent:
                connection.send(sent)
        yield


def times(client: Client, page: str, number: int = PAGES) -> list[float]:
    """Return the seconds that each of several pages took."""
    found = []
    for _ in range(number):
        client.connection.close()
        start = perf_counter()
        client.get(page)
        found.append(perf_counter() - start)
    return found


def show(kind: str, found: list[float], calm: float) -> None:
    """Print how long the pages took."""
    middle = median(found)
    print(
        f"  {kind:23} median {1000 * middle:5.0f} ms, worst {1000 * max(found):5.0f} ms; "
        f"{middle / calm:.1f} times as long as while none stalls",
        flush=True,
    )


if __name__ == "__main__":
    measure()
