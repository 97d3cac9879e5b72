"""A form counts once, however often it is sent."""

from time import time

import pytest
from flask import Flask
from itsdangerous import TimestampSigner
from sqlalchemy import func, select

from scorekeeper.store.database import db
from scorekeeper.store.models import Submission
from tests.web.phone import Phone
from tests.web.table import bid, hands, start, took, whole

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
    assert coralon.problems == ["iPhone has changed hand 1."]


def test_a_refused_form_is_not_remembered(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).tap("Save hand 1", **took(3, 5, 3, 1))
    assert coralon.status == 422
    coralon.tap("Save hand 1", **took(*TRICKS))
    assert len(hands(coralon)) == 1


def test_a_form_settles_no_more_forms_than_a_page_has(app: Flask, coralon: Phone) -> None:
    def kept() -> int:
        with app.app_context():
            return db.session.scalar(select(func.count(Submission.key))) or 0

    _, sent = coralon.filled("5", bidder="Bea")
    before = kept()
    coralon.replay("/plays/1/bid", [*sent, *(("settles", f"{key:032}") for key in range(950))])
    assert kept() == before + 21


@pytest.mark.parametrize("field", ["handed-over", "settles"])
def test_a_key_that_was_sent_to_another_game_does_not_stop_the_real_hand(coralon: Phone, field: str) -> None:
    entry, key = {"bidder": "Bea", "bid": 5, **took(*TRICKS)}, (field, f"{9:032}")
    for play in (start(coralon.open("/nights/1")).path, "/plays/1"):
        both = [coralon.open(f"{play}?whole").form("Save hand 1", **entry) for _ in range(2)]
        for path, sent in both:
            coralon.replay(path, [*sent, key])
        assert len(hands(coralon.open(play))) == 1


def test_a_form_that_version_1_0_has_answered_keeps_its_answer(app: Flask, coralon: Phone) -> None:
    _, sent = coralon.open("/plays/1?whole").filled("Save hand 1", bidder="Bea", bid=5, **took(*TRICKS))
    key = f"{9:032}"
    with app.app_context():
        db.session.add(Submission(key=key, answer="/nights/1"))
        db.session.commit()
    assert coralon.replay("/plays/1/hands", [*sent, ("handed-over", key)]).path == "/nights/1"
    assert not hands(coralon.open("/plays/1"))
