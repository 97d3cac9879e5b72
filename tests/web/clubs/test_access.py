"""Every address of the app, tried by every kind of phone, and the links and buttons that each is shown."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from werkzeug.test import TestResponse

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.clubs import access
from scorekeeper.store.database import db, new_uid, now
from scorekeeper.store.models import Phone as StoredPhone
from tests.databases import Database
from tests.store.live.watching import until_nobody_watches
from tests.web.clubs.conftest import Evening, PhoneOf
from tests.web.markup import Node, read
from tests.web.phone import Phone, cookie_of
from tests.web.routes import NOTHING_THERE, OK, PHONES, REFUSED, ROUTES, path_of, rules_of


class Table:
    """The evening's phones, and the database that they change.

    Attributes:
        rows: those of the database before any phone tries something.
    """

    def __init__(self, database: Database, evening: Evening) -> None:
        self.app, self.database, self.evening = database.app, database, evening
        self.rows = evening.rows
        database.put_back(evening.kept)

    def client(self, phone: str) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(cookie_of(self.app), self.evening.cookies[phone])
        return client

    def tries(self, phone: str, name: str) -> TestResponse:
        """Return the answer to a phone that uses the address of a row as the row says."""
        row, method = ROUTES[name], name.split()[0]
        sent = {"csrf_token": self.evening.tokens[phone], "uid": new_uid(), **row.form}
        form = sent if method == "POST" else None
        # An answer that goes on and on is not read to its end.
        path = path_of(self.app, name, secret=self.evening.secret)
        answer = self.client(phone).open(path, method=method, data=form, buffered=not row.stream)
        if row.stream:
            answer.close()
        return answer


@pytest.fixture
def table(running_database: Database, app: Flask, evening: Evening, no_hurry: None) -> Iterator[Table]:
    yield Table(running_database, evening)
    until_nobody_watches()


PUBLIC_FILES = {"GET /manifest.webmanifest", "GET /service-worker.js", "GET /api/v1/openapi.json"}
"""What is the same for everyone, besides static files; nothing else may be kept by browsers and proxies."""


def may_be_kept(answer: TestResponse) -> bool:
    """Return whether a browser or a proxy may keep an answer."""
    return answer.headers.get("Cache-Control") != "no-store"


def test_every_route_has_its_row_and_every_row_its_route(app: Flask) -> None:
    assert rules_of(app).keys() == {name.partition("?")[0] for name in ROUTES}


def test_the_app_answers_no_other_methods(app: Flask) -> None:
    methods = {method for rule in app.url_map.iter_rules() for method in rule.methods or ()}
    assert methods == {"GET", "HEAD", "OPTIONS", "POST"}


SAVES_ANYWAY = {
    "POST /clubs/<int:club_id>/backup",
    *(f"GET /nights/<int:night_id>/invite{link}" for link in ("", "?link=keep", "?link=club", "?table=1")),
}
"""What saves something although it only answers: when a backup was made, and the figures that it shows."""

KEPT_BY_PHONES = {"POST /plays/<int:play_id>/needs", "POST /plays/<int:play_id>/claims"}
"""Forms whose answer is a cookie, so that nothing changes for anyone else: what nobody asks is not kept."""


def allowed(name: str) -> list[str]:
    """Return the phones that may use the address of a row."""
    return [phone for phone, answer in ROUTES[name].allowed.items() if answer == OK]


def test_a_phone_without_the_right_is_refused_and_changes_nothing(table: Table) -> None:
    for name, row in ROUTES.items():
        expected = {phone: answer for phone, answer in row.allowed.items() if answer != OK}
        found = {phone: table.tries(phone, name) for phone in expected}
        assert {phone: answer.status_code for phone, answer in found.items()} == expected, name
        assert table.database.rows() == table.rows, name
        for phone, answer in found.items():
            assert not may_be_kept(answer), name
            if answer.mimetype == "application/problem+json":
                assert "Set-Cookie" not in answer.headers, name
                continue
            page = read(answer.text)
            assert "Ann" not in page or expected[phone] == REFUSED, name
            assert page.one("h1").text in ("Page not found", "This phone can’t do that"), name
            assert page.all("a", href="/") or expected[phone] == REFUSED, name


SAVING = {name for name in ROUTES if name.startswith("POST ")} | SAVES_ANYWAY


def expect_answer(table: Table, phone: str, name: str) -> bool:
    """Check the answer to a phone with the right, and return whether it should have saved something."""
    row, form = ROUTES[name], name.startswith("POST ")
    answer = table.tries(phone, name)
    usual = row.status or ((302, 303) if form else 200)
    assert answer.status_code in (usual if isinstance(usual, tuple) else (usual,)), (phone, answer.text)
    assert may_be_kept(answer) == (name in PUBLIC_FILES), name
    saved = (form and answer.status_code in (302, 303)) or name in SAVES_ANYWAY
    return saved and name not in KEPT_BY_PHONES


def test_a_phone_with_the_right_sees_what_it_asks_for(table: Table) -> None:
    for name in sorted(ROUTES.keys() - SAVING):
        for phone in allowed(name):
            expect_answer(table, phone, name)
        assert table.database.rows() == table.rows, name


@pytest.mark.parametrize("name", sorted(SAVING))
def test_a_phone_with_the_right_does_what_it_asks_for(table: Table, name: str) -> None:
    for phone in allowed(name):
        should_change = expect_answer(table, phone, name)
        assert (table.database.rows() != table.rows) == should_change, phone
        if should_change:
            table.database.put_back(table.evening.kept)


@pytest.mark.parametrize("phone", PHONES)
def test_the_addresses_of_other_clubs_and_of_none_are_the_same(table: Table, phone: str) -> None:
    assert table.client(phone).get("/clubs/99/archive").status_code == NOTHING_THERE


# What a phone is shown


pytestmark = pytest.mark.usefixtures("no_hurry")

SETTLE, INVITE = "/nights/1/bank/settle", "/nights/1/invite?link=club"
COUNTED = "/nights/1/bank/count?check=yes&coins-1=-4&coins-2=5&coins-3=4&coins-4=0"
START = ["/", "/plays/1?whole", "/plays/1?bid", "/plays/4", SETTLE, COUNTED, INVITE]
"""Where the tour starts; everything else is a link away."""

NOT_ON_A_PAGE = {
    # What a link in a message and a script ask for.
    "GET /join/<secret>",
    "POST /join/<secret>",
    "GET /nights/<int:night_id>/live",
    "GET /nights/<int:night_id>/version",
    "GET /plays/<int:play_id>/live",
    "GET /plays/<int:play_id>/version",
    "GET /plays/<int:play_id>/said",
    "GET /plays/<int:play_id>/blank",
    # Where forms that wait since before an update are sent.
    "POST /plays/<int:play_id>/hands/<int:number>/objections",
    "POST /plays/<int:play_id>/hands/<int:number>/objections/settled",
    # The games that a phone finds here have a fixed number of players.
    "POST /plays/<int:play_id>/presence",
    "GET /plays/<int:play_id>/engine.json",
    "GET /engine",
    # What a browser asks for by itself, and what it shows when there is no network.
    "GET /manifest.webmanifest",
    "GET /service-worker.js",
    "GET /offline",
    # What a machine asks that watches over the app, and the maker of a program.
    "GET /health",
    "GET /api/v1/openapi.json",
    # Leads on from a night that is being ended.
    "GET /nights/<int:night_id>/ending",
    # Chooses through whom payments go, of which only one is left.
    "POST /nights/<int:night_id>/bank/banker",
    # Includes what is open on an earlier night, on which nothing is.
    "POST /nights/<int:night_id>/bank/tab",
    # Decides between two entries, which nobody has made this evening.
    "POST /plays/<int:play_id>/keep",
    "POST /nights/<int:night_id>/keep",
    # Buttons for a link that has ended, for a hidden player, for loans that are open once everyone has paid,
    # and for a hand and a game of the club’s own that were removed, which this evening doesn’t have.
    "POST /nights/<int:night_id>/invite",
    "POST /nights/<int:night_id>/invite?link=club",
    "POST /nights/<int:night_id>/bank/give-back",
    "POST /players/<int:player_id>/come-back",
    # What a table and hosts decide after an update that changed the rules.
    "POST /plays/<int:play_id>/end-there",
    "POST /plays/<int:play_id>/play-on",
    "POST /plays/<int:play_id>/remove-refused",
    "GET /clubs/<int:club_id>/earlier-rules",
    "POST /clubs/<int:club_id>/earlier-rules/keep",
    "POST /clubs/<int:club_id>/earlier-rules/score-again",
    # A recipe that is made on no night, and what its form sends.
    "GET /games/make",
    "POST /games/make",
    "POST /games/make?night=1",
    "GET /games/try",
    "GET /games/keep",
    "POST /games/try",
    "POST /games/try?night=1",
    # Only while no other game is played.
    "POST /plays/<int:play_id>/again",
    # Hides what each side needs, which is only told near the end of a game.
    "POST /plays/<int:play_id>/needs",
    "GET /plays/<int:play_id>/removed/<int:hand_id>",
    "POST /plays/<int:play_id>/removed/<int:hand_id>",
    "POST /nights/<int:night_id>/games/own/<int:own_id>/restore",
    # Where the phone of a table starts a game; others choose the table on the form.
    "POST /nights/<int:night_id>/games/<key>?table=1",
    # What a club's own games are without a night, from whose list they are opened, and one that is a recipe.
    "GET /games/own/<int:own_id>",
    "POST /games/own/<int:own_id>",
    "POST /games/own/<int:own_id>/remove",
    "POST /games/own/<int:own_id>/restore",
    "GET /games/own/<int:own_id>/share",
    # Once everyone was seated at tables.
    "GET /nights/<int:night_id>/seating",
    "POST /nights/<int:night_id>/seating",
    # Behind the rules of a game of the gallery, and for what someone shared.
    "GET /games/<key>/share",
    "GET /games/<key>/recipe.json",
    "GET /games/add",
    "POST /games/add",
    "GET /games/own/<int:own_id>/recipe.json",
    "POST /games/keep?night=1",
    "POST /games/keep?own=1",
}
"""What a phone may use although no page of the evening leads there."""


def ways_on(phone: Phone) -> set[str]:
    """Return the links and the forms of the page, such as "GET /nights/1"."""
    here = phone.path.split("?")[0]
    links = {f"GET {link['href']}" for link in phone.page.all("a") if link["href"].startswith("/")}
    forms = {
        f"{(form['method'] or 'get').upper()} {form['action'] or here}{hidden_table(form)}"
        for form in phone.page.all("form")
    }
    return {way.split("#")[0] for way in links | forms}


def hidden_table(form: Node) -> str:
    """Return the table that the page put into a form, as a query."""
    return "".join(f"?table={field['value']}" for field in form.all("input", name="table"))


def row_of(app: Flask, way: str) -> str:
    """Return the name of the row that an address belongs to, with its query if that makes a difference."""
    method, address = way.split()
    path, _, query = address.partition("?")
    rule, _ = app.url_map.bind("").match(path, method, return_rule=True)
    name = f"{method} {rule.rule}"
    return next((f"{name}?{part}" for part in query.split("&") if f"{name}?{part}" in ROUTES), name)


def tour(app: Flask, phone: Phone) -> dict[str, str]:
    """Follow every link that a phone is shown; return its links and forms, each with a page they are on."""
    shown: dict[str, str] = {}
    to_see, seen = list(START), set(START)
    while to_see:
        page = to_see.pop()
        if "." in page or phone.open(page).status != 200:
            continue
        for way in ways_on(phone) - shown.keys():
            shown[way] = page
            # What a phone may do at a table, its address says.
            method, path = (way if "table=" in way else way.split("?")[0]).split()
            if method == "GET" and path not in seen and not path.startswith("/games"):
                seen.add(path)
                to_see.append(path)
    return shown


@pytest.mark.parametrize("name", ["viewer", "keeper", "member", "host", "at its table"])
def test_a_phone_is_shown_what_it_may_do_and_nothing_else(app: Flask, phone_of: PhoneOf, name: str) -> None:
    shown = tour(app, phone_of(name))
    assert {way: page for way, page in shown.items() if ROUTES[row_of(app, way)].allowed[name] != OK} == {}
    rows = {row_of(app, way) for way in shown}
    may_use = {row for row, route in ROUTES.items() if route.allowed[name] == OK}
    assert may_use - rows - NOT_ON_A_PAGE == set()


# When a phone was last here, as its club sees it


def last_visit(app: Flask) -> datetime:
    """Return when the only phone was last here."""
    with app.app_context():
        return db.session.scalars(select(StoredPhone.seen_at)).one()


def been_away(app: Flask, how_long: timedelta) -> datetime:
    """Let the only phone's last visit be a while ago, and return when it was."""
    with app.app_context():
        db.session.execute(update(StoredPhone).values(seen_at=now() - how_long))
        db.session.commit()
    return last_visit(app)


@pytest.mark.parametrize("path", ["/nights/1", "/plays/1", "/clubs/1/phones"])
def test_opening_a_page_notes_a_visit(app: Flask, coralon: Phone, path: str) -> None:
    before = been_away(app, timedelta(days=3))
    coralon.open(path)
    assert last_visit(app) > before + timedelta(days=2)


def test_a_visit_is_noted_only_now_and_then(app: Flask, coralon: Phone) -> None:
    before = been_away(app, timedelta(minutes=5))
    coralon.reload()
    assert last_visit(app) == before


def test_a_page_is_shown_even_if_the_visit_cannot_be_noted(
    app: Flask, coralon: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise StorageError(StorageFault.BUSY)

    before = been_away(app, timedelta(days=3))
    monkeypatch.setattr(access, "begin_writing", fail)
    assert coralon.reload().status == 200
    assert last_visit(app) == before
