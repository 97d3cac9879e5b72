"""Importing a file: its preview, adding it once, and refusing it as a whole."""

import json
import re
from base64 import b64encode
from typing import Any
from zlib import compress

import pytest
from flask import Flask

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.files import importing as adding
from scorekeeper.files.club_file import MAX_FILE_SIZE
from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Play, Player
from scorekeeper.web.files import importing
from tests.databases import Database
from tests.files.small import club, written
from tests.files.test_planning_refused import coins, spoiled
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.seasons import make_season
from tests.web.table import bid, here, points, start, totals, whole

CLUB = "/clubs/1/exchange"
PREVIEW = "Preview"
SHEET = {
    "scoresheet": 1,
    "game": "tally",
    "players": ["Ann", "Bea"],
    "hands": [{"points": {"Ann": 3, "Bea": 4}}, {"points": {"Ann": 5}}],
}


def play_two_games(scene: Scene) -> None:
    whole(scene.owner, "Bea", 5, (3, 5, 3, 2)).tap("End game")
    start(scene.owner)
    whole(scene.owner, "Cal", 4, (3, 3, 5, 2))
    whole(scene.owner, "Ann", 2, (4, 4, 3, 2)).tap("Remove hand 2")
    bid(scene.owner, "Dee", 3)


@pytest.fixture
def played(scene: Scene, coralon: Phone) -> Phone:
    """Return a phone on a night with a finished game and a running one, with a bid and a removed hand."""
    scene.after(play_two_games)
    return coralon


@pytest.fixture
def backup(played: Phone) -> bytes:
    """Return the file of the club."""
    token = played.open(CLUB).token
    return played.client.post("/clubs/1/backup", data={"csrf_token": token}).data


@pytest.fixture
def elsewhere(running_database: Database, backup: bytes, stranger: Phone) -> Phone:
    """Return a phone on another machine with an empty database."""
    running_database.put_back()
    return stranger.open("/").follow("Import a club or a night")


def preview(phone: Phone, content: object, path: str = CLUB) -> Phone:
    """Choose a file and preview it."""
    if isinstance(content, dict) and type(content.get("scorekeeper")) is int:
        content = written(content)
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return phone.open(path).send_file(PREVIEW, "mine.json", data)


@pytest.fixture
def merged(app: Flask, owner: Phone) -> None:
    """Let Bea be a name of Ann."""
    with app.app_context():
        ann, bea = (db.session.query(Player).filter_by(name=name).one() for name in ("Ann", "Bea"))
        bea.merged_into_id = bea.person_id = ann.id
        db.session.commit()


# A club


def test_a_backup_becomes_a_club_on_another_machine(elsewhere: Phone, backup: bytes) -> None:
    preview(elsewhere, backup, "/import")
    assert "This creates the club Ann’s table with 2 games and 1 night." in elsewhere.page
    assert "Players: Ann, Bea, Cal and Dee." in elsewhere.page
    elsewhere.tap("Create club")
    assert elsewhere.path == "/nights/1"
    assert totals(elsewhere.open("/plays/1")) == {"Ann": 0, "Bea": 5, "Cal": 0, "Dee": 0}
    elsewhere.open("/plays/2")
    assert "Dee bid 3" in elsewhere.page
    assert totals(elsewhere) == {"Ann": 3, "Bea": 3, "Cal": 5, "Dee": 2}


def test_partners_in_imported_hands_count_in_the_statistics(coralon: Phone) -> None:
    hand = {"bidder": "Ann", "bid": 3, "block": "war", "partner": "Cal", "made": True}
    players = ["Ann", "Bea", "Cal", "Dee"]
    sheet = {"scoresheet": 1, "game": "bishop", "players": players, "hands": [hand], "finished": True}
    preview(coralon, sheet).tap("Import")
    coralon.open("/clubs/1/statistics/players/3")
    assert "Partners for a single hand" in coralon.page
    assert coralon.page.all("table")[-1].all("tr")[1].text == "Ann 1 1 100% 0 0%"


