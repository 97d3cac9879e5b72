"""Deleting a club for good, on a page that asks for its name, and erasing the name of a person."""

import pytest
from flask import Flask

from tests.web.clubs.conftest import PhoneOf
from tests.web.phone import Phone
from tests.web.routes import OK, ROUTES, path_of
from tests.web.seasons import make_season
from tests.web.table import start, whole

PAGE = "/clubs/1/delete"


@pytest.fixture
def host(phone_of: PhoneOf) -> Phone:
    """Return the phone that made the club."""
    return phone_of("host")


def test_a_club_is_deleted_once_its_name_was_typed(host: Phone, phone_of: PhoneOf) -> None:
    member = phone_of("member")
    host.open("/clubs/1/phones").follow("Delete Ann’s table for good")
    assert "6 games, 3 nights and 6 players" in host.page
    host.tap("Delete club", name="Bea’s table")
    assert host.status == 422
    assert "Type the club’s name, Ann’s table" in host.page
    host.tap("Delete club", name=" ann's table")
    assert host.path == "/"
    assert "Ann’s table was deleted for good." in host.page
    assert member.open("/nights/1").status == 404
    assert member.client.get("/").headers["Offline-Access"] == ""


def test_a_hand_that_waits_for_a_game_of_a_deleted_club_lands_in_no_other(host: Phone) -> None:
    def begin() -> None:
        """Start a club, a night and a game."""
        host.open("/").follow("Phones").follow("Delete Ann’s table for good")
        host.tap("Delete club", name="Ann’s table").tap("Start a game night").tap("Add", name="Ann, Bea")
        start(host, "Tally", night=int(host.path.split("/")[2]), title="Game")

    begin()
    path, (_, hand) = host.path, host.filled("Save round 1", "/hands", **{"points-0": 1, "points-1": 2})
    begin()
    assert host.path != path
    assert host.replay(f"{path}/hands", hand).status == 404


# A person

NAME = "Basilio"
FILES = ("scoresheet.json", "hands.csv", "game.bgsplay", "night.json", "coins.csv", "games.csv", "recap.svg")


def play_under(host: Phone) -> None:
    """Rename Bea, whose phones all are, and write her name wherever people write."""
    host.open("/").send("/players/2/rename", name=NAME).send("/players/2/pay-me", was="", pay_me=f"@{NAME}")
    host.send("/clubs/1", name=f"{NAME}’s table").send("/device", name=f"{NAME}’s phone")
    host.send("/nights/1/note", note=f"{NAME} brought a cake.").send("/plays/1/note", note=f"Poor {NAME}.")
    host.send("/nights/1/bank", kind="gift", giver=1, taker=2, coins=3, note=f"for {NAME}")
    whole(host.open("/plays/1"), "1", 5, (3, 5, 3, 2), note=f"{NAME} again")
    host.open("/nights/1/games/tally").tap("Start game", title=f"{NAME}’s game")
    host.open("/players/1").send("/players/5/merge", person=2)


def named_on(app: Flask, phone: Phone) -> set[str]:
    """Return the pages and files of the club on which the name is."""
    paths = {path_of(app, name, **ids) for name in ROUTES for ids in WHERE if is_page(name)}
    paths |= {"/", "/clubs/1/archive?words=cake"}
    return {path for path in paths if NAME in phone.client.get(path).text}


WHERE: tuple[dict[str, int], ...] = ({}, {"play_id": 2, "player_id": 2}, {"play_id": 7, "person": 2})


def is_page(name: str) -> bool:
    """Return whether an address shows something of a club, and then ends."""
    row = ROUTES[name]
    return name.startswith("GET ") and row.allowed["host"] == OK and not row.stream and "join" not in name


def test_a_person_who_is_erased_is_named_on_no_page_and_in_no_file(
    app: Flask, host: Phone, no_hurry: None
) -> None:
    play_under(host)
    named = named_on(app, host)
    assert len(named) > 30
    assert {file for file in FILES if any(path.endswith(file) for path in named)} == {*FILES}
    version = host.client.get("/plays/2/version").json
    host.open("/players/2").follow(f"Erase {NAME} for good")
    assert f"The names {NAME}, Annie and Eve" in host.page
    host.tap(f"Erase {NAME}", also="Ann")
    host.refused("also", "Ann is another player. Enter only names of this person.")
    host.tap(f"Erase {NAME}", also="")
    assert "They’re called Former player 1 now." in host.page
    assert named_on(app, host) == set()
    assert host.client.get("/plays/2/version").json != version
    backup = host.client.post("/clubs/1/backup", data={"csrf_token": host.token})
    assert NAME not in backup.text
    assert "Former player 1" in backup.text


def test_importing_an_older_file_does_not_bring_a_name_back(app: Flask, host: Phone, no_hurry: None) -> None:
    play_under(host)
    old = host.client.post("/clubs/1/backup", data={"csrf_token": host.token}).data
    host.open("/players/2/erase").tap(f"Erase {NAME}")
    host.open("/clubs/1/exchange").send_file("Preview", "club.json", old)
    assert (host.status, "Import" in host.page.texts("button")) == (200, False)
    assert named_on(app, host) == set()


def test_the_host_sees_what_still_contains_the_name_and_where_to_change_it(
    host: Phone, no_hurry: None
) -> None:
    play_under(host)
    host.send("/nights/1/note", note=f"{NAME}s cake, BASÍLIOS.").send(
        "/plays/1/note", note=f"Poor {NAME}ino."
    )
    host.open("/nights/1/games/tally").tap(
        "Start game", **{"title": f"{NAME}s", "columns-by": "columns", "columns-0-name": f"{NAME}s cakes"}
    )
    make_season(host, name=f"{NAME}s")
    night = host.open("/nights/1").page.one("h1").text
    host.open("/players/2/erase").tap(f"Erase {NAME}")
    assert (host.status, host.page.one("h2", id="left").text) == (
        200,
        "Erased. They’re called Former player 1 now.",
    )
    (listed,) = (part for part in host.page.all("section") if part["aria-labelledby"] == "left")
    assert [link.text for link in listed.all("a")] == [
        f"Note of {night}",
        "Your own game Basilios",
        f"Note of Coralon, {night}",
        "Season Basilios",
        f"House rules of Basilios, {night}",
    ]
    assert {word.text for word in listed.all("bdi")} == {"Basilios", "BASÍLIOS", "Basilioino"}
    for link in listed.all("a"):
        assert host.client.get(link["href"]).status_code == 200, link["href"]
    host.tap("Erase Former player 1", also="Basilios, Basilioino")
    assert host.path == "/players/2"
    assert "They’re called Former player 1 now." in host.page
