"""A stranger sees and changes nothing of a club, at any address of the app."""

import pytest
from flask import Flask

from tests.web.addresses import FOR_EVERYONE, everything, of_the_club
from tests.web.phone import Phone
from tests.web.table import whole


@pytest.fixture
def played(coralon: Phone) -> Phone:
    """Return a game with a hand."""
    return whole(coralon, "Bea", 5, (3, 5, 3, 2))


@pytest.fixture
def neighbour(stranger: Phone) -> Phone:
    """Return a phone of another club."""
    return stranger.open("/").tap("Start a game night")


def test_the_list_of_addresses_for_everyone_has_no_old_ones(app: Flask) -> None:
    assert {rule.rule for rule in app.url_map.iter_rules()} >= FOR_EVERYONE


def test_a_member_gets_every_page_and_file(app: Flask, played: Phone) -> None:
    paths = of_the_club(app, "GET")
    assert {path: played.client.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)


def test_a_stranger_sees_none_of_the_pages(app: Flask, played: Phone, stranger: Phone) -> None:
    for path in of_the_club(app, "GET"):
        assert stranger.open(path).status == 404, path
        assert "Page not found" in stranger.page
        assert "Ann" not in stranger.page


def test_another_club_gets_nothing(app: Flask, played: Phone, neighbour: Phone) -> None:
    paths = of_the_club(app, "GET")
    assert {path: neighbour.open(path).status for path in paths} == dict.fromkeys(paths, 404)


def test_a_stranger_can_change_nothing(app: Flask, played: Phone, stranger: Phone) -> None:
    before, paths = everything(played, app), of_the_club(app, "POST")
    stranger.open("/")
    answers = {path: stranger.send(path, number=1, name="Eve").status for path in paths}
    assert answers == dict.fromkeys(paths, 404)
    assert everything(played, app) == before


def test_another_club_can_change_nothing(app: Flask, played: Phone, neighbour: Phone) -> None:
    before, paths = everything(played, app), of_the_club(app, "POST")
    answers = {path: neighbour.send(path, number=1, name="Eve").status for path in paths}
    assert answers == dict.fromkeys(paths, 404)
    assert everything(played, app) == before


def test_home_shows_a_stranger_nothing(played: Phone, stranger: Phone) -> None:
    stranger.open("/")
    assert "Recent nights" not in stranger.page
    assert not [link for link in stranger.page.all("a") if "/nights/" in link["href"]]


def test_players_of_another_club_are_not_suggested(owner: Phone, neighbour: Phone) -> None:
    assert "Ann" not in neighbour.page


def test_a_player_of_another_club_cannot_be_removed(owner: Phone, neighbour: Phone) -> None:
    neighbour.send("/nights/2/players/1/leave")
    assert "Ann" in owner.reload().page
