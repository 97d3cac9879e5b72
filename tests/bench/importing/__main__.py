"""What it costs to import a backup elsewhere: `python -m tests.bench.importing [GAMES]`. Nothing is asserted.

The server of the import is killed half way and started again, while another club goes on playing.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep

from scorekeeper.settings import ServerSettings
from tests.bench import databases
from tests.bench.backups import GAMES, PIECE, download, joined, seed
from tests.bench.client import Client
from tests.bench.memory import BOUNDARY, peak, workers
from tests.bench.server import running
from tests.bench.web import Ours, coralon_hands

TICKS = os.sysconf("SC_CLK_TCK")
PAUSE = 0.2
"""Seconds between two pages of the other club, and between two looks at how far the import is."""

Server = subprocess.Popen[bytes]


class OtherClub:
    """A club that plays on the same server; ``waits`` are the seconds that its pages took."""

    def __init__(self, client: Client) -> None:
        self.cookies, self.waits = client.cookies, list[float]()
        ours = Ours.begun(client)
        ours.fill(coralon_hands(10))
        self.pages = ("/", "/clubs/1/nights", "/clubs/1/archive", ours.play)

    def looking(self, port: int, until: Event) -> None:
        """Look at its pages, one after another."""
        client = Client(port, self.cookies)
        while not until.is_set():
            for page in self.pages:
                start = perf_counter()
                client.get(page)
                self.waits.append(perf_counter() - start)
                sleep(PAUSE / len(self.pages))


def measure(games: int = GAMES) -> None:
    """Print what an import costs."""
    with ExitStack() as stack:
        old, new = (Path(stack.enter_context(TemporaryDirectory(prefix="imports-"))) for _ in range(2))
        secret = seed(old, games)
        with running("ours", old) as (_, port):
            download(joined(port, secret), 1, old / "backup.json", "identity")
        import_elsewhere(old / "backup.json", new, games)


def import_elsewhere(file: Path, folder: Path, games: int) -> None:
    """Import a file into a new database, and print what that takes."""
    phone: dict[str, str] = {}
    begun = perf_counter()
    with running("ours", folder, ServerSettings.workers) as (server, port):
        other = OtherClub(Client(port))
        client, looked = Client(port, phone), Looked(server, other, port)
        page = upload(client, file)
        took, size = perf_counter() - begun, file.stat().st_size / 1e6
        print(f"{size:.0f} MB with {games:,} games, of which another server had all after {took:.1f} s:")
        with looked:
            wait_for(client, page, "checking", 1.0)
        looked.show("Looking through it", games)
        client.get(page)
        client.post(page, {})
        with looked:
            share = wait_for(client, page, "importing", 0.5)
            looked.peak()
        looked.show(f"Importing {share:.0%} of it", games * share)
        os.killpg(server.pid, signal.SIGKILL)
    with running("ours", folder, ServerSettings.workers) as (server, port):
        client, looked = Client(port, phone), Looked(server, other, port)
        client.get(page)
        with looked:
            wait_for(client, page, "importing", 1.0)
        looked.show("Importing the rest after a kill", games * (1 - share))
        print("  " + said(client.get(page).text))
        download(client, 2, folder / "again.json", "identity")
        same = digest(file) == digest(folder / "again.json")
        print(f"  Exported again it is {'the same file' if same else 'ANOTHER FILE'}.")


class Looked:
    """What a server has used while an import was waited for."""

    def __init__(self, server: Server, other: OtherClub, port: int) -> None:
        self.server, self.other, self.port = server, other, port
        self.most = 0.0

    def __enter__(self) -> None:
        self.other.waits.clear()
        self.cpu, self.start, self.over = cpu(self.server), perf_counter(), Event()
        self.thread = Thread(target=self.other.looking, args=(self.port, self.over))
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()
        self.cpu, self.wall = cpu(self.server) - self.cpu, perf_counter() - self.start
        self.peak()

    def peak(self) -> None:
        """Note the most memory that a worker has taken so far."""
        self.most = max(map(peak, workers(self.server)))

    def show(self, what: str, games: float) -> None:
        """Print what it was."""
        waits = [1000 * wait for wait in sorted(self.other.waits)]
        half, most, slowest = waits[len(waits) // 2], waits[len(waits) * 99 // 100], waits[-1]
        print(
            f"  {what}: {self.wall:.0f} s, {1000 * self.wall / games:.1f} ms a game; "
            f"{1000 * self.cpu / games:.2f} ms of CPU, with the pages of another club; "
            f"a worker took {self.most:.0f} MB at most\n"
            f"    {len(waits)} such pages: {half:.0f} ms, 99% in {most:.0f} ms, the slowest {slowest:.0f} ms",
            flush=True,
        )


def upload(client: Client, file: Path) -> str:
    """Send a file, and return the address of its page."""
    client.get("/import")
    head = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{client.token}\r\n'
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="backup.json"\r\n\r\n'
    ).encode()
    tail = f"\r\n--{BOUNDARY}--\r\n".encode()

    def body() -> Iterator[bytes]:
        yield head
        with file.open("rb") as opened:
            while piece := opened.read(PIECE):
                yield piece
        yield tail

    headers = {
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Content-Length": str(len(head) + file.stat().st_size + len(tail)),
        "Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items()),
    }
    client.connection.close()
    client.connection.request("POST", "/import", body(), headers)
    answer = client.receive()
    if not answer.location:
        raise RuntimeError(f"The file was answered with {answer.status}: {answer.text[:300]}")
    return answer.location


def wait_for(client: Client, page: str, stage: str, share: float) -> float:
    """Wait until so much of a stage is done, and return how much it is."""
    while True:
        text = client.get(page).text
        if 'id="how-far"' not in text or (stage == "importing") != ("Added so far" in text):
            return 1.0
        done = float(text.partition('max="1" value="')[2].partition('"')[0])
        if share < 1 and done >= share:
            return done
        sleep(PAUSE)


def said(text: str) -> str:
    """Return what the page of an import says."""
    return " ".join(text.partition('<p class="lead"')[2].partition(">")[2].partition("</p>")[0].split())


def cpu(server: Server) -> float:
    """Return the CPU seconds of the workers and the database so far."""
    seconds = databases.cpu()
    for worker in workers(server):
        parts = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        seconds += (int(parts[11]) + int(parts[12])) / TICKS
    return seconds


def digest(file: Path) -> str:
    """Return a digest of a file."""
    with file.open("rb") as opened:
        found = sha256()
        while piece := opened.read(PIECE):
            found.update(piece)
    return found.hexdigest()


if __name__ == "__main__":
    measure(*map(int, sys.argv[1:2]))
