"""What a request to our app costs, compared to the floor's."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
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
from tests.bench.sheet import OpenSheet

TO_REACH = 3.0
"""How many times the floor a request may cost."""

HAND_TO_REACH = 5.0
"""How many times the floor's form with its redirect all requests for a hand may cost."""

HANDS = 40
"""On the sheet that is drawn."""

PLAY = 20
"""Hands saved in a play until the next one begins: an evening's game."""

PAGES = 20
"""Pages in a round of drawing."""

TABLES = 10
"""Plays whose sheets are drawn after a change in a round."""

FIRST_LOAD = 40.0
"""Kilobytes that a phone may have to load for its first sheet."""


@dataclass
class Ours:
    """Our app, with a night and a play in it."""

    client: Client
    play: str

    @classmethod
    def begun(cls, client: Client) -> "Ours":
        """Start a night with four people who play Coralon without end, through the pages of the app."""
        client.get("/")
        night = client.post("/nights", {}).location
        client.post(f"{night}/players", {"name": ", ".join(PLAYERS[:USUAL])})
        form = client.get(f"{night}/games/coralon")
        seats = dict(zip(re.findall(r'name="(seat-\d+)"', form.text), count(1), strict=False))
        started = client.post(f"{night}/games/coralon", {**seats, "target": LARGEST})
        return cls(client, started.location)

    def again(self) -> None:
        """End the game and start the same one again."""
        self.client.post(f"{self.play}/stop", {})
        self.play = self.client.post(f"{self.play}/again", {}).location

    def fill(self, hands: list[Raw]) -> None:
        """Enter hands from the first one on."""
        for number, hand in enumerate(hands, start=1):
            self.save(number, hand)

    def save(self, number: int, hand: Raw) -> None:
        """Enter a whole hand."""
        tricks = {f"tricks-{seat}": taken for seat, taken in enumerate(hand["tricks"].values())}
        fields = {"number": number, "whole": "on", "note": "", **hand, **tricks}
        del fields["tricks"]
        self.client.post(f"{self.play}/hands", fields)


def coralon_hands(most: int) -> list[Raw]:
    """Return hands as they are played, with bids that can be made."""
    setup = endless(CATALOGUE["coralon"])
    random = Random("saving")
    entries = setup.game.entries[setup.game.hand]
    hands = [draw_entries(random, entries, setup.table) for _ in range(most)]
    return [{**hand, "bid": random.randint(3, 6)} for hand in hands]


