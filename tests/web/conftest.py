"""The cast: the phone that started the night, a friend's phone, and a stranger's."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.web.plays import undo
from tests.databases import Database
from tests.web.invited import link_to
from tests.web.phone import ANDROID, IPHONE, Phone


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """Return a browser that belongs to no club."""
    return Phone(app)


Steps = tuple[Any, ...]


class Scene:
    """What happened before a test: done once as people do it, and put back for every other test.

    A step is a function of this scene, and what else it takes. What a step has returned is kept, too.
    """

    def __init__(self, database: Database, kept: dict[Steps, tuple[Any, list[Phone], Any]]) -> None:
        self.database, self._kept = database, kept
        self.owner, self.friend = Phone(database.app, IPHONE), Phone(database.app, ANDROID)
        self._steps: Steps = ()

    def after(self, *steps: Any) -> Any:
        """Go on to where everything was after these steps, and return what the last one has returned."""
        self._steps += steps
        return self._at(self._steps)

    def _at(self, steps: Steps) -> Any:
        phones = (self.owner, self.friend)
        if steps not in self._kept:
            if len(steps) > 1:
                self._at(steps[:-1])
            else:
                self.database.put_back()
            step, *rest = steps[-1] if isinstance(steps[-1], tuple) else (steps[-1],)
            found = step(self, *rest)
            self._kept[steps] = self.database.keep(), [phone.tab() for phone in phones], found
            return found
        state, tabs, found = self._kept[steps]
        self.database.put_back(state)
        for phone, tab in zip(phones, tabs, strict=True):
            phone.become(tab)
        return found


def begin_night(scene: Scene) -> None:
    scene.owner.open("/").tap("Start a game night")
    scene.owner.tap("Add", name="Ann, Bea, Cal, Dee").open("/nights/1")


def begin_coralon(scene: Scene) -> None:
    scene.owner.open("/nights/1/games/coralon").tap("Start Coralon")


def let_friend_in(scene: Scene) -> None:
    scene.friend.open(link_to(scene.owner)).tap("Someone else")


@pytest.fixture(scope="session")
def kept_scenes(running_database: Database) -> dict[Steps, Any]:
    """Return the scenes that were played on this database."""
    return {}


@pytest.fixture
def scene(
    request: pytest.FixtureRequest, running_database: Database, app: Flask, kept_scenes: dict[Steps, Any]
) -> Scene:
    """Return a night with Ann, Bea, Cal and Dee, after what the other fixtures ask for."""
    wanted = {"coralon": begin_coralon, "friend": let_friend_in}
    scene = Scene(running_database, kept_scenes)
    scene.after(begin_night, *(step for name, step in wanted.items() if name in request.fixturenames))
    return scene


@pytest.fixture
def owner(scene: Scene) -> Phone:
    """Return the phone that started the night.

    It is on the night's page, or on the sheet of the game that ``coralon`` has started.
    """
    return scene.owner


@pytest.fixture
def friend(scene: Scene) -> Phone:
    """Return another phone of the same club, which joined by its link."""
    return scene.friend


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
