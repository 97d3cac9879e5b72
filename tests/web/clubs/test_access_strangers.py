"""Somebody who does not belong to the club sees nothing of it, and changes nothing."""

import re

import pytest
from flask import Flask

from tests.web.phone import Phone
from tests.web.table import whole

PAGES = (
    "/nights/1",
    "/nights/1/bank",
    "/nights/1/bank/players/1",
    "/nights/1/bank/settle",
    "/nights/1/games",
    "/nights/1/games/coralon",
    "/plays/1",
    "/plays/1?whole",
    "/plays/1/hands/1",
    "/plays/1/recap",
    "/plays/1/recap.svg",
    "/clubs/1/archive",
    "/clubs/1/nights",
    "/clubs/1/bin",
    "/clubs/1/players",
    "/players/1",
    "/clubs/1/exchange",
    "/clubs/1/statistics",
    "/clubs/1/statistics/records",
    "/clubs/1/statistics/players/1",
    "/clubs/1/statistics/games/coralon",
)

FILES = (
    "/clubs/1/games.csv",
    "/clubs/1/games.bgsplay",
    "/nights/1/night.json",
    "/nights/1/coins.csv",
    "/plays/1/scoresheet.json",
    "/plays/1/hands.csv",
    "/plays/1/game.bgsplay",
)

CHANGES = (
    "/clubs/1",
    "/clubs/1/backup",
    "/clubs/1/import",
    "/nights/1/players",
    "/nights/1/players/1/leave",
    "/nights/1/bank",
    "/nights/1/bank/stakes",
    "/nights/1/bank/pay",
    "/nights/1/bank/give-back",
    "/nights/1/bank/take-back",
    "/nights/1/bank/bring-back",
    "/nights/1/bank/value",
    "/nights/1/note",
    "/nights/1/delete",
    "/nights/1/restore",
    "/players/1/rename",
    "/players/1/merge",
    "/players/1/part",
    "/players/1/retire",
    "/players/1/come-back",
    "/nights/1/games/coralon",
    "/plays/1/bid",
    "/plays/1/trump",
    "/plays/1/hands",
    "/plays/1/hands/1",
    "/plays/1/undo",
    "/plays/1/take-back",
    "/plays/1/bring-back",
    "/plays/1/stop",
    "/plays/1/go-on",
    "/plays/1/again",
    "/plays/1/note",
    "/plays/1/delete",
    "/plays/1/restore",
)


@pytest.fixture
def played(coralon: Phone) -> Phone:
    """A sheet with a hand on it."""
    return whole(coralon, "Bea", 5, (3, 5, 3, 2))


@pytest.fixture
def neighbour(stranger: Phone) -> Phone:
    """A phone of another club."""
    return stranger.open("/").tap("Start a game night")


def everything(phone: Phone) -> list[str]:
    """All there is to see of the club."""
    return [phone.open(path).page.text for path in PAGES]


def test_a_stranger_gets_a_kind_page_instead_of_every_page(played: Phone, stranger: Phone) -> None:
    for path in PAGES:
        assert played.open(path).status == 200
        assert stranger.open(path).status == 404
        assert "Page not found" in stranger.page
        assert "Ann" not in stranger.page


def test_another_club_sees_none_of_the_pages(played: Phone, neighbour: Phone) -> None:
    assert {path: neighbour.open(path).status for path in PAGES} == dict.fromkeys(PAGES, 404)


def test_nobody_else_gets_a_file(played: Phone, neighbour: Phone, stranger: Phone) -> None:
    assert {path: played.client.get(path).status_code for path in FILES} == dict.fromkeys(FILES, 200)
    for phone in (neighbour, stranger):
        assert {path: phone.open(path).status for path in FILES} == dict.fromkeys(FILES, 404)


def test_the_list_of_changes_is_complete(app: Flask) -> None:
    changing = [
        rule
        for rule in app.url_map.iter_rules()
        if rule.methods and "POST" in rule.methods and rule.arguments
    ]
    assert {re.sub("<int:[a-z_]+>", "1", str(rule)).replace("<key>", "coralon") for rule in changing} == set(
        CHANGES
    )


def test_a_stranger_can_change_nothing(played: Phone, stranger: Phone) -> None:
    before = everything(played)
    stranger.open("/")
    answers = {path: stranger.send(path, number=1, name="Eve").status for path in CHANGES}
    assert answers == dict.fromkeys(CHANGES, 404)
    assert everything(played) == before


def test_another_club_can_change_nothing(played: Phone, neighbour: Phone) -> None:
    before = everything(played)
    answers = {path: neighbour.send(path, number=1, name="Eve").status for path in CHANGES}
    assert answers == dict.fromkeys(CHANGES, 404)
    assert everything(played) == before


def test_home_lists_nothing_to_a_stranger(played: Phone, stranger: Phone) -> None:
    stranger.open("/")
    assert "Go on with" not in stranger.page
    assert not [link for link in stranger.page.all("a") if "/nights/" in link["href"]]


def test_players_of_another_club_are_not_offered(owner: Phone, neighbour: Phone) -> None:
    assert "Ann" not in neighbour.page


def test_the_player_of_another_club_cannot_be_seen_off(owner: Phone, neighbour: Phone) -> None:
    neighbour.send("/nights/2/players/1/leave")
    assert "Ann" in owner.reload().page
