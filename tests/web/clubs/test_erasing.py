"""Deleting a club for good, on a page that asks for its name."""

import pytest

from tests.web.clubs.conftest import PhoneOf
from tests.web.phone import Phone

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
    host.tap("Delete club", name=" ann’s table")
    assert host.path == "/"
    assert "Ann’s table was deleted for good." in host.page
    assert member.open("/nights/1").status == 404
    assert member.client.get("/").headers["Offline-Access"] == ""
