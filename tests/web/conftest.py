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


class Scene(NamedTuple):
    """What a test begins with: the database as it was kept, and the owner's phone with what it shows."""

    kept: Any
    phone: Phone


@pytest.fixture(scope="session")
def begun(running_database: Database) -> Scene:
    """Return a night started as people do it, once; each test gets a copy."""
    running_database.put_back()
    phone = Phone(running_database.app, IPHONE).open("/").tap("Start a game night")
    phone.tap("Add", name="Ann, Bea, Cal, Dee").open("/nights/1")
    return Scene(running_database.keep(), phone)


@pytest.fixture(scope="session")
def coralon_begun(running_database: Database, begun: Scene) -> Scene:
    """Return a game of Coralon started on that night, also once."""
    phone = taken_up(begun, running_database)
    phone.open("/nights/1/games/coralon").tap("Start Coralon")
    return Scene(running_database.keep(), phone)


def taken_up(scene: Scene, database: Database) -> Phone:
    """Return the owner's phone where it was, with the database as it was then."""
    database.put_back(scene.kept)
    return scene.phone.tab()


@pytest.fixture
def owner(
    request: pytest.FixtureRequest, running_database: Database, app: Flask, begun: Scene, coralon_begun: Scene
) -> Phone:
    """Return the phone that started the night; Ann, Bea, Cal and Dee are there.

    It is on the night's page, or on the sheet of the game that ``coralon`` has started.
    """
    return taken_up(coralon_begun if "coralon" in request.fixturenames else begun, running_database)


@pytest.fixture
def friend(app: Flask, owner: Phone) -> Phone:
    """Return another phone of the same club, which joined by its link."""
    return joined(app, link_to(owner), "Someone else")


@pytest.fixture
def phones(owner: Phone, friend: Phone) -> list[Phone]:
    """Return three pages of a club: the owner's phone, a friend's phone, and a second tab on the owner's."""
    return [owner, friend, owner.tab()]


@pytest.fixture
def coralon(owner: Phone) -> Phone:
    """Return the owner's phone on the sheet of a new game of Coralon; Ann deals, so Bea bids first."""
    return owner


@pytest.fixture
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer to undo the newest change, however long ago the tests before this one made it."""
    monkeypatch.setattr(undo, "UNDO_FOR", timedelta(hours=1))
