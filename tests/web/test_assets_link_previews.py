"""What a chat shows of a link: the app, and nothing of a club."""

from pathlib import Path

import pytest
from flask import Flask

from tests.conftest import make_app
from tests.web.invited import link_to
from tests.web.markup import read
from tests.web.phone import Phone

NAMES = ("Ann", "Bea", "Cal", "Dee", "night", "Coralon")


def preview_of(page: str) -> dict[str, str]:
    """Return what a page says about itself to those who never open it."""
    found = {meta["property"] or meta["name"]: meta["content"] for meta in read(page).all("meta")}
    return {name: text for name, text in found.items() if name.startswith(("og:", "desc", "twitter:"))}


@pytest.mark.parametrize(
    ("path", "title"),
    [
        *((path, "Keep score together") for path in ("/", "/help", "/nights/1", "/plays/1", "/join/nothing")),
        *((path, "You’re invited to keep score") for path in ("/join", "watch", "keep", "club")),
    ],
)
def test_a_chat_shows_the_app_and_no_name(app: Flask, coralon: Phone, path: str, title: str) -> None:
    if not path.startswith("/"):
        path = link_to(coralon, path)
    page = Phone(app).client.get(path).text
    found = preview_of(page)
    assert found["og:title"] == title
    assert found["description"] == found["og:description"]
    said = [*found.values(), read(page).one("title").text]
    assert not [name for name in NAMES if any(name in text for text in said)]
    assert app.test_client().get(found["og:image"]).data.startswith(b"\x89PNG")


def test_the_picture_has_the_public_address(empty_database: Path) -> None:
    app = make_app(empty_database, PUBLIC_ADDRESS="https://home.example/scores")
    page = app.test_client().get("/", headers={"Host": "home.example"}).text
    assert preview_of(page)["og:image"].startswith("https://home.example/scores/static/")


def test_a_sheet_does_without(coralon: Phone) -> None:
    assert not preview_of(coralon.client.get("/plays/1").text)
