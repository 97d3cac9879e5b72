"""Every address and method of the app, tried by every kind of phone."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.domain import Role
from scorekeeper.store.clubs import access, invitations, phones
from scorekeeper.store.clubs.invitations import hash_secret, link_of_club, link_of_night, secret_of
from scorekeeper.store.database import db, new_uid
from scorekeeper.store.models import Club, Invitation, Night
from scorekeeper.web.clubs.this_phone import TOKEN
from tests.conftest import close, database_of
from tests.store.live.watching import until_nobody_watches
from tests.web.markup import read
from tests.web.phone import Phone
from tests.web.routes import NOTHING_THERE, OK, PHONES, REFUSED, ROUTES, path_of, rules_of
from tests.web.table import bid, start, whole


class Evening(NamedTuple):
    """An evening with phones of every kind.

    Attributes:
        database: its file.
        cookies, tokens: the cookie of every phone, and what protects its forms.
        secret: the secret of the link for watching the night.
    """

    database: Path
    cookies: dict[str, str]
    tokens: dict[str, str]
    secret: str


@pytest.fixture(scope="session")
def evening(running_app: Flask, empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Return the evening that the table is about, once; each row gets a copy."""
    app = running_app
    shutil.copy(empty_database, database_of(app))
    cast = {"host": Phone(app).open("/"), "spare": Phone(app)}
    play_games(cast["host"])
    cast |= {name: Phone(app) for name in PHONES if name != "host"}
    for phone in cast.values():
        phone.open("/")
    with app.app_context():
        let_everyone_in(cast)
        link = link_of_night(db.session.get_one(Night, 1), Role.VIEWER)
        secret = secret_of(link) if link else ""
    cast["neighbour"].tap("Start a game night")
    cookies = {name: phone.client.get_cookie("session") for name, phone in cast.items()}
    close(app)
    kept = tmp_path_factory.mktemp("evening") / "evening.db"
    shutil.copy(database_of(app), kept)
    tokens = {name: phone.token for name, phone in cast.items()}
    return Evening(kept, {name: cookie.value for name, cookie in cookies.items() if cookie}, tokens, secret)


def play_games(host: Phone) -> None:
    """Play a night with four games and some coins, start a second one, and delete a third."""
    host.tap("Start a game night").tap("Add", name="Ann, Bea, Cal, Dee")
    for game in range(4):
        whole(start(host), "Bea", 5, (3, 5, 3, 2))
        match game:
            case 0:
                bid(host, "Cal", 4)
            case 1:
                host.tap("End game")
            case 2:
                host.tap("Remove hand 1")
            case 3:
                host.tap("Delete game")
    host.open("/nights/1/bank")
    host.tap("Record", kind="side bet", giver=1, taker=2, coins=5)
    host.tap("Record", kind="loan", giver="house", taker=3, coins=4)
    host.tap("Record", kind="side bet", giver=1, taker=4, coins=1).tap("Undo")
    host.open("/").tap("Start a game night").tap("Add", name="Eve, Annie")
    host.open("/players/6").tap("Merge", person=5)
    host.open("/").tap("Start a game night").tap("Add", name="Eve").tap("Delete night")


def let_everyone_in(cast: dict[str, Phone]) -> None:
    """Let the phones in by their links, and then remove one of them."""
    club = db.session.get_one(Club, 1)
    nights = [db.session.get_one(Night, night_id) for night_id in (1, 2)]
    member, host = (link_of_club(club.id, role) for role in (Role.MEMBER, Role.HOST))
    links: dict[str, Invitation | None] = {
        "spare": host,
        "viewer": link_of_night(nights[0], Role.VIEWER),
        "keeper": link_of_night(nights[0], Role.KEEPER),
        "keeper elsewhere": link_of_night(nights[1], Role.KEEPER),
        "member": member,
        "revoked": member,
    }
    for name, link in links.items():
        with cast[name].client.session_transaction() as session:
            phone = access.get_or_create_phone(hash_secret(session[TOKEN]), name)
        assert link
        invitations.join(phone, link)
        if name == "revoked":
            phones.remove_phone(club, phone.id)
    db.session.commit()


class Table:
    """The evening's phones, and the database that they change."""

    def __init__(self, app: Flask, evening: Evening) -> None:
        self.app, self.evening = app, evening
        self.start_over()

    def start_over(self) -> None:
        """Undo everything since the evening."""
        close(self.app)
        shutil.copy(self.evening.database, database_of(self.app))

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
        with closing(sqlite3.connect(database_of(self.app))) as watcher:
            before = watcher.execute("PRAGMA data_version").fetchone()
            answer = self.tries(phone, name)
            return answer, watcher.execute("PRAGMA data_version").fetchone() != before


@pytest.fixture
def table(app: Flask, evening: Evening) -> Iterator[Table]:
    yield Table(app, evening)
    until_nobody_watches()
    close(app)


def test_every_route_has_its_row_and_every_row_its_route(app: Flask) -> None:
    assert rules_of(app).keys() == ROUTES.keys()


def test_the_app_answers_no_other_methods(app: Flask) -> None:
    methods = {method for rule in app.url_map.iter_rules() for method in rule.methods or ()}
    assert methods == {"GET", "HEAD", "OPTIONS", "POST"}


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
        saved = (form and answer.status_code in (302, 303)) or name == "POST /clubs/<int:club_id>/backup"
        assert changed == saved, phone
        if changed:
            table.start_over()


@pytest.mark.parametrize("phone", PHONES)
def test_the_addresses_of_other_clubs_and_of_none_are_the_same(table: Table, phone: str) -> None:
    assert table.client(phone).get("/clubs/99/archive").status_code == NOTHING_THERE
