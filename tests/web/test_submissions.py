"""A form counts once, however often it is sent."""

from time import time

import pytest
from flask import Flask
from itsdangerous import TimestampSigner
from sqlalchemy import select

from scorekeeper.store.database import db
from scorekeeper.store.models import Submission
from tests.web.phone import Phone
from tests.web.table import bid, hands, took, whole

TRICKS = (3, 5, 3, 2)


def test_every_form_of_the_sheet_has_an_id_of_its_own(coralon: Phone) -> None:
    ids = [field["value"] for field in coralon.page.all("input", name="uid")]
    assert len(ids) == len(coralon.page.all("form")) == len(set(ids)) > 2


def test_a_form_with_a_new_token_is_still_the_same(coralon: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    _, sent = coralon.filled("5", bidder="Bea")
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: int(time()) + 60)
    coralon.replay("/plays/1/bid", sent).tap("Undo")
    again = [(name, coralon.token if name == "csrf_token" else value) for name, value in sent]
    coralon.replay("/plays/1/bid", again)
    assert coralon.status == 200
    assert not coralon.page.all("h2", "called")


def test_a_form_that_is_sent_again_after_an_undo_saves_nothing(coralon: Phone) -> None:
    _, sent = coralon.open("/plays/1?whole").filled("Save hand 1", bidder="Bea", bid=5, **took(*TRICKS))
    coralon.replay("/plays/1/hands", sent).tap("Undo")
    assert coralon.replay("/plays/1/hands", sent).status == 200
    assert not hands(coralon)


def test_the_same_form_with_another_entry_is_a_new_one(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS)
    _, sent = coralon.open("/plays/1/hands/1").filled("Save hand 1", bid=6)
    coralon.replay("/plays/1/hands/1", sent)
    other = [(name, "4" if name == "bid" else value) for name, value in sent]
    coralon.replay("/plays/1/hands/1", other)
    assert coralon.status == 409
    assert coralon.problems == ["iPhone has changed this hand."]


def test_a_refused_form_is_not_remembered(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("Save hand 1", **took(3, 5, 3, 1))
    assert coralon.status == 422
    coralon.tap("Save hand 1", **took(*TRICKS))
    assert len(hands(coralon)) == 1


def test_a_form_settles_no_more_forms_than_a_page_has(app: Flask, coralon: Phone) -> None:
    _, sent = coralon.filled("5", bidder="Bea")
    coralon.replay("/plays/1/bid", [*sent, *(("settles", f"{key:032}") for key in range(950))])
    with app.app_context():
        settled = set(db.session.scalars(select(Submission.key).where(Submission.key.startswith("0000"))))
    assert settled == {f"{key:032}" for key in range(20)}
