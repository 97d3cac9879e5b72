"""The board of a night: every running game with who leads it, and the standing of the night."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.database import db, now
from scorekeeper.store.history.seasons import WINS, SeasonRules, save_season
from scorekeeper.web.nights.night_board import evening_shape
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import record
from tests.web.table import points, start, whole

SECOND: dict[str, Any] = {"seat-1": "", "seat-2": "", "seat-3": "", "seat-4": ""}
FIRST: dict[str, Any] = {"seat-5": "", "seat-6": ""}
"""The seats of a game for those who were not here first, and for those who were, where others are free."""


def board(phone: Phone) -> Phone:
    return phone.open("/nights/1/board")


def games(phone: Phone) -> list[list[str]]:
    """Return the running games on the board: what is played, the sides, and what was played last."""
    found = board(phone).page.one("section", **{"data-part": "running"}).one("ul", "games")
    return [
        [game.one("h2").text, *game.one("ul", "sides").texts("li"), game.one("p").text]
        for game in found.all("li")
        if game.all("ul", "sides")
    ]


def standing(phone: Phone) -> list[str]:
    """Return the rows of the standing, each as one line."""
    night = board(phone).page.one("section", "night")
    return [row for rows in night.all("tbody") for row in rows.texts("tr")]


def two_games(owner: Phone) -> Phone:
    """Start two games: the first for Ann to Dee, the second for Eva and Finn."""
    owner.open("/nights/1").tap("Add", name="Eva, Finn")
    start(owner, "Tally", **FIRST)
    start(owner, "Tally", **SECOND | {"seat-5": 1, "seat-6": 2})
    return owner


def start_at(phone: Phone, table: int, **typed: Any) -> Phone:
    """Start a game of the players' own at a table."""
    return phone.open(f"/nights/1/games/tally?table={table}").tap("Start game", **typed)


def three_tables(owner: Phone) -> Phone:
    """Let Ann to Dee play at the second of three tables, and Eva and Finn at the first."""
    owner.open("/nights/1").tap("Add", name="Eva, Finn").open("/nights/1/tables")
    for _ in range(3):
        owner.tap("New table")
    points(start_at(owner, 2, **FIRST), 7, 1, 2, 3)
    start_at(owner, 1, **SECOND | {"seat-5": 1, "seat-6": 2})
    return owner


def tables(phone: Phone) -> list[str]:
    """Return what the page of the night says of each table."""
    return phone.open("/nights/1").page.one("section", **{"data-part": "running"}).texts("li")


def test_games_are_shown_in_the_order_of_their_tables(owner: Phone) -> None:
    three_tables(owner)
    assert games(owner) == [
        ["Table 1 Your own game", "Eva 0", "Finn 0", "round 1, Eva deals"],
        [
            "Table 2 Your own game",
            "Ann leads 7",
            "Bea 1",
            "Cal 2",
            "Dee 3",
            "Round 1: Ann scored the most, +7",
        ],
    ]
    assert "Table 3 No game yet" in owner.page


def test_the_page_of_a_night_says_who_leads_at_each_table(owner: Phone) -> None:
    assert tables(three_tables(owner)) == [
        "Table 1 Your own game Eva 0 Finn 0",
        "Table 2 Your own game · Ann leads with 7. Ann 7 Bea 1 Cal 2 Dee 3",
        "Table 3 No game yet",
    ]
    owner.open("/plays/1").tap("End game")
    assert tables(owner)[1] == "Table 2 Your own game · Ann won. Ann 7"
    assert "Your own game Table 2 Ann won" in owner.page.one("section", **{"data-part": "finished"}).text


def test_somebody_at_two_tables_is_named_with_both(owner: Phone) -> None:
    start_at(three_tables(owner), 3, **SECOND | {"seat-1": 1, "seat-5": "", "seat-6": 2})
    said = "Ann sits in two running games: Your own game at Table 2 and Your own game at Table 3."
    assert said in board(owner).page
    assert said in owner.open("/nights/1").page


def test_every_running_game_says_who_leads_and_what_was_played_last(owner: Phone) -> None:
    whole(start(owner), "Bea", 5, (3, 5, 3, 2))
    start(owner, "Tally")
    assert games(owner) == [
        ["Your own game", "Ann 0", "Bea 0", "Cal 0", "Dee 0", "round 1, Ann deals"],
        ["Coralon", "Ann 0", "Bea leads 5", "Cal 0", "Dee 0", "Hand 1: Bea bid 5 and made it exactly"],
    ]


def test_a_game_on_it_leads_to_its_own_board(coralon: Phone) -> None:
    assert board(coralon).follow("Coralon").path == "/plays/1/board"


def test_of_many_sides_those_who_lead_are_shown(owner: Phone) -> None:
    owner.open("/nights/1").tap("Add", name="Eva, Finn, Gus, Ida")
    points(start(owner, "Tally"), *range(8))
    assert games(owner)[0][1:-1] == ["Ida leads 7", "Gus 6", "Finn 5", "Eva 4", "Dee 3", "Cal 2"]