def seed(floor: Client, page: bytes) -> None:
    """Fill the floor with rows that make its page as long as this one, and as hard to compress."""
    # Pieces of our own page, with other characters for those that would grow when escaped.
    text = page.decode().translate(str.maketrans("<>&\"'", "()+~~"))
    bare = len(floor.get("/").raw)
    floor.post("/", {"text": "x"})
    markup = len(floor.get("/").raw) - bare - len("x")
    letters = iter(text)
    for row in range(1, ROWS):
        left = len(page) - len(floor.get("/").raw)
        floor.post("/", {"text": take(letters, left // (ROWS - row) - markup)})


def take(letters: Iterator[str], size: int) -> str:
    """Return the next letters, as many as make this many bytes."""
    piece = b""
    while len(piece) < size:
        letter = next(letters, "x").encode()
        piece += letter if len(piece) + len(letter) <= size else b"x"
    return piece.decode()


@contextmanager
def served(*names: str) -> Iterator[list[Client]]:
    """Serve each of these apps by itself, with their databases in one folder."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        clients = []
        for name in names:
            clients.append(Client(stack.enter_context(serving(name, folder))))
            # Once it answers, its database exists; two servers must not both create it.
            clients[-1].cpu()
        yield clients
        for client in clients:
            client.connection.close()


def measure() -> None:
    """Print what drawing the sheet and saving a hand cost."""
    print(f"Against the floor: medians of {ROUNDS} rounds in turn, one worker.\n")
    with served("floor", "ours", "ours") as (floor, client, other):
        hands = coralon_hands(max(HANDS, PLAY))
        table = Ours.begun(client)
        table.fill(hands[:HANDS])
        # These grow by a hand in each round; halfway they have as many hands as the sheet.
        growing = [Ours.begun(client) for _ in range(TABLES)]
        first = HANDS - ROUNDS // 2
        for other_table in growing:
            other_table.fill(hands[:first])
        # The same visitor at another worker, which learns only from the database what was saved.
        other.cookies = client.cookies
        path = table.play
        sheet = client.get(path)
        seed(floor, sheet.raw)
        plain = floor.get("/")

        print(
            f"The sheet of Coralon with {USUAL} players and {HANDS} hands, {PAGES} times a round as it was,"
        )
        print(f"and once in each of {TABLES} plays after another worker has saved one more hand:")
        drawn = in_turn(
            {
                "floor": partial(get, floor, ["/"] * PAGES),
                "sheet": partial(get, client, [path] * PAGES),
                "changed": partial(get_changed, other, growing, hands[0], count(first + 1)),
            }
        )
        show(drawn, {"sheet": "the sheet", "changed": "the sheet after a hand saved elsewhere"})
        for name, page in (("floor", plain), ("sheet", sheet)):
            print(f"  {name:10} {len(page.raw):7} bytes, compressed {len(page.sent)}")
        files = first_load(client, path)
        total = sum(files.values()) / 1000
        listed = ", ".join(f"{name} {size / 1000:.1f}" for name, size in files.items())
        print(f"  first load {total:7.1f} KB compressed, at most {FIRST_LOAD:.0f}: {listed}\n")

        print(f"Saving a whole hand in a play that grows from 0 to {PLAY} hands, {PLAY} times a round:")
        saved = in_turn(
            {"floor": partial(save_rows, floor), "hand": partial(save_hands, table, hands[:PLAY])}
        )
        show(saved, {"hand": "saving a hand"})
        show_evening(floor, table, hands[:PLAY])


def show_evening(floor: Client, table: Ours, hands: list[Raw]) -> None:
    """Print what a hand costs as the page enters it, from its bid on, and without JavaScript."""
    print(
        f"\nEntering a hand from its bid on, {PLAY} times a round; the floor saves a row and shows its page:"
    )
    sheets: dict[str, OpenSheet] = {}

    def enter(name: str) -> Cost:
        table.again()
        sheet = sheets[name] = OpenSheet(table.client, table.play, name == "page").open()
        with table.client.measuring(len(hands)) as cost:
            for hand in hands:
                sheet.play(hand)
        return cost

    names = {"page": "by the page", "forms": "without JavaScript"}
    rounds = in_turn(
        {"floor": partial(save_and_show, floor), **{name: partial(enter, name) for name in names}}
    )
    show(rounds, names, HAND_TO_REACH)
    for name, sheet in sheets.items():
        said = f"{sheet.requests / PLAY:.1f} requests, {sheet.received / PLAY / 1000:.1f} KB received"
        print(f"  {names[name]}: {said}")


def save_and_show(floor: Client) -> Cost:
    """Return what it costs to save a row and to follow the redirect."""
    with floor.measuring(PLAY) as cost:
        for _ in range(PLAY):
            floor.get(floor.post("/", {"text": "x" * ROW_BYTES}).location)
    return cost


def get(client: Client, paths: list[str]) -> Cost:
    """Return what it costs to draw a page."""
    with client.measuring(len(paths)) as cost:
        for path in paths:
            client.get(path)
    return cost


def get_changed(client: Client, tables: list[Ours], hand: Raw, numbers: Iterator[int]) -> Cost:
    """Return the cost of drawing a sheet after another worker saved one more hand."""
    number = next(numbers)
    for table in tables:
        table.save(number, hand)
    return get(client, [table.play for table in tables])


def save_rows(floor: Client) -> Cost:
    """Return what it costs to save a row."""
    with floor.measuring(PLAY) as cost:
        for _ in range(PLAY):
            floor.post("/", {"text": "x" * ROW_BYTES})
    return cost


def save_hands(ours: Ours, hands: list[Raw]) -> Cost:
    """Return the cost of saving a hand, not counting the start of a new play."""
    ours.again()
    with ours.client.measuring(len(hands)) as cost:
        ours.fill(hands)
    return cost


def show(rounds: Rounds, names: Mapping[str, str], to_reach: float = TO_REACH) -> None:
    """Print what the parts cost, and how they compare to the floor."""
    for part in rounds.costs:
        cost = rounds.median(part)
        print(f"  {part:10} {cost.cpu * 1000:7.2f} ms CPU {cost.wall * 1000:7.2f} ms wall")
    for part, name in names.items():
        times = rounds.ratio(part, "floor")
        compared = f"{times.cpu:.2f} x the floor (CPU), {times.wall:.2f} x (wall)"
        print(f"  {name}: {compared}, to reach {to_reach:.2f}", flush=True)


def first_load(client: Client, path: str) -> dict[str, int]:
    """Return the compressed bytes of a page and of every file it loads, by name.

    The icon for the home screen is loaded only when someone puts it there.
    """
    page = client.get(path)
    sizes = {"page": len(page.sent)}
    for address in re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text):
        name = address.split("/", 3)[3]
        if name not in sizes and not name.startswith("app/icon"):
            sizes[name] = len(client.send("GET", address).sent)
    return sizes
