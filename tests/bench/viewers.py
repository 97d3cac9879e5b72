"""Phones that follow a page, in a process of their own.

    python -m tests.bench.viewers PORT STREAM PAGE COOKIE

Each line of its input is a number of phones; it opens streams until there are so many, and says so. For each
version that is told it prints when every phone heard of it, in seconds of the system's monotonic clock; or,
once its input was FETCH, when every phone had fetched the page, which it puts off as it is told to.
"""

import asyncio
import json
import sys
from collections import defaultdict
from random import Random
from time import monotonic
from typing import Any

FETCH = "fetch"

PER_ADDRESS = 20
"""Phones that share an address, fewer than may."""

FIRST_ADDRESS = 2
"""The first of the addresses 127.0.0.x, which all belong to this machine on Linux."""


class Viewers:
    """Phones that have a stream open."""

    def __init__(self, port: int, stream: str, page: str, cookie: str) -> None:
        self.port = port
        about = f"HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nAccept-Encoding: gzip\r\n"
        self.stream = f"GET {stream} {about}\r\n".encode()
        self.page = f"GET {page} {about}Connection: close\r\n\r\n".encode()
        self.random = Random("viewers")
        self.fetching = False
        self.phones: list[asyncio.Task[None]] = []
        self.open = asyncio.Semaphore(0)
        self.heard: dict[int, list[float]] = defaultdict(list)

    async def grow(self, most: int) -> None:
        """Open streams until there are this many, and print their number once each is told something."""
        more = range(len(self.phones), most)
        self.phones += [asyncio.create_task(self.follow(number)) for number in more]
        for _ in more:
            await self.open.acquire()
        print(json.dumps({"open": most}), flush=True)

    async def follow(self, number: int) -> None:
        """Note the versions that one phone is told; the first one it is told at once."""
        address = f"127.0.0.{FIRST_ADDRESS + number // PER_ADDRESS}"
        reader, _writer = await self.send(self.stream, address)
        told = False
        while line := await reader.readline():
            if line.startswith(b'data: {"version"'):
                if told:
                    await self.hear(json.loads(line.removeprefix(b"data: ")), address)
                else:
                    self.open.release()
                told = True
        sys.exit("The server has ended a stream.")

    async def send(self, request: bytes, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Send a request from an address, and return the rest of its answer, and what keeps it open."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        writer.write(request)
        status = await reader.readline()
        if b" 200 " not in status:
            sys.exit(f"{request.decode()} was answered with {status.decode()}")
        return reader, writer

    async def hear(self, said: dict[str, Any], address: str) -> None:
        """Note that one more phone knows a version, or has the page, and print the times once all have it."""
        if self.fetching:
            await asyncio.sleep(self.random.random() * said.get("wait", 0) / 1000)
            reader, writer = await self.send(self.page, address)
            await reader.read()
            writer.close()
        version = said["version"]
        times = self.heard[version]
        times.append(monotonic())
        if len(times) == len(self.phones):
            print(json.dumps({"version": version, "heard": times}), flush=True)


async def main() -> None:
    """Open as many streams as the lines of the input say."""
    port, stream, page, cookie = sys.argv[1:]
    viewers = Viewers(int(port), stream, page, cookie)
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip() == FETCH:
            viewers.fetching = True
        else:
            await viewers.grow(int(line))


if __name__ == "__main__":
    asyncio.run(main())
