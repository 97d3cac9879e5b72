"""Counting all games again for the statistics."""

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import update

from scorekeeper.cli import main
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair
from tests.web.phone import Phone
from tests.web.table import points, start


def test_recounting_scores_finished_games_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.recounting.create_app", lambda: app)
    phone = Phone(app)
    phone.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal")
    points(start(phone, "Tally"), 3, 4, 5).tap("End game")
    right = phone.open("/clubs/1/statistics").page.text
    with app.app_context():
        db.session.execute(update(Chair).values(won=False))
        db.session.commit()
    assert phone.open("/clubs/1/statistics").page.text != right
    said = CliRunner().invoke(main, ["recount"], catch_exceptions=False)
    assert (said.exit_code, said.output) == (0, "Counted all finished games again for the statistics.\n")
    assert phone.open("/clubs/1/statistics").page.text == right
