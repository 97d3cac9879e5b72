"""The phone that a request comes from, and the cookies of earlier versions."""

import pytest
from flask import Flask

from scorekeeper.domain import Role
from scorekeeper.store.clubs.invitations import hash_secret
from scorekeeper.store.database import db
from scorekeeper.store.models import Invitation, Membership, Phone
from tests.web import phone as phones
from tests.web.phone import IPHONE
from tests.web.table import whole


@pytest.fixture
def old_phone(app: Flask, owner: phones.Phone) -> phones.Phone:
    """Return a phone with the cookie of an earlier version: the secret of the club, and the phone's name."""
    with app.app_context():
        link = db.session.query(Invitation).filter_by(role=Role.HOST).one()
        link.nonce, link.secret_hash = "", hash_secret("old")
        db.session.commit()
    phone = phones.Phone(app, IPHONE)
    with phone.client.session_transaction() as session:
        session.update(clubs=["old"], device="Bea’s phone")
    return phone


def test_a_phone_of_an_old_club_is_its_host_and_keeps_its_name(old_phone: phones.Phone) -> None:
    assert old_phone.open("/nights/1").status == 200
    assert old_phone.open("/").page.all("input", name="name")[0]["value"] == "Bea’s phone"
    assert old_phone.send("/clubs/1", name="The table").status == 200


def test_requests_that_come_at_once_with_an_old_cookie_are_one_phone(
    app: Flask, old_phone: phones.Phone
) -> None:
    cookie = old_phone.client.get_cookie("session")
    assert cookie
    for _ in range(2):
        old_phone.client.set_cookie("session", cookie.value)
        assert old_phone.open("/nights/1").status == 200
    with app.app_context():
        assert db.session.query(Phone).filter_by(name="Bea’s phone").count() == 1
        assert db.session.query(Membership).count() == 2  # its own, and the one of the phone that began


def test_the_history_says_whose_phone_it_was(app: Flask, coralon: phones.Phone) -> None:
    with app.app_context():
        db.session.query(Membership).one().player_id = 2
        db.session.commit()
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    assert "Bea, iPhone" in coralon.open("/plays/1/hands/1").page
