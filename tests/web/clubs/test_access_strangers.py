"""A stranger and another club see nothing of a club on their own pages."""

import pytest

from tests.web.phone import Phone


@pytest.fixture
def neighbour(stranger: Phone) -> Phone:
    """Return a phone of another club, on the page of its night."""
    return stranger.open("/").tap("Start a game night")


def test_home_shows_a_stranger_nothing(coralon: Phone, stranger: Phone) -> None:
    stranger.open("/")
    assert "Recent nights" not in stranger.page
    assert not [link for link in stranger.page.all("a") if "/nights/" in link["href"]]


def test_players_of_another_club_are_not_suggested(owner: Phone, neighbour: Phone) -> None:
    assert "Ann" not in neighbour.page


def test_a_player_of_another_club_cannot_be_removed(owner: Phone, neighbour: Phone) -> None:
    neighbour.send("/nights/2/players/1/leave")
    assert "Ann" in owner.reload().page
