"""How soon all open pages hear of a saved hand, and what open pages cost.

The app is served as people start it, with two workers. The floor is an app that tells as many pages of each
row that is saved, and nothing else: no versions, no rights, no heartbeat.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from os import sysconf
from pathlib import Path
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from scorekeeper.settings import ServerSettings
from tests.bench.client import Client
from tests.bench.floor import ROW_BYTES
from tests.bench.server import running
from tests.bench.viewers import FETCH
from tests.bench.web import Ours, coralon_hands

CROWDS = (100, 500)
"""Open pages."""

SAVES = 7
"""Hands saved for each crowd; the first one warms up and does not count."""

FETCHES = 3
"""Hands saved while the largest crowd also fetches the page; again the first one does not count."""

IDLE = 30
"""Seconds in which nothing happens."""

MOST = 250
"""Milliseconds after which 95% of the pages should know."""

Save = Callable[[], object]


@dataclass
class Served:
    """A server whose pages are followed, and how to save something there."""

    server: subprocess.Popen[bytes]
    viewers: subprocess.Popen[str]
    save: Save
    opened: float = 0.0
    costs: list[float] = field(default_factory=list)
    delays: list[tuple[float, list[float]]] = field(default_factory=list)

    def grow(self, crowd: int) -> None:
        """Open streams until there are this many."""
        start = monotonic()
        self.tell(crowd)
        assert self.said()["open"] == crowd
        self.opened = monotonic() - start

    def tell(self, words: object) -> None:
        """Tell the viewers what to do from now on."""
        assert self.viewers.stdin
        self.viewers.stdin.write(f"{words}\n")
        self.viewers.stdin.flush()
        self.costs.clear()
        self.delays.clear()

    def said(self) -> dict[str, Any]:
        """Return what the viewers say next."""
        assert self.viewers.stdout
        return dict(json.loads(self.viewers.stdout.readline()))

    def save_once(self) -> None:
        """Save something, and note how long after the answer each page knows, and the time of the answer."""
        before, sent = self.cpu(), monotonic()
        self.save()
        answered = monotonic()
        heard = self.said()["heard"]
        self.delays.append((answered - sent, [time - answered for time in heard]))
        self.costs.append(self.cpu() - before)

    def cpu(self) -> float:
        """Return the CPU seconds of the workers so far."""
        workers = Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children").read_text().split()
        return sum(cpu_of(int(worker)) for worker in workers)


def cpu_of(process: int) -> float:
    """Return the CPU seconds of a process, in the kernel too."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


def measure() -> None:
    """Print how soon pages hear of a saved hand, and what it costs."""
    if sys.platform != "linux":
        print("Open pages: measured on Linux only, whose loopback has many addresses.")
        return
    print(
        f"Open pages, {ServerSettings.workers} workers: from the answer to a saved hand until the pages know,"
    )
    print(f"{SAVES - 1} hands each; 95% of the pages should know within {MOST} ms:")
    with served() as parts:
        for crowd in CROWDS:
            for part in parts.values():
                part.grow(crowd)
            compare(parts, crowd, SAVES)
        show_idle(parts)
        print("Until they have also fetched the page; the floor does not put it off:")
        for part in parts.values():
            part.tell(FETCH)
        compare(parts, CROWDS[-1], FETCHES)


def compare(parts: dict[str, Served], crowd: int, saves: int) -> None:
    """Save in each part in turn, and print how soon the pages knew."""
    for _ in range(saves):
        for part in parts.values():
            part.save_once()
    for name, part in parts.items():
        show(name, crowd, part)


@contextmanager
def served() -> Iterator[dict[str, Served]]:
    """Serve the floor and our app, each with its viewers."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        parts = {}
        for name in ("floor", "ours"):
            server, port = stack.enter_context(running(name, folder, ServerSettings.workers))
            client = Client(port)
            stack.callback(client.connection.close)
            stream, page, save = prepare(name, client)
            viewers = stack.enter_context(viewing(port, stream, page, client))
            parts[name] = Served(server, viewers, save)
        yield parts


def prepare(name: str, client: Client) -> tuple[str, str, Save]:
    """Return the addresses of the stream and its page, and how to save something that it tells."""
    if name == "floor":
        client.get("/")
        return "/stream", "/", lambda: client.post("/", {"text": "x" * ROW_BYTES})
    table, hands = Ours.begun(client), enumerate(coralon_hands(SAVES * len(CROWDS) + FETCHES), start=1)
    return f"{table.play}/live", table.play, lambda: table.save(*next(hands))


@contextmanager
def viewing(port: int, stream: str, page: str, client: Client) -> Iterator[subprocess.Popen[str]]:
    """Yield a process of phones that follow an address, before the first one does."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    command = [sys.executable, "-m", "tests.bench.viewers", str(port), stream, page, cookie]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as viewers:
        yield viewers
        viewers.kill()


def show(name: str, crowd: int, part: Served) -> None:
    """Print how soon a crowd knew, and what that cost; times of the median hand, and of the slowest."""
    saves = part.delays[1:]
    answer = median(seconds for seconds, _ in saves)
    shares = [(quantiles(heard, n=100)[49], quantiles(heard, n=100)[94], max(heard)) for _, heard in saves]
    half, most, last = (1000 * median(share) for share in zip(*shares, strict=True))
    slowest = 1000 * max(share[1] for share in shares)
    print(
        f"  {name:6}{crowd:4} pages: 50% {half:4.0f} ms, 95% {most:4.0f} ms ({slowest:.0f} at worst), "
        f"the last {last:4.0f} ms; from sending {1000 * answer + last:4.0f} ms; "
        f"{1000 * mean(part.costs[1:]):4.0f} ms CPU a hand",
        flush=True,
    )


def show_idle(parts: dict[str, Served]) -> None:
    """Print how long it took to open the pages, and the CPU time of pages to which nothing happens."""
    before = {name: part.cpu() for name, part in parts.items()}
    sleep(IDLE)
    for name, part in parts.items():
        used = part.cpu() - before[name]
        print(
            f"  {name:6}{CROWDS[-1]:4} pages, idle for {IDLE} s: {1000 * used:.0f} ms CPU; "
            f"the last {CROWDS[-1] - CROWDS[-2]} opened in {part.opened:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    measure()
