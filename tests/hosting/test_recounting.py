"""Scoring all games again, for the statistics and to compare them with today's rules."""

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import update

from scorekeeper.cli import main
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair
from tests.web.changed_rules import ChangeRules
from tests.web.changed_rules import change_rules as change_rules
from tests.web.phone import Phone
from tests.web.table import points, start


@pytest.fixture
def played(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Phone:
    """Return a phone that has seen Cal win a game with 5 points."""
    monkeypatch.setattr("scorekeeper.hosting.recounting.create_app", lambda: app)
    phone = Phone(app)
    phone.open("/").tap("Start a game night").tap("Add", name="Ann, Bea, Cal")
    return points(start(phone, "Tally"), 3, 4, 5).tap("End game")


def recount() -> str:
    said = CliRunner().invoke(main, ["recount"], catch_exceptions=False)
    assert said.exit_code == 0
    return said.output


def test_recounting_makes_the_figures_of_the_statistics_again(app: Flask, played: Phone) -> None:
    right = played.open("/clubs/1/statistics/games/tally").page.text
    with app.app_context():
        db.session.execute(update(Chair).values(best=9))
        db.session.commit()
    assert played.open("/clubs/1/statistics/games/tally").page.text != right
    assert recount() == "Today’s rules score every game the same, or hosts have kept the earlier result.\n"
    assert played.open("/clubs/1/statistics/games/tally").page.text == right


def test_recounting_counts_what_differs_and_changes_no_result(
    played: Phone, change_rules: ChangeRules
) -> None:
    before = played.open("/clubs/1/archive").page.text
    change_rules(edition=None)
    assert recount() == (
        "1 game would be scored differently by today’s rules. Hosts find them on the first page.\n"
    )
    assert played.open("/clubs/1/archive").page.text == before
