"""Every address and method of the app, tried by every kind of phone."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.store.database import new_uid
from tests.databases import Database
from tests.store.live.watching import until_nobody_watches
from tests.web.clubs.conftest import Evening
from tests.web.markup import read
from tests.web.routes import NOTHING_THERE, OK, PHONES, REFUSED, ROUTES, path_of, rules_of


class Table:
    """The evening's phones, and the database that they change.

    Attributes:
        rows: those of the database before the next phone tries something.
    """

    def __init__(self, database: Database, evening: Evening) -> None:
        self.app, self.database, self.evening = database.app, database, evening
        self.start_over()

    def start_over(self) -> None:
        """Undo everything since the evening."""
        self.database.put_back(self.evening.kept)
        self.rows = self.evening.rows

    def client(self, phone: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie("session", self.evening.cookies[phone])
        return client

    def tries(self, phone: str, name: str) -> TestResponse:
        """Return the answer to a phone that uses the address of a row as the row says."""
        row, method = ROUTES[name], name.split()[0]
        form = (
            {"csrf_token": self.evening.tokens[phone], "uid": new_uid(), **row.form}
            if method == "POST"
            else None
        )
        # An answer that goes on and on is not read to its end.
        path = path_of(self.app, name, secret=self.evening.secret)
        answer = self.client(phone).open(path, method=method, data=form, buffered=not row.stream)
        if row.stream:
            answer.close()
        return answer

    def changes(self, phone: str, name: str) -> tuple[TestResponse, bool]:
        """Return the answer as ``tries`` does, and whether anything was written to the database."""
        answer, before = self.tries(phone, name), self.rows
        self.rows = self.database.rows()
        return answer, self.rows != before


@pytest.fixture
def table(running_database: Database, app: Flask, evening: Evening, no_hurry: None) -> Iterator[Table]:
    yield Table(running_database, evening)
    until_nobody_watches()


PUBLIC_FILES = {"GET /manifest.webmanifest", "GET /service-worker.js"}
"""What is the same for everyone, besides static files; nothing else may be kept by browsers and proxies."""


def may_be_kept(answer: TestResponse) -> bool:
    """Return whether a browser or a proxy may keep an answer."""
    return answer.headers.get("Cache-Control") != "no-store"


def test_every_route_has_its_row_and_every_row_its_route(app: Flask) -> None:
    assert rules_of(app).keys() == {name.partition("?")[0] for name in ROUTES}


def test_the_app_answers_no_other_methods(app: Flask) -> None:
    methods = {method for rule in app.url_map.iter_rules() for method in rule.methods or ()}
    assert methods == {"GET", "HEAD", "OPTIONS", "POST"}


KEPT_BY_PHONES = {"POST /plays/<int:play_id>/needs"}
"""Forms whose answer is a cookie, so that nothing changes for anyone else."""


def allowed(name: str) -> list[str]:
    """Return the phones that may use the address of a row."""
    return [phone for phone, answer in ROUTES[name].allowed.items() if answer == OK]


@pytest.mark.parametrize("name", [name for name, row in ROUTES.items() if set(row.allowed.values()) != {OK}])
def test_a_phone_without_the_right_is_refused_and_changes_nothing(table: Table, name: str) -> None:
    expected = {phone: answer for phone, answer in ROUTES[name].allowed.items() if answer != OK}
    found = {phone: table.changes(phone, name) for phone in expected}
    assert {phone: answer.status_code for phone, (answer, _) in found.items()} == expected
    assert [phone for phone, (_, changed) in found.items() if changed] == []
    for phone, (answer, _) in found.items():
        assert not may_be_kept(answer)
        page = read(answer.text)
        assert "Ann" not in page or expected[phone] == REFUSED
        assert page.one("h1").text in ("Page not found", "This phone can’t do that")
        assert page.all("a", href="/") or expected[phone] == REFUSED


@pytest.mark.parametrize("name", ROUTES)
def test_a_phone_with_the_right_gets_what_it_asks_for(table: Table, name: str) -> None:
    row = ROUTES[name]
    for phone in allowed(name):
        answer, changed = table.changes(phone, name)
        form = name.startswith("POST ")
        usual = row.status or ((302, 303) if form else 200)
        assert answer.status_code in (usual if isinstance(usual, tuple) else (usual,)), (phone, answer.text)
        assert may_be_kept(answer) == (name in PUBLIC_FILES)
        saved = (form and answer.status_code in (302, 303)) or name == "POST /clubs/<int:club_id>/backup"
        assert changed == (saved and name not in KEPT_BY_PHONES), phone
        if changed:
            table.start_over()


@pytest.mark.parametrize("phone", PHONES)
def test_the_addresses_of_other_clubs_and_of_none_are_the_same(table: Table, phone: str) -> None:
    assert table.client(phone).get("/clubs/99/archive").status_code == NOTHING_THERE
