"""Every request that changes something about a night raises its version, and that of the game it is about.

An evening is played on which every such address of the app is used at least once. Programs miss nothing of it
either: the ETags of what they read come from these versions.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask, g, request, request_finished, request_started
from sqlalchemy import select, update
from werkzeug import Response
from werkzeug.test import TestResponse

from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play
from tests.web.api.conftest import add_reader
from tests.web.changed_rules import lower_target, refuse_hand
from tests.web.phone import Phone
from tests.web.purse import BANK, bea_wins, count, record
from tests.web.table import bid, start, took

TRICKS = (3, 5, 3, 2)

ABOUT_NO_NIGHT = {
    "/api/v1/nights",
    "/clubs/<int:club_id>/delete",
    "/clubs/<int:club_id>/backup",
    "/device",
    "/games/add",
    "/games/keep",
    "/games/make",
    "/games/try",
    "/games/own/<int:own_id>",
    "/games/own/<int:own_id>/remove",
    "/games/own/<int:own_id>/restore",
    "/import",
    "/nights",
    "/nights/<int:night_id>/keep",
    "/plays/<int:play_id>/keep",
    "/plays/<int:play_id>/needs",
}
"""Requests that change nothing that other phones show of a night, a game or its coins."""

ABOUT_PHONES = (
    "/clubs/<int:club_id>/phones/",
    "/join",
    "/nights/<int:night_id>/invite",
    "/nights/<int:night_id>/me",
)
"""How the addresses of requests begin that change who may see a night, not what they see."""

Versions = dict[str, int]


class Recorder:
    """Notes of every request that changed something what it raised.

    Attributes:
        used: the rules of the addresses that were used.
        forgotten: the path of each request, and what it should have raised but did not.
        missed: the path of each request, and where a program was told that nothing has changed.
    """

    def __init__(self, app: Flask, token: str) -> None:
        self.app, self.token = app, token
        self.used: set[str] = set()
        self.forgotten: list[tuple[str, set[str]]] = []
        self.missed: list[tuple[str, str]] = []
        self.before: Versions = {}
        self.known: dict[str, tuple[str, str]] = {}

    def ask(self, address: str, tag: str = "") -> TestResponse:
        """Return what a program is answered that knows the answer with this ETag."""
        headers = {"Authorization": f"Bearer {self.token}", "If-None-Match": tag}
        return self.app.test_client(use_cookies=False).get(address, headers=headers)

    def read_again(self, path: str) -> None:
        """Let a program read everything again after a request."""
        for address, (tag, text) in self.known.items():
            if self.ask(address, tag).status_code == 304 and self.ask(address).text != text:
                self.missed.append((path, address))
        answers = {address: self.ask(address) for address in self.published()}
        self.known = {
            address: (answer.headers["ETag"], answer.text)
            for address, answer in answers.items()
            if answer.status_code == 200
        }

    def published(self) -> Iterator[str]:
        """Yield the addresses that programs read, but those of what is being played now."""
        with self.app.app_context():
            found = {"/games/": db.session.get(Play, 1), "/nights/": db.session.get(Night, 1)}
            uids = {part: row.uid for part, row in found.items() if row}
        for rule in self.app.url_map.iter_rules():
            if rule.endpoint.startswith(("api.", "feeds.")) and "/now" not in rule.rule:
                uid = next((uid for part, uid in uids.items() if part in rule.rule), "")
                yield rule.rule.replace("<secret>", self.token).replace("<uid>", uid)

    def versions(self) -> Versions:
        """Return the version of every game and night."""
        with self.app.app_context(), db.engine.connect() as connection:
            return {
                f"{model.__tablename__} {number}": version
                for model in (Play, Night)
                for number, version in connection.execute(select(model.id, model.version))
            }

    def begin(self, *_: object, **__: object) -> None:
        if request.method == "POST":
            self.before = self.versions()

    def end(self, *_: object, response: Response, **__: object) -> None:
        rule = request.url_rule
        if request.method != "POST" or not rule:
            return
        self.read_again(request.path)
        if response.status_code not in ((200,) if rule.endpoint.startswith("writing.") else (302, 303)):
            return
        self.used.add(rule.rule)
        after = self.versions()
        raised = {name for name, version in self.before.items() if after[name] > version}
        if lacking := self.expected(rule.rule) - raised:
            self.forgotten.append((request.path, lacking))

    def expected(self, rule: str) -> set[str]:
        """Return what this request must raise: what it is about, or everything if it is about the club."""
        if rule in ABOUT_NO_NIGHT:
            return set()
        if rule.startswith("/api/v1/games/"):
            return {"night 1", f"play {g.subject.play_id}"}
        if rule.startswith("/api/v1/nights/"):
            return {"night 1"}
        if "<int:play_id>" in rule:
            return {"night 1", f"play {(request.view_args or {})['play_id']}"}
        if rule == "/clubs/<int:club_id>/tab":
            return {"night 2"}  # where everything is paid
        of_night = {f"night {(request.view_args or {}).get('night_id')}"}
        return of_night if "<int:night_id>" in rule else set(self.before)


@contextmanager
def recording(app: Flask, token: str) -> Iterator[Recorder]:
    """Record what the requests in the block raise, and what a program with this token is told of it."""
    recorder = Recorder(app, token)
    with request_started.connected_to(recorder.begin, app), request_finished.connected_to(recorder.end, app):
        yield recorder


def play_coralon(phone: Phone) -> None:
    """Do everything that can be done on a sheet."""
    sheet = start(phone, target=20).path
    bid(phone, "Bea", 5).tap("Cups").tap("Ask the table").tap("5", "claims")
    phone.tap("Save hand 1", **took(*TRICKS))
    phone.tap("Undo").tap("Redo").tap("Remove hand 1").tap("Restore hand 1")
    phone.open(sheet).tap("Not right?").tap("It’s right")
    phone.send(f"{sheet}/hands/1/objections").send(f"{sheet}/hands/1/objections/settled")
    correction: dict[str, Any] = {"tricks-0": 2, "tricks-2": 4}
    phone.open(f"{sheet}/hands/1").tap("Save hand 1", **correction)
    change_the_game(phone, sheet)
    refuse_hand(phone, sheet)
    phone.open(sheet).tap("Remove hand 1")
    lower_target(phone, sheet)
    phone.open(sheet).tap("End it there").tap("Undo").tap("Play on")
    phone.tap("End game").tap("Continue this game").tap("End game")
    phone.send(f"{sheet}/note", note="What a game.").open(sheet).tap("Doesn’t count")
    phone.open(sheet).tap("Delete game")
    phone.send(f"{sheet}/restore").send(f"{sheet}/again")


def change_the_game(phone: Phone, sheet: str) -> None:
    """Do everything to a game that is previewed first."""
    look = "See what would change"
    phone.open(f"{sheet}/hands/1/insert").tap(look, bidder="Ann", bid=3, **took(*TRICKS)).tap("Insert hand 1")
    for change, button, typed in (
        ("move", "Move hand 1", {"to": 2}),
        ("swap", "Swap names", {"players": ["Ann", "Dee"]}),
        ("remove", "Remove hand 1", {}),
    ):
        phone.open(f"{sheet}/hands/1/{change}").tap(look, **typed).tap(button)
    phone.open(f"{sheet}/hands/1/insert").tap(look, bidder="Ann", bid=3, **took(*TRICKS)).tap("Insert hand 1")
    phone.open(f"{sheet}/history").follow("Restore").tap("Restore hand")
    phone.open(f"{sheet}/settings").tap(look, dealer="Bea").tap("Save changes")


def settle(phone: Phone) -> None:
    """Do everything that can be done with coins."""
    bea_wins(phone)
    record(phone, "loan", "Ann", "Bea", 5)
    phone.send(f"{BANK}/take-back", posting=1).send(f"{BANK}/bring-back", posting=1)
    phone.open(BANK).tap("Hand out", stake=10)
    phone.open(f"{BANK}/cost").tap("Save cost", payer=2, amount=8, unit="coins").tap("Undo")
    phone.open(f"{BANK}/settle").tap("Cal").tap("Fewest payments")
    for name in ("Ann", "Cal", "Dee"):
        phone.tap(f"Mark as paid: {name} pays Bea")
    record(phone, "loan", "Ann", "Bea", 5).open(f"{BANK}/settle").tap("Mark as returned")
    phone.open(f"{BANK}/settle").tap("Save", value="0.10", currency="€")
    count(phone, Ann=2, Cal=-2).tap("Record: Ann won 2 coins from Cal in a side bet. This wasn’t recorded.")
    count(phone, Ann=2, Cal=-2).tap("Accept the count")


def care_for_the_night(phone: Phone) -> None:
    """Do everything that can be done with a night."""
    phone.open("/nights/1").tap("Add", name="Eve").send("/nights/1/players/5/leave")
    phone.send("/nights/1/seating")
    phone.send("/nights/1/note", note="What a night.")
    rummy = start(phone, "Tally", title="Rummy").path
    phone.open(f"{rummy}/presence").tap("See what would change", name="Zoë").tap("Save")
    phone.open("/nights/1/games/own/1").tap("Save", title="Gin Rummy")
    phone.open("/nights/1/games/own/1").tap("Remove Gin Rummy").tap("Undo")
    phone.open("/nights/1/tables").tap("New table").open("/nights/1/tables/1").tap("Rename", name="2")
    phone.send("/nights/1/tables/1/games", play=1)
    phone.open("/nights/1/tables/1").tap("Remove table").tap("Undo", "tables/1/restore")
    phone.open("/nights/1").tap("End the night").open("/nights/1").tap("Delete night").tap("Restore")


def care_for_the_players(phone: Phone) -> None:
    """Do everything that can be done with players."""
    phone.send("/players/1/rename", name="Anna")
    phone.send("/players/5/merge", person=2).send("/players/5/part")
    phone.send("/players/4/retire").send("/players/4/come-back")
    phone.send("/players/6/erase")
    phone.send("/players/1/pay-me", was="", pay_me="anna@bank").send("/clubs/1", name="Friday club")


def decide_about_results(phone: Phone) -> None:
    """Do everything that hosts can do after an update that changed the rules."""
    for button in ("Keep", "Score again"):
        with phone.client.application.app_context():
            earlier = {"edition": "earlier", "keeps_result": False}
            db.session.execute(update(Play).where(Play.id == 1).values(earlier))
            db.session.commit()
        phone.open("/clubs/1/earlier-rules").tap(button)


def import_a_game(phone: Phone) -> None:
    """Import a game that was played elsewhere."""
    sheet = {"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "hands": [{"points": {"Ann": 3}}]}
    phone.open("/clubs/1/exchange").send_file("Preview", "game.json", json.dumps(sheet).encode())
    phone.tap("Import").open("/clubs/1/exchange").tap("Undo this import")


def keep_a_tab(phone: Phone) -> None:
    """Do everything that can be done with what isn't paid."""
    record(phone, "gift", "Ann", "Bea", 30).open(f"{BANK}/settle").tap("Leave unpaid")
    phone.open("/").tap("Start a game night").tap("Same players as last time")
    phone.open(f"{phone.path}/bank/settle").tap("Include all" if "Include all" in phone.page else "Include")
    phone.open("/clubs/1/tab").tap("Settle everything")