def test_those_who_have_won_most_come_first(owner: Phone) -> None:
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    record(owner, "gift", "Ann", "Cal", 2)
    assert standing(owner) == ["Bea 1 0", "Cal +2", "Dee 0", "Ann −2"]
    assert board(owner).page.one("ul", "played").texts("li") == ["Coralon"]


def in_a_season(app: Flask, rules: SeasonRules) -> None:
    """Let the night be in a season of the club."""
    with app.app_context():
        today = now().date()
        save_season(1, "Autumn", today - timedelta(days=1), today + timedelta(days=1), rules)
        db.session.commit()


def test_the_points_are_those_of_the_season_for_this_night_alone(app: Flask, owner: Phone) -> None:
    for scores in ((1, 5, 3, 2), (4, 4, 1, 0)):
        points(start(owner, "Tally", hands=1), *scores)
    owner.open("/").tap("Start a game night")
    owner.tap("Add", name="Dee").tap("Add", name="Ann")
    points(start(owner, "Tally", night=2, hands=1), 1, 0)
    assert standing(owner) == ["Bea 2", "Ann 1", "Cal", "Dee"]
    in_a_season(app, SeasonRules())
    assert standing(owner) == ["Bea 2 10", "Ann 1 6", "Cal 5", "Dee 3"]
    for path, rows in (
        ("/plays/2/board", "night"),
        ("/nights/1/recap", "over"),
        ("/nights/1/board", "night"),
    ):
        part = owner.open(path).page.one("section", rows)
        assert part.one("tbody").texts("tr") == ["Bea 2 10", "Ann 1 6", "Cal 5", "Dee 3"], path
        named = part.one("p", "aside").one("a")
        assert (named.text, named["href"]) == ("Points count towards Autumn", "/clubs/1/seasons/1"), path


def test_a_season_that_counts_games_won_adds_no_points(app: Flask, owner: Phone) -> None:
    points(start(owner, "Tally", hands=1), 1, 5, 3, 2)
    in_a_season(app, SeasonRules(counting=WINS))
    assert standing(owner) == ["Bea 1", "Ann", "Cal", "Dee"]


def test_it_says_who_is_free_while_others_play(owner: Phone) -> None:
    assert not board(owner).page.all("p", "free")
    assert "Nobody is playing." in owner.page
    owner.open("/nights/1").tap("Add", name="Eva, Finn")
    start(owner, "Tally", **FIRST)
    assert board(owner).page.one("p", "free").text == "Free Eva Finn"


def test_those_in_the_same_two_games_are_named_together(owner: Phone) -> None:
    start(two_games(owner), "Tally", **FIRST)
    said = "Ann, Bea, Cal and Dee sit in two running games: Your own game and Your own game."
    assert board(owner).page.texts("p", "flag") == [said]


@pytest.mark.parametrize("path", ["/nights/1", "/nights/1/board"])
def test_somebody_in_two_running_games_is_named(owner: Phone, path: str) -> None:
    start(two_games(owner), "Tally", **SECOND | {"seat-1": 1, "seat-5": "", "seat-6": 2})
    said = "Ann sits in two running games: Your own game and Your own game."
    assert said in owner.open(path).page
    owner.open("/plays/3").tap("End game")
    assert "sits in" not in owner.open(path).page


def test_the_page_of_a_night_leads_to_its_board(owner: Phone, app: Flask) -> None:
    viewer = joined(app, link_to(two_games(owner), "watch"), "I’m just watching")
    assert viewer.open("/nights/1").follow("Board with all games").path == "/nights/1/board"
    owner.open("/plays/2").tap("End game")
    assert not viewer.open("/nights/1").page.all("a", text="Board with all games")
    assert owner.open("/nights/1").follow("Board").path == "/nights/1/board"


def test_the_code_for_watching_is_shown_on_the_board_of_a_night(owner: Phone) -> None:
    assert not board(owner).page.all("aside", "code")
    owner.follow("QR code")
    assert owner.path == "/nights/1/board?qr"
    assert owner.page.one("aside", "code").one("div", "qr-code")["role"] == "img"
    assert not owner.follow("Hide code").page.all("aside", "code")


def test_the_board_of_a_deleted_night_leads_to_its_page(owner: Phone) -> None:
    owner.open("/nights/1").tap("Delete night")
    assert board(owner).path == "/nights/1"


@pytest.mark.parametrize(
    ("sides", "players", "shape"),
    [
        pytest.param([], 0, "across-1 lines-12 besides", id="nobody"),
        pytest.param([4], 5, "across-1 lines-12 besides", id="one table"),
        pytest.param([4] * 10, 40, "across-5 lines-27", id="ten tables"),
        pytest.param([6] * 30, 60, "across-5 lines-50", id="too many for one screen"),
    ],
)
def test_games_share_the_screen(sides: list[int], players: int, shape: str) -> None:
    assert evening_shape(sides, players, notes=0, below=2) == shape
