"""A client that asks of the server what a browser does: one connection, cookies, forms, compression."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from time import perf_counter, sleep
from urllib.parse import urlencode
from zlib import MAX_WBITS, decompress

from tests.bench import databases
from tests.bench.server import CPU

PATIENCE = 60
"""Seconds after which a server that doesn't answer is given up on."""

IDLE = 1
"""Seconds after which a new connection is made: the server closes a connection that is idle for two."""

A_MOMENT, AT_REST = 0.5, 0.05
"""How many seconds to look at a server for, and which part of them it may be at work if it is at rest."""

AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"

COMPRESSED = "gzip, deflate"
"""The encodings that browsers accept without TLS, which is how phones reach ours."""

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


@dataclass(frozen=True)
class Answer:
    """An answer; ``sent`` is its body as it was sent."""

    status: int
    location: str
    sent: bytes
    raw: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.raw.decode()


@dataclass
class Cost:
    """What something cost, in seconds."""

    cpu: float = 0.0
    wall: float = 0.0


@dataclass
class Client:
    """One visitor to one server, from an address of this machine."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    address: str = "127.0.0.1"

    def __post_init__(self) -> None:
        self.connection = HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.address, 0)
        )
        self.used = perf_counter()

    def get(self, path: str) -> Answer:
        """Get a page, and remember the token of its forms."""
        answer = self.send("GET", path)
        if found := TOKEN.search(answer.text):
            self.token = found[1]
        return answer

    def post(self, path: str, fields: dict[str, object]) -> Answer:
        """Send a form; anything but a redirect would measure the wrong thing."""
        answer = self.send("POST", path, urlencode({"csrf_token": self.token, **fields}))
        if answer.status not in (302, 303):
            raise RuntimeError(f"POST {path} was answered with {answer.status}: {answer.text}")
        return answer

    def fetch(self, path: str, fields: Mapping[str, object], headers: Mapping[str, str]) -> Answer:
        """Send a form as a script does, with headers of its own, and return the answer."""
        return self.send("POST", path, urlencode(fields), headers)

    def send(
        self, method: str, path: str, body: str | None = None, more: Mapping[str, str] | None = None
    ) -> Answer:
        """Send one request and return the answer; one that fails would measure the wrong thing."""
        self.request(method, path, body, more)
        answer = self.receive()
        if answer.status >= 500 or (method == "GET" and answer.status != 200):
            raise RuntimeError(f"{method} {path} was answered with {answer.status}")
        return answer

    def request(
        self, method: str, path: str, body: str | bytes | None = None, more: Mapping[str, str] | None = None
    ) -> None:
        """Send one request."""
        headers = {"Accept-Encoding": COMPRESSED, "User-Agent": AGENT}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if perf_counter() - self.used > IDLE:
            self.connection.close()
        self.connection.request(method, path, body, {**headers, **(more or {})})

    def receive(self) -> Answer:
        """Return the answer to the request that was sent."""
        response = self.connection.getresponse()
        sent = response.read()
        self.used = perf_counter()
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        # With 32 more than the window, zlib finds out by itself which of the two it was.
        raw = decompress(sent, 32 + MAX_WBITS) if response.headers["Content-Encoding"] else sent
        return Answer(response.status, response.headers["Location"] or "", sent, raw)

    @contextmanager
    def measuring(self, requests: int) -> Iterator[Cost]:
        """Yield a list that holds the cost of each of these requests once the block is left."""
        cost = Cost()
        cpu, start = self.cpu(), perf_counter()
        yield cost
        cost.wall = (perf_counter() - start) / requests
        cost.cpu = (self.cpu() - cpu) / requests

    def cpu(self) -> float:
        """Return the CPU seconds of the server and its database so far, user and system together."""
        return float(self.send("GET", CPU).raw) + databases.cpu()

    def wait_until_at_rest(self) -> None:
        """Wait until the server has done what it does after it starts."""
        while True:
            before = self.cpu()
            sleep(A_MOMENT)
            if self.cpu() - before < AT_REST * A_MOMENT:
                return
