"""Making a new link for a club whose link nobody has any more."""

import re

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scorekeeper.cli import main
from tests.web.phone import Phone
from tests.web.table import points, start


@pytest.fixture
def phone(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """Return a phone that plays in an app that the command line finds too."""
    monkeypatch.setattr("scorekeeper.links.create_app", lambda: app)
    return Phone(app)


@pytest.fixture
def played(phone: Phone) -> Phone:
    phone.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal")
    return points(start(phone, "Tally"), 3, 4, 5)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["link", *arguments], catch_exceptions=False)


def test_a_new_link_opens_the_club_and_the_earlier_one_does_not(app: Flask, played: Phone) -> None:
    earlier = re.findall("/join/.*", run("1").stdout)[0]
    said = run("1")
    assert (said.exit_code, said.stderr) == (0, "")
    link = re.search(r"http://\S+:8000(/join/\S+)", said.stdout)
    assert "This link makes a phone a host of Our table:" in said.stdout
    assert link
    found = Phone(app).open(link[1]).tap("Someone else").open("/")
    assert "Links to join" in found.open("/clubs/1/phones").page
    found.open("/")
    assert found.follow("Archive").path == "/clubs/1/archive"
    assert Phone(app).open(earlier).status == 404
    assert played.open("/nights/1").status == 200


def test_phones_that_came_by_the_old_link_are_counted(app: Flask, played: Phone) -> None:
    old = re.findall("/join/.*", run("1").stdout)[0]
    other = Phone(app).open(old).tap("Someone else")
    assert "1 phone that joined with it lost access." in run("1").stdout
    assert other.open("/nights/1").status == 404


def test_without_a_number_the_clubs_are_listed(played: Phone) -> None:
    said = run().stdout
    assert re.search(r"^   1  Our table, 1 game, last night \d\d? [A-Z][a-z]+ \d{4}$", said, re.MULTILINE)
    assert "“scorekeeper link 1” makes a new link" in said
    assert played.open("/nights/1").status == 200


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "There is no club yet. Start a game night first."),
        (("7",), "There is no club 7. “scorekeeper link” lists the clubs."),
        ((str(10**30),), f"There is no club {10**30}. “scorekeeper link” lists the clubs."),
    ],
)
def test_an_unknown_club_number_is_refused(phone: Phone, arguments: tuple[str, ...], sentence: str) -> None:
    said = run(*arguments)
    assert (said.exit_code, said.stdout) == (1, "")
    assert sentence in said.stderr
