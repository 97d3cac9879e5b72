"""Importing the file of a club that a version before 1.0 wrote, as docs/hosting.md shows it."""

from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, HandRow, Night, OwnGame, Play, Player, Revision, Transfer
from tests.web.phone import Phone
from tests.web.table import totals

FILE = Path(__file__).parents[2] / "data" / "club_before_1.0.json"
"""Written by the last version before 1.0: renamed, hidden and merged players, every kind of change, coins."""

CORALON, TALLY, RUNNING, DELETED = range(1, 5)


@pytest.fixture
def there(stranger: Phone) -> Phone:
    """Return a phone that has imported the file."""
    stranger.open("/import").send_file("Preview", FILE.name, FILE.read_bytes())
    assert "This creates the club Friday night with 4 games and 2 nights." in stranger.page
    return stranger.tap("Create club")


def test_players_are_renamed_hidden_and_merged_as_they_were(app: Flask, there: Phone) -> None:
    with app.app_context():
        players = {player.name: player for player in db.session.scalars(select(Player))}
        assert set(players) == {"Anna", "Bea", "Bee", "Cal", "Dee", "Grandma", "Zoë"}
        assert [name for name, player in players.items() if player.hidden_at] == ["Grandma"]
        assert players["Bee"].merged_into_id == players["Bee"].person_id == players["Bea"].id


def test_nights_are_in_the_servers_zone(app: Flask, stranger: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "TIME_ZONE", "Asia/Tokyo")
    stranger.open("/import").send_file("Preview", FILE.name, FILE.read_bytes()).tap("Create club")
    with app.app_context():
        assert set(db.session.scalars(select(Night.time_zone))) == {"Asia/Tokyo"}


@pytest.mark.parametrize("page", ["archive?since=2020-01-01", "statistics?since=2020-01-01&until=2999-12-31"])
def test_nights_are_found_by_day(there: Phone, page: str) -> None:
    assert there.open(f"/clubs/1/{page}").status == 200


def test_games_have_their_scores_and_can_be_exported_and_undone(there: Phone) -> None:
    assert list(totals(there.open(f"/plays/{CORALON}")).values()) == [3, 8, 5, 2]
    assert "Dee bid 6" in there.open(f"/plays/{RUNNING}").page
    assert list(totals(there.open(f"/plays/{TALLY}")).values()) == [3, 38, 20]
    assert b"Anna" in there.download(f"/plays/{CORALON}/game.bgsplay")
    there.open(f"/plays/{TALLY}/history").tap("Undo")
    assert list(totals(there.open(f"/plays/{TALLY}")).values()) == [3, 38, 20]
    there.open("/clubs/1/exchange").send_file("Preview", FILE.name, FILE.read_bytes())
    assert "adds nothing" in there.page or "already" in there.page


def test_every_change_is_in_the_history(app: Flask, there: Phone) -> None:
    with app.app_context():
        changes = db.session.scalars(select(Revision).where(Revision.play_id == TALLY).order_by(Revision.id))
        assert [change.action for change in changes] == [
            *["entered"] * 3,
            *("corrected", "taken back", "swapped", "swapped", "changed", "moved"),
        ]
        hands = db.session.scalars(select(HandRow.number).where(HandRow.play_id == TALLY))
        assert sorted(hands, key=str) == [1, 2, None]
    assert there.open(f"/plays/{TALLY}/history").status == 200


def test_what_was_deleted_cancelled_and_set_up_is_there(app: Flask, there: Phone) -> None:
    with app.app_context():
        night, cancelled = db.session.scalars(select(Night).order_by(Night.started_at.desc()))
        assert (night.note, night.currency, night.coin_value) == ("Rain", "kr", 50)
        assert cancelled.deleted_at
        assert db.session.get_one(Play, DELETED).deleted_at
        assert [own.name for own in db.session.scalars(select(OwnGame))] == ["Skat"]
        coins = db.session.scalars(select(Transfer).order_by(Transfer.at)).all()
        assert [(each.kind, each.coins, bool(each.removed_at)) for each in coins] == [
            ("stake", 20, False),
            ("loan", 5, False),
            ("gift", 1, True),
        ]


def test_finished_games_are_scored(app: Flask, there: Phone) -> None:
    with app.app_context():
        chairs = db.session.scalars(select(Chair).where(Chair.play_id == CORALON).order_by(Chair.place))
        assert [(seat.total, seat.won) for seat in chairs] == [(3, False), (8, True), (5, False), (2, False)]
