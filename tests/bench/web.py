"""What a request of our app costs, against the floor's."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from scorekeeper.rules.catalogue import CATALOGUE
from scorekeeper.rules.entries import LARGEST
from tests.bench.client import Client, Cost
from tests.bench.floor import ROW_BYTES, ROWS
from tests.bench.hands import PLAYERS, USUAL, Raw, draw_entries, endless
from tests.bench.rounds import ROUNDS, Rounds, in_turn
from tests.bench.server import serving

TO_REACH = 1.5
"""How many times the floor a request may cost."""

HANDS = 40
"""On the sheet that is drawn."""

PLAY = 20
"""Hands saved in a play until the next one begins: an evening's game."""

PAGES = 20
"""Pages in a round of drawing."""

FIRST_LOAD = 40.0
"""Kilobytes that a phone may have to load for its first sheet."""


@dataclass
class Ours:
    """Our app, with a night and a play in it."""

    client: Client
    play: str

    @classmethod
    def begun(cls, client: Client) -> "Ours":
        """Begin a night with four people who play Coralon without end, through the pages as anybody would."""
        client.get("/")
        night = client.post("/nights", {}).location
        client.post(f"{night}/players", {"name": ", ".join(PLAYERS[:USUAL])})
        form = client.get(f"{night}/games/coralon")
        seats = dict(zip(re.findall(r'name="(seat-\d+)"', form.text), count(1), strict=False))
        started = client.post(f"{night}/games/coralon", {**seats, "dealer": PLAYERS[0], "target": LARGEST})
        return cls(client, started.location)

    def again(self) -> None:
        """Begin the same game anew."""
        self.play = self.client.post(f"{self.play}/again", {}).location

    def save(self, number: int, hand: Raw) -> None:
        """Enter a whole hand."""
        tricks = {f"tricks-{seat}": taken for seat, taken in enumerate(hand["tricks"].values())}
        fields = {"number": number, "whole": "on", **hand, **tricks, "note": ""}
        del fields["tricks"]
        self.client.post(f"{self.play}/hands", fields)


def coralon_hands(most: int) -> list[Raw]:
    """Hands as they are played: bids that can be made."""
    setup = endless(CATALOGUE["coralon"])
    random = Random("saving")
    entries = setup.game.entries[setup.game.hand]
    hands = [draw_entries(random, entries, setup.table) for _ in range(most)]
    return [{**hand, "bid": random.randint(3, 6)} for hand in hands]


def seed(floor: Client, page: bytes) -> None:
    """Fill the floor with rows that make its page as long as this one, and as hard to compress."""
    # Pieces of our own page, in which signs that would grow when escaped stand for themselves as others.
    text = page.decode().translate(str.maketrans("<>&\"'", "()+~~"))
    bare = len(floor.get("/").raw)
    floor.post("/", {"text": "x"})
    markup = len(floor.get("/").raw) - bare - len("x")
    letters = iter(text)
    for row in range(1, ROWS):
        left = len(page) - len(floor.get("/").raw)
        floor.post("/", {"text": take(letters, left // (ROWS - row) - markup)})


def take(letters: Iterator[str], size: int) -> str:
    """The next letters, as many as make so many bytes."""
    piece = b""
    while len(piece) < size:
        letter = next(letters, "x").encode()
        piece += letter if len(piece) + len(letter) <= size else b"x"
    return piece.decode()


@contextmanager
def both() -> Iterator[tuple[Client, Client]]:
    """The floor and our app, served from new databases that lie in the same folder."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        floor, ours = (Client(stack.enter_context(serving(name, folder))) for name in ("floor", "ours"))
        yield floor, ours
        for client in (floor, ours):
            client.connection.close()


def measure() -> None:
    """Print what drawing the sheet and saving a hand cost."""
    with both() as (floor, client):
        ours = Ours.begun(client)
        hands = coralon_hands(max(HANDS, PLAY))
        for number, hand in enumerate(hands[:HANDS], start=1):
            ours.save(number, hand)
        sheet = client.get(ours.play)
        seed(floor, sheet.raw)
        plain = floor.get("/")

        print(f"Against the floor: medians of {ROUNDS} rounds in turn, one worker.\n")
        print(f"The sheet of Coralon with {USUAL} players and {HANDS} hands, {PAGES} times a round:")
        pages = in_turn({"floor": lambda: get(floor, "/"), "ours": lambda: get(client, ours.play)})
        show("the sheet", pages)
        for name, page in (("floor", plain), ("ours", sheet)):
            print(f"  {name:10} {len(page.raw):7} bytes, compressed {len(page.sent)}")
        files = first_load(client, ours.play)
        total = sum(files.values()) / 1000
        listed = ", ".join(f"{name} {size / 1000:.1f}" for name, size in files.items())
        print(f"  first load {total:7.1f} KB compressed, at most {FIRST_LOAD:.0f}: {listed}\n")

        print(f"Saving a whole hand in a play that grows from 0 to {PLAY} hands, {PLAY} times a round:")
        saved = in_turn({"floor": lambda: save_rows(floor), "ours": lambda: save_hands(ours, hands)})
        show("saving a hand", saved)


def get(client: Client, path: str) -> Cost:
    """What it costs to draw a page."""
    with client.measuring(PAGES) as cost:
        for _ in range(PAGES):
            client.get(path)
    return cost


def save_rows(floor: Client) -> Cost:
    """What it costs to save a row."""
    with floor.measuring(PLAY) as cost:
        for _ in range(PLAY):
            floor.post("/", {"text": "x" * ROW_BYTES})
    return cost


def save_hands(ours: Ours, hands: list[Raw]) -> Cost:
    """What it costs to save a hand; that a new play begins does not count."""
    ours.again()
    with ours.client.measuring(PLAY) as cost:
        for number, hand in enumerate(hands[:PLAY], start=1):
            ours.save(number, hand)
    return cost


def show(what: str, costs: Rounds) -> None:
    """Print both costs and how they compare."""
    for name in ("floor", "ours"):
        cost = costs.median(name)
        print(f"  {name:10} {cost.cpu * 1000:7.2f} ms CPU {cost.wall * 1000:7.2f} ms wall")
    times = costs.ratio("ours", "floor")
    print(
        f"  {what}: {times.cpu:.2f} x the floor (CPU), {times.wall:.2f} x (wall), to reach {TO_REACH:.2f}",
        flush=True,
    )


def first_load(client: Client, path: str) -> dict[str, int]:
    """The compressed bytes of a page and of every file that it brings along, by name."""
    page = client.get(path)
    sizes = {"page": len(page.sent)}
    for address in re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text):
        name = address.rpartition("/")[2].partition("?")[0]
        if name not in sizes:
            sizes[name] = len(client.get(address).sent)
    return sizes
