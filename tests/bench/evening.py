"""An hour of a night with ten tables: forty phones with the links of their tables, and the board in the room.

Nobody is at a table twice. Each table's phone enters bids and hands faster than people do, its other phones
follow the sheet, and the board follows the night.
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.parse import urlencode

from tests.bench.client import PLAYERS, Client, OpenSheet, Ours, Raw, coralon_hands
from tests.bench.figures import Line
from tests.bench.followers import following, phones_of
from tests.bench.load import HANDS, LoadTable, let_play, missing, own_address, waits
from tests.bench.server import running

TABLES, PHONES = 10, 4

MINUTES, FASTER = 3, 20
"""For how long they play, and how many times faster than people: three minutes are an hour."""

SHOWN = 1000
"""The most milliseconds until the board shows a hand that was saved."""

LINK, CODE = re.compile(r"/join/[\w-]+"), re.compile(r'<p class="code">(\d+) (\d+)</p>')


def evening() -> Iterator[Line]:
    """Measure an hour of ten tables at one server."""
    with TemporaryDirectory() as named, running("ours", Path(named), workers=2) as (_, port):
        folder, host = Path(named), Client(port)
        night, tables = begin(host)
        phones = [
            [joined(host, night, table, at, phone) for phone in range(PHONES)]
            for at, table in enumerate(tables)
        ]
        hands = coralon_hands(HANDS)
        playing = []
        for at, (table, first) in enumerate(zip(tables, phones, strict=True)):
            ours = Ours(first[0], night)
            ours.start(len(PLAYERS) * at, table=table)
            playing.append(LoadTable(at, ours, hands, FASTER))
        followers = chain.from_iterable(
            phones_of(Ours(phone, night, one.ours.play), 1, [port], 1 + one.number)
            for one, theirs in zip(playing, phones, strict=True)
            for phone in theirs
        )
        board = {**phones_of(Ours(host, night, f"{night}/board"), 1, [port], 0)[0], "follows": night}
        with following([*followers, board], folder / "heard.json"):
            let_play(playing, 60 * MINUTES)
            sleep(SHOWN / 1000)
        heard = json.loads((folder / "heard.json").read_text())
        strays = sum(writes_elsewhere(one, playing[at - 1]) for at, one in enumerate(playing))
        replaced = max(replace_phone(host, night, table, at) for at, table in enumerate(tables))
        faults = zip(("lost", "doubled", "astray"), missing(folder, playing), strict=True)
    yield from lines(playing, heard)
    yield Line(
        "  a lost phone replaced by six digits", 1000 * replaced, "ms", base="of the server, the slowest"
    )
    wrong = [*((f"hands {what}", number) for what, number in faults), ("writes at another table", strays)]
    errors = [
        error for error in [*(one.error for one in playing), *(each.get("error") for each in heard)] if error
    ]
    for what, number in [*wrong, ("errors", len(errors))]:
        yield Line(f"  {what}", number, what.split()[0], most=0)
    for error in errors[:3]:
        print(f"  {error}")


def begin(host: Client) -> tuple[str, Sequence[str]]:
    """Start a night for forty people at ten tables, and return its address and the ids of the tables."""
    host.get("/")
    night = host.post("/nights", {}).location
    host.post(
        f"{night}/players", {"name": ", ".join(f"{name} {at}" for at in range(TABLES) for name in PLAYERS)}
    )
    for _ in range(TABLES):
        host.post(f"{night}/tables", {"name": ""})
    return night, list(dict.fromkeys(re.findall(r'/tables/(\d+)"', host.get(f"{night}/tables").text)))


def joined(host: Client, night: str, table: str, number: int, phone: int) -> Client:
    """Return a phone that came by the link of a table."""
    shown = host.get(f"{night}/invite?link=table&table={table}").text
    client = Client(host.port, address=own_address(PHONES * number + phone))
    join(client, LINK.findall(shown)[0])
    return client


def join(client: Client, address: str) -> str:
    """Open a link and join by it, and return where that leads."""
    client.get(address)
    return client.post(address, {}).location


def replace_phone(host: Client, night: str, table: str, number: int) -> float:
    """Let a new phone join a table by the six digits that the host shows, and return how long that takes."""
    start = perf_counter()
    code = "".join(*CODE.findall(host.get(f"{night}/invite?link=table&table={table}").text))
    phone = Client(host.port, address=own_address(PHONES * TABLES + number))
    phone.get("/join")
    sheet = join(phone, phone.post("/join", {"code": code}).location)
    if not {f"{sheet}/bid", f"{sheet}/hands"} & OpenSheet(phone, sheet).open().forms.keys():
        raise RuntimeError(f"{sheet} can't be kept by the new phone")
    return perf_counter() - start


def writes_elsewhere(one: LoadTable, other: LoadTable) -> bool:
    """Return whether the phone of a table may enter a bid in the game of another; it should be refused."""
    phone = one.ours.client
    typed = {"csrf_token": phone.token, "number": 1 + other.saved, "bidder": 0, "bid": 3}
    return phone.send("POST", f"{other.ours.play}/bid", urlencode(typed)).status != 403


def lines(playing: Sequence[LoadTable], heard: Sequence[Raw]) -> Iterator[Line]:
    """Yield how many hands were saved, and what people waited for."""
    saved = sum(one.saved for one in playing)
    what = f"{TABLES} tables × {PHONES} phones × {FASTER}: hands"
    yield Line(what, saved / MINUTES, "a minute", base=f"{saved} of an hour in {MINUTES} minutes")
    found = {**waits(playing, heard), "until the board shows a hand": until_shown(playing, heard)}
    for what in ("saving a hand", "until it shows the change", "until the board shows a hand"):
        half, late = (1000 * quantiles(found[what], n=100)[at] for at in (49, 94))
        is_board = "board" in what
        yield Line(f"  {what}, 95%", late, "ms", base=f"50% {half:.0f}", most=SHOWN if is_board else None)
        yield Line(f"  {what}, the worst", 1000 * max(found[what]), "ms", most=SHOWN if is_board else None)


def until_shown(playing: Sequence[LoadTable], heard: Sequence[Raw]) -> list[float]:
    """Return the seconds from each saved hand until the board shows it; those never shown take forever."""
    pages = [(each["fetched"], each["hands"]) for each in heard if "hands" in each]
    found = []
    for one in playing:
        play = one.ours.play.rpartition("/")[2]
        for number, at in enumerate((sent.at for sent in one.sent if sent.what == "save"), start=1):
            shown = (fetched for fetched, hands in pages if int(hands.get(play, 0)) >= number)
            found.append(next(shown, float("inf")) - at)
    return found
