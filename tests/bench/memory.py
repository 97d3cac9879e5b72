"""How much memory a worker takes at most, whatever is sent to it: `python -m tests.bench.memory`.

Nothing is asserted. Each load has a server of its own; what is printed is the most that its worker ever took.
"""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from scorekeeper.domain import MAX_HANDS
from scorekeeper.files.club_file import MAX_FILE_SIZE
from tests.bench.client import Client
from tests.bench.server import running
from tests.bench.web import Ours, coralon_hands

AT_ONCE = 8
"""Connections that send at the same time."""

VIEWED = 3000
"""Times that a sheet is looked at."""

STREAMS = 3000
"""Streams that are opened and closed."""

MOST = 250
"""Megabytes that a worker may take."""

BOUNDARY = "a-boundary-that-no-file-holds"
PLAYERS = ("Ann", "Bea", "Cal", "Dee")
AT = "2026-11-21T19:30:00.000000Z"


def filled(mark: bytes) -> bytes:
    """Return a file as large as may be that is full of this."""
    return b'{"scorekeeper": 1, "nights": [' + mark * ((MAX_FILE_SIZE - 40) // len(mark)) + b"0]}"


def game(number: int, hands: int, key: str = "tally") -> dict[str, Any]:
    """Return a game of a file."""
    hand = {"bidder": "Ann", "bid": 4, "tricks": dict(zip(PLAYERS, (3, 4, 3, 3), strict=True))}
    played = [hand if key == "coralon" else {"points": {"Ann": at}} for at in range(hands)]
    options = {"target": 10**6} if key == "coralon" else {}
    sheet = {"scoresheet": 1, "game": key, "players": PLAYERS, "options": options, "hands": played}
    changes = [{"hand": at, "at": AT, "device": "Ann’s phone"} for at in range(1, hands + 1)]
    return {"uid": f"{number:032x}", "started_at": AT, "sheet": sheet, "changes": changes}


def nights(hands: int, key: str = "tally") -> bytes:
    """Return a file that could be the app's own, as large as may be, of games with this many hands."""
    a_night = len(json.dumps([game(at, hands, key) for at in range(4)]).encode()) + 120
    some = [
        {
            "uid": f"{night:032x}",
            "started_at": AT,
            "games": [game(4 * night + at, hands, key) for at in range(4)],
        }
        for night in range((MAX_FILE_SIZE - 400) // a_night)
    ]
    people = [{"name": name} for name in PLAYERS]
    data = json.dumps({"scorekeeper": 1, "club": "Our table", "players": people, "nights": some})
    return data.encode()


def send_file(client: Client, data: bytes) -> str:
    """Send a file for a preview, on a connection of its own, and return the status or what went wrong."""
    fields = {"csrf_token": client.token}
    head = "".join(
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    head += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n'
    body = head.encode() + b"\r\n" + data + f"\r\n--{BOUNDARY}--\r\n".encode()
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}", "Cookie": cookies}
    connection = HTTPConnection("127.0.0.1", client.port, timeout=300)
    try:
        connection.request("POST", "/import", body, headers)
        answer = connection.getresponse()
        answer.read()
        return str(answer.status)
    except OSError as error:
        return type(error).__name__
    finally:
        connection.close()


def upload(data: bytes) -> Callable[[Client], str]:
    """Return a load: this file, sent on several connections at once."""

    def load(client: Client) -> str:
        client.get("/import")
        with ThreadPoolExecutor(AT_ONCE) as senders:
            answers = list(senders.map(lambda _: send_file(client, data), range(AT_ONCE)))
        return " ".join(sorted(answers))

    return load


def save_hands(client: Client) -> str:
    """Load: as many hands as a game may have, with the sheet drawn after each."""
    ours, slowest = Ours.begun(client), 0.0
    for number, hand in enumerate(coralon_hands(MAX_HANDS), start=1):
        start = perf_counter()
        ours.save(number, hand)
        client.get(ours.play)
        slowest = max(slowest, perf_counter() - start)
    return f"{MAX_HANDS} hands, {slowest:.2f} s for the slowest with its sheet"


def many_fields(client: Client) -> str:
    """Load: forms with a hundred thousand fields."""
    client.get("/")

    def send(_: int) -> str:
        connection = HTTPConnection("127.0.0.1", client.port, timeout=60)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/nights", b"&a" * 120_000, headers)
        return str(connection.getresponse().status)

    with ThreadPoolExecutor(AT_ONCE) as senders:
        return " ".join(sorted(set(senders.map(send, range(10 * AT_ONCE)))))


def view(client: Client) -> str:
    """Load: a sheet of many hands, looked at under thousands of addresses."""
    ours = Ours.begun(client)
    ours.fill(coralon_hands(100))
    for at in range(VIEWED):
        client.get(f"{ours.play}?whole&number={at}")
    return f"{VIEWED} times"


def follow(client: Client) -> str:
    """Load: streams, of which each is closed soon."""
    sheet = Ours.begun(client).play
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    answers = set()

    def open_stream(_: int) -> None:
        connection = HTTPConnection("127.0.0.1", client.port, timeout=60)
        connection.request("GET", f"{sheet}/live?version=0", headers={"Cookie": cookies})
        answer = connection.getresponse()
        answers.add(answer.status)
        answer.readline()
        connection.close()

    with ThreadPoolExecutor(4 * AT_ONCE) as viewers:
        list(viewers.map(open_stream, range(STREAMS)))
    return f"{STREAMS} streams: {answers}"


LOADS: Mapping[str, Callable[[Client], str]] = {
    "nothing": lambda client: str(client.get("/").status),
    "[],": upload(filled(b"[],")),
    '{"":0},': upload(filled(b'{"":0},')),
    "[[[": upload(b"[" * MAX_FILE_SIZE),
    "9999": upload(b"9" * MAX_FILE_SIZE),
    "numbers": upload(filled(b"9999,")),
    "texts": upload(filled(b'"abcde",')),
    "emoji": upload(filled('"😀",'.encode())),
    "keys": upload(b"{" + b",".join(b'"%d":0' % at for at in range(MAX_FILE_SIZE // 12)) + b"}"),
    "too large": upload(b" " * (2 * MAX_FILE_SIZE)),
    "empty games": upload(nights(0)),
    "short hands": upload(nights(100)),
    "years": upload(nights(12, "coralon")),
    "fields": many_fields,
    "hands": save_hands,
    "views": view,
    "streams": follow,
}


def workers(server: subprocess.Popen[bytes]) -> Iterator[int]:
    """Yield the ids of a server's workers."""
    yield from map(int, Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split())


def peak(process: int) -> float:
    """Return the most memory that a process has taken, in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def measure(names: tuple[str, ...] = tuple(LOADS)) -> None:
    """Print the most memory that a worker takes under each load."""
    print(f"The most memory of a worker, which should stay under {MOST} MB:")
    for name in names:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            server, port = stack.enter_context(running("ours", folder))
            start = perf_counter()
            said = LOADS[name](Client(port))
            highest = max(map(peak, workers(server)))
        mark = "" if highest < MOST else "  too much"
        print(f"  {name:12}{highest:7.0f} MB{mark}  {perf_counter() - start:6.1f} s  {said}", flush=True)


if __name__ == "__main__":
    import sys

    measure(tuple(sys.argv[1:]) or tuple(LOADS))