def test_importing_a_backup_into_its_own_club_adds_nothing(played: Phone, backup: bytes) -> None:
    preview(played, backup)
    assert "There is nothing to add." in played.page
    assert not played.page.all("button")
    assert ", already here" in played.page.one("section", "imported").one("h2").text
    assert not played.page.texts("small", "state")


def test_a_game_that_continued_since_the_export_is_kept(played: Phone, backup: bytes) -> None:
    whole(played.open("/plays/2"), "Dee", 3, (4, 4, 3, 2))
    preview(played, backup)
    assert "Already here, with changes that are kept" in played.page.texts("small", "state")


def test_what_is_in_recently_deleted_is_not_imported_again(played: Phone, backup: bytes) -> None:
    played.open("/plays/1").tap("Delete game")
    preview(played, backup)
    assert "Already here, in Recently deleted" in played.page.texts("small", "state")
    assert "There is nothing to add." in played.page
    played.open("/nights/1").tap("Delete night")
    preview(played, backup)
    assert "already here, in Recently deleted" in played.page
    assert played.follow("Recently deleted").tap("Restore").path == "/nights/1"


def test_the_preview_counts_payments_outside_the_games(owner: Phone, stranger: Phone) -> None:
    owner.open("/nights/1").send("/nights/1/bank", kind="gift", giver=1, taker=2, coins=7)
    preview(stranger, owner.download("/nights/1/night.json"), "/import")
    assert "1 payment outside the games." in stranger.page


def test_the_preview_names_seasons(owner: Phone, stranger: Phone) -> None:
    make_season(owner)
    token = owner.open(CLUB).token
    preview(stranger, owner.client.post("/clubs/1/backup", data={"csrf_token": token}).data, "/import")
    assert "Seasons: Autumn." in stranger.page
    stranger.tap("Create club")
    assert "Autumn" in stranger.open("/clubs/2/seasons").page.texts("b")


def test_many_nights_are_folded_in_the_preview_and_counted_afterwards(stranger: Phone) -> None:
    file = club()
    (night,) = file["nights"]
    file["nights"] += [{**night, "uid": f"{at:032x}", "games": []} for at in range(8)]
    preview(stranger, file, "/import")
    assert len(stranger.page.all("details", "imported")) == 9
    assert "Imported 2 games from 9 nights." in stranger.tap("Create club").page
    assert stranger.path.startswith("/clubs/1/exchange")


