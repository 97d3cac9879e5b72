"""Importing plays of other programs: their preview, who is who, and the night they join."""

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.store.database import db
from scorekeeper.store.models import Chair, Night, Play, Player
from tests.web.phone import Phone
from tests.web.table import totals

CLUB = "/clubs/1/exchange"
PREVIEW = "Preview"
TABLE = """date,game,player,score,won
2024-11-25,Azul,Ann,78,yes
2024-11-25,Azul,Bob,71,no
2024-11-26,Skat,Bob,10ish,no
2024-11-26,Skat,Ann,5,yes
"""


def preview(phone: Phone, text: str = TABLE, path: str = CLUB) -> Phone:
    return phone.open(path).send_file(PREVIEW, "plays.csv", text.encode())


def seated(app: Flask) -> list[list[str]]:
    """Return who sat in each game."""
    with app.app_context():
        plays = db.session.query(Play).order_by(Play.started_at)
        return [[chair.name for chair in play.seats] for play in plays]


def test_plays_become_finished_games_of_their_days(owner: Phone) -> None:
    preview(owner)
    assert "This adds 2 games and 2 nights to Ann’s table." in owner.page
    assert "Skat, 26 November 2024: there is no score that can be read for Bob (“10ish”)" in owner.page
    assert "Imported 2 games from 2 nights." in owner.tap("Import").page
    assert totals(owner.open("/plays/1")) == {"Ann": 78, "Bob": 71}
    assert "Azul" in owner.page
    assert "There is nothing to add." in preview(owner).page


def test_what_someone_played_alone_is_kept_and_counts_nowhere(owner: Phone) -> None:
    preview(owner, "date,game,player,score\n2024-11-25,Azul,Ann,78\n")
    assert "Azul, 25 November 2024: it was played alone" in owner.page
    owner.tap("Import").open("/plays/1")
    assert totals(owner) == {"Ann": 78}
    assert "This game doesn’t count." in owner.page
    assert "Let it count" not in owner.page
    assert "Azul" in owner.open("/clubs/1/archive").page
    owner.open("/clubs/1/statistics/players/1")
    assert "No finished games." in owner.page
    assert "Azul" in owner.follow("1 game played alone").page


@pytest.mark.parametrize(
    ("encoding", "said"),
    [("cp1252", "Read as Windows"), ("utf-16", "Read as UTF-16"), ("utf-8-sig", "")],
)
def test_a_table_in_another_encoding_is_read_and_the_preview_says_so(
    app: Flask, owner: Phone, encoding: str, said: str
) -> None:
    table = TABLE.replace("Bob", "Jürgen").replace(",", ";").encode(encoding)
    owner.open(CLUB).send_file(PREVIEW, "plays.csv", table)
    assert said in owner.page
    assert said or "Read as" not in owner.page
    owner.tap("Import")
    assert seated(app) == [["Ann", "Jürgen"], ["Jürgen", "Ann"]]


def test_games_that_are_not_understood_are_counted_before_and_added_once_mended(
    app: Flask, owner: Phone
) -> None:
    preview(owner, TABLE.replace("5,yes", "5,best"))
    assert "This adds 1 game and 1 night to Ann’s table." in owner.page
    assert "1 game of the file can’t be imported." in owner.page
    assert "Row 4 (Skat): who won is written as “best”, which can’t be read" in owner.page
    owner.tap("Import")
    preview(owner, TABLE.replace("5,yes", "5,ja"))
    assert "This adds 1 game and 1 night to Ann’s table. 1 game is already here." in owner.page
    owner.tap("Import")
    assert len(seated(app)) == 2


def test_a_result_that_our_rules_would_not_give_stays_without_a_question(owner: Phone) -> None:
    preview(owner, TABLE.replace("71", "78")).tap("Import")
    owner.open("/plays/1")
    assert "Imported with this result" in owner.page
    assert "Keep the result" not in owner.page
    assert "today’s rules" not in owner.page.text
    assert "earlier rules" not in owner.open("/").page.text


