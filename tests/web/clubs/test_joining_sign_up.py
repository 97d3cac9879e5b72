"""Who may make a club: everyone, or nobody without the command line."""

import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli import main
from tests.web.phone import Phone

CLOSED = "You need an invitation to play here."


@pytest.fixture
def closed(app: Flask) -> Iterator[Flask]:
    """Yield an app where sign-up is closed."""
    app.config["SIGN_UP"] = "closed"
    yield app
    app.config["SIGN_UP"] = "open"


def test_a_stranger_is_offered_no_club(closed: Flask) -> None:
    page = Phone(closed).open("/").page
    assert CLOSED in page
    assert not page.all("button", text="Start a game night")
    assert "Import a club" not in page


@pytest.mark.parametrize("address", ["/nights", "/import"])
def test_a_stranger_can_make_none(closed: Flask, address: str) -> None:
    closed.config["SIGN_UP"] = "open"
    phone = Phone(closed).open("/")
    closed.config["SIGN_UP"] = "closed"
    phone.send(address)
    assert phone.status == 403
    assert CLOSED in phone.page
    assert Phone(closed).open("/clubs/1/phones").status != 200


def test_a_command_makes_one(closed: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.hosting.links.create_app", lambda: closed)
    said = CliRunner().invoke(main, ["club", "The Vines"], catch_exceptions=False).stdout
    assert "This link makes a phone a host of The Vines:" in said
    host = Phone(closed).open(re.findall("/join/.*", said)[0]).tap("Join").open("/")
    assert host.tap("Start a game night").path == "/nights/1"


def test_a_club_needs_a_name() -> None:
    ended = CliRunner().invoke(main, ["club", " "])
    assert (ended.exit_code, ended.stderr) == (1, "Error: A club’s name has 1 to 40 characters.\n")
