"""When a phone was last here, as its club sees it."""

from datetime import datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.clubs import access
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Phone as StoredPhone
from tests.web.phone import Phone


def last_visit(app: Flask) -> datetime:
    """Return when the only phone was last here."""
    with app.app_context():
        return db.session.scalars(select(StoredPhone.seen_at)).one()


def been_away(app: Flask, how_long: timedelta) -> datetime:
    """Let the only phone's last visit be a while ago, and return when it was."""
    with app.app_context():
        db.session.execute(update(StoredPhone).values(seen_at=now() - how_long))
        db.session.commit()
    return last_visit(app)


@pytest.mark.parametrize("path", ["/nights/1", "/plays/1", "/clubs/1/phones"])
def test_opening_a_page_notes_a_visit(app: Flask, coralon: Phone, path: str) -> None:
    before = been_away(app, timedelta(days=3))
    coralon.open(path)
    assert last_visit(app) > before + timedelta(days=2)


def test_a_visit_is_noted_only_now_and_then(app: Flask, coralon: Phone) -> None:
    before = been_away(app, timedelta(minutes=5))
    coralon.reload()
    assert last_visit(app) == before


def test_a_page_is_shown_even_if_the_visit_cannot_be_noted(
    app: Flask, coralon: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise StorageError(StorageFault.BUSY)

    before = been_away(app, timedelta(days=3))
    monkeypatch.setattr(access, "begin_writing", fail)
    assert coralon.reload().status == 200
    assert last_visit(app) == before
