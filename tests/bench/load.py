"""Many tables at once: what people wait for, and what it takes.

``python -m tests.bench.load --help`` lets many tables play against several servers on one database. At each,
somebody enters bids and hands with pauses as people make them, while its phones follow as a browser does.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, cycle
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, perf_counter, sleep
from typing import NamedTuple

from sqlalchemy import create_engine, text

from tests.bench.client import Client, OpenSheet, Ours, Raw, coralon_hands, taken_in
from tests.bench.figures import Line
from tests.bench.followers import following, phones_of
from tests.bench.server import KIND, address, cpu_of, memory_of, running

PAGES = 100
"""Pages that are asked for while nobody plays."""

TO_BID, TO_PLAY, TO_LOOK = (20, 60), (50, 150), (2, 8)
"""Seconds until a hand has its bid, until it has been played, and until its result has been looked at."""

MOST_WAIT = {"saving a hand": 100, "until a phone is told": 250}
"""The most milliseconds that people should wait, 95 times out of 100."""

HANDS = 40
"""Different hands, which a table plays over and over."""


def page_times(client: Client, page: str) -> list[float]:
    """Return the seconds that each of several pages took, each on a new connection."""
    found = []
    for _ in range(PAGES):
        client.connection.close()
        start = perf_counter()
        client.get(page)
        found.append(perf_counter() - start)
    return found


class Sent(NamedTuple):
    """A bid, a look or a save, when it was answered, and the seconds until then."""

    what: str
    at: float
    took: float


class LoadTable:
    """A table, and the phone on which its hands are entered."""

    def __init__(self, number: int, ours: Ours, hands: Sequence[Raw], faster: float) -> None:
        self.number, self.ours, self.hands, self.faster = number, ours, hands, faster
        self.random = Random(number)
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
    """Measure tables at one server at their own speed."""
    return measured(arguments(["--servers=1", "--minutes=3"]))


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
        nights = [Ours.begun(Client(ports[at % len(ports)], address=own_address(at))) for at in numbers]
        playing = [LoadTable(at, ours, hands, asked.faster) for at, ours in enumerate(nights)]
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
        lost, doubled, _ = missing(folder, playing)
    errors = [
        error for error in [one.error for one in playing] + [each.get("error") for each in heard] if error
    ]
    saved, hours = sum(one.saved for one in playing), took * asked.faster / 3600
    what = f"{asked.tables} tables × {asked.phones} phones × {asked.faster:g}: hands"
    yield Line(what, 60 * saved / took, "a minute", saved / hours / asked.tables / 24, "24 an hour a table")
    for what, seconds in waits(playing, heard).items():
        half, late, latest = (1000 * quantiles(seconds, n=100)[at] for at in (49, 94, 98))
        base = f"a page before; 50% {half:.0f}, 99% {latest:.0f}"
        yield Line(f"  {what}, 95%", late, "ms", late / calm / 1000, base, MOST_WAIT.get(what))
    yield Line("  CPU of a table-hour", used / asked.tables / hours, "s", used / took, "one core, now")
    largest = max(memory)
    yield Line("  memory of a worker", largest, "MB", largest / max(before), "before phones follow", most=250)
    for what, wrong in (("hands lost", lost), ("hands doubled", doubled), ("errors", len(errors))):
        yield Line(f"  {what}", wrong, what.split()[0], most=0)
    for error in errors[:3]:
        print(f"  {error}")


def own_address(number: int) -> str:
    """Return an address of this machine for a table, from 0; on Linux all of 127.0.0.0/8 are its own."""
    return f"127.0.{1 + number // 250}.{2 + number % 250}"


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
            if moment in each and 0 < each["changes"] <= len(changes.get(each["table"], ()))
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


def missing(folder: Path, playing: Sequence[LoadTable]) -> tuple[int, int, int]:
    """Return how many acknowledged hands are not there, are there too often, and are in another place."""
    engine = create_engine(address("ours", folder))
    there: dict[str, list[Raw]] = {}
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT play_id, entry FROM hand WHERE complete ORDER BY number"))
        for play_id, entry in rows:
            there.setdefault(f"/plays/{play_id}", []).append(json.loads(entry))
    engine.dispose()
    differences = [len(there.get(one.ours.play, ())) - one.saved for one in playing]
    astray = [
        entry
        for one in playing
        for entry, hand in zip(there.get(one.ours.play, ()), cycle(one.hands), strict=False)
        if any(entry[name] != hand[name] for name in hand)
    ]
    return sum(max(0, -each) for each in differences), sum(max(0, each) for each in differences), len(astray)


def main() -> None:
    """Let the tables play that are asked for, and print the lines."""
    asked = arguments()
    print(f"{asked.servers} servers with {asked.workers} workers on {KIND}\n{Line.HEAD}")
    for line in measured(asked):
        print(line, flush=True)


if __name__ == "__main__":
    main()