def test_an_import_that_the_disk_interrupts_says_what_is_in(
    stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = club()
    (night,) = file["nights"]
    file["nights"].append({**night, "uid": "d" * 32, "games": [], "started_at": "2026-11-21T19:00:00Z"})
    preview(stranger, file, "/import")
    add, left = adding._import_nights, [1]

    def fail(*about: Any) -> None:
        if not left:
            raise StorageError(StorageFault.FULL_OR_READ_ONLY)
        left.pop()
        add(*about)

    with monkeypatch.context() as full:
        full.setattr(adding, "MOST_AT_ONCE", 2)
        full.setattr(adding, "_import_nights", fail)
        stranger.tap("Create club")
    assert stranger.path == CLUB
    assert "Already in: 2 games from 1 night. Import the same file again to add the rest" in stranger.page
    assert "Nothing was changed" not in stranger.page
    preview(stranger, file).tap("Import")
    assert stranger.path == "/nights/2"
    assert stranger.open("/clubs/2/nights").status == 404


# A night


def test_a_night_is_imported_with_its_new_players(app: Flask, played: Phone) -> None:
    played.open("/nights/1").tap("Add", name="Eve")
    night = played.download("/nights/1/night.json")
    other = Phone(app).open("/").tap("Start a game night").tap("Add", name="ANN, Bea, Zoe")
    preview(other, night, "/clubs/2/exchange")
    assert "This adds 2 games and 1 night to ANN’s table." in other.page
    assert [bool(other.value(f"person-{number}")) for number in (0, 1, 2)] == [True, True, False]
    other.open("/clubs/2/exchange").tap("Download a backup")
    preview(other, night, "/clubs/2/exchange").tap("Import")
    assert other.path == "/nights/3"
    assert "2 games started or changed since." in other.open("/clubs/2/exchange").page
    with app.app_context():
        names = [player.name for player in db.session.query(Player).filter_by(club_id=2)]
    assert sorted(names) == ["ANN", "Bea", "Cal", "Dee", "Eve", "Zoe"]
    preview(other, night, "/clubs/2/exchange")
    assert "There is nothing to add." in other.page


def test_only_the_new_games_of_a_known_night_are_imported(app: Flask, played: Phone) -> None:
    night = played.download("/nights/1/night.json")
    points(start(played, "Tally"), 1, 2, 3, 4)
    longer = played.download("/nights/1/night.json")
    other = Phone(app)
    preview(other, night, "/import").tap("Create club")
    preview(other, longer, "/clubs/2/exchange")
    assert "This adds 1 game to Ann’s table. 2 games are already here." in other.page
    other.tap("Import")
    games = [link for kind in ("playing", "played") for link in other.page.one("ul", kind).all("a")]
    assert len(games) == 3
    assert "Your own game" in games[0]
    assert all("Coralon" in game for game in games[1:])


def test_a_merged_name_counts_for_its_person(app: Flask, owner: Phone, merged: None) -> None:
    sheet = {**SHEET, "players": ["Bea", "Cal"], "hands": []}
    preview(owner, sheet).tap("Import")
    with app.app_context():
        assert [chair.player_id for chair in db.session.query(Chair).order_by(Chair.place)] == [2, 3]


def test_a_new_player_merged_into_a_known_one_cannot_have_two_seats(owner: Phone, merged: None) -> None:
    file = club()
    file["players"][3]["merged_into"] = "Bea"
    file["players"][3]["name"] = "Eve"
    file["nights"][0]["guests"] = []
    file["nights"][0]["games"][1:] = []
    (game,) = file["nights"][0]["games"]
    game["seats"] = ["Ann", "Cal", "Eve", "Fay"]
    file["players"].append({"name": "Fay"})
    preview(owner, file)
    assert owner.problems == [
        "Night 1, game 1, players: Ann and Eve are the same person here and can’t have two seats."
    ]


def test_coins_between_two_names_of_one_person_are_refused(owner: Phone, merged: None) -> None:
    file = club()
    file["nights"][0].update(games=[], coins=coins("loan", "Ann", "Bea"))
    preview(owner, file)
    assert owner.problems == [
        "Night 1, coins 1: Ann and Bea are the same person here and can’t pay themselves."
    ]


@pytest.mark.parametrize("kind", ["cost", "tab"])
def test_what_two_names_of_one_person_owe_each_other_is_imported(
    owner: Phone, merged: None, kind: str
) -> None:
    file = club()
    file["nights"][0].update(games=[], coins=coins(kind, "Ann", "Bea"))
    preview(owner, file).tap("Import").open("/nights/2/bank")
    assert owner.status == 200


def test_cancelled_coins_between_two_names_of_one_person_stay_so(owner: Phone, merged: None) -> None:
    file = club()
    gone = {"removed_at": "2026-11-20T21:00:00Z", "removed_on": "iPhone"}
    file["nights"][0].update(games=[], coins=coins("gift", "Ann", "Bea", **gone))
    preview(owner, file).tap("Import").open("/nights/2/bank")
    assert re.search(r"Ann gave Ann 5 coins \d\d:\d\d; undone \d\d:\d\d, iPhone", owner.page.text)
    assert "Redo" not in owner.page.texts("button")


def test_two_names_of_one_person_cannot_have_two_seats(owner: Phone, merged: None) -> None:
    preview(owner, SHEET).refused(
        "file", "Players: Ann and Bea are the same person here and can’t have two seats."
    )


# A scoresheet


def test_a_scoresheet_is_added_to_the_current_night(owner: Phone) -> None:
    preview(owner, SHEET)
    assert "This adds 1 game to Ann’s table." in owner.page
    owner.tap("Import")
    assert owner.path == "/nights/1"
    assert totals(owner.open("/plays/1")) == {"Ann": 8, "Bea": 4}


def test_players_of_a_scoresheet_whose_names_look_the_same_are_two(owner: Phone) -> None:
    sheet = {**SHEET, "players": ["Ann", "Ａｎｎ"], "hands": [{"points": {"Ann": 3, "Ａｎｎ": 4}}]}
    preview(owner, sheet).tap("Import")
    assert totals(owner.open("/plays/1")) == {"Ann": 3, "Ａｎｎ (2)": 4}


def test_the_preview_says_which_night_a_scoresheet_is_added_to(app: Flask, owner: Phone) -> None:
    preview(owner, SHEET)
    assert "doesn’t say when this was played, so it is added to the current night." in owner.page
    preview(owner, {**SHEET, "options": {"wager": 5}, "finished": True})
    assert "so it is added to the current night, and its coins count there." in owner.page
    assert "so it is added to a new night." in preview(Phone(app), SHEET, "/import").page


def test_the_same_scoresheet_is_recognised_by_its_content(owner: Phone) -> None:
    preview(owner, SHEET).tap("Import")
    out = owner.download("/plays/1/scoresheet.json")
    for again in (SHEET, out, {**SHEET, "dealer": "Ann", "options": {"wager": 0}}):
        preview(owner, again)
        assert "There is nothing to add." in owner.page
    preview(owner, {**SHEET, "dealer": "Bea"})
    assert "This adds 1 game to Ann’s table." in owner.page


def test_without_a_night_a_scoresheet_starts_one(app: Flask) -> None:
    phone = Phone(app)
    preview(phone, SHEET, "/import").tap("Create club")
    assert phone.path == "/nights/1"
    assert here(phone)[0] == "Ann"


# What is refused, as a whole


def test_a_file_that_cannot_be_read_is_refused(owner: Phone) -> None:
    preview(owner, {"scorekeeper": 4, "cats": 3}).refused("file", "“cats” is unknown.")
    assert "mine.json can’t be imported. Nothing was changed." in owner.page


def test_a_backup_with_one_fault_is_refused_as_a_whole(stranger: Phone) -> None:
    preview(stranger, spoiled("nights", 0, "started_at", to="yesterday"), "/import")
    assert stranger.status == 422
    assert "Night 1: “started_at” must be a time" in " ".join(stranger.problems)
    assert stranger.open("/nights/1").status == 404


def test_sending_no_file_is_refused(owner: Phone) -> None:
    owner.open(CLUB).send_file(PREVIEW, "", b"").refused("file", "Choose a file first.")


def test_a_file_that_is_far_too_large_is_not_read(owner: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MAX_REQUEST_SIZE", 1000)
    preview(owner, b" " * 2000)
    assert owner.status == 413
    assert "larger than 32 MB, which is the limit here. Nothing was changed." in owner.page
    assert "“scorekeeper import” takes files of any size." in owner.page


def test_other_requests_stay_small(owner: Phone) -> None:
    assert owner.send("/plays/1/note", note="n" * 300_000).status == 413


# What is shown is what is added


def test_a_club_that_changed_since_the_preview_shows_it_again(played: Phone) -> None:
    _, sent = preview(played, SHEET).filled("Import")
    preview(played, SHEET).tap("Import")
    played.replay("/clubs/1/import", sent)
    assert "The club has changed since the preview." in played.page
    assert "There is nothing to add." in played.page


@pytest.mark.parametrize("packed", ["", "!!", "eJw", "AAAA"])
def test_a_damaged_preview_adds_nothing(owner: Phone, packed: str) -> None:
    preview(owner, SHEET)
    _, sent = owner.filled("Import")
    owner.replay("/clubs/1/import", [(k, packed if k == "packed" else v) for k, v in sent])
    assert owner.status == 422
    assert owner.open("/plays/1").status == 404


def test_a_packed_file_that_unpacks_too_large_is_refused(owner: Phone) -> None:
    preview(owner, SHEET)
    _, sent = owner.filled("Import")
    bomb = b64encode(compress(b" " * (MAX_FILE_SIZE + 9))).decode()
    owner.replay("/clubs/1/import", [(k, bomb if k == "packed" else v) for k, v in sent])
    assert owner.status == 413


def test_a_preview_writes_nothing(app: Flask, owner: Phone) -> None:
    preview(owner, SHEET)
    with app.app_context():
        assert db.session.query(Play).count() == 0
