"""Starting the app: the CPU seconds until the first page is there, and the memory of a worker then."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from socket import create_server
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep

from scorekeeper.settings import ServerSettings
from tests.bench.client import Client
from tests.bench.figures import Line
from tests.bench.server import address, cpu_of, memory_of

STARTS = 5
"""Starts of ours and the floor, in turn, after one that makes the database and compiles the modules."""


def starts() -> Iterator[Line]:
    """Measure starts with a database that is there, by modules that are compiled."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        here = {
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": name,
            "SCOREKEEPER_DATA": name,
            "SCOREKEEPER_DATABASE_URL": address("ours", folder),
        }
        ours = ["scorekeeper", "serve"]
        app = f"tests.bench.floor:create_floor({address('floor', folder)!r})"
        settings = ["--preload", "--threads=32", "--no-control-socket", "--log-level=warning"]
        floor = ["gunicorn", app, *settings, f"--workers={ServerSettings.workers}"]
        rounds = [[started(command, here) for command in (ours, floor)] for _ in range(1 + STARTS)][1:]
    cpu, memory = ([(one[at], two[at]) for one, two in rounds] for at in (0, 1))
    yield in_the_middle("start until the first page", cpu, "s CPU", most=1.6)
    yield in_the_middle("a worker then, with all it shares (RSS)", memory, "MB", most=85)


def started(command: Sequence[str], variables: Mapping[str, str]) -> tuple[float, float]:
    """Return the CPU seconds until a server has sent its first page, and the megabytes of a worker.

    Both servers listen on the PORT of the environment.
    """
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    before = cpu_of([])
    words, environment = [sys.executable, "-m", *command], os.environ | variables | {"PORT": str(port)}
    with subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            while server.poll() is None:
                try:
                    Client(port).get("/")
                except ConnectionRefusedError:
                    sleep(0.05)
                else:
                    return cpu_of([server]) - before, max(memory_of([server], "Rss"))
        finally:
            server.terminate()
    raise RuntimeError(f"{words} ended.")


def in_the_middle(what: str, pairs: Sequence[tuple[float, float]], unit: str, most: float) -> Line:
    """Return a line with the median of ours, and the median ratio to the floor within each round."""
    figure, ratio = median(ours for ours, _ in pairs), median(ours / floor for ours, floor in pairs)
    return Line(what, figure, unit, ratio, "the floor's", most)
