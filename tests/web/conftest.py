"""The cast: the phone that started the night, a friend's phone, and a stranger's."""

from datetime import timedelta
from math import inf
from typing import Any, NamedTuple

import pytest
from flask import Flask

from scorekeeper.web.clubs import access
from scorekeeper.web.files import progress
from tests.databases import Database
from tests.web.invited import link_to
from tests.web.phone import ANDROID, IPHONE, Phone


@pytest.fixture(autouse=True)
def prompt_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every import be answered once it is over, also on a machine that is busy."""
    monkeypatch.setattr(progress, "A_MOMENT", inf)


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """Return a browser that belongs to no club."""
    return Phone(app)


Steps = tuple[Any, ...]
"""What happened one after the other: functions of a scene, or tuples of one and what else it takes."""


class Kept(NamedTuple):
    """A scene after a step: the database, the phones with what they showed, and what the step returned."""

    state: Any
    phones: list[Phone]
    found: Any


class Scene:
    """What a test begins with: played once as people do it, and put back for every other test."""

    def __init__(self, database: Database, kept: dict[Steps, Kept]) -> None:
        self.database, self._kept = database, kept
        self.owner, self.friend = Phone(database.app, IPHONE), Phone(database.app, ANDROID)
        self._steps: Steps = ()

    def after(self, *steps: Any) -> Any:
        """Go on to where everything was after these steps, and return what the last one has returned."""
        self._steps += steps
        return self._at(self._steps).found

    def _at(self, steps: Steps) -> Kept:
        """Put everything back as it was after these steps; they are taken now if no test did so before."""
        kept = self._kept.get(steps) or self._play(steps)
        self.database.put_back(kept.state)
        for phone, tab in zip((self.owner, self.friend), kept.phones, strict=True):
            phone.become(tab)
        return kept

    def _play(self, steps: Steps) -> Kept:
        """Take the last of these steps after the others."""
        if steps[:-1]:
            self._at(steps[:-1])
        else:
            self.database.put_back()
        step, *rest = steps[-1] if isinstance(steps[-1], tuple) else steps[-1:]
        found = step(self, *rest)
        tabs = [self.owner.tab(), self.friend.tab()]
        return self._kept.setdefault(steps, Kept(self.database.keep(), tabs, found))


def begin_night(scene: Scene) -> None:
    scene.owner.open("/").tap("Start a game night")
    scene.owner.tap("Add", name="Ann, Bea, Cal, Dee").open("/nights/1")


def begin_coralon(scene: Scene) -> None:
    scene.owner.open("/nights/1/games/coralon").tap("Start Coralon")


def let_friend_in(scene: Scene) -> None:
    scene.friend.open(link_to(scene.owner)).tap("Someone else")


@pytest.fixture(scope="session")
def kept_scenes(running_database: Database) -> dict[Steps, Kept]:
    """Return the scenes that were played on this database."""
    return {}


@pytest.fixture
def scene(
    request: pytest.FixtureRequest, running_database: Database, app: Flask, kept_scenes: dict[Steps, Kept]
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
    """Note no visit, however long ago the scene was played."""
    monkeypatch.setattr(access, "VISIT", timedelta(hours=1))