def test_someone_in_the_file_is_the_player_that_was_chosen(app: Flask, owner: Phone) -> None:
    preview(owner)
    assert (owner.value("person-0"), owner.value("person-1")) == ("1", "")
    owner.tap("Import", **{"person-1": "2"})
    assert seated(app) == [["Ann", "Bea"], ["Bea", "Ann"]]
    assert "There is nothing to add." in preview(owner).page
    # In later games they are suggested.
    preview(owner, TABLE + "2024-11-27,Skat,Bob,3,yes\n2024-11-27,Skat,Ann,2,no\n")
    assert owner.value("person-1") == "2"


def test_who_is_who_can_be_said_of_a_thousand_people(owner: Phone) -> None:
    seats = (f"2024-11-25,Azul,Player {seat},{seat % 20},,{seat // 20}\n" for seat in range(1000))
    action, fields = preview(owner, "date,game,player,score,won,id\n" + "".join(seats)).form("Import")
    sent = owner.client.post(action, data=MultiDict(fields), content_type="multipart/form-data")
    assert sent.status_code == 303


def test_a_known_name_may_be_a_new_player(app: Flask, owner: Phone) -> None:
    preview(owner).tap("Import", **{"person-0": "new"})
    assert seated(app)[0] == ["Ann (2)", "Bob"]


def test_two_people_of_a_game_cannot_be_the_same_player(owner: Phone) -> None:
    preview(owner).tap("Import", **{"person-1": "1"})
    assert owner.status == 422
    assert "Ann and Bob are the same person here and can’t have two seats." in " ".join(owner.problems)
    assert owner.value("person-1") == "1"
    owner.tap("Import", **{"person-1": "2"})
    assert "Imported 2 games" in owner.page


def test_a_player_of_another_club_cannot_be_chosen(app: Flask, owner: Phone, stranger: Phone) -> None:
    stranger.open("/").tap("Start a game night").tap("Add", name="Zoe")
    with app.app_context():
        zoe = db.session.query(Player).filter_by(name="Zoe").one().id
    action, fields = preview(owner).form("Import")
    fields = [(name, str(zoe) if name == "person-1" else value) for name, value in fields]
    assert owner.replay(action, fields).status == 422
    assert "A player whom you chose is no longer in this club." in " ".join(owner.problems)


def test_plays_join_the_night_of_their_day(app: Flask, owner: Phone) -> None:
    with app.app_context():
        night = db.session.get_one(Night, 1)
        day = f"{night.started_at:%Y-%m-%d}"
        night.started_at = night.started_at.replace(hour=18)
        db.session.commit()
    preview(owner, TABLE.replace("2024-11-25", day).replace("2024-11-26", day))
    assert "This adds 2 games to Ann’s table." in owner.page
    assert owner.tap("Import").path == "/nights/1"
    assert "Bob" in owner.page


def test_a_new_club_is_made_of_plays(app: Flask, stranger: Phone) -> None:
    preview(stranger, path="/import")
    assert not stranger.page.all("select")
    stranger.tap("Create club")
    assert seated(app) == [["Ann", "Bob"], ["Bob", "Ann"]]
    with app.app_context():
        assert db.session.query(Chair).filter_by(won=True).count() == 2


def test_an_unreadable_table_says_what_is_missing(owner: Phone) -> None:
    preview(owner, "date,game,who\n2024-11-25,Azul,Ann\n")
    said = "This table has no column “player”, only “date”, “game” and “who”. Name its columns in the first "
    owner.refused("file", said + "row: date, game, player, score and won.")


def test_what_was_played_after_midnight_is_shown_and_found_on_the_evening_before(owner: Phone) -> None:
    preview(owner, "date,time,game,player,score\n2024-11-26,01:50,Azul,Ann,7\n2024-11-26,01:50,Azul,Bea,5\n")
    assert "25 November 2024" in owner.page
    owner.tap("Import")
    assert "25 November 2024" in owner.open("/clubs/1/archive?since=2024-11-25&until=2024-11-25").page
    assert "No games match." in owner.open("/clubs/1/archive?since=2024-11-26&until=2024-11-26").page
    assert "25 November 2024" in owner.open("/clubs/1/nights").page
    assert "25 November 2024, 01:50" in owner.open("/plays/1/recap").page
