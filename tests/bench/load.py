"""Many phones at once: how soon they hear of a hand, a page while others stall, and tables that play.

``python -m tests.bench.load --help`` lets many tables play against several servers on one database. At each,
somebody enters bids and hands with pauses as people make them, while its phones follow as a browser does.
"""

import argparse
import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from os import sysconf
from pathlib import Path
from random import Random
from socket import SO_RCVBUF, SOL_SOCKET, socket
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, perf_counter, sleep
from typing import NamedTuple

from sqlalchemy import create_engine, text

from scorekeeper.places import RESOURCES
from scorekeeper.settings import ServerSettings
from scorekeeper.web.assets import versioned
from tests.bench.client import Client, OpenSheet, Ours, Raw, coralon_hands, taken_in
from tests.bench.figures import Line
from tests.bench.followers import following, phones_of
from tests.bench.server import KIND, address, database_cpu, running, workers_of

CROWDS, SAVES = (50, 500), 7
"""Phones that follow one game, and the hands saved while they do."""

STALLED, FOLLOWING, PAGES = 300, 200, 100
"""Connections of each kind that stall, phones that follow meanwhile, and pages that are asked for."""

SMALL = 4096
"""Bytes that the system keeps for a phone that doesn't read."""

LARGEST = f"{versioned(RESOURCES / 'static')}/plays/sheet.css".encode()
FILE = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % LARGEST
POST = b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\nPK"

KINDS = {
    "silent": b"",
    "after half a header": b"GET / HTTP/1.1\r\nHost: lo",
    "after half a file": POST,
    "without reading": 60 * FILE,
}
"""What each kind of connection sends before nothing more happens on it."""

TO_BID, TO_PLAY, TO_LOOK = (20, 60), (50, 150), (2, 8)
"""Seconds until a hand has its bid, until it has been played, and until its result has been looked at."""

HANDS = 40
"""Different hands, which a table plays over and over."""


def live() -> Iterator[Line]:
    """Measure how soon the phones hear of a saved hand."""
    found = {}
    with TemporaryDirectory() as name, running("ours", Path(name), ServerSettings.workers) as (_, port):
        for crowd in CROWDS:
            ours, heard = Ours.begun(Client(port)), Path(name, "heard.json")
            answered = []
            with following(phones_of(ours, crowd, [port], only_listens=True), heard):
                for number, hand in enumerate(coralon_hands(SAVES), start=1):
                    ours.save(number, hand)
                    answered.append(monotonic())
                    sleep(1)
            told = [each for each in json.loads(heard.read_text()) if each["changes"] > 1]
            delays = [1000 * (each["knew"] - answered[each["changes"] - 1]) for each in told]
            if len(delays) < crowd * (SAVES - 1):
                raise RuntimeError(f"Only {len(delays)} times did one of {crowd} phones hear of a hand.")
            found[crowd] = quantiles(delays, n=100)[94]
    few, many = CROWDS
    what, ratio = f"{many} phones hear of a hand, 95% within", found[many] / found[few]
    yield Line(what, found[many], "ms", ratio, f"{few} phones", "250 ms")


def stalls() -> Iterator[Line]:
    """Measure how soon a page is answered while other phones stall."""
    with TemporaryDirectory() as name, running("ours", Path(name), ServerSettings.workers) as (_, port):
        client = Client(port)
        ours = Ours.begun(client)
        ours.fill(coralon_hands(10))
        with following(phones_of(ours, FOLLOWING, [port], only_listens=True), Path(name, "heard.json")):
            calm = median(page_times(client, ours.play))
            for kind, sent in KINDS.items():
                with stalled(port, sent):
                    late = quantiles(page_times(client, ours.play), n=100)[94]
                what = f"a page, 95%, while {STALLED} stall {kind}"
                yield Line(what, 1000 * late, "ms", late / calm, "while none does", "1,000 ms")


