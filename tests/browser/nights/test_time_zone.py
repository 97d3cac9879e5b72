"""A phone tells the server its time zone when it starts a night."""

from flask import Flask
from playwright.sync_api import expect

from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from tests.browser.conftest import NewPhone


def test_a_night_has_the_time_zone_of_the_phone_that_starts_it(app: Flask, new_phone: NewPhone) -> None:
    phone = new_phone(timezone_id="America/Los_Angeles")
    phone.goto("/")
    phone.get_by_role("button", name="Start a game night").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("night")
    with app.app_context():
        assert db.session.scalar(db.select(Night.time_zone)) == "America/Los_Angeles"
