"""The cost of pages, of hands that are entered, and of a club's files."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import count, cycle, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from tests.bench.client import PLAYERS, Client, Cost, OpenSheet, Ours, Raw, coralon_hands
from tests.bench.figures import ROUNDS, Line, in_turn
from tests.bench.server import ROW_BYTES, ROWS, address, serving

HANDS, GAME, PAGES = 40, 20, 20
"""Hands on the sheet that is drawn, hands of a game that is played, and pages drawn for one figure."""

EARLY, LATE = 4, 400
"""Hands of a game whose saving is compared."""

FEW, MANY, A_NIGHT = 120, 6240, 6
"""Games of a new club, of one that plays six a week for twenty years, and of a night."""

NOTES = 50
"""One in this many nights has a note."""

FIRST = datetime(2006, 1, 6, 19, tzinfo=UTC)

EVENINGS = Path(__file__).parents[1] / "data" / "evenings"

CLUB_PAGES = {
    "statistics": "/clubs/1/statistics",
    "statistics of a player": "/clubs/1/statistics/players/1",
    "records": "/clubs/1/statistics/records",
    "archive": "/clubs/1/archive",
    "archive, a word of a note": "/clubs/1/archive?words=cat",
    "home": "/",
}

READ_AND_WRITE = """
import json, sys
for line in open(sys.argv[1]):
    sys.stdout.write(json.dumps(json.loads(line)))
