"""A client that asks of the server what a browser does, and a table that plays through it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4
from zlib import MAX_WBITS, decompress

from scorekeeper.rules.entries import LARGEST
from scorekeeper.web.plays.sheet import PARTS
from scorekeeper.web.submissions import PAGE
from tests.bench.server import CPU, database_cpu

Raw = dict[str, Any]

PLAYERS, TRICKS = ("Ann", "Bea", "Cal", "Dee"), 13

PATIENCE = 60
"""Seconds after which a server that doesn't answer is given up on."""

IDLE = 1
"""Seconds after which a new connection is made: the server closes a connection that is idle for two."""

AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"

COMPRESSED = "gzip, deflate"
"""The encodings that browsers accept without TLS, which is how phones reach ours."""

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
FORM = re.compile(r'<form [^>]*action="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?')
DRAWN_FROM = re.compile(r'data-part="([^"]+)" data-drawn-from="([^"]+)"')


@dataclass(frozen=True)
class Answer:
    """An answer; ``sent`` is its body as it was sent, and ``tag`` its ETag."""

    status: int
    location: str
    sent: bytes
    raw: bytes
    tag: str = ""

    @property
    def text(self) -> str:
        """The body as text."""
        return self.raw.decode()


@dataclass
class Cost:
    """The CPU time of the server, in seconds."""

    cpu: float = 0.0


@dataclass
class Client:
    """One visitor to one server, from an address of this machine."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    address: str = "127.0.0.1"
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        self.connection = HTTPConnection(
            "127.0.0.1", self.port, timeout=self.patience, source_address=(self.address, 0)
        )
        self.used = perf_counter()

    @property
    def cookie(self) -> str:
        """The cookies as they are sent."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

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

    def send(
        self, method: str, path: str, body: str | bytes | None = None, more: Mapping[str, str] | None = None
    ) -> Answer:
        """Send one request and return the answer; one that fails would measure the wrong thing."""
        self.request(method, path, body, more)
        answer = self.receive()
        if answer.status >= 500 or (method == "GET" and answer.status not in (200, 304)):
            raise RuntimeError(f"{method} {path} was answered with {answer.status}")
        return answer

    def request(
        self, method: str, path: str, body: str | bytes | None = None, more: Mapping[str, str] | None = None
    ) -> None:
        """Send one request."""
        headers = {"Accept-Encoding": COMPRESSED, "User-Agent": AGENT}
        if self.cookies:
            headers["Cookie"] = self.cookie
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
        headers = response.headers
        # With 32 more than the window, zlib finds out by itself which of the two it was.
        is_plain = headers.get("Content-Encoding", "identity") == "identity"
        raw = sent if is_plain else decompress(sent, 32 + MAX_WBITS)
        return Answer(response.status, headers["Location"] or "", sent, raw, headers["ETag"] or "")

    @contextmanager
    def measuring(self, times: int = 1) -> Iterator[Cost]:
        """Yield what holds the cost of one of so many things once the block is left.

        Asking what they cost isn't part of it.
        """
        cost, first = Cost(), self.cpu()
        before = self.cpu()
        yield cost
        cost.cpu = (self.cpu() - before - (before - first)) / times

    def cpu(self) -> float:
        """Return the CPU seconds of the server and its database so far, user and system together."""
        return float(self.send("GET", CPU).raw) + database_cpu()


@dataclass
class Ours:
    """Our app, with a night and a game in it."""

    client: Client
    night: str
    play: str = ""

    @classmethod
    def begun(cls, client: Client, people: Sequence[str] = PLAYERS) -> "Ours":
        """Start a night, and let the first four people play Coralon, through the pages of the app."""
        client.get("/")
        ours = cls(client, client.post("/nights", {}).location)
        client.post(f"{ours.night}/players", {"name": ", ".join(people)})
        ours.start()
        return ours

    def start(self, first: int = 0, wager: int = 0, table: str = "") -> None:
        """Let four people play Coralon without end, beginning so many places after the first one.

        ``table`` is the id of the table of the night at which they sit, if it has several.
        """
        form = f"{self.night}/games/coralon{table and f'?table={table}'}"
        people = re.findall(r'name="(seat-\d+)"', self.client.get(form).text)
        seats = {people[(first + seat) % len(people)]: 1 + seat for seat in range(len(PLAYERS))}
        self.play = self.client.post(form, {**seats, "target": LARGEST, "wager": wager}).location

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
        fields = {"uid": uuid4().hex, "number": number, "whole": "on", "note": "", **hand, **taken_in(hand)}
        del fields["tricks"]
        self.client.post(f"{self.play}/hands", fields)


@dataclass
class OpenSheet:
    """The sheet of a game in a browser, which sends its forms as static/live/ does and shows the answers.

    Attributes:
        requests: how many were sent.
        received: bytes of all answers as they were sent, without their headers.
    """

    client: Client
    path: str
    requests: int = 0
    received: int = 0
    forms: dict[str, dict[str, str]] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)

    def open(self) -> "OpenSheet":
        """Load the sheet, and count from here on."""
        self.show(self.client.get(self.path))
        self.requests = self.received = 0
        return self

    def play(self, hand: Raw) -> None:
        """Save the bid, look what the hand would score, and save it."""
        self.send("bid", {"bidder": hand["bidder"], "bid": hand["bid"]})
        self.send("hands", {**taken_in(hand), "note": "", "look": "part"})
        self.send("hands", {**taken_in(hand), "note": ""})

    def send(self, form: str, typed: Raw) -> None:
        """Send a form with its hidden fields; anything but its success would measure the wrong thing."""
        fields = {**self.forms[f"{self.path}/{form}"], **typed}
        is_look = "look" in typed
        headers = {} if is_look else self.asking()
        answer = self.client.send("POST", f"{self.path}/{form}", urlencode(fields), headers)
        self.requests += 1
        self.received += len(answer.sent)
        if answer.status != 200:
            raise RuntimeError(f"{form} was answered with {answer.status}: {answer.text}")
        if not is_look:
            self.show(answer)

    def follow(self) -> None:
        """Fetch what has changed, as the page does when it is told of a change."""
        self.show(self.client.send("GET", self.path, more=self.asking()))

    def asking(self) -> dict[str, str]:
        """Return the headers by which the answer leaves out the parts that are shown already."""
        return {PAGE: self.path, PARTS: " ".join(map("=".join, self.parts.items()))}

    def show(self, answer: Answer) -> None:
        """Remember the forms of the page, and what its parts were drawn from."""
        self.forms |= {action: dict(HIDDEN.findall(inside)) for action, inside in FORM.findall(answer.text)}
        self.parts |= DRAWN_FROM.findall(answer.text)


def taken_in(hand: Raw) -> Raw:
    """Return the fields of what everyone took."""
    return {f"tricks-{seat}": taken for seat, taken in enumerate(hand["tricks"].values())}


def coralon_hands(most: int) -> list[Raw]:
    """Return hands as they are played, by seats, with bids that can be made; the same ones in every run."""
    random = Random("hands")
    hands = []
    for _ in range(most):
        taken = Counter(random.choices("0123", k=TRICKS))
        tricks = {seat: taken[seat] for seat in "0123"}
        hands.append({"bidder": random.randrange(4), "bid": random.randint(3, 6), "tricks": tricks})
    return hands
