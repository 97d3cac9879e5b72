"""Many tables at once against several servers on one database: `python -m tests.bench.load --help`.

At each table somebody enters bids and hands through the pages, with pauses as people make them, while all of
its phones follow the sheet as the browser does. DATABASE=postgresql makes it one PostgreSQL for all servers.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from sqlalchemy import create_engine, text

from tests.bench import databases
from tests.bench.client import Client
from tests.bench.hands import Raw
from tests.bench.live import cpu_of
from tests.bench.server import running
from tests.bench.sheet import OpenSheet
from tests.bench.web import Ours, coralon_hands

TO_BID, TO_PLAY, TO_LOOK = (20, 60), (50, 150), (2, 8)
"""Seconds until a hand has its bid, until it has been played, and until its result has been looked at."""

HANDS = 40
"""Different hands, which a table plays over and over."""


@dataclass
class Sent:
    """A request as the phone sees it.

    Attributes:
        what: bid, look, or save.
        at: when it was answered, by the system's monotonic clock.
        took: seconds until then.
    """

    what: str
    at: float
    took: float


@dataclass
class LoadTable:
    """A table, and the phone on which its hands are entered."""

    number: int
    port: int
    hands: Sequence[Raw]
    faster: float
    sent: list[Sent] = field(default_factory=list)
    saved: dict[str, int] = field(default_factory=dict)
    error: str = ""

    def __post_init__(self) -> None:
        self.random = Random(self.number)
        address = f"127.0.{1 + self.number // 250}.{2 + self.number % 250}"
        self.client = Client(self.port, address=address)

    def sit_down(self) -> None:
        """Start a night and a game, and open its sheet."""
        self.ours = Ours.begun(self.client)
        self.sheet = OpenSheet(self.client, self.ours.play, in_place=True).open()
        self.saved[self.ours.play] = 0

    def followers(self, phones: int, ports: Sequence[int]) -> list[dict[str, Any]]:
        """Return the phones that follow this table, spread over the servers, as their process wants them."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        return [
            {
                "table": self.number,
                "port": ports[(self.number + phone) % len(ports)],
                "path": self.ours.play,
                "cookie": cookie,
                "address": self.client.address,
            }
            for phone in range(phones)
        ]

    def play(self, over: Event) -> None:
        """Enter one hand after another until it is over."""
        try:
            # Not all tables begin a hand at the same moment.
            over.wait(self.random.random() * sum(TO_BID) / self.faster)
            while not over.is_set():
                self.play_hand(self.hands[self.saved[self.ours.play] % len(self.hands)], over)
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"[:300]

    def play_hand(self, hand: Raw, over: Event) -> None:
        """Enter a bid, what was taken, and save it, as the page sends them."""
        tricks = {f"tricks-{seat}": taken for seat, taken in enumerate(hand["tricks"].values())}
        steps = (
            (TO_BID, "bid", "bid", {"bidder": hand["bidder"], "bid": hand["bid"]}),
            (TO_PLAY, "look", "hands", {**tricks, "note": "", "look": "part"}),
            (TO_LOOK, "save", "hands", {**tricks, "note": ""}),
        )
        for pause, what, form, typed in steps:
            if over.wait(self.random.uniform(*pause) / self.faster):
                return
            begun = monotonic()
            self.sheet.send(form, typed)
            self.sent.append(Sent(what, monotonic(), monotonic() - begun))
        self.saved[self.ours.play] += 1


@dataclass
class Used:
    """CPU seconds so far: of the servers, and of the database's own processes."""

    servers: float
    database: float

    @classmethod
    def by(cls, servers: Sequence[subprocess.Popen[bytes]]) -> "Used":
        """Return what these servers, and the database, have used."""
        return cls(sum(map(cpu_of, workers_of(servers))), databases.cpu())


def main() -> None:
    """Let the tables play and print what came of it."""
    asked = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        servers = [stack.enter_context(running("ours", folder, asked.workers)) for _ in range(asked.servers)]
        ports = [port for _, port in servers]
        processes = [process for process, _ in servers]
        for port in ports:
            Client(port).cpu()  # once it answers, its database is there
        hands = coralon_hands(HANDS)
        tables = [
            LoadTable(number, ports[number % len(ports)], hands, asked.faster)
            for number in range(asked.tables)
        ]
        for table in tables:
            table.sit_down()
        phones = [phone for table in tables for phone in table.followers(asked.phones, ports)]
        heard = folder / "heard.json"
        with following(phones, heard):
            before, begun = Used.by(processes), monotonic()
            let_play(tables, 60 * asked.minutes)
            took = monotonic() - begun
            after, connections = Used.by(processes), connections_of(folder)
            memory = [memory_of(worker) for worker in workers_of(processes)]
        played = Played(tables, json.loads(heard.read_text()), took * asked.faster / 3600)
        report(asked, played, took)
        per_hour = 1000 / (asked.tables * played.hours)
        print(f"  CPU a table-hour: servers {(after.servers - before.servers) * per_hour:.0f} ms, ", end="")
        print(f"database {(after.database - before.database) * per_hour:.0f} ms")
        print(f"  memory of the workers: {', '.join(f'{each / 1e6:.0f} MB' for each in memory)}")
        print(f"  connections to the database: {connections or 'files'}")
        lost, doubled = missing(folder, tables)
        print(f"  hands lost: {lost}, saved twice: {doubled}", flush=True)


