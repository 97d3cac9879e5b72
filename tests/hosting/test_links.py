"""Making a new link for a club whose link nobody has any more."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.hosting.links import new_link
from scorekeeper.qr_code import qr_lines
from scorekeeper.settings import note_served, read_environment, variable
from tests.web.phone import Phone
from tests.web.table import points, start


@pytest.fixture
def phone(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """Return a phone that plays in an app that the command line finds too."""
    monkeypatch.setattr("scorekeeper.hosting.links.create_app", lambda: app)
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
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
    assert "This link makes a phone a host of Ann’s table:" in said.stdout
    assert link
    found = Phone(app).open(link[1]).tap("Someone else").open("/")
    assert "Links to join" in found.open("/clubs/1/phones").page
    found.open("/")
    assert found.follow("Archive").path == "/clubs/1/archive"
    assert Phone(app).open(earlier).status == 404
    assert played.open("/nights/1").status == 200


@pytest.mark.parametrize(
    ("served", "command", "begins"),
    [
        ({}, {}, "http://10.0.0.7:8000/join/"),
        ({"PORT": "8080"}, {}, "http://10.0.0.7:8080/join/"),
        ({"PORT": "8080"}, {"PORT": "9090"}, "http://10.0.0.7:9090/join/"),
        ({"SCOREKEEPER_HOST": "127.0.0.1"}, {}, "http://127.0.0.1:8000/join/"),
        ({}, {"SCOREKEEPER_HOST": "::1"}, "http://[::1]:8000/join/"),
        ({"SCOREKEEPER_PUBLIC_ADDRESS": "https://scores.club.org"}, {}, "https://scores.club.org/join/"),
    ],
)
def test_a_link_begins_with_the_address_at_which_the_app_was_served_last(
    played: Phone,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    served: dict[str, str],
    command: dict[str, str],
    begins: str,
) -> None:
    monkeypatch.setattr("scorekeeper.network.network_address", lambda: "10.0.0.7")
    note_served(read_environment({variable("data"): str(tmp_path), **served}))
    for name, text in command.items():
        monkeypatch.setenv(name, text)
    assert f"  {begins}" in run("1").stdout


def test_a_terminal_shows_the_code_of_the_link(
    app: Flask, played: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.qr_code.draws_blocks", lambda: True)
    found = new_link(1)
    (link,) = re.findall("http://.*/join/.*", found)
    assert "\n".join(qr_lines(link)) in found


def test_phones_that_came_by_the_old_link_are_counted(app: Flask, played: Phone) -> None:
    old = re.findall("/join/.*", run("1").stdout)[0]
    other = Phone(app).open(old).tap("Someone else")
    assert "1 phone that joined with it lost access." in run("1").stdout
    assert other.open("/nights/1").status == 404


def test_without_a_number_the_clubs_are_listed(played: Phone) -> None:
    said = run().stdout
    assert re.search(r"^   1  Ann’s table, 1 game, last night \d\d? [A-Z][a-z]+ \d{4}$", said, re.MULTILINE)
    assert "“scorekeeper link 1” makes a new link" in said
    assert played.open("/nights/1").status == 200


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "There is no club yet. Start a game night, or make a club with “scorekeeper club NAME”."),
        (("7",), "There is no club 7. “scorekeeper link” lists the clubs."),
        ((str(10**30),), f"There is no club {10**30}. “scorekeeper link” lists the clubs."),
    ],
)
def test_an_unknown_club_number_is_refused(phone: Phone, arguments: tuple[str, ...], sentence: str) -> None:
    said = run(*arguments)
    assert (said.exit_code, said.stdout) == (1, "")
    assert sentence in said.stderr
