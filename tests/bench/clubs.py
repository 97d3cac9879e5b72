"""The cost of a club that has played for twenty years: its files, its pages, and what programs read of it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

from werkzeug.test import EnvironBuilder

from scorekeeper.settings import ServerSettings
from tests.bench.client import HIDDEN, PLAYERS, Client, Cost, Ours, Raw, coralon_hands
from tests.bench.figures import Line, in_turn
from tests.bench.pages import A_NIGHT, LINK, PAGES, get, joined
from tests.bench.server import address, cpu_of, running, serving

FEW, MANY = 120, 6240
"""Games of a new club, and of one that plays six a week for twenty years."""

A_GAME, PAUSE = 40, 0.1
"""Different hands that someone saves during an import, and the seconds between them."""

NOTES = 50
"""One in this many nights has a note."""

FIRST = datetime(2006, 1, 6, 19, tzinfo=UTC)

EVENINGS = Path(__file__).parents[1] / "data" / "evenings"

CLUB_PAGES = {
    "statistics": ("/clubs/1/statistics", 60),
    "statistics of a player": ("/clubs/1/statistics/players/1", 60),
    "records": ("/clubs/1/statistics/records", 60),
    "recap of all time": ("/clubs/1/recap?since=", 100),
    "tab": ("/clubs/1/tab", None),
    "season": ("/clubs/1/seasons/1", 100),
    "archive": ("/clubs/1/archive", None),
    "archive, a word of a note": ("/clubs/1/archive?words=cat", None),
    "home": ("/", None),
}
"""Pages of a club, and the most milliseconds that they should take with MANY games."""

DOCUMENTS = ("games.csv", "nights.ics")
"""What programs ask for again and again."""

A_DOCUMENT = 5
"""The most milliseconds that an answer should take if it hasn't changed."""

FEED = re.compile(r"(/feeds/[\w-]+/)games\.csv")


def clubs() -> Iterator[Line]:
    """Measure the files of a club that has played for twenty years, and its pages."""
    with ExitStack() as stack:
        few, many = (Path(stack.enter_context(TemporaryDirectory())) for _ in range(2))
        visitors = {}
        for folder, games in ((few, FEW), (many, MANY)):
            write_club(folder / "club.json", games)
            said, imported = command(folder, "import", str(folder / "club.json"))
            port = stack.enter_context(serving("ours", folder))
            visitors[games] = joined(port, LINK.findall(said)[0])
        exported, backed_up = (command(many, word, str(many / word))[1] for word in ("export", "backup"))
        for name, seconds in (("importing", imported), ("exporting", exported), ("backing up", backed_up)):
            yield Line(f"{name} {MANY:,} games", seconds, "s CPU", seconds / imported, "importing them")
        feeds = {games: feed_of(visitor) for games, visitor in visitors.items()}
        for name, (path, most) in CLUB_PAGES.items():
            costs = in_turn({games: partial(get, visitor, path, 1) for games, visitor in visitors.items()})
            yield costs.line(f"{name}, {MANY:,} games", MANY, FEW, f"with {FEW} games", most)
        for name in DOCUMENTS:
            asked = {games: partial(ask_again, visitors[games], feed + name) for games, feed in feeds.items()}
            costs = in_turn(asked)
            yield costs.line(f"{name}, unchanged, {MANY:,} games", MANY, FEW, f"with {FEW} games", A_DOCUMENT)


def imports() -> Iterator[Line]:
    """Measure importing a club with the app, while someone in another club enters hands."""
    with (
        TemporaryDirectory() as name,
        running("ours", Path(name), ServerSettings.workers) as (server, port),
        ThreadPoolExecutor() as another,
    ):
        ours, host, file = Ours.begun(Client(port)), Client(port, patience=600), Path(name, "club.json")
        write_club(file, MANY)
        host.get("/import")
        hands, used = cycle(coralon_hands(A_GAME)), cpu_of([server])
        waited: list[float] = []
        importing = another.submit(import_file, host, file)
        while not importing.done():
            number, hand = 1 + len(waited), next(hands)
            begun = perf_counter()
            ours.save(number, hand)
            waited.append(perf_counter() - begun)
            sleep(PAUSE)
        took, used = importing.result(), cpu_of([server]) - used
    yield Line(f"importing {MANY:,} games with the app", used, "s CPU", used / sum(took), "the time it takes")
    yield Line("  longest request", max(took), "s")
    yield Line("  longest that a save of another club takes", 1000 * max(waited), "ms")


# What is measured


def ask_again(client: Client, path: str) -> Cost:
    """Return what it costs to say that a document is as it was."""
    known = {"If-None-Match": client.get(path).tag}
    with client.measuring(PAGES) as cost:
        for _ in range(PAGES):
            if client.send("GET", path, more=known).status != 304:
                raise RuntimeError(f"{path} is sent again.")
    return cost


def import_file(host: Client, file: Path) -> list[float]:
    """Import a file as a new club, and return the seconds of both requests: the preview, and adding it."""
    sent: dict[str, Any] = {"csrf_token": host.token, "file": (BytesIO(file.read_bytes()), file.name)}
    took = []
    for _ in range(2):
        environ = EnvironBuilder(method="POST", data=sent, content_type="multipart/form-data").get_environ()
        begun, form = perf_counter(), {"Content-Type": environ["CONTENT_TYPE"]}
        answer = host.send("POST", "/import", environ["wsgi.input"].read(), form)
        took.append(perf_counter() - begun)
        sent = dict(HIDDEN.findall(answer.text))
    if f"games={MANY}" not in answer.text:
        raise RuntimeError(f"The import was answered with {answer.status}: {answer.text}")
    return took


def feed_of(host: Client) -> str:
    """Return the path of the documents that programs read of a club."""
    added = host.post("/clubs/1/phones/readers", {"name": "Calendar"})
    return FEED.findall(host.get(added.location).text)[0]


# A club


def write_club(file: Path, games: int) -> None:
    """Write the file of a club with so many games."""
    with file.open("wb") as writing:
        digest, nights = sha256(), -1
        for line in club_lines(games):
            digest.update(line)
            nights += 1
            writing.write(line)
        writing.write(json.dumps({"nights": nights, "sha256": digest.hexdigest()}).encode() + b"\n")


def club_lines(games: int) -> Iterator[bytes]:
    """Yield the lines of a club whose four players play the evenings of the tests over and over."""
    people = [{"uid": f"{at:032x}", "name": name} for at, name in enumerate(PLAYERS)]
    days, counts = {"since": "2000-01-01", "until": "2100-01-01"}, {"counting": "places", "of": "nights"}
    season = {"uid": f"{0:032x}", "name": "Ever", "points": [5, 3, 2, 1], **days, **counts}
    yield line_of({"scorekeeper": 4, "club": "Our table", "players": people, "seasons": [season]})
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
    own = {"SCOREKEEPER_DATA": str(folder), "SCOREKEEPER_DATABASE_URL": address("ours", folder)}
    before = getrusage(RUSAGE_CHILDREN)
    run = [sys.executable, "-m", "scorekeeper", *words]
    done = subprocess.run(run, env=os.environ | own, capture_output=True, text=True, check=False)
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{words} failed: {done.stderr or done.stdout}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
