"""What can be exported: files of a club, a night and a game, and tables."""

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import text, update

from scorekeeper.cli import main
from scorekeeper.files import backups, tables
from scorekeeper.files.documents import ClubDocument, NightDocument
from scorekeeper.files.exporting import export_club
from scorekeeper.files.tables import csv_bytes, escape_formula
from scorekeeper.rules.table import Setup
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Club, Night, Play, Player, Transfer
from scorekeeper.store.plays.sheet import setup_of
from scorekeeper.web.files import exporting
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import BANK, record
from tests.web.table import bid, points, start, whole

CLUB = "/clubs/1/exchange"


def play_two_hands(scene: Scene) -> None:
    whole(scene.owner, "Bea", 5, (3, 5, 3, 2))
    whole(scene.owner, "Cal", 4, (3, 3, 5, 2), note="close").tap("End game")


@pytest.fixture
def played(scene: Scene, coralon: Phone) -> Phone:
    """Return a sheet with two hands, on which the game was ended early after the second."""
    scene.after(play_two_hands)
    return coralon


def table(phone: Phone, path: str) -> list[list[str]]:
    """Return a table as a spreadsheet reads it."""
    data = phone.download(path)
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(data.decode("utf-8-sig").splitlines()))


def columns(rows: list[list[str]], *names: str) -> list[list[str]]:
    """Return some columns of a table."""
    return [[row[rows[0].index(name)] for name in names] for row in rows[1:]]


# Files


def test_a_game_is_a_scoresheet_that_the_command_line_scores(played: Phone) -> None:
    data = played.follow("Rules").open("/plays/1").download("/plays/1/scoresheet.json")
    result = CliRunner().invoke(main, ["score", "--json", "-"], input=data)
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["totals"] == {"Ann": 3, "Bea": 8, "Cal": 5, "Dee": 2}
    assert answer["winners"] == ["Bea"]


def test_a_running_game_is_not_exported_to_other_logs(coralon: Phone) -> None:
    assert "BG Stats" not in coralon.page
    assert json.loads(coralon.download("/plays/1/game.bgsplay"))["plays"] == []


def test_the_file_of_a_night_has_only_its_own_players(played: Phone) -> None:
    played.open("/").tap("Start a game night").tap("Add", name="Eve, Finn")
    file, night, _ = map(json.loads, played.download("/nights/1/night.json").splitlines())
    assert [player["name"] for player in file["players"]] == ["Ann", "Bea", "Cal", "Dee"]
    assert len(night["games"]) == 1


def test_the_file_of_a_night_does_not_say_how_to_pay_a_player(owner: Phone) -> None:
    owner.open("/players/2").tap("Save", pay_me="@bea")
    assert b"@bea" not in owner.download("/nights/1/night.json")
    assert b"@bea" in owner.client.post("/clubs/1/backup", data={"csrf_token": owner.token}).data


# The backup


def test_the_page_says_that_there_is_no_backup_yet(owner: Phone) -> None:
    owner.open("/").follow("Export and import")
    assert "Not backed up yet." in owner.page


def test_the_page_shows_the_last_backup_and_the_games_since(played: Phone) -> None:
    played.open(CLUB).tap("Download a backup")
    said = played.open(CLUB).page.text
    assert "with 1 game. Nothing has changed since." in said
    start(played, "Tally")
    assert "1 game started or changed since." in played.open(CLUB).page.text


def test_a_backup_that_was_broken_off_does_not_count(played: Phone) -> None:
    played.open(CLUB)
    answer = played.client.post("/clubs/1/backup", data={"csrf_token": played.token})
    assert next(answer.iter_encoded()).startswith(b'{"scorekeeper"')
    answer.close()
    assert "Not backed up yet." in played.open(CLUB).page


def test_the_page_tells_of_a_backup_of_everything_that_failed_until_one_works(
    app: Flask, owner: Phone
) -> None:
    for size, says in ((9, False), (backups.FAILED, True), (9, False)):
        with app.app_context():
            backups.record_full_backup(size)
            db.session.commit()
        assert ("The backup of all clubs on this computer failed on" in owner.open(CLUB).page) == says


def test_a_change_on_a_night_of_long_ago_counts_since_the_backup(app: Flask, played: Phone) -> None:
    played.open(CLUB).tap("Download a backup")
    with app.app_context():
        db.session.execute(update(Night).values(changed_on=date(2020, 1, 1)))
        db.session.commit()
    record(played, "gift", "Ann", "Bea", 7)
    played.open("/plays/1").tap("Delete game")
    assert "1 game started or changed since, and coins changed hands." in played.open(CLUB).page.text


