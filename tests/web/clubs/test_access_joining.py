"""Joining a club by its secret link."""

from flask import Flask

from tests.databases import Database
from tests.web.invited import link_to
from tests.web.phone import Phone


def secret(phone: Phone, night: int = 1) -> str:
    """Return the secret of the link to a phone's club."""
    return link_to(phone, night=night).rsplit("/", 1)[1]


def test_the_link_lets_another_phone_join(friend: Phone) -> None:
    assert friend.path == "/"
    assert friend.open("/nights/1").status == 200


def test_the_link_is_beyond_guessing(app: Flask, owner: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night")
    ours, theirs = secret(owner), secret(stranger, 2)
    assert ours != theirs
    assert len(ours) >= 22  # 128 bits, six of them in a character


def test_a_wrong_link_opens_nothing(owner: Phone, stranger: Phone) -> None:
    stranger.open(f"/join/{secret(owner)[:-1]}")
    assert stranger.status == 404
    assert stranger.open("/nights/1").status == 404


def test_the_secret_is_not_in_the_database(running_database: Database, owner: Phone) -> None:
    known = secret(owner)
    dump = str(running_database.rows())
    assert "Our table" in dump
    assert known not in dump


def test_a_phone_can_join_several_clubs(friend: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night")
    friend.open(link_to(stranger, night=2)).tap("Join")
    assert [friend.open(f"/nights/{night}").status for night in (1, 2)] == [200, 200]
