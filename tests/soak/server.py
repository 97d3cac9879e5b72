"""The server of the evening, which can be killed, stopped and started again on the same port."""

import os
import re
import signal
import subprocess
import sys
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit
from socket import create_server
from time import monotonic, sleep

from scorekeeper.settings import variable
from tests.soak.clock import set_clock

WORKERS = 2
START = 90
"""Seconds within which the server should be ready, on a machine that does other things too."""
SHOWN_ERROR = re.compile(r"^(?:[\w.]+(?:Error|Exception|Warning|Interrupt))\b.*", re.MULTILINE)


class SoakServer:
    """The app as people serve it, with two workers, a folder of its own and a clock that can be set.

    Attributes:
        starts: how often it was started.
        peaks: the most memory that each worker has used so far, in bytes, by process.
    """

    def __init__(self, folder: Path) -> None:
        with create_server(("127.0.0.1", 0)) as listener:
            self.port: int = listener.getsockname()[1]
        self.folder = folder
        self.clock = folder / "clock"
        self.log = folder / "server.log"
        self.starts = 0
        self.peaks: dict[int, int] = {}
        self.wrong_by = 0.0
        set_clock(self.clock, 0)

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.folder / "data" / "scorekeeper.db"

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        mine = {"data": str(self.folder / "data"), "host": "127.0.0.1", "port": str(self.port)}
        named = {variable(name): value for name, value in {**mine, "workers": str(WORKERS)}.items()}
        self.starts += 1
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.soak.clock", str(self.clock)],
                env=os.environ | named,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        until = monotonic() + START
        while not self.answers():
            if monotonic() > until or self.process.poll() is not None:
                raise RuntimeError(f"The server doesn't start:\n{self.log.read_text()[-2000:]}")
            sleep(0.1)

    def answers(self, patience: float = 5) -> bool:
        """Return whether the server answers within so many seconds."""
        with (
            closing(HTTPConnection("127.0.0.1", self.port, timeout=patience)) as connection,
            suppress(OSError, HTTPException),
        ):
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        return False

    def kill(self) -> None:
        """Kill the server with its workers, as a power cut does."""
        self.measure()
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Ask the server to stop, and wait until it has."""
        self.measure()
        self.process.terminate()
        self.process.wait(START)

    def workers(self) -> list[int]:
        """Return the processes that answer."""
        with suppress(OSError):
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
            return [int(child) for child in children.split()]
        return []

    def kill_worker(self, place: int) -> None:
        """Kill one of the workers; the server starts another one."""
        self.measure()
        if workers := self.workers():
            with suppress(ProcessLookupError):
                os.kill(workers[place % len(workers)], signal.SIGKILL)

    def measure(self) -> None:
        """Note how much memory the workers have used."""
        for worker in self.workers():
            with suppress(OSError):
                status = Path(f"/proc/{worker}/status").read_text()
                if found := re.search(r"VmHWM:\s+(\d+) kB", status):
                    self.peaks[worker] = max(self.peaks.get(worker, 0), 1024 * int(found[1]))

    def step_clock(self, seconds: float) -> None:
        """Set the server's clock forward or back, while it runs."""
        self.wrong_by += seconds
        set_clock(self.clock, self.wrong_by)

    def fill_disk(self, full: bool) -> None:
        """Let no file of the server grow any more, as on a full disk, or let all of them grow again."""
        log = sum(file.stat().st_size for file in [self.log] if file.exists())
        room = max(self.database.stat().st_size, log + 65536) if full else RLIM_INFINITY
        for worker in self.workers():
            with suppress(OSError):
                prlimit(worker, RLIMIT_FSIZE, (room, RLIM_INFINITY))

    def errors(self) -> list[str]:
        """Return the last lines of the tracebacks in the log."""
        text = self.log.read_text(errors="replace")
        pieces = text.split("Traceback (most recent call last):")[1:]
        return [(SHOWN_ERROR.findall(piece) or [piece[:200]])[0][:200] for piece in pieces]