def arguments() -> argparse.Namespace:
    """Return what is asked for."""
    asked = argparse.ArgumentParser(description="Many tables at once against several servers.")
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--phones", type=int, default=4, help="phones that follow each table")
    asked.add_argument("--minutes", type=float, default=5)
    asked.add_argument("--servers", type=int, default=2)
    asked.add_argument("--workers", type=int, default=2, help="worker processes of each server")
    asked.add_argument("--faster", type=float, default=1, help="how many times faster than people play")
    return asked.parse_args()


def let_play(tables: Sequence[LoadTable], seconds: float) -> None:
    """Let every table play for so long."""
    over = Event()
    threads = [Thread(target=table.play, args=(over,)) for table in tables]
    for thread in threads:
        thread.start()
    sleep(seconds)
    over.set()
    for thread in threads:
        thread.join()


@contextmanager
def following(phones: Sequence[dict[str, Any]], heard: Path) -> Iterator[None]:
    """Let phones follow their tables, once all of them do; afterwards the file says what they heard."""
    command = [sys.executable, "-m", "tests.bench.followers", str(heard)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as followers:
        assert followers.stdin
        assert followers.stdout
        followers.stdin.write(json.dumps(phones) + "\n")
        followers.stdin.flush()
        assert followers.stdout.readline().strip() == "open"
        yield
        followers.stdin.close()
        followers.wait()


@dataclass
class Played:
    """What the tables did, and what their phones heard of it, in so many hours of people's time."""

    tables: Sequence[LoadTable]
    heard: Sequence[dict[str, Any]]
    hours: float

    def requests(self, what: str) -> list[float]:
        """Return how many milliseconds the requests of a kind took."""
        return [1000 * sent.took for table in self.tables for sent in table.sent if sent.what == what]

    def delays(self, moment: str) -> list[float]:
        """Return the milliseconds from each answer until a phone knew of it, or had the page."""
        # Each bid and each saved hand raises the version by one; the sheet was opened with none.
        changes = {
            table.number: [sent.at for sent in table.sent if sent.what != "look"] for table in self.tables
        }
        return [
            1000 * (each[moment] - changes[each["table"]][each["changes"] - 1])
            for each in self.heard
            if each.get(moment) and 0 < each["changes"] <= len(changes[each["table"]])
        ]


def report(asked: argparse.Namespace, played: Played, took: float) -> None:
    """Print how fast requests were answered, and how soon phones knew."""
    saves = len(played.requests("save"))
    errors = [table.error for table in played.tables if table.error]
    errors += [each["error"] for each in played.heard if each.get("error")]
    print(
        f"{asked.tables} tables with {asked.phones} phones, {asked.servers} servers with {asked.workers} "
        f"workers on {databases.KIND}, {took:.0f} s at {asked.faster:g} times the speed of people:"
    )
    fetched = len([each for each in played.heard if each.get("fetched")])
    every = sum(len(table.sent) for table in played.tables) + fetched
    print(f"  {saves} hands, {every / took:.1f} requests a second, {len(errors)} errors {errors[:3] or ''}")
    for name, figures in {
        "entering a bid": played.requests("bid"),
        "looking at a result": played.requests("look"),
        "saving a hand": played.requests("save"),
        "fetching the sheet": [1000 * each["took"] for each in played.heard if each.get("took")],
        "until a phone knows": played.delays("knew"),
        "until a phone shows it": played.delays("fetched"),
    }.items():
        if len(figures) > 1:
            shares = quantiles(figures, n=100)
            print(f"  {name:24}50% {shares[49]:5.0f} ms, 95% {shares[94]:5.0f} ms, 99% {shares[98]:5.0f} ms")


def workers_of(servers: Sequence[subprocess.Popen[bytes]]) -> list[int]:
    """Return the ids of the worker processes of servers."""
    listed = (Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text() for server in servers)
    return [int(worker) for children in listed for worker in children.split()]


def memory_of(process: int) -> int:
    """Return the bytes of memory that a process has for itself, with its share of what it shares."""
    rolled_up = Path(f"/proc/{process}/smaps_rollup").read_text()
    return next(1024 * int(line.split()[1]) for line in rolled_up.splitlines() if line.startswith("Pss:"))


def connections_of(folder: Path) -> int:
    """Return how many connections the servers have to PostgreSQL; 0 with SQLite."""
    if databases.KIND == "sqlite":
        return 0
    engine = create_engine(databases.address("ours", folder))
    with engine.connect() as connection:
        others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        found = int(connection.execute(text(others)).scalar_one()) - 1
    engine.dispose()
    return found


def missing(folder: Path, tables: Sequence[LoadTable]) -> tuple[int, int]:
    """Return how many hands were acknowledged and are not there, and how many are there too often."""
    engine = create_engine(databases.address("ours", folder))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT play_id, count(*) FROM hand WHERE complete GROUP BY play_id"))
        there = {f"/plays/{play_id}": number for play_id, number in rows}
    engine.dispose()
    # The last hand of a table may have been saved without its answer being waited for.
    differences = [there.get(play, 0) - saved for table in tables for play, saved in table.saved.items()]
    return sum(max(0, -each) for each in differences), sum(max(0, each) for each in differences)


if __name__ == "__main__":
    main()
