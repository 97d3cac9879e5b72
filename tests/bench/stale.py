"""Pages fetched right after a hand was saved elsewhere, and how many of them are not the newest.

Two servers with two workers each share one database. As soon as one of them has answered that a hand is
saved, the other draws the sheet, and then whichever worker of the first takes the next connection.
"""

import re
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.client import Client
from tests.bench.databases import KIND
from tests.bench.hands import Raw
from tests.bench.server import running
from tests.bench.web import Ours, coralon_hands

PAGES = 1_000

A_GAME = 10
"""Hands of a game, after which the next one begins."""

VERSION = re.compile(r'data-version="(\d+)"')
BOARD = re.compile(r'<section data-part="board".*?</section>', re.DOTALL)


def measure(pages: int = PAGES) -> None:
    """Print how many pages were older than the hand that had just been saved."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        ports = [stack.enter_context(running("ours", folder, 2))[1] for _ in range(2)]
        saving = Client(ports[0])
        table = Ours.begun(saving)
        looking = [Client(port, saving.cookies) for port in reversed(ports)]
        hands, fetched, stale = coralon_hands(A_GAME), 0, 0
        while fetched < pages:
            stale += sum(stale_after(table, looking, number, hand) for number, hand in enumerate(hands, 1))
            fetched += len(looking) * len(hands)
            table.again()
            ports.reverse()
            # The other server saves the hands of the next game.
            saving.connection.close()
            saving.connection.port = ports[0]
            looking.reverse()
    print(f"Stale pages, 2 servers with 2 workers on {KIND}: {stale} of {fetched}, to reach 0", flush=True)


def stale_after(table: Ours, looking: list[Client], number: int, hand: Raw) -> int:
    """Save a hand, and return how many of the pages fetched then don't show what it led to."""
    table.save(number, hand)
    pages = [fetch_anew(client, table.play) for client in looking]
    newest = what_matters(fetch_anew(table.client, table.play))
    link = f'href="{table.play}/hands/{number}"'
    return sum(link not in page or what_matters(page) != newest for page in pages)


def fetch_anew(client: Client, path: str) -> str:
    """Return a page, from whichever worker takes the new connection."""
    client.connection.close()
    return client.get(path).text


def what_matters(page: str) -> tuple[list[str], list[str]]:
    """Return the version that a sheet shows, and its totals."""
    return VERSION.findall(page), BOARD.findall(page)


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else PAGES)
