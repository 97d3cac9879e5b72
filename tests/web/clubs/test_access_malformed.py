"""Malformed requests to every address: each is refused or answered, and none fails."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.store.database import new_uid
from tests.databases import Database
from tests.store.live.watching import until_nobody_watches
from tests.web.clubs.conftest import Evening
from tests.web.phone import cookie_of
from tests.web.routes import ROUTES, path_of

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=x"
BAD_BYTES = (b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", "\u202e\ud7ff".encode(), b"\r\nX-Bad: 1")
NUMBERS = ("-1", "0", "9" * 20, "9" * 5000, "1e400", "NaN", "²", "٣", " 1", "1_0", "0x1", "½")
TOO_LARGE = {"a sum": (str(2**63), 1), "an id": (str(2**31), 3), "Python": ("9" * 5000, 3)}
"""Numbers that are too large for something, and that one address in so many gets them."""
NUMBERED = (
    *("version", "number", "seats", "revision", "corrects"),
    *("change", "last", "to", "known", "seen", "since", "own", "coins"),
    *("player", "owner", "club", "posting", "instead", "joining", "debt", "debtor", "creditor", "by-1"),
    "seat-1",
)
"""Fields with a number that some form of the app has, besides those that are typed."""
NESTED = b"[" * 100_000

SHARE = 20
"""One address in so many gets each malformed request."""

FAILED_ONCE = {
    "POST /plays/<int:play_id>/hands",
    "POST /import",
    "POST /nights/<int:night_id>/bank/stakes",
    "POST /nights/<int:night_id>/games/<key>",
}

Fields = list[tuple[str | bytes, str | bytes]]


class Bad(NamedTuple):
    """What is wrong with a request.

    Attributes:
        query: its query.
        spoil: returns other fields for those that the form has.
        body, kind: what is sent instead of a form, and what it claims to be.
        headers: more headers.
    """

    query: bytes = b""
    spoil: Callable[[Fields], Fields] | None = None
    body: bytes | None = None
    kind: str = FORM
    headers: dict[str, str] = {}


def each_is(value: str | bytes) -> Callable[[Fields], Fields]:
    """Return a function that gives every field the same value."""
    return lambda fields: [(name, value) for name, _ in fields]


def part(head: bytes, body: bytes) -> bytes:
    """Return a multipart form with one part."""
    return b"--x\r\n" + head + b"\r\n\r\n" + body + b"\r\n--x--\r\n"


def query_of(value: bytes) -> bytes:
    """Return a query of which every field has the same value."""
    return b"&".join(b"%s=%s" % (field, quote_from_bytes(value).encode()) for field in QUERY_FIELDS)


QUERY_FIELDS = (
    b"play version link page from to game player q with name n uid sort year night table hand own removed "
    b"games nights before after since until as"
).split()

BAD: dict[str, Bad] = {
    **{f"fields with {value!r}": Bad(spoil=each_is(b"a" + value)) for value in BAD_BYTES},
    **{f"fields with {value[:20]}": Bad(spoil=each_is(value)) for value in NUMBERS},
    **{
        f"a query with {value[:20]!r}": Bad(query_of(value))
        for value in (*BAD_BYTES[:3], *(number.encode() for number in NUMBERS[:6]))
    },
    "a query of raw bytes": Bad(b"%zz&=&&%&play=%ff&a[]=1&" + b"a=1&" * 2000),
    "no fields": Bad(spoil=lambda fields: []),
    "every field three times": Bad(spoil=lambda fields: fields * 3),
    "every field backwards": Bad(spoil=lambda fields: [(value, name) for name, value in fields]),
    "very long values": Bad(spoil=each_is("x" * 8000)),
    "many fields": Bad(spoil=lambda fields: fields + [(f"f{number}", "1") for number in range(5000)]),
    "names of raw bytes": Bad(spoil=lambda fields: [*fields, (b"\xff\x00", b"1"), (b"", b"")]),
    "JSON": Bad(body=b'{"uid": 1}', kind="application/json"),
    "broken JSON": Bad(body=b"{", kind="application/json"),
    "JSON nested deeply": Bad(body=NESTED, kind="application/json"),
    "a bid nested deeply": Bad(spoil=lambda fields: [*fields, ("known", NESTED[:5000]), ("version", "0.0")]),
    "an unknown kind of body": Bad(body=b"\x00\xff", kind="\xff/;;=,"),
    "an unknown encoding": Bad(body=b"uid=1", kind=f"{FORM}; charset=nonsense"),
    "parts without a boundary": Bad(body=b"--x\r\n", kind="multipart/form-data"),
    "parts cut short": Bad(body=b'--x\r\nContent-Disposition: form-data; name="uid', kind=MULTIPART),
    "parts that are none": Bad(body=b"uid=1", kind=MULTIPART),
    "a part without a name": Bad(body=part(b"Content-Disposition: form-data", b"1"), kind=MULTIPART),
    "a part in an unknown encoding": Bad(
        body=part(
            b'Content-Disposition: form-data; name="uid"\r\nContent-Type: text/plain; charset=no', b"\xff"
        ),
        kind=MULTIPART,
    ),
    "bad headers": Bad(
        headers={
            "If-None-Match": '"',
            "If-Modified-Since": "never",
            "Range": "bytes=9-1,x",
            "Accept": ";q=x,,",
            "Accept-Encoding": "gzip;q=nan, ;;",
            "Accept-Language": "\xff",
            "Referer": "http://[",
            "Origin": "null",
            "X-Forwarded-For": "\xff,,",
            "User-Agent": "\xff" * 500,
            "Content-Encoding": "nonsense",
        }
    ),
    "a bad cookie": Bad(headers={"Cookie": "session=\xff.\x01; ;=; session=.eJx; needs=\xff; \x00=1"}),
}


@pytest.fixture
def host(running_database: Database, app: Flask, evening: Evening) -> Iterator[FlaskClient]:
    """Yield the client of the club's host."""
    running_database.put_back(evening.kept)
    client = app.test_client()
    client.set_cookie(cookie_of(app), evening.cookies["host"])
    yield client
    until_nobody_watches()
    running_database.close()