def test_hands_can_be_saved_while_a_backup_is_written(
    app: Flask, played: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(club: Club) -> tuple[ClubDocument, Iterator[NightDocument]]:
        document, nights = export_club(club)
        return document, saving(nights)

    def saving(nights: Iterator[NightDocument]) -> Iterator[NightDocument]:
        yield next(nights)
        with db.engine.begin() as another:
            another.execute(text("UPDATE play SET note = 'saved meanwhile'"))
        yield from nights

    monkeypatch.setattr("scorekeeper.web.files.exporting.export_club", meanwhile)
    played.open(CLUB)
    data = played.client.post("/clubs/1/backup", data={"csrf_token": played.token}).data
    assert json.loads(data.splitlines()[-1])["sha256"]
    assert b"saved meanwhile" not in data
    assert "saved meanwhile" in played.open("/plays/1").page


def test_a_game_ended_continued_or_deleted_since_the_backup_counts_as_changed(coralon: Phone) -> None:
    bid(coralon, "Bea", 3)
    changes: tuple[Callable[[], Phone], ...] = (
        lambda: coralon.tap("End game"),
        lambda: whole(coralon.tap("Continue this game"), "Cal", 4, (3, 3, 5, 2)),
        lambda: coralon.tap("Delete game"),
    )
    for change in changes:
        coralon.open(CLUB).tap("Download a backup").open("/plays/1")
        change()
        assert "1 game started or changed since." in coralon.open(CLUB).page.text


def test_the_page_mentions_coins_that_changed_hands_since_the_backup(played: Phone) -> None:
    played.open(CLUB).tap("Download a backup")
    record(played, "gift", "Ann", "Bea", 7)
    assert "Coins have changed hands since." in played.open(CLUB).page.text
    played.tap("Download a backup")
    played.open(BANK).tap("Undo: Ann gave Bea 7 coins")
    assert "Coins have changed hands since." in played.open(CLUB).page.text
    start(played, "Tally")
    assert "1 game started or changed since, and coins changed hands." in played.open(CLUB).page.text


def test_the_page_warns_of_a_backup_too_large_to_import(
    played: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.open(CLUB).tap("Download a backup")
    assert "too large for this page" not in played.open(CLUB).page
    monkeypatch.setattr(exporting, "MAX_FILE_SIZE", 100)
    assert "larger than 0 MB, too large for this page." in played.open(CLUB).page


def test_a_backup_does_not_contain_the_link(played: Phone) -> None:
    token = played.open(CLUB).token
    data = played.client.post("/clubs/1/backup", data={"csrf_token": token}).data
    assert b"secret" not in data
    assert json.loads(data.splitlines()[0])["club"] == "Ann’s table"


# Tables


def test_the_tables_of_games_and_hands(played: Phone) -> None:
    rows = table(played, "/plays/1/hands.csv")
    assert columns(rows, "Hand", "Dealer", "Description", "Bea", "Bea, total", "Note") == [
        ["1", "Ann", "Bea bid 5", "5", "5", ""],
        ["2", "Bea", "Cal bid 4", "3", "8", "close"],
    ]
    points(start(played, "Tally"), -1, 2, 0, 0)
    rows = table(played, "/clubs/1/games.csv")
    assert columns(rows, "Game", "Player", "Total", "Won", "Hands") == [
        ["Coralon", "Ann", "3", "no", "2"],
        ["Coralon", "Bea", "8", "yes", "2"],
        ["Coralon", "Cal", "5", "no", "2"],
        ["Coralon", "Dee", "2", "no", "2"],
        ["Your own game", "Ann", "-1", "", "1"],
        ["Your own game", "Bea", "2", "", "1"],
        ["Your own game", "Cal", "0", "", "1"],
        ["Your own game", "Dee", "0", "", "1"],
    ]
    played.open("/plays/2").tap("Delete game").open("/plays/1")
    played.tap("Delete game")
    assert len(table(played, "/clubs/1/games.csv")) == 1


def test_the_table_of_games_says_at_which_table_of_the_night_they_were_played(played: Phone) -> None:
    played.open("/nights/1/tables").tap("New table", name="Window")
    played.open("/nights/1/games/coralon").tap("Start Coralon", table=1)
    rows = columns(table(played, "/clubs/1/games.csv"), "Table", "Player")
    assert [row for row in rows if row[1] == "Bea"] == [["", "Bea"], ["Window", "Bea"]]


def test_house_rules_that_many_games_share_are_read_once(
    app: Flask, owner: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def reading(play: Any, chairs: Sequence[Any]) -> Setup | None:
        read.append(play.game)
        return setup_of(play, chairs)

    monkeypatch.setattr(tables, "setup_of", reading)
    for rules in ({"stones": "on"}, {}, {"stones": "on"}, {}):
        owner.open("/nights/1/games/nobles-estate").tap("Start Noble’s Estate", **rules)
    start(owner, "Tally")
    with app.app_context():
        db.session.execute(update(Play).values(ended_at=now(), hands=0, stopped=False))
        db.session.commit()
    rows = columns(table(owner, "/clubs/1/games.csv"), "Seat", "Unit")
    assert [unit for seat, unit in rows if seat == "1"] == ["stones", "coins", "stones", "coins", "points"]
    assert read == ["nobles-estate", "nobles-estate", "tally"]


def test_the_table_of_hands_names_the_partner(owner: Phone) -> None:
    start(owner, "Bishop")
    hand = {"bidder": "Bea", "bid": 6, "block": "war", "partner": "Dee", "made": "yes"}
    owner.send("/plays/1/hands", number=1, whole="on", **hand)
    wanted = ("Description", "Bidder", "Bid", "Partner", "Outcome key")
    ((text, *keys),) = columns(table(owner, "/plays/1/hands.csv"), *wanted)
    assert (text, keys) == ("Bea bid 6 for War with Dee", ["Bea", "6", "Dee", "made"])


def test_the_coins_of_a_night_add_up_to_zero(app: Flask, owner: Phone) -> None:
    points(start(owner, "Tally", wager=5, target=3), 5, 0, 0, 0)
    with app.app_context():
        night = db.session.get_one(Night, 1)
        for kind, giver, taker, coins in (("stake", None, 2, 20), ("side bet", 2, 1, 3)):
            entry = Transfer(kind=kind, giver_id=giver, taker_id=taker, coins=coins, device="a phone")
            entry.night_id = night.id
            db.session.add(entry)
        db.session.commit()
    rows = table(owner, "/nights/1/coins.csv")
    assert columns(rows, "What", "Unit", "Ann", "Bea", "Cal", "Dee", "House") == [
        ["Your own game", "coins", "15", "-5", "-5", "-5", ""],
        ["Stake", "coins", "", "20", "", "", "-20"],
        ["Side bet", "coins", "3", "-3", "", "", ""],
        ["Total", "coins", "18", "12", "-5", "-5", "-20"],
    ]


def test_coins_and_money_of_a_night_are_added_up_apart(app: Flask, owner: Phone) -> None:
    points(start(owner, "Tally", wager=5, target=3), 5, 0, 0, 0)
    postings = [
        *(("cost", 2, one, 300, True, None) for one in (1, 2, 3)),
        ("loan", 4, 2, 10, False, None),
        ("tab", 4, 1, 250, True, "e" * 32),
        ("settlement", 1, 3, 50, True, None),
        ("settlement", 1, 4, 5, False, None),
    ]
    with app.app_context():
        night = db.session.get_one(Night, 1)
        night.coin_value, night.valued_coins, night.currency = 100, 3, "€"
        at = now()
        for seconds, (kind, giver, taker, coins, in_money, earlier) in enumerate(postings):
            entry = Transfer(kind=kind, giver_id=giver, taker_id=taker, coins=coins, device="a phone")
            entry.at = at + timedelta(seconds=0 if kind == "cost" else seconds)
            entry.night_id, entry.in_money, entry.earlier_uid = night.id, in_money, earlier
            db.session.add(entry)
        db.session.commit()
    rows = table(owner, "/nights/1/coins.csv")
    assert columns(rows, "What", "Unit", "Ann", "Bea", "Cal", "Dee", "House") == [
        ["Your own game", "coins", "15", "-5", "-5", "-5", ""],
        ["Cost", "€", "-3.00", "6.00", "-3.00", "", ""],
        ["Loan", "coins", "", "10", "", "-10", ""],
        ["Tab", "€", "-2.50", "", "", "2.50", ""],
        ["Settlement", "€", "-0.50", "", "0.50", "", ""],
        ["Settlement", "coins", "-5", "", "", "5", ""],
        ["Total", "coins", "10", "5", "-5", "-10", "0"],
        ["Coins in money", "€", "3.34", "-1.67", "-1.67", "0.00", "0.00"],
        ["Still to pay", "€", "-2.66", "4.33", "-4.17", "2.50", "0.00"],
    ]


def test_with_semicolons_numbers_have_a_decimal_comma(owner: Phone) -> None:
    points(start(owner, "Tally", halves="on"), 25.5, -0.5, 3, 0)
    rows = owner.download("/clubs/1/games.csv?separator=semicolon").decode("utf-8-sig").splitlines()
    assert [row.split(";")[5:7] for row in rows[1:3]] == [["Ann", "25,5"], ["Bea", "-0,5"]]
    data = csv_bytes(["A"], [[Decimal("-12.50")], ["1.5"], ["Ann; Bea"], ["=1"]], ";")
    assert data.decode("utf-8-sig").splitlines()[1:] == ["-12,50", "1.5", '"Ann; Bea"', "'=1"]


FORMULAS = ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\tx", " =1", "＝1+1", "＋1+1", "－1+1", "＠SUM(A1)"]


@pytest.mark.parametrize("name", FORMULAS)
def test_text_that_looks_like_a_formula_is_escaped(name: str) -> None:
    assert escape_formula(name) == "'" + name


@given(st.lists(st.sampled_from([*FORMULAS, *";\t\n\r,\"' ", "Ann"]), max_size=5).map("".join))
@example("Ann;=1+1")
@example('Ann;"=1+1')
@example("Ann\n＝1+1")
@example("Ann,=1+1")
def test_no_spreadsheet_finds_a_formula_however_it_separates_cells(text: str) -> None:
    for written in ",;":
        file = csv_bytes(["Player", "Game"], [["x", text], [text, "x"]], written).decode("utf-8-sig")
        for separator in ",;\t":
            for row in csv.reader(StringIO(file, newline=""), delimiter=separator):
                assert not [cell for cell in row if re.match("""[\\s"]*[=+\\-@＝＋－＠]""", cell)]


@pytest.mark.parametrize("cell", ["-5", "+7", "-1.5", "a=b", "Ann; Bea", "two\r\nlines", "", 3, -3, None])
def test_other_cells_are_left_alone(cell: Any) -> None:
    assert escape_formula(cell) == cell


def test_a_player_named_like_a_formula_is_escaped_in_the_table(owner: Phone) -> None:
    owner.open("/nights/1").tap("Add", name="=HYPERLINK(1)")
    points(start(owner, "Tally"), 1, 2, 3, 4, 5)
    assert columns(table(owner, "/clubs/1/games.csv"), "Player")[-1] == ["'=HYPERLINK(1)"]


# Other board game logs


def test_finished_games_are_exported_to_bg_stats_with_the_same_ids_everywhere(played: Phone) -> None:
    start(played, "Tally")
    file = json.loads(played.download("/clubs/1/games.bgsplay"))
    (game,) = file["games"]
    assert (game["name"], game["highestWins"], game["usesTeams"]) == ("Coralon", True, False)
    players = {player["id"]: player["name"] for player in file["players"]}
    (play,) = file["plays"]
    assert play["gameRefId"] == game["id"]
    assert play["locationRefId"] == file["locations"][0]["id"]
    assert len(play["uuid"]) == 36
    assert play["rounds"] == 2
    scores = [
        (players[score["playerRefId"]], score["score"], score["winner"], score["startPlayer"])
        for score in play["playerScores"]
    ]
    assert scores[:2] == [("Ann", "3", False, False), ("Bea", "8", True, True)]
    assert scores[2:] == [("Cal", "5", False, False), ("Dee", "2", False, False)]
    one, other = (json.loads(played.download(f"/{of}.bgsplay")) for of in ("plays/1/game", "clubs/1/games"))
    assert one["players"] == other["players"]
    assert one["plays"] == other["plays"]

    def uuids() -> dict[str, str]:
        players = json.loads(played.download("/clubs/1/games.bgsplay"))["players"]
        return {player["name"]: player["uuid"] for player in players}

    before = uuids()
    with played.client.application.app_context():
        db.session.execute(update(Player).where(Player.name == "Ann").values(name="Anna", folded="anna"))
        db.session.commit()
    assert uuids()["Anna"] == before["Ann"]


def test_partners_are_a_team_in_bg_stats(owner: Phone) -> None:
    bid(start(owner, "Coralon, Partners"), "Bea", 5).tap("Save hand 1", tricks=8)
    owner.tap("End game")
    (play,) = json.loads(owner.download("/plays/1/game.bgsplay"))["plays"]
    assert play["usesTeams"]
    assert [score["team"] for score in play["playerScores"]] == ["Ann and Cal", "Bea and Dee"] * 2
