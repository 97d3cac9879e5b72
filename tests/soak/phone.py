"""A phone of the evening: it sends what was not answered again, until it is."""

from contextlib import suppress
from http.client import HTTPException
from random import Random
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlencode, urlsplit
from zlib import error as CutShort

from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from tests.bench.client import Answer, Client
from tests.soak.record import REFUSED_ON_PURPOSE, Record
from tests.web.markup import Node, read
from tests.web.phone import IPHONE, Fields, Phone

PATIENCE = 30
"""Seconds after which a phone gives up on an answer, and sends what it was for again."""

AT_MOST = 240
"""Seconds after which it gives up altogether, which fails the evening."""

ERRORS = 3
"""How often it sends something again that was answered with an error."""

CUT = 0.05
"""The share of forms during which the connection breaks."""

SAVED = (302, 303)


class Unanswered(RuntimeError):
    """Raised if the server does not answer at all."""


class SoakPhone(Phone):
    """A browser that reaches the server through the network.

    Attributes:
        first: the status of the answer itself, before a redirect is followed.
        cut: the share of its forms during which the connection breaks.
    """

    def __init__(self, port: int, chance: Random, record: Record, cut: float = CUT) -> None:
        self.line = Client(port)
        self.line.connection.timeout = PATIENCE
        self.chance, self.record, self.cut = chance, record, cut
        self.headers = {"User-Agent": IPHONE}
        self.page, self.path, self.token = Node("page", {}), "/", ""
        self.status = self.first = 0

    def ask(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> Answer:
        """Return the answer to a request, which is repeated until there is one."""
        until, errors = monotonic() + AT_MOST, 0
        while monotonic() < until:
            answer = self.try_once(method, path, body, kind)
            if answer is not None and answer.status < 500:
                return answer
            if answer is not None and answer.status not in REFUSED_ON_PURPOSE:
                errors += 1
                if errors >= ERRORS:
                    return answer
            sleep(self.chance.uniform(0.05, 0.6))
        self.record.fail(f"{method} {path} had no answer for {AT_MOST} s")
        raise Unanswered

    def try_once(self, method: str, path: str, body: bytes | None, kind: str) -> Answer | None:
        """Send a request; return None if there is no answer."""
        more = self.headers | ({"Content-Type": kind} if body is not None else {})
        start = monotonic()
        try:
            if body and self.chance.random() < self.cut:
                self.break_off(method, path, body, more)
                return None
            self.line.request(method, path, body, more)
            answer = self.line.receive()
        except (OSError, HTTPException, CutShort):
            self.line.connection.close()
            self.record.count("without an answer")
            return None
        self.record.answered(answer.status, monotonic() - start, f"{method} {path}")
        return answer

    def break_off(self, method: str, path: str, body: bytes, more: dict[str, str]) -> None:
        """Lose the connection, in the middle of the request or while its answer is on the way."""
        is_half = self.chance.random() < 0.5
        sent = body[: len(body) // 2] if is_half else body
        self.line.request(method, path, sent, {**more, "Content-Length": str(len(body))})
        sleep(self.chance.uniform(0, 0.1))
        self.line.connection.close()
        self.record.count("cut within the request" if is_half else "cut before the answer")

    # Forms

    def form_for(self, ending: str) -> tuple[str, Fields] | None:
        """Return the address of the first form for such an address, and what it sends untouched."""
        for form in self.page.all("form"):
            action = form["action"] or self.path.split("?")[0]
            if action.split("?")[0].endswith(ending):
                return action, hidden_fields(form)
        return None

    def send_form(self, path: str, sent: Fields) -> bool:
        """Send a form, now and then twice; return whether it was saved."""
        self.replay(path, sent)
        saved = self.first in SAVED
        if saved and self.chance.random() < 0.1:
            self.record.count("sent twice")
            self.replay(path, sent)
        if not saved:
            self.record.count(f"refused {self.first}")
        return saved

    def download(self, path: str) -> bytes:
        """Return a file, or nothing if it is refused."""
        answer = self.ask("GET", path)
        return answer.raw if answer.status == 200 else b""

    def _show(self, path: str, method: str, sent: Fields | None = None, file: Any = None) -> Phone:
        body, kind = None, "application/x-www-form-urlencoded"
        if file:
            fields: Any = MultiDict([*(sent or ()), ("file", FileStorage(file[0], file[1]))])
            boundary, body = encode_multipart(fields)
            kind = f'multipart/form-data; boundary="{boundary}"'
        elif method == "POST":
            body = urlencode(sent or []).encode()
        answer = self.ask(method, path, body, kind)
        self.first = answer.status
        while answer.status in SAVED:
            path = urlsplit(answer.location)._replace(scheme="", netloc="", fragment="").geturl()
            answer = self.ask("GET", path)
        self.status, self.path = answer.status, path
        self.page = Node("page", {})
        with suppress(AssertionError, UnicodeDecodeError):
            self.page = read(answer.text)
        self.token = next((node["value"] for node in self.page.all("input", name="csrf_token")), self.token)
        return self


def hidden_fields(form: Node) -> Fields:
    """Return the hidden fields of a form."""
    return [(field["name"], field["value"]) for field in form.all("input", type="hidden")]
