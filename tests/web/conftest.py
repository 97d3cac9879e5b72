"""The cast: the phone that started the night, a friend's phone, and a stranger's."""

from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from flask import Flask

from scorekeeper.web.plays import undo
from tests.databases import Database
from tests.web.invited import joined, link_to
from tests.web.phone import IPHONE, Phone


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """Return a browser that belongs to no club."""
    return Phone(app)


class Begun(NamedTuple):
    """A night that has started: the database as it was kept, and the cookie of the phone that started it."""

    kept: Any
    cookie: str


@pytest.fixture(scope="session")
def begun(running_database: Database) -> Begun:
    """Return a night started as people do it, once; each test gets a copy."""
    running_database.put_back()
    phone = Phone(running_database.app, IPHONE).open("/").tap("Start a game night")
    phone.tap("Add", name="Ann, Bea, Cal, Dee")
    cookie = phone.client.get_cookie("session")
    assert cookie
    return Begun(running_database.keep(), cookie.value)


@pytest.fixture
def owner(running_database: Database, app: Flask, begun: Begun) -> Phone:
    """Return the phone that started the night, on the night's page; Ann, Bea, Cal and Dee are there."""
    running_database.put_back(begun.kept)
    phone = Phone(app, IPHONE)
    phone.client.set_cookie("session", begun.cookie)
    return phone.open("/nights/1")


@pytest.fixture
def friend(app: Flask, owner: Phone) -> Phone:
    """Return another phone of the same club, which joined by its link."""
    return joined(app, link_to(owner), "Someone else")


@pytest.fixture
def phones(app: Flask, owner: Phone, friend: Phone) -> list[Phone]:
    """Return three pages of a club: the owner's phone, a friend's phone, and a second tab on the owner's."""
    tab = Phone(app)
    cookie = owner.client.get_cookie("session")
    assert cookie
    tab.client.set_cookie("session", cookie.value)
    return [owner, friend, tab]


@pytest.fixture
def coralon(owner: Phone) -> Phone:
    """Return the owner's phone on the sheet of a new game of Coralon; Ann deals, so Bea bids first."""
    return owner.open("/nights/1/games/coralon").tap("Start Coralon")


@pytest.fixture
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer to undo the newest change, however long ago the tests before this one made it."""
    monkeypatch.setattr(undo, "UNDO_FOR", timedelta(hours=1))
