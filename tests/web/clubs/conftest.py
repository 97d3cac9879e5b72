"""An evening of a club with a phone of every kind."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.domain import Role
from scorekeeper.store.clubs import access, invitations, phones
from scorekeeper.store.clubs.invitations import hash_secret, link_of_club, link_of_night, secret_of
from scorekeeper.store.database import db
from scorekeeper.store.models import Club, FileImport, Invitation, Membership, Night
from scorekeeper.store.nights.tables import new_table, remove_table
from scorekeeper.store.plays.plays import plays_of_night
from scorekeeper.web.clubs.access import TOKEN
from tests.databases import Database, Rows
from tests.web.phone import Phone
from tests.web.routes import PHONES, RECIPE
from tests.web.seasons import make_seasons
from tests.web.table import bid, start, whole


class Evening(NamedTuple):
    """An evening with phones of every kind.

    Attributes:
        kept: the database, to be put back.
        rows: those of the database.
        cookies, tokens: the cookie of every phone, and what protects its forms.
        secret: the secret of the link for watching the night.
    """

    kept: Any
    rows: Rows
    cookies: dict[str, str]
    tokens: dict[str, str]
    secret: str


@pytest.fixture(scope="session")
def evening(running_database: Database) -> Evening:
    """Return the evening that the table is about, once; each row gets a copy."""
    app = running_database.app
    running_database.put_back()
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
    cookies = {name: phone.cookie for name, phone in cast.items()}
    tokens = {name: phone.token for name, phone in cast.items()}
    return Evening(running_database.keep(), running_database.rows(), cookies, tokens, secret)


def play_games(host: Phone) -> None:
    """Play a night with six games and some coins, start a second one, and delete a third."""
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
    start(host, "Tally", title="Rummy").tap("Delete game")
    host.send("/games/keep", night=1, recipe=RECIPE.replace("High", "Low"))
    bid(start(host), "Bea", 5).tap("Ask the table")
    host.open("/nights/1/me").tap("I’m Bea").open("/plays/1").tap("Not right?")
    host.open("/nights/1/bank")
    host.tap("Record", kind="side bet", giver=1, taker=2, coins=5)
    host.tap("Record", kind="loan", giver="house", taker=3, coins=4)
    host.tap("Record", kind="side bet", giver=1, taker=4, coins=1).tap("Undo")
    host.open("/").tap("Start a game night").tap("Add", name="Eve, Annie")
    host.open("/players/6").tap("Merge", person=5)
    host.open("/").tap("Start a game night").tap("Add", name="Eve").tap("Delete night")
    host.open("/clubs/1/phones/readers").tap("Add", name="Our website")
    make_seasons(host)


def let_everyone_in(cast: dict[str, Phone]) -> None:
    """Let the phones in by their links, and then remove one of them."""
    club = db.session.get_one(Club, 1)
    nights = [db.session.get_one(Night, night_id) for night_id in (1, 2)]
    member, host = (link_of_club(club.id, role) for role in (Role.MEMBER, Role.HOST))
    tables = [new_table(nights[0]) for _ in range(3)]
    remove_table(tables[2])
    for play in plays_of_night(nights[0]):
        play.table = tables[0]
    links: dict[str, Invitation | None] = {
        "spare": host,
        "viewer": link_of_night(nights[0], Role.VIEWER),
        "keeper": link_of_night(nights[0], Role.KEEPER),
        "keeper elsewhere": link_of_night(nights[1], Role.KEEPER),
        "member": member,
        "revoked": member,
        "at its table": link_of_night(nights[0], Role.KEEPER, tables[0].id),
        "at another table": link_of_night(nights[0], Role.KEEPER, tables[1].id),
    }
    for name, link in links.items():
        with cast[name].client.session_transaction() as session:
            phone = access.get_or_create_phone(hash_secret(session[TOKEN]), name)
        assert link
        invitations.join(phone, link)
        if name == "revoked":
            phones.remove_phone(club, phone.id)
    db.session.add(FileImport(club_id=club.id))
    db.session.flush()
    db.session.get_one(Night, 3).import_id = 1
    # Everyone is Bea, who plays.
    db.session.execute(update(Membership).values(player_id=2))
    db.session.commit()


PhoneOf = Callable[[str], Phone]


@pytest.fixture
def phone_of(running_database: Database, app: Flask, evening: Evening) -> PhoneOf:
    """Return a function that returns one of the evening's phones."""
    running_database.put_back(evening.kept)

    def phone_of(name: str) -> Phone:
        phone = Phone(app)
        phone.cookie = evening.cookies[name]
        return phone

    return phone_of
