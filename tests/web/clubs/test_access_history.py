"""What the history says of the phone that a request comes from."""

from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Membership
from tests.web import phone as phones
from tests.web.table import whole


def test_the_history_says_whose_phone_it_was(app: Flask, coralon: phones.Phone) -> None:
    with app.app_context():
        db.session.query(Membership).one().player_id = 2
        db.session.commit()
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    assert "Bea (iPhone)" in coralon.open("/plays/1/hands/1").page
