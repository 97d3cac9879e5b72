"""The cost of pages, and of hands that are entered."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.client import PLAYERS, Client, Cost, OpenSheet, Ours, Raw, coralon_hands
from tests.bench.figures import Line, in_turn
from tests.bench.floor import ROW_BYTES, ROWS
from tests.bench.server import serving

HANDS, MOST_HANDS, GAME, PAGES = 40, 1000, 20, 20
"""Hands on the sheets that are drawn, hands of a game that is played, and pages drawn for one figure."""

FOLLOWED = 2
"""Saved hands that are followed for one figure."""

LATE = 400
"""Hands after which saving one is compared with doing so in a new game."""

A_NIGHT = 6
"""Games of a night."""

GUESTS = [f"Player {name}" for name in "ABCDEFGHIJKL"]
"""People of a night that is settled."""

FLOOR = "the floor's page"

LINK = re.compile(r"/join/[\w-]+")


def sheets() -> Iterator[Line]:
    """Measure drawing pages of a night, saving and entering hands, and the first load."""
    hands = coralon_hands(MOST_HANDS)
    late_hands, followed_hands = enumerate(hands[LATE:], 1 + LATE), iter(hands[HANDS:])
    with TemporaryDirectory() as folder, ExitStack() as stack:
        ports = [stack.enter_context(serving(name, Path(folder))) for name in ("floor", "ours")]
        floor = Client(ports[0])
        shown, followed, long, late, new, entered, night, settled = (
            Ours.begun(Client(ports[1]), people) for people in [PLAYERS] * 7 + [GUESTS]
        )
        shown.fill(hands[:HANDS])
        followed.fill(hands[:HANDS])
        long.fill(hands)
        late.fill(hands[:LATE])
        play_evening(night, hands, A_NIGHT)
        play_evening(settled, hands, len(GUESTS))
        link = LINK.findall(followed.client.get(f"{followed.night}/invite?link=keep").text)[0]
        writer = OpenSheet(followed.client, followed.play).open()
        follower = OpenSheet(joined(ports[1], link), followed.play).open()
        floor_page = fill_floor(floor, shown.client.get(shown.play).raw)
        sheet = OpenSheet(entered.client, "")
        drawn = in_turn(
            {
                "page": partial(get, floor, floor_page),
                "sheet": partial(get, shown.client, shown.play),
                "followed": partial(follow, writer, follower, followed_hands),
                "settling": partial(get, settled.client, f"{settled.night}/bank/settle"),
                "night": partial(get, night.client, night.night),
                "home": partial(get, night.client, "/"),
            }
        )
        # By itself, as it pushes what was drawn of other sheets out of memory.
        few, many = partial(get, shown.client, shown.play), partial(get, long.client, long.play, 2)
        grown = in_turn({"few": few, "many": many})
        saved = in_turn(
            {
                "row": partial(save_rows, floor),
                "row shown": partial(save_rows, floor, floor_page),
                "new": partial(save_new, new, hands),
                "late": partial(save, late, late_hands),
                "entered": partial(enter, entered, sheet, hands[:GAME]),
            }
        )
        page = len(floor.get(floor_page).sent)
        files = first_load(shown.client, shown.play)
    form, both = "the floor's form", "the floor's form and page"
    yield drawn.line(f"sheet of {HANDS} hands", "sheet", "page", FLOOR, times=2.2)
    yield drawn.line("what a phone that follows fetches", "followed", "page", FLOOR, times=2.2)
    yield drawn.line(f"settling up with {len(GUESTS)} people", "settling", "page", FLOOR, times=2.2)
    yield drawn.line("night", "night", "page", FLOOR, times=3)
    yield drawn.line("home", "home", "page", FLOOR, times=2)
    yield grown.line(f"sheet of {MOST_HANDS:,} hands", "many", "few", f"one of {HANDS}")
    yield saved.line("saving a hand", "new", "row", form, times=1.8)
    yield saved.line(f"saving a hand after {LATE} others", "late", "new", "in a new game", times=1.5)
    yield saved.line("entering a hand, from its bid on", "entered", "row shown", both, times=3.5)
    requests, received, total = sheet.requests / GAME, sheet.received / GAME, sum(files.values())
    yield Line("  what the phone asks for", requests, "requests", requests / 2, both, most=4)
    yield Line("  what it is sent", received / 1000, "KB", received / page, FLOOR)
    what = f"first load of a sheet: {len(files)} files"
    yield Line(what, total / 1000, "KB", total / page, FLOOR, most=30)


# Who is there


def play_evening(ours: Ours, hands: list[Raw], games: int) -> None:
    """Play games for growing wagers, each of which begins with the next person."""
    for number in range(games):
        ours.start(number, wager=1 + number**2)
        ours.fill(hands[3 * number : 3 * number + 3])
        ours.client.post(f"{ours.play}/stop", {})


def joined(port: int, link: str) -> Client:
    """Return a phone that has joined by a link."""
    phone = Client(port)
    phone.get(link)
    phone.post(link, {"player": ""})
    return phone


# What is measured


def get(client: Client, path: str, times: int = PAGES) -> Cost:
    """Return what it costs to draw a page."""
    with client.measuring(times) as cost:
        for _ in range(times):
            client.get(path)
    return cost


def save_rows(floor: Client, page: str = "") -> Cost:
    """Return what it costs to save a row, and perhaps to show a page after it."""
    with floor.measuring(GAME) as cost:
        for _ in range(GAME):
            floor.post("/", {"text": "x" * ROW_BYTES})
            if page:
                floor.get(page)
    return cost


def save(ours: Ours, hands: Iterator[tuple[int, Raw]]) -> Cost:
    """Return the cost of saving each of the next hands, by their numbers."""
    with ours.client.measuring(GAME) as cost:
        for number, hand in islice(hands, GAME):
            ours.save(number, hand)
    return cost


def save_new(ours: Ours, hands: list[Raw]) -> Cost:
    """Return the cost of saving a hand of a new game."""
    ours.again()
    return save(ours, enumerate(hands, start=1))


def follow(writer: OpenSheet, phone: OpenSheet, hands: Iterator[Raw]) -> Cost:
    """Return what it costs to show another phone each of the next hands that are entered on an open sheet."""
    seconds = 0.0
    for hand in islice(hands, FOLLOWED):
        writer.play(hand)
        with phone.client.measuring() as cost:
            phone.follow()
        seconds += cost.cpu
    return Cost(seconds / FOLLOWED)


def enter(ours: Ours, sheet: OpenSheet, hands: list[Raw]) -> Cost:
    """Return the cost of entering a hand of a new game as the page does."""
    ours.again()
    sheet.path = ours.play
    sheet.open()
    with ours.client.measuring(len(hands)) as cost:
        for hand in hands:
            sheet.play(hand)
    return cost


def fill_floor(floor: Client, page: bytes) -> str:
    """Return the path of a page of the floor that is as long as this one, and as hard to compress."""
    floor.get("/")
    a_row = len(page) // ROWS
    rows = [page[at * a_row : (at + 1) * a_row].decode(errors="ignore") for at in range(ROWS)]
    first, *_ = [floor.post("/", {"text": re.sub("[<>&'\"]", " ", row)}) for row in rows]
    return first.location


def first_load(client: Client, path: str) -> dict[str, int]:
    """Return the compressed bytes of a page and of every file it loads, by name.

    The icon for the home screen is loaded only when someone puts it there.
    """
    page = client.get(path)
    sizes = {"page": len(page.sent)}
    for link in re.findall(r'(?:href|src)="(/static/[^"#]+)', page.text):
        name = link.split("/", 3)[3]
        if name not in sizes and not name.startswith("app/icon"):
            sizes[name] = len(client.send("GET", link).sent)
    return sizes
