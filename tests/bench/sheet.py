"""An open sheet in a browser, which sends its forms as static/live/ does and shows the answers."""

import re
from dataclasses import dataclass, field

from scorekeeper.web.plays.fragments import PARTS
from scorekeeper.web.submissions import PAGE
from tests.bench.client import Answer, Client
from tests.bench.hands import Raw

FORM = re.compile(r'<form [^>]*action="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?')
DRAWN_FROM = re.compile(r'data-part="([^"]+)" data-drawn-from="([^"]+)"')


@dataclass
class OpenSheet:
    """The sheet of a game on a phone.

    Attributes:
        in_place: whether the page asks for the answer in place; without JavaScript it gets a redirect.
        requests: how many were sent.
        received: bytes of all answers as they were sent, without their headers.
    """

    client: Client
    path: str
    in_place: bool
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
        tricks = {f"tricks-{seat}": taken for seat, taken in enumerate(hand["tricks"].values())}
        typed = {**tricks, "note": ""}
        self.send("hands", {**typed, "look": "part"})
        self.send("hands", typed)

    def send(self, form: str, typed: Raw) -> None:
        """Send a form with its hidden fields; anything but its success would measure the wrong thing."""
        fields = {**self.forms[f"{self.path}/{form}"], **typed}
        asking = self.in_place and "look" not in typed
        headers = {PAGE: self.path, PARTS: " ".join(map("=".join, self.parts.items()))} if asking else {}
        answer = self.client.fetch(f"{self.path}/{form}", fields, headers)
        self.requests += 1
        self.received += len(answer.sent)
        if answer.location:
            answer = self.client.get(answer.location)
            self.requests += 1
            self.received += len(answer.sent)
        if answer.status != 200:
            raise RuntimeError(f"{form} was answered with {answer.status}: {answer.text}")
        if "look" not in typed:
            self.show(answer)

    def show(self, answer: Answer) -> None:
        """Remember the forms of the page, and what its parts were drawn from."""
        self.forms |= {action: dict(HIDDEN.findall(inside)) for action, inside in FORM.findall(answer.text)}
        self.parts |= DRAWN_FROM.findall(answer.text)
