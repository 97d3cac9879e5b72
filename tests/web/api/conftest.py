"""A program that reads the club of the night, with a token that its host has made."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.table import bid, start, whole

READERS = "/clubs/1/phones/readers"


def add_reader(phone: Phone, name: str = "Our website", **typed: str) -> str:
    """Let the first program read the club, and return its token."""
    return phone.open(READERS).tap("Add", name=name, **typed).page.all("p", "link")[0].text


def play_and_add_reader(scene: Scene) -> str:
    """Play a game of Coralon to its end and another one until a bid, and let a program read them."""
    phone = start(scene.owner)
    whole(phone, "Bea", 5, (3, 5, 3, 2))
    phone.tap("End game")
    bid(start(phone), "Cal", 4)
    return add_reader(phone)


@pytest.fixture
def token(scene: Scene) -> str:
    return str(scene.after(play_and_add_reader))


Ask = Callable[..., TestResponse]


@pytest.fixture
def ask(scene: Scene, token: str) -> Ask:
    """Return a function that asks the API for something, by default with the token of a reader."""

    def ask(path: str, by: str = token, **headers: str) -> TestResponse:
        client = scene.database.app.test_client(use_cookies=False)
        return client.get(f"/api/v1{path}", headers={"Authorization": f"Bearer {by}", **headers})

    return ask


def read_json(answer: TestResponse) -> Any:
    assert answer.status_code == 200, answer.text
    return json.loads(answer.text)
