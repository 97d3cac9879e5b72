"""The cast: whose night it is, a friend with a phone of their own, and a stranger."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.store import models
from scorekeeper.web import view
from tests.web.markup import read
from tests.web.phone import ANDROID, IPHONE, Phone


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """Somebody with a browser, who belongs to no club."""
    return Phone(app)


@pytest.fixture
def owner(app: Flask) -> Phone:
    """The phone that started the night, on the night's page; Ann, Bea, Cal and Dee are there."""
    phone = Phone(app, IPHONE).open("/").tap("Start a game night")
    return phone.tap("Add", name="Ann, Bea, Cal, Dee")


@pytest.fixture
def friend(app: Flask, owner: Phone) -> Phone:
    """Another phone of the same club, let in by its link."""
    night = read(owner.client.get("/nights/1").text)
    return Phone(app, ANDROID).open(night.one("input", "link")["value"])


@pytest.fixture
def coralon(owner: Phone) -> Phone:
    """The owner's phone on the sheet of a new game of Coralon; Ann deals, so Bea bids first."""
    return owner.open("/nights/1/games/coralon").tap("Start Coralon")


@pytest.fixture
def friends_sheet(coralon: Phone, friend: Phone) -> Phone:
    """The friend's phone on the same sheet."""
    return friend.open(coralon.path)


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets seconds go by at the table."""

    def go_by(seconds: int) -> None:
        monkeypatch.setattr(view, "now", lambda: models.now() + timedelta(seconds=seconds))

    return go_by
