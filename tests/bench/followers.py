"""Phones that follow sheets, in a process of their own: ``python -m tests.bench.followers FILE``.

The first line of its input lists the phones. Each opens the sheet and its stream; once all have, it says so.
For each version that a phone is told it fetches the sheet as the page does, without the parts that it shows
already, after the wait that it is told. When its input ends, the file lists what every phone heard.
"""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from zlib import MAX_WBITS, decompress

from scorekeeper.web.plays.sheet import PARTS
from scorekeeper.web.submissions import PAGE
from tests.bench.client import DRAWN_FROM, Ours

AT_ONCE = 20
"""Phones that open their sheets at the same moment."""

PER_ADDRESS = 20
"""Phones that share an address, fewer than may. On Linux all of 127.0.0.0/8 belong to this machine."""

SHOWN = re.compile(r'/plays/(\d+)/board"(?:(?!/board").)*?Hand (\d+):', re.DOTALL)
"""A game on the board of a night, and its last hand."""

VERSION = re.compile(r'data-version="(\d+)"')


def phones_of(ours: Ours, phones: int, ports: Sequence[int], table: int) -> list[dict[str, Any]]:
    """Return phones that follow a game, spread over servers and addresses, as their process wants them."""
    return [
        {
            "table": table,
            "port": ports[(table + phone) % len(ports)],
            "path": ours.play,
            "cookie": ours.client.cookie,
            "address": f"127.1.{table}.{1 + phone // PER_ADDRESS}",
        }
        for phone in range(phones)
    ]


@contextmanager
def following(phones: Sequence[dict[str, Any]], heard: Path) -> Iterator[None]:
    """Let phones follow their tables, once all of them do; afterwards the file says what they heard."""
    command = [sys.executable, "-m", "tests.bench.followers", str(heard)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as followers:
        assert followers.stdin
        assert followers.stdout
        followers.stdin.write(json.dumps(phones) + "\n")
        followers.stdin.flush()
        assert followers.stdout.readline().strip() == "open"
        yield
        followers.stdin.close()
        followers.wait()


@dataclass
class Follower:
    """A phone that shows a sheet and follows it."""

    about: Mapping[str, Any]
    parts: dict[str, str] = field(default_factory=dict)
    heard: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = Random(f"{self.about['path']} {self.about['port']}")
        self.first = self.newest = 0
        self.fetching = False
        self.hands: dict[str, str] = {}

    async def open(self, places: asyncio.Semaphore) -> None:
        """Open the sheet and the stream, and wait for the first version."""
        async with places:
            await self.fetch()
            topic = self.about.get("follows", self.about["path"])
            self.reader, self.writer = await self.send(f"{topic}/live", {})
            self.first = self.newest = (await self.version())["version"]

    async def follow(self) -> None:
        """Fetch the sheet for each version that is told."""
        try:
            while True:
                said = await self.version()
                self.newest = said["version"]
                if not self.fetching:
                    self.task = asyncio.create_task(self.show(said.get("wait", 0)))
                self.heard.append(self.note(knew=monotonic()))
        except (OSError, asyncio.IncompleteReadError, ValueError) as error:
            self.heard.append(self.note(error=f"stream: {error}"))

    async def show(self, wait: int) -> None:
        """Fetch the sheet until it is the newest, as soon as the page may."""
        self.fetching = True
        shown = 0
        try:
            await asyncio.sleep(self.random.random() * wait / 1000)
            while shown != self.newest:
                shown, begun = self.newest, monotonic()
                if await self.fetch() < shown:
                    raise ValueError("the page is older than what was told")
                shows = {"hands": self.hands} if self.hands else {}
                self.heard.append(self.note(shown, fetched=monotonic(), took=monotonic() - begun, **shows))
        except (OSError, ValueError) as error:
            self.heard.append(self.note(error=f"fetch: {error}"))
        self.fetching = False

    def note(self, version: int | None = None, **figures: Any) -> dict[str, Any]:
        """Return what is noted of a version: how many changes it is after the one that was opened."""
        changes = (self.newest if version is None else version) - self.first
        return {"table": self.about["table"], "changes": changes, **figures}

    async def fetch(self) -> int:
        """Fetch the sheet without the parts that are shown, and return its version."""
        headers = {PAGE: self.about["path"], PARTS: " ".join(map("=".join, self.parts.items()))}
        reader, writer = await self.send(self.about["path"], headers if self.parts else {})
        body = await reader.read()
        writer.close()
        page = decompress(body, 32 + MAX_WBITS).decode()
        self.parts |= DRAWN_FROM.findall(page)
        if "follows" in self.about:
            self.hands = dict(SHOWN.findall(page))
        return int(VERSION.findall(page)[0])

    async def version(self) -> dict[str, Any]:
        """Return the next version that the stream tells."""
        while line := await self.reader.readline():
            if line.startswith(b'data: {"version"'):
                return dict(json.loads(line.removeprefix(b"data: ")))
        raise ValueError("it has ended")

    async def send(
        self, path: str, headers: Mapping[str, str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Send a request, and return the body of its answer, and what keeps it open. Raises ValueError."""
        lines = {"Host": "localhost", "Cookie": self.about["cookie"], "Accept-Encoding": "gzip"}
        close = {} if path.endswith("/live") else {"Connection": "close"}
        written = "".join(f"{name}: {value}\r\n" for name, value in {**lines, **close, **headers}.items())
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.about["port"], local_addr=(self.about["address"], 0)
        )
        writer.write(f"GET {path} HTTP/1.1\r\n{written}\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.splitlines()[0]:
            raise ValueError(head.splitlines()[0].decode())
        if b"chunked" in head.lower() and close:
            raise ValueError("an answer in pieces")
        return reader, writer


async def main() -> None:
    """Follow until the input ends."""
    phones = [Follower(about) for about in json.loads(await asyncio.to_thread(sys.stdin.readline))]
    places = asyncio.Semaphore(AT_ONCE)
    await asyncio.gather(*(phone.open(places) for phone in phones))
    following = [asyncio.create_task(phone.follow()) for phone in phones]
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in following:
        task.cancel()
    Path(sys.argv[1]).write_text(json.dumps([each for phone in phones for each in phone.heard]))


if __name__ == "__main__":
    asyncio.run(main())
