"""Undoing an import: what it added is deleted, until something of it was changed."""

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Guest, Night, OwnGame, Play, Player
from tests.files.small import club, written
from tests.files.test_planning_refused import coins
from tests.web.files.test_importing_plays import CLUB, preview
from tests.web.phone import Phone
from tests.web.seasons import make_season

UNDO = "Undo this import"
ROWS = ("25,Azul,Ann,78,yes", "25,Azul,Bob,71,no", "26,Skat,Bob,4,no", "26,Skat,Ann,5,yes")
TABLE = "date,game,player,score,won\n" + "".join(f"2024-11-{row}\n" for row in ROWS)
CHESS = "2024-11-25,Chess,Bob,1,yes\n2024-11-25,Chess,Cal,0,no\n"


def there(app: Flask) -> tuple[int, int, list[str]]:
    """Return how many nights and games there are, without deleted ones, and who isn't hidden."""
    with app.app_context():
        nights = db.session.query(Night).filter(Night.deleted_at.is_(None)).count()
        games = db.session.query(Play).join(Play.night)
        games = games.filter(Play.deleted_at.is_(None), Night.deleted_at.is_(None))
        players = db.session.query(Player).filter(Player.hidden_at.is_(None)).order_by(Player.id)
        return nights, games.count(), [player.name for player in players]


@pytest.fixture
def imported(owner: Phone) -> Phone:
    """Return the owner's phone, on the page from which an import can be undone."""
    preview(owner, TABLE).tap("Import")
    return owner.open(CLUB)


def test_an_import_is_undone_as_a_whole(app: Flask, owner: Phone) -> None:
    before = there(app)
    preview(owner, TABLE).tap("Import").open(CLUB)
    assert "2 games, 2 nights, 1 player" in owner.page
    assert "Import undone" in owner.tap(UNDO).page
    assert there(app) == before
    assert UNDO not in owner.page


def test_the_same_file_can_be_imported_again_with_another_choice_of_who_is_who(
    app: Flask, imported: Phone
) -> None:
    preview(imported.tap(UNDO), TABLE)
    assert "This adds 2 games and 2 nights to Ann’s table." in imported.page
    imported.tap("Import", **{"person-1": "2"})
    with app.app_context():
        newest = db.session.query(Play).order_by(Play.id.desc()).limit(2)
        assert [[chair.name for chair in play.seats] for play in newest] == [["Bea", "Ann"], ["Ann", "Bea"]]
    assert "Bob" not in there(app)[2]


def test_players_of_an_undone_import_are_there_again_with_the_same_file(app: Flask, imported: Phone) -> None:
    before = there(app)
    preview(imported.tap(UNDO), TABLE).tap("Import")
    assert there(app) == before
    assert "Bob" not in (imported.open(CLUB).tap(UNDO), there(app)[2])[1]


def test_a_night_that_was_there_keeps_what_it_had(app: Flask, imported: Phone) -> None:
    def guests() -> int:
        with app.app_context():
            return db.session.query(Guest).count()

    before = there(app), guests()
    preview(imported, TABLE + CHESS).tap("Import")
    assert (there(app), guests()) != before
    imported.open(CLUB).tap(UNDO)
    assert (there(app), guests()) == before


def listed(phone: Phone) -> list[list[str]]:
    """Return the club's own games and seasons, and what changed hands on its first night."""
    return [
        [name for name in phone.open("/nights/1/games").page.texts("b") if name in ("Azul", "Boules")],
        phone.open("/clubs/1/seasons").page.texts("b"),
        [line for line in phone.open("/nights/1/bank").page.texts("li") if "; undone" not in line],
    ]


def test_own_games_seasons_and_coins_of_a_file_are_gone_and_others_stay(app: Flask, owner: Phone) -> None:
    with app.app_context():
        db.session.add(OwnGame(club_id=1, name="Boules", folded="boules", options={}))
        night = db.session.get_one(Night, 1)
        uid, at = night.uid, night.started_at.isoformat()
        db.session.commit()
    make_season(owner).send("/nights/1/bank", kind="gift", giver=1, taker=2, coins=7)
    before = listed(owner)
    file = club()
    seasons = [{"uid": "e" * 32, "name": "Summer", "since": "2026-06-01", "until": "2026-08-31"}]
    file["seasons"] = [one | {"counting": "wins", "points": [], "of": "nights"} for one in seasons]
    file["own_games"] = [{"uid": "f" * 32, "name": "Azul", "options": {}}]
    file["nights"].append({"uid": uid, "started_at": at, "guests": [], "coins": coins("gift", "Ann", "Bea")})
    owner.open(CLUB).send_file("Preview", "mine.json", written(file))
    changed = listed(owner.tap("Import"))
    assert all(len(now) == len(was) + 1 for now, was in zip(changed, before, strict=True))
    assert "Import undone" in owner.open(CLUB).tap(UNDO).page
    assert listed(owner) == before


def test_an_own_game_that_was_changed_since_stays(owner: Phone) -> None:
    file = club()
    file["own_games"] = [{"uid": "f" * 32, "name": "Azul", "options": {}}]
    owner.open(CLUB).send_file("Preview", "mine.json", written(file)).tap("Import")
    owner.open("/nights/1/games/own/1").tap("Save", title="Boules")
    owner.open(CLUB).tap(UNDO)
    assert listed(owner)[0] == ["Boules"]


def test_a_restored_night_has_its_games_again(app: Flask, imported: Phone) -> None:
    nights, games, _ = there(app)
    imported.tap(UNDO).open("/clubs/1/bin").tap("Restore", "/nights/2/restore")
    assert there(app)[:2] == (nights - 1, games - 1)


@pytest.mark.parametrize("change", ["note", "game", "night"])
def test_an_import_stays_once_something_of_it_was_changed(app: Flask, imported: Phone, change: str) -> None:
    stale = imported.form(UNDO)
    with app.app_context():
        play = db.session.query(Play).filter_by(known_as="=azul").one()
        play_id, night_id = play.id, play.night_id
    if change == "note":
        imported.open(f"/plays/{play_id}/note").tap("Save note", note="Close!")
    elif change == "game":
        imported.open(f"/plays/{play_id}").tap("Doesn’t count")
    else:
        imported.open(f"/nights/{night_id}").tap("Add", name="Zoe")
    before = there(app)
    imported.open(CLUB)
    assert "It can’t be undone as a whole any more: 25 November 2024 was changed since." in imported.page
    assert UNDO not in imported.page
    assert imported.replay(*stale).status == 409
    assert there(app) == before


def test_an_import_stays_until_later_ones_on_its_nights_are_undone(app: Flask, imported: Phone) -> None:
    preview(imported, TABLE + CHESS).tap("Import").open(CLUB)
    assert "25 November 2024 was changed since" in imported.page
    assert "Import undone" in imported.tap(UNDO).page
    assert "was changed since" not in imported.page
    assert "Import undone" in imported.tap(UNDO).page


def test_what_was_deleted_by_hand_does_not_matter(app: Flask, imported: Phone) -> None:
    imported.open("/plays/1").tap("Delete game")
    assert "1 game, 2 nights" in imported.open(CLUB).page
    imported.open("/nights/2").tap("Delete night")
    assert "Import undone" in imported.open(CLUB).tap(UNDO).page