def count_a_season(phone: Phone) -> None:
    """Do everything that can be done with a season."""
    phone.open("/clubs/1/seasons/new").tap("Save", name="Autumn")
    phone.follow("Change").tap("Save", name="Winter").tap("Close the season").tap("Reopen")
    phone.tap("Remove").tap("Undo")


def write_as_program(phone: Phone, token: str) -> None:
    """Do everything that a program can do."""
    headers = {"Authorization": f"Bearer {token}"}
    hand = {"points": {"Ann": 3}}
    game = {"scoresheet": 1, "game": "tally", "players": ["Ann", "Bea"], "options": {}, "hands": [hand]}

    def write(path: str, body: Any = None) -> str:
        answer = phone.client.post(f"/api/v1{path}", headers=headers, json=body)
        assert answer.status_code == 200, answer.text
        return str(json.loads(answer.text)["uid"])

    with phone.client.application.app_context():
        night = f"/nights/{db.session.get_one(Night, 1).uid}"
    write(f"/games/{write(f'{night}/games', game)}/hands/2", hand)
    write(f"{night}/end")
    write("/nights")


@pytest.fixture
def evening(app: Flask, owner: Phone) -> Recorder:
    """Return what the requests of an evening raised."""
    owner.open("/nights/1/me").tap("I’m Bea")
    reader = add_reader(owner)
    writer = owner.tap("Add", name="Clock", may_write="y").page.all("p", "link")[-1].text
    with recording(app, reader) as recorder:
        play_coralon(owner)
        settle(owner)
        care_for_the_night(owner)
        decide_about_results(owner)
        care_for_the_players(owner)
        import_a_game(owner)
        keep_a_tab(owner)
        count_a_season(owner)
        write_as_program(owner, writer)
    return recorder


def test_every_change_raises_the_versions_of_what_it_is_about(app: Flask, evening: Recorder) -> None:
    assert (evening.forgotten, evening.missed) == ([], [])
    rules = {rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    about_a_night = {rule for rule in rules - ABOUT_NO_NIGHT if not rule.startswith(ABOUT_PHONES)}
    assert about_a_night - evening.used == set(), "use these on the evening, or list them above"