def send(host: FlaskClient, evening: Evening, name: str, bad: Bad) -> int:
    """Return the status of the answer to a malformed request."""
    method, row = name.split()[0], ROUTES[name]
    path, _, query = path_of(host.application, name, secret=evening.secret).partition("?")
    sent: dict[str, Any] = {}
    if method == "POST":
        known: Fields = [("csrf_token", evening.tokens["host"]), ("uid", new_uid())]
        typed: Fields = [(field, str(value)) for field, value in row.form.items()]
        fields = known + (bad.spoil(typed) if bad.spoil else typed)
        body = urlencode(fields).encode() if bad.body is None else bad.body
        sent = {"input_stream": BytesIO(body), "content_length": len(body), "content_type": bad.kind}
    headers = {**bad.headers, "X-CSRFToken": evening.tokens["host"]}
    query = bad.query.decode("latin-1") or query
    answer = host.open(
        path, method=method, query_string=query, headers=headers, buffered=not row.stream, **sent
    )
    answer.close()
    return answer.status_code


def with_numbers(number: str) -> Callable[[Fields], Fields]:
    """Return a function that adds to a form every field with a number, and every field that ends with one."""
    named: Fields = [
        (f"{name}-{number}", value) for name in ("hand", "seat", "tricks") for value in ("", "1")
    ]
    return lambda fields: [*fields, *((name, number) for name in NUMBERED), *named]


def some_rows(what: str) -> list[str]:
    """Return the addresses for which this is tried: those that once failed, and others for each mistake."""
    first = list(BAD).index(what) % SHARE
    return sorted({*FAILED_ONCE, *list(ROUTES)[first::SHARE]})


@pytest.mark.parametrize("what", BAD)
def test_no_address_fails_for_a_malformed_request(
    host: FlaskClient, evening: Evening, app: Flask, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    of_forms = BAD[what].spoil or BAD[what].body is not None
    rows = [name for name in some_rows(what) if name.startswith("POST ") or not of_forms]
    failed = {}
    for name in rows:
        status = send(host, evening, name, BAD[what])
        if status >= 500:
            failed[name] = status
    assert failed == {}


@pytest.mark.parametrize(("number", "share"), TOO_LARGE.values(), ids=TOO_LARGE)
def test_no_address_fails_for_a_number_that_is_too_large(
    host: FlaskClient, evening: Evening, app: Flask, monkeypatch: pytest.MonkeyPatch, number: str, share: int
) -> None:
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    bad = Bad(query_of(number.encode()), with_numbers(number))
    rows = list(ROUTES)[::share]
    answers = {name: send(host, evening, name, bad) for name in rows}
    answers |= {
        f"{name} alone": send(host, evening, name, bad._replace(spoil=each_is(number)))
        for name in rows
        if name.startswith("POST ")
    }
    assert {name: status for name, status in answers.items() if status >= 500} == {}


def test_a_number_that_nothing_has_leads_nowhere(host: FlaskClient) -> None:
    paths = "/plays/{}", "/nights/{}/live", "/plays/1/hands/{}", "/clubs/{}/archive", "/games/{}", "/join/{}"
    for number in (
        "9" * 20,
        "9" * 5000,
        "٩" * 5000,
        *["١", "-1", "+1", "1_0", "1.5", "%00", "%ff", "%ed%a0%80"],
        " 1",
    ):
        assert {host.get(path.format(number)).status_code for path in paths} == {404}, number