@contextmanager
def stalled(port: int, sent: bytes) -> Iterator[None]:
    """Keep connections open on which something was sent, and nothing is read."""
    with ExitStack() as stack:
        for _ in range(STALLED):
            connection = stack.enter_context(socket())
            connection.setsockopt(SOL_SOCKET, SO_RCVBUF, SMALL)
            connection.connect(("127.0.0.1", port))
            connection.setblocking(False)
            if sent:
                connection.send(sent)
        yield


def page_times(client: Client, page: str) -> list[float]:
    """Return the seconds that each of several pages took, each on a new connection."""
    found = []
    for _ in range(PAGES):
        client.connection.close()
        start = perf_counter()
        client.get(page)
        found.append(perf_counter() - start)
    return found


# Tables


class Sent(NamedTuple):
    """A bid, a look or a save, when it was answered, and the seconds until then."""

    what: str
    at: float
    took: float


class LoadTable:
    """A table, and the phone on which its hands are entered."""

    def __init__(self, number: int, port: int, hands: Sequence[Raw], faster: float) -> None:
        self.number, self.hands, self.faster = number, hands, faster
        self.random = Random(number)
        self.ours = Ours.begun(Client(port, address=f"127.0.{1 + number // 250}.{2 + number % 250}"))
        self.sheet = OpenSheet(self.ours.client, self.ours.play).open()
        self.sent: list[Sent] = []
        self.saved = 0
        self.error = ""

    def play(self, over: Event) -> None:
        """Enter one hand after another until it is over."""
        try:
            # Not all tables begin a hand at the same moment.
            over.wait(self.random.random() * sum(TO_BID) / self.faster)
            while not over.is_set():
                self.play_hand(self.hands[self.saved % len(self.hands)], over)
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"[:300]

    def play_hand(self, hand: Raw, over: Event) -> None:
        """Enter a bid, what was taken, and save it, as the page sends them."""
        steps = (
            (TO_BID, "bid", "bid", {"bidder": hand["bidder"], "bid": hand["bid"]}),
            (TO_PLAY, "look", "hands", {**taken_in(hand), "note": "", "look": "part"}),
            (TO_LOOK, "save", "hands", {**taken_in(hand), "note": ""}),
        )
        for pause, what, form, typed in steps:
            if over.wait(self.random.uniform(*pause) / self.faster):
                return
            begun = monotonic()
            self.sheet.send(form, typed)
            self.sent.append(Sent(what, monotonic(), monotonic() - begun))
        self.saved += 1


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what is asked for."""
    asked = argparse.ArgumentParser(description="Many tables at once against several servers.")
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--phones", type=int, default=4, help="phones that follow each table")
    asked.add_argument("--minutes", type=float, default=5)
    asked.add_argument("--servers", type=int, default=2)
    asked.add_argument("--workers", type=int, default=2, help="worker processes of each server")
    asked.add_argument("--faster", type=float, default=1, help="how many times faster than people play")
    return asked.parse_args(words)


def tables() -> Iterator[Line]:
    """Measure some tables at one server for a minute."""
    return measured(arguments(["--tables=25", "--servers=1", "--minutes=1", "--faster=8"]))


def measured(asked: argparse.Namespace) -> Iterator[Line]:
    """Let tables play, and measure what people wait for, and what the servers take."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        servers, ports = [], []
        for _ in range(asked.servers):
            server, port = stack.enter_context(running("ours", folder, asked.workers))
            Client(port).cpu()  # once it answers, its database is there
            servers.append(server)
            ports.append(port)
        hands = coralon_hands(HANDS)
        numbers = range(asked.tables)
        playing = [LoadTable(at, ports[at % len(ports)], hands, asked.faster) for at in numbers]
        before, calm = memory_of(servers), median(page_times(playing[0].ours.client, playing[0].ours.play))
        phones = chain.from_iterable(
            phones_of(one.ours, asked.phones, ports, 1 + one.number) for one in playing
        )
        with following(list(phones), folder / "heard.json"):
            used, begun = cpu_of(servers), monotonic()
            let_play(playing, 60 * asked.minutes)
            took = monotonic() - begun
            used, memory = cpu_of(servers) - used, memory_of(servers)
        heard = json.loads((folder / "heard.json").read_text())
        lost, doubled = missing(folder, playing)
    errors = [
        error for error in [one.error for one in playing] + [each.get("error") for each in heard] if error
    ]
    saved, hours = sum(one.saved for one in playing), took * asked.faster / 3600
    what = f"{asked.tables} tables, {asked.phones} phones, ×{asked.faster:g}: hands"
    yield Line(what, 60 * saved / took, "a minute", saved / hours / asked.tables / 24, "24 an hour a table")
    for what, seconds in waits(playing, heard).items():
        cuts = quantiles(seconds, n=100)
        figure = " / ".join(f"{1000 * cuts[at]:.0f}" for at in (49, 94, 98))
        yield Line(f"  {what}, 50/95/99%", figure, "ms", cuts[94] / calm, "a page before")
    yield Line("  CPU of a table-hour", used / asked.tables / hours, "s", used / took, "one core, now")
    most = max(memory)
    yield Line("  memory of a worker", most, "MB", most / max(before), "before phones follow", "250 MB")
    yield Line("  errors, hands lost, doubled", f"{len(errors)} / {lost} / {doubled}", "", 0, "hands", "0")
    for error in errors[:3]:
        print(f"  {error}")


