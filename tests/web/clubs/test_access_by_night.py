"""A phone that came by the link of a night sees its people and games, and nothing else of the club."""

import re
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.domain import Role
from scorekeeper.store.database import db
from scorekeeper.store.models import Membership
from tests.web.clubs.conftest import PhoneOf
from tests.web.phone import Phone
from tests.web.routes import CAN_KEEP_SCORE, CAN_WATCH, MEMBERS_NIGHT, ROUTES, path_of
from tests.web.table import points

NAMES = ("Aurelia", "Basilio", "Cordula", "Dorothea")
OWN = {"title": "Jassology", "columns-by": "columns", "columns-0-name": "Stöckologie"}
OTHERS = re.compile("|".join([*NAMES, OWN["title"], OWN["columns-0-name"]]))
"""The players of the first night, none of whom came to the second, and its own game: names of no example."""

HERE: dict[str, Any] = {"night_id": 2, "play_id": 8, "person": 5}


@pytest.fixture
def guest(app: Flask, phone_of: PhoneOf) -> Phone:
    """Return a phone that keeps score on the second night, on which Eve and Flo play."""
    with app.app_context():
        guests = update(Membership).where(Membership.role != Role.HOST)
        db.session.execute(guests.values(player_id=None))
        db.session.commit()
    host = phone_of("host").open("/")
    for player, name in enumerate(NAMES, start=1):
        host.send(f"/players/{player}/rename", name=name)
    host.open("/nights/1/games/tally").tap("Start game", **OWN)
    guest = phone_of("keeper elsewhere").open("/nights/2").tap("Add", name="Flo")
    guest.open("/nights/2/games/tally").tap("Start game", title="Rummy")
    assert guest.path == "/plays/8"
    return points(guest, 1, 2)


def test_no_page_of_a_night_names_anyone_else(app: Flask, guest: Phone) -> None:
    of_night = [
        name
        for name, row in ROUTES.items()
        if name.startswith("GET ") and not row.stream
        if row.allowed in (CAN_WATCH, CAN_KEEP_SCORE, MEMBERS_NIGHT)
    ]
    pages = [path_of(app, name, **HERE) for name in of_night]
    named = {path: OTHERS.findall(guest.client.get(path).text) for path in pages}
    assert {path: names for path, names in named.items() if names} == {}


def test_no_form_of_a_night_answers_with_the_name_of_an_id(app: Flask, guest: Phone) -> None:
    for name, row in ROUTES.items():
        if not name.startswith("POST ") or row.allowed not in (CAN_WATCH, CAN_KEEP_SCORE):
            continue
        for joining in ({}, {"joining": [1, 2, 3, 4]}):
            guest.send(path_of(app, name, **HERE), **row.form, **joining)
            assert OTHERS.findall(str(guest.page.text)) == [], (name, guest.path)


def test_an_id_of_someone_else_is_refused_as_one_that_nobody_has(guest: Phone) -> None:
    for kind, form in {
        "bank": {"kind": "gift", "giver": 5, "coins": 5, "taker": None},
        "bank/cost": {"unit": "coins", "amount": 8, "to": [5], "payer": None},
        "games/tally": {"title": "Go", "seat-5": 1, "seat-7": 2, "dealer": None},
    }.items():
        refusals = []
        for someone in (1, 99):
            sent = {field: someone if value is None else value for field, value in form.items()}
            guest.send(f"/nights/2/{kind}", **sent)
            refusals.append((guest.status, guest.problems))
        assert refusals[0] == refusals[1], kind
        assert refusals[0][0] in (409, 422)


def test_someone_who_types_a_name_of_the_club_adds_that_player(guest: Phone) -> None:
    guest.open("/nights/2").tap("Add", name="basilio")
    assert OTHERS.findall(guest.page.text)
    assert guest.open("/nights/2/bank/players/2").status == 200


def test_a_member_is_still_offered_everyone(guest: Phone, phone_of: PhoneOf) -> None:
    assert NAMES[1] in phone_of("member").open("/nights/2").page


def test_the_own_games_of_other_nights_are_as_hidden_as_new_ones(guest: Phone) -> None:
    for page in ("games?removed=1", "games/tally?own=1"):
        assert OTHERS.findall(guest.open(f"/nights/2/{page}").page.text) == [], page
    path, sent = guest.open("/nights/2/games/tally").form("Start game", title="JASSOLOGY")
    guest.replay(path, [*sent, ("own", "1")])
    assert guest.problems == [
        "The club already has another game called JASSOLOGY. Give this one another name."
    ]
    guest.open("/plays/8/settings").tap("See what would change", title=OWN["title"]).tap("Save changes")
    assert OWN["columns-0-name"] not in guest.open("/nights/2/games").page


def test_a_night_offers_its_own_games_again(guest: Phone) -> None:
    guest.open("/nights/2/games").follow("Rummy Points")
    assert guest.tap("Start Rummy", target=30).path == "/plays/9"
