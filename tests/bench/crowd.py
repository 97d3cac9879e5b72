"""Phones that all enter hands of one game at once: `python -m tests.bench.crowd --help`.

A phone that finds its hand entered by another one loads the sheet again and enters the next number, as
people do. Meanwhile others draw the sheet and the pages of the club. Afterwards each hand must be there once,
which the notes on them tell, and no answer may have been an error. DATABASE=postgresql makes it one
PostgreSQL for all servers.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence, Set
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, sleep
from urllib.parse import urlencode

from sqlalchemy import create_engine, text

from tests.bench import databases
from tests.bench.client import Client
from tests.bench.hands import Raw
from tests.bench.server import running
from tests.bench.sheet import FORM, HIDDEN
from tests.bench.web import Ours, coralon_hands

DRAWING = 2
"""Phones that do nothing but draw pages."""

PAGES = ("/", "/clubs/1/players", "/clubs/1/statistics", "/clubs/1/archive", "/clubs/1/nights", "/nights/1")
"""The pages of the club."""

SAVED, TAKEN, BUSY = (302, 303), (409, 422), 503
"""The answers to a hand that was saved, to one that another phone has entered, and to one sent again."""

AGAIN = 2
"""Seconds after which the page that says the server is busy sends the form again."""

LINK = re.compile(r"/join/[\w-]+")


@dataclass
class CrowdPhone:
    """A phone of the club.

    Attributes:
        answers: how many of each status it got, by what was asked.
        took: the seconds until each answer to a hand that it sent.
    """

    client: Client
    play: str
    name: str
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)
    error: str = ""

    def ask(self, what: str, path: str, fields: Raw | None = None) -> tuple[int, str]:
        """Return the status and the text of the answer to a request, which is counted."""
        begun = monotonic()
        self.client.request("POST" if fields else "GET", path, urlencode(fields) if fields else None)
        answer = self.client.receive()
        if fields:
            self.took.append(monotonic() - begun)
        self.answers[what, answer.status] += 1
        return answer.status, answer.text

    def enter(self, hands: Sequence[Raw]) -> None:
        """Save hands one after another, each under the number that is next by then."""
        try:
            for number, hand in enumerate(hands, start=1):
                while not self.is_saved(hand, f"{self.name}, hand {number}"):
                    pass
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"[:300]

    def is_saved(self, hand: Raw, note: str) -> bool:
        """Load the sheet, send a hand, and return whether it is saved. Raises ValueError."""
        status, page = self.ask("sheet", f"{self.play}?whole=on")
        if status == BUSY:
            sleep(AGAIN)
            return False
        forms = {action: HIDDEN.findall(inside) for action, inside in FORM.findall(page)}
        tricks = {f"tricks-{seat}": taken for seat, taken in enumerate(hand["tricks"].values())}
        whole = {"whole": "on", "bidder": hand["bidder"], "bid": hand["bid"], **tricks, "note": note}
        fields = {**dict(forms[f"{self.play}/hands"]), **whole}
        while (status := self.ask("hand", f"{self.play}/hands", fields)[0]) == BUSY:
            sleep(AGAIN)
        if status not in (*SAVED, *TAKEN):
            raise ValueError(f"A hand was answered with {status}.")
        return status in SAVED

    def draw(self, pages: Sequence[str], over: Event) -> None:
        """Draw pages in turn until it is over."""
        try:
            for path in cycle(pages):
                if over.is_set():
                    return
                self.ask("page", path)
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"[:300]


def main() -> None:
    """Let the phones enter their hands, and print what came of it."""
    asked = arguments()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        ports = []
        for _ in range(asked.servers):
            ports.append(stack.enter_context(running("ours", folder, asked.workers))[1])
            Client(ports[-1]).cpu()  # once it answers, its database is there
        phones = seated(ports, asked.phones + DRAWING)
        entering, drawing = phones[: asked.phones], phones[asked.phones :]
        begun = monotonic()
        let_enter(entering, drawing, coralon_hands(asked.hands))
        took = monotonic() - begun
        print(
            f"{asked.phones} phones with {asked.hands} hands each in one game, {asked.servers} servers with "
            f"{asked.workers} workers on {databases.KIND}: {took:.0f} s"
        )
        report(phones)
        show_hands(folder, {f"{phone.name}, hand {n + 1}" for phone in entering for n in range(asked.hands)})


def arguments() -> argparse.Namespace:
    """Return what is asked for."""
    asked = argparse.ArgumentParser(description="Many phones that enter hands of one game at once.")
    asked.add_argument("--phones", type=int, default=8)
    asked.add_argument("--hands", type=int, default=100, help="hands that each phone enters")
    asked.add_argument("--servers", type=int, default=2)
    asked.add_argument("--workers", type=int, default=2, help="worker processes of each server")
    return asked.parse_args()


def seated(ports: Sequence[int], most: int) -> list[CrowdPhone]:
    """Start a game, and return phones that have joined its club, spread over the servers."""
    host = Client(ports[0])
    play = Ours.begun(host).play
    link = LINK.findall(host.get("/nights/1/invite?link=club").text)[0]
    phones = []
    for number in range(most):
        client = Client(ports[number % len(ports)], address=f"127.0.0.{2 + number}")
        client.get(link)
        client.post(link, {})
        phones.append(CrowdPhone(client, play, f"Phone {number + 1}"))
    return phones


def let_enter(entering: Sequence[CrowdPhone], drawing: Sequence[CrowdPhone], hands: Sequence[Raw]) -> None:
    """Let phones enter all of these hands while others draw the sheet, and the pages of the club."""
    over = Event()
    # The last phone draws the pages, and every other one that draws nothing but the sheet.
    pages = [[phone.play] for phone in drawing[:-1]] + [list(PAGES)]
    drawers = [
        Thread(target=phone.draw, args=(paths, over)) for phone, paths in zip(drawing, pages, strict=True)
    ]
    writers = [Thread(target=phone.enter, args=(hands,)) for phone in entering]
    for thread in (*drawers, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    over.set()
    for thread in drawers:
        thread.join()


def report(phones: Sequence[CrowdPhone]) -> None:
    """Print how often each kind of request was answered with each status."""
    answers = sum((phone.answers for phone in phones), Counter[tuple[str, int]]())
    for (what, status), times in sorted(answers.items()):
        print(f"  {what:6}{status}: {times}")
    took = [1000 * seconds for phone in phones for seconds in phone.took]
    shares = quantiles(took, n=100)
    print(f"  answer to a hand: 50% {shares[49]:.0f} ms, 95% {shares[94]:.0f} ms, ", end="")
    print(f"99% {shares[98]:.0f} ms, at most {max(took):.0f} ms")
    faults = sum(times for (_, status), times in answers.items() if status >= 500)
    failed = [f"{phone.name}: {phone.error}" for phone in phones if phone.error]
    print(f"  answers of 500 and more: {faults}; phones that gave up: {len(failed)} {failed[:3] or ''}")


def show_hands(folder: Path, entered: Set[str]) -> None:
    """Print how many hands are there once, and whether they are numbered from 1 on."""
    engine = create_engine(databases.address("ours", folder))
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT number, entry FROM hand WHERE complete ORDER BY number")).all()
    engine.dispose()
    found = Counter(json.loads(entry)["note"] for _, entry in rows)
    once = sum(found[note] == 1 for note in entered)
    in_order = [number for number, _ in rows] == [*range(1, len(rows) + 1)]
    twice = sum(times > 1 for times in found.values())
    print(f"  hands saved once: {once} of {len(entered)}, saved twice: {twice}, ", end="")
    print("numbered without a gap" if in_order else "NUMBERED WITH GAPS", flush=True)


if __name__ == "__main__":
    main()
