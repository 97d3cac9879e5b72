"""The history of a hand: every change with its time, its device and its values."""

import re

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Revision
from tests.web.phone import Phone
from tests.web.table import bid, took, whole


@pytest.fixture
def changed(coralon: Phone, friend: Phone) -> Phone:
    """Return a hand that was bid, saved, corrected by the friend, removed, restored and undone."""
    bid(coralon, "Bea", 5).tap("Crowns").tap("Save hand 1", **took(3, 5, 3, 2))
    friend.open("/").tap("Save", "/device", name="Dee’s phone")
    friend.open("/plays/1/hands/1").tap("Save hand 1", bid=6)
    coralon.reload().tap("Remove hand 1").tap("Restore hand 1").tap("Undo").tap("Redo")
    return coralon.follow("Correct hand 1")


def changes(phone: Phone) -> list[str]:
    return phone.page.one("ol", "history").texts("b")


def test_every_change_is_listed_oldest_first(changed: Phone) -> None:
    assert changes(changed) == [
        "Entered",
        "Corrected",
        "Entered",
        "Corrected",
        "Removed",
        "Restored",
        "Undone",
        "Undone",
    ]


def test_every_change_names_its_device(changed: Phone) -> None:
    devices = [line.split(", ")[1] for line in changed.page.one("ol", "history").texts("small")]
    assert devices == ["iPhone", "iPhone", "iPhone", "Dee’s phone", "iPhone", "iPhone", "iPhone", "iPhone"]


def test_every_change_has_its_time(changed: Phone, app: Flask) -> None:
    times = [line.split(", ")[0] for line in changed.page.one("ol", "history").texts("small")]
    with app.app_context():
        kept = [revision.at.astimezone() for revision in db.session.query(Revision).order_by(Revision.id)]
    assert times == [f"{at:%H:%M}" for at in kept]
    assert all(re.fullmatch(r"[012]\d:[0-5]\d", time) for time in times)


def test_every_change_shows_its_values_in_words(changed: Phone) -> None:
    values = [item.all("dl") and item.one("dl").text for item in changed.page.one("ol", "history").all("li")]
    assert values[0] == "Bidder Bea Bid 5"
    assert values[1] == "Trump Crowns Bidder Bea Bid 5"
    assert values[2] == "Trump Crowns Bidder Bea Bid 5 Tricks Ann 3, Bea 5, Cal 3, Dee 2"
    assert "Bid 6" in str(values[3])
    assert values[4] == []
    assert values[5] == values[3]


def test_a_hand_has_only_its_own_history(coralon: Phone) -> None:
    for _ in range(2):
        whole(coralon, "Bea", 5, (3, 5, 3, 2))
    assert changes(coralon.open("/plays/1/hands/2")) == ["Entered"]


def test_an_unnamed_phone_goes_by_its_kind(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2)).follow("Correct hand 1")
    assert "iPhone" in coralon.page.one("ol", "history")