def let_play(playing: Sequence[LoadTable], seconds: float) -> None:
    """Let every table play for so long."""
    over = Event()
    threads = [Thread(target=table.play, args=(over,)) for table in playing]
    for thread in threads:
        thread.start()
    sleep(seconds)
    over.set()
    for thread in threads:
        thread.join()


def waits(playing: Sequence[LoadTable], heard: Sequence[Raw]) -> dict[str, list[float]]:
    """Return the seconds that requests took, and those from each answer until a phone knew of it."""
    # Each bid and each saved hand raises the version by one; the sheet was opened with none.
    changes = {1 + one.number: [sent.at for sent in one.sent if sent.what != "look"] for one in playing}

    def since(moment: str) -> list[float]:
        return [
            each[moment] - changes[each["table"]][each["changes"] - 1]
            for each in heard
            if moment in each and 0 < each["changes"] <= len(changes[each["table"]])
        ]

    def took(what: str) -> list[float]:
        return [sent.took for one in playing for sent in one.sent if sent.what == what]

    return {
        "entering a bid": took("bid"),
        "looking at a result": took("look"),
        "saving a hand": took("save"),
        "fetching what has changed": [each["took"] for each in heard if "took" in each],
        "until a phone is told": since("knew"),
        "until it shows the change": since("fetched"),
    }


def cpu_of(servers: Sequence[subprocess.Popen[bytes]]) -> float:
    """Return the CPU seconds of servers and their database so far, in the kernel too."""
    ticks = 0
    for worker in (worker for server in servers for worker in workers_of(server)):
        fields = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / sysconf("SC_CLK_TCK") + database_cpu()


def memory_of(servers: Sequence[subprocess.Popen[bytes]]) -> list[float]:
    """Return the megabytes that each worker has for itself, with its share of what it shares."""
    found = []
    for worker in (worker for server in servers for worker in workers_of(server)):
        lines = Path(f"/proc/{worker}/smaps_rollup").read_text().splitlines()
        found += [int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:")]
    return found


def missing(folder: Path, playing: Sequence[LoadTable]) -> tuple[int, int]:
    """Return how many hands were acknowledged and are not there, and how many are there too often."""
    engine = create_engine(address("ours", folder))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT play_id, count(*) FROM hand WHERE complete GROUP BY play_id"))
        there = {f"/plays/{play_id}": number for play_id, number in rows}
    engine.dispose()
    differences = [there.get(one.ours.play, 0) - one.saved for one in playing]
    return sum(max(0, -each) for each in differences), sum(max(0, each) for each in differences)


def main() -> None:
    """Let the tables play that are asked for, and print the lines."""
    asked = arguments()
    print(f"{asked.servers} servers with {asked.workers} workers on {KIND}\n{Line.HEAD}")
    for line in measured(asked):
        print(line, flush=True)


if __name__ == "__main__":
    main()