"""
"""The least that reading and writing a file takes."""

LINK = re.compile(r"/join/[\w-]+")


def sheets() -> Iterator[Line]:
    """Measure drawing a sheet, saving and entering hands, and the first load."""
    hands = coralon_hands(LATE + 2 * ROUNDS)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        ports = [stack.enter_context(serving(name, Path(folder))) for name in ("floor", "ours")]
        floor, client = map(Client, ports)
        shown, late, sheet = Ours.begun(client), Ours.begun(client), OpenSheet(client, "")
        shown.fill(hands[:HANDS])
        fill_floor(floor, client.get(shown.play).raw)
        first = LATE - ROUNDS
        late.fill(hands[: first - 1])
        costs = in_turn(
            {
                "page": partial(get, floor, "/"),
                "sheet": partial(get, client, shown.play),
                "row": partial(save_rows, floor, False),
                "row shown": partial(save_rows, floor, True),
                "early": partial(save_early, Ours.begun(client), hands),
                "late": partial(save_next, late, hands, count(first)),
                "entered": partial(enter, Ours.begun(client), sheet, hands[:GAME]),
            }
        )
        page = len(floor.get("/").sent)
        files = first_load(client, shown.play)
    yield costs.line(f"drawing a sheet of {HANDS} hands", "sheet", "page", "the floor's page", "3")
    yield costs.line(f"saving hand {EARLY}", "early", "row", "the floor's form", "3")
    yield costs.line(f"saving hand {LATE}", "late", "early", f"hand {EARLY}", "1.5")
    both = "the floor's form and page"
    yield costs.line("entering a hand, from its bid on", "entered", "row shown", both, "5")
    requests, received, total = sheet.requests / GAME, sheet.received / GAME, sum(files.values())
    yield Line("  what the phone asks for", requests, "requests", requests / 2, both, "4 requests")
    yield Line("  what it is sent", received / 1000, "KB", received / page, "the floor's page")
    what = f"first load of a sheet: {len(files)} files"
    yield Line(what, total / 1000, "KB", total / page, "the floor's page", "30 KB")


def clubs() -> Iterator[Line]:
    """Measure the files of a club that has played for twenty years, and its pages."""
    with ExitStack() as stack:
        few, many = (Path(stack.enter_context(TemporaryDirectory())) for _ in range(2))
        file = many / "club.json"
        (first, _), (second, imported) = add_club(few, few / "club.json", FEW), add_club(many, file, MANY)
        _, plain = timed([sys.executable, "-c", READ_AND_WRITE, str(file)], many)
        _, exported = command(many, "export", str(many / "again.json"))
        _, backed_up = command(many, "backup", str(many / "scorekeeper.backup"))
        for name, seconds in (("importing", imported), ("exporting", exported), ("backing up", backed_up)):
            figure = 1000 * seconds / MANY
            yield Line(f"{name} 1,000 games", figure, "s CPU", seconds / plain, "reading and writing JSON")
        visitors = []
        for folder, link in ((few, first), (many, second)):
            visitors.append(Client(stack.enter_context(serving("ours", folder))))
            visitors[-1].get(link)
            visitors[-1].post(link, {"player": ""})
        for name, path in CLUB_PAGES.items():
            costs = in_turn({str(at): partial(get, visitor, path, 1) for at, visitor in enumerate(visitors)})
            aim = "100 ms" if path.startswith("/clubs/1/statistics") else ""
            yield costs.line(f"{name}, {MANY:,} games", "1", "0", f"with {FEW} games", aim)


# What is measured


def get(client: Client, path: str, times: int = PAGES) -> Cost:
    """Return what it costs to draw a page."""
    with client.measuring(times) as cost:
        for _ in range(times):
            client.get(path)
    return cost


def save_rows(floor: Client, is_shown: bool) -> Cost:
    """Return what it costs to save a row, and perhaps to follow the redirect."""
    with floor.measuring(GAME) as cost:
        for _ in range(GAME):
            saved = floor.post("/", {"text": "x" * ROW_BYTES})
            if is_shown:
                floor.get(saved.location)
    return cost


def save_early(ours: Ours, hands: list[Raw]) -> Cost:
    """Return the cost of saving the EARLY hand of a new game."""
    ours.again()
    ours.fill(hands[: EARLY - 1])
    return save_next(ours, hands, count(EARLY))


def save_next(ours: Ours, hands: list[Raw], numbers: "count[int]") -> Cost:
    """Return the cost of saving the next hand of a game."""
    number = next(numbers)
    with ours.client.measuring() as cost:
        ours.save(number, hands[number])
    return cost


def enter(ours: Ours, sheet: OpenSheet, hands: list[Raw]) -> Cost:
    """Return the cost of entering a hand of a new game as the page does."""
    ours.again()
    sheet.path = ours.play
    sheet.open()
    with ours.client.measuring(len(hands)) as cost:
        for hand in hands:
            sheet.play(hand)
    return cost


def fill_floor(floor: Client, page: bytes) -> None:
    """Fill the floor with rows that make its page as long as this one, and as hard to compress."""
    floor.get("/")
    a_row = len(page) // ROWS
    for number in range(ROWS):
        text = page[number * a_row : (number + 1) * a_row].decode(errors="ignore")
        floor.post("/", {"text": re.sub("[<>&'\"]", " ", text)})


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


# A club


def add_club(folder: Path, file: Path, games: int) -> tuple[str, float]:
    """Import a club from a new file, and return the path of its link, and the CPU seconds that took."""
    with file.open("wb") as writing:
        digest, nights = sha256(), -1
        for line in club_lines(games):
            digest.update(line)
            nights += 1
            writing.write(line)
        writing.write(json.dumps({"nights": nights, "sha256": digest.hexdigest()}).encode() + b"\n")
    said, seconds = command(folder, "import", str(file))
    return LINK.findall(said)[0], seconds


def club_lines(games: int) -> Iterator[bytes]:
    """Yield the lines of a club whose four players play the evenings of the tests over and over."""
    people = [{"uid": f"{at:032x}", "name": name} for at, name in enumerate(PLAYERS)]
    yield line_of({"scorekeeper": 4, "club": "Our table", "players": people})
    known = [
        each["sheet"] for file in sorted(EVENINGS.glob("*.json")) for each in json.loads(file.read_text())
    ]
    played = cycle([sheet for sheet in known if sheet["players"] == list(PLAYERS)])
    for night in range(games // A_NIGHT):
        at = FIRST + timedelta(weeks=night)
        yield line_of(
            {
                "uid": f"{night:032x}",
                "started_at": moment(at),
                "note": "" if night % NOTES else "The cat slept.",
                "guests": PLAYERS,
                "games": [
                    game(f"{night * A_NIGHT + number:032x}", at + number * timedelta(minutes=40), sheet)
                    for number, sheet in enumerate(islice(played, A_NIGHT))
                ],
            }
        )


def game(uid: str, at: datetime, sheet: Raw) -> Raw:
    """Return a game that has ended, with the change that entered each hand."""
    changes = [
        {"hand": number, "at": moment(at), "device": "iPhone"} for number in range(1, len(sheet["hands"]) + 1)
    ]
    end = at + timedelta(minutes=30)
    return {"uid": uid, "started_at": moment(at), "ended_at": moment(end), "sheet": sheet, "changes": changes}


def moment(at: datetime) -> str:
    """Return a moment as files have it."""
    return f"{at:%Y-%m-%dT%H:%M:%S.%fZ}"


def line_of(document: Raw) -> bytes:
    """Return the line of a club or a night."""
    return json.dumps(document, ensure_ascii=False).encode() + b"\n"


def command(folder: Path, *words: str) -> tuple[str, float]:
    """Run a command of the app on the database of a folder; return its output, and its CPU seconds."""
    return timed([sys.executable, "-m", "scorekeeper", *words], folder)


def timed(words: list[str], folder: Path) -> tuple[str, float]:
    """Run a program, and return its output and its CPU seconds."""
    own = {"SCOREKEEPER_DATA": str(folder), "SCOREKEEPER_DATABASE_URL": address("ours", folder)}
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(words, env=os.environ | own, capture_output=True, text=True, check=False)
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{words} failed: {done.stderr or done.stdout}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
