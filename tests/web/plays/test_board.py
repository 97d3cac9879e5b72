"""The board for the room: the totals, the bid, the last hand, the winner and the next game."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.qr_code import qr_svg
from scorekeeper.rules.games.coralon import Coralon
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Invitation
from scorekeeper.web.plays.board import best_columns
from tests.web.invited import joined, link_to
from tests.web.markup import Node
from tests.web.phone import Phone
from tests.web.purse import fortune
from tests.web.table import bid, play_again, points, start, whole


def board(phone: Phone, play: int = 1) -> Phone:
    return phone.open(f"/plays/{play}/board")


def news(phone: Phone) -> Node:
    """Return what is going on below the totals."""
    return phone.page.one("div", "news")


def last_hand(phone: Phone, play: int = 1) -> list[str]:
    """Return what the board says of the last hand, and then of each side."""
    last = news(board(phone, play)).one("div", "last")
    return [last.one("p").text, *last.texts("li")]


def test_before_the_first_hand_it_says_who_deals_and_the_target(coralon: Phone) -> None:
    now = news(board(coralon))
    assert now.texts("h2") == ["Hand 1, Ann deals Bea bids first", "Target 40 points"]
    assert now.texts("p", "soft") == [Coralon.about]
    start(coralon, wager=1)
    assert news(board(coralon, 2)).one("dl").text == "Wager 1"


def test_the_bid_is_shown_with_its_strokes_and_what_each_outcome_brings(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).send("/plays/1/trump", trump="crowns")
    now = news(board(coralon))
    assert now.texts("h2")[0] == "Hand 1 Bea bid 5"
    assert now.one("p", "trump").text == "Crowns"
    assert now.one("svg", "playing").one("use", "open")["href"].endswith("#strokes-5")
    assert now.one("dl").texts("dt") == ["exactly 5", "6 or more", "4 or fewer"]
    assert now.one("dl").texts("dd") == ["Bea 5", "everyone", "all but Bea"]


def test_it_says_when_a_bid_wins_if_it_is_made(owner: Phone) -> None:
    bid(start(owner, target=5), "Bea", 5)
    assert news(board(owner)).one("dl").texts("dd")[0] == "Bea 5, and wins"


def test_the_last_hand_is_one_sentence_with_strokes_and_scores(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    said = ["Hand 1 Bea bid 5 and made it exactly", "Ann 0", "Bea +5", "Cal 0", "Dee 0"]
    assert last_hand(coralon) == said
    assert [strokes["class"] for strokes in news(coralon).one("div", "last").all("svg", "strokes")] == [
        "strokes", "strokes exact", "strokes", "strokes"
    ]  # fmt: skip
    assert last_hand(bid(coralon.open("/plays/1"), "Ann", 4)) == said


def test_the_last_roll_has_only_the_coins_of_the_player_who_rolled(owner: Phone) -> None:
    assert last_hand(fortune(owner).tap("9")) == ["Roll 1 Ann rolled 9 and left a coin", "Ann −1"]


def test_sentences_below_the_totals_have_the_beginnings_of_long_names(owner: Phone) -> None:
    long = ("Maximiliana von Hohenstein", "Bartholomäus Krützmann", "Bo", "Barbara")
    owner.open("/").tap("Start a game night").tap("Add", name=", ".join(long))
    last = last_hand(whole(start(owner, night=2), "1", 5, (3, 5, 3, 2)))
    assert last[0] == "Hand 1 Bart bid 5 and made it exactly"
    assert long[1] in board(owner).page.one("section", "board").texts("span", "whole")


def test_a_course_shows_the_game_so_far_and_at_the_end_names(over: Phone) -> None:
    course = news(board(over)).one("svg", "drawn")
    assert course["aria-label"] == "Totals, hand by hand. At the end: Bea 5, Ann 0, Cal 0 and Dee 0."
    assert "Bea 5" in course.texts("text")
    assert news(over).one("figcaption").text == "bid made bid missed"


def test_a_running_game_has_a_course_without_words_and_many_players_have_none(owner: Phone) -> None:
    points(start(owner, "Tally"), 1, 2, 3, 4)
    assert news(board(owner)).one("svg", "drawn").texts("text") == ["0", "1"]
    owner.open("/nights/1").tap("Add", name="Eva, Finn, Gus, Ida, Joe, Kim, Leo")
    points(start(owner, "Tally"), *range(11))
    assert not news(board(owner, 2)).all("svg", "drawn")


def leaders(phone: Phone) -> list[str]:
    """Return what is said of each side on its lead."""
    return ["".join(side.texts("b", "leads")) for side in board(phone).page.all("div", "side")]


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        pytest.param((1, 5, 3, 2), ["", "leads", "", ""], id="one"),
        pytest.param((5, 5, 3, 2), ["tied", "tied", "", ""], id="two"),
        pytest.param((5, 5, 5, 5), ["", "", "", ""], id="all alike"),
    ],
)
def test_it_says_who_leads(owner: Phone, scores: tuple[int, ...], said: list[str]) -> None:
    start(owner, "Tally")
    assert leaders(owner) == ["", "", "", ""]
    assert leaders(points(owner.open("/plays/1"), *scores)) == said
    assert not owner.open("/plays/1").page.all("b", "leads")


def test_where_the_fewest_points_win_those_lead(owner: Phone) -> None:
    assert leaders(points(start(owner, "Tally", lowest_wins="on"), 4, 5, 3, 6)) == ["", "", "leads", ""]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        pytest.param("Coralon", "Hand 1, Ann deals Bea bids first", id="who bids first"),
        pytest.param("Tally", "Round 1 Ann deals", id="who deals"),
        pytest.param("House of Fortune", "Roll 1 Ann’s turn", id="whose turn it is"),
        pytest.param("Hazard", "Round 1", id="nobody"),
    ],
)
def test_one_large_line_says_who_is_next(owner: Phone, game: str, said: str) -> None:
    assert news(board(start(owner, game))).texts("h2")[0] == said


def test_it_says_that_the_game_was_deleted(coralon: Phone) -> None:
    coralon.tap("Delete game")
    assert news(board(coralon)).texts("h2") == ["This game was deleted"]


@pytest.fixture
def over(owner: Phone) -> Phone:
    """Return the phone on a game that Bea has won."""
    return whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))


def next_game(phone: Phone) -> list[str]:
    return board(phone).page.texts("a", "following")


def test_it_shows_the_winner_and_why(over: Phone) -> None:
    assert news(board(over)).texts("h2")[0] == "Bea won"
    assert news(over).one("p", "why").text == (
        "5 points, 5 ahead of Ann, Cal and Dee. Only one hand was played: Bea bid 5 and made it exactly."
    )
    assert news(over).one("p", "tonight").text == "first win tonight"


def standing(phone: Phone, play: int = 1) -> list[str]:
    """Return the rows of the night's standing: names, games won and coins."""
    return [row.text for row in board(phone, play).page.one("section", "night").one("tbody").all("tr")]


def test_between_two_games_it_shows_who_won_what_tonight(over: Phone) -> None:
    assert standing(over) == ["Bea 1", "Ann", "Cal", "Dee"]
    assert news(over).one("ul", "played").texts("li") == ["Coralon"]
    start(over, "Tally")
    assert not board(over).page.all("section", "night")
    over.open("/plays/2").tap("Delete game")
    assert standing(over) == ["Bea 1", "Ann", "Cal", "Dee"]


def test_of_many_players_the_standing_has_only_those_who_won(over: Phone) -> None:
    over.open("/nights/1").tap("Add", name="Eva, Finn, Gus, Ida, Joe, Kim, Leo")
    points(start(over, "Tally"), *range(11)).tap("End game")
    assert standing(over, 2) == ["Bea 1", "Leo 1"]


def test_a_finished_game_leads_to_the_newest_one(over: Phone) -> None:
    assert next_game(over) == []
    play_again(over.open("/plays/1"))
    assert next_game(over) == ["Next game: Coralon"]
    assert over.follow("Next game").path == "/plays/2/board"
    start(over, "Tally")
    assert next_game(over) == ["Next game: Your own game"]


def test_a_deleted_game_or_one_of_other_players_is_no_next_game(over: Phone) -> None:
    play_again(over.open("/plays/1")).tap("Delete game")
    assert next_game(over) == []
    over.open("/nights/1").tap("Add", name="Eva, Finn")
    seats: dict[str, Any] = dict.fromkeys(("seat-1", "seat-2", "seat-3", "seat-4"), "")
    start(over, "Tally", **seats | {"seat-5": 1, "seat-6": 2})
    assert next_game(over) == []


def test_a_running_game_does_not_lead_to_another(coralon: Phone) -> None:
    start(coralon, "Tally")
    assert next_game(coralon) == []


def test_the_code_for_watching_is_shown_when_asked_for(coralon: Phone) -> None:
    address = coralon.open("/nights/1/invite?link=watch&play=1").page.one("p", "link").text
    assert qr_svg(address) in coralon.client.get("/plays/1/board?qr").text
    assert not board(coralon).page.all("aside", "code")
    coralon.follow("QR code")
    assert coralon.path == "/plays/1/board?qr"
    assert coralon.page.one("aside", "code").one("div", "qr-code")["role"] == "img"
    assert not coralon.follow("Hide code").page.all("aside", "code")


def test_no_code_is_shown_once_the_link_has_ended(app: Flask, coralon: Phone) -> None:
    with app.app_context():
        db.session.execute(update(Invitation).values(ends_at=now()))
        db.session.commit()
    coralon.open("/plays/1/board?qr")
    assert (
        coralon.page.one("aside", "code").text == "There is no link for watching this night, or it has ended."
    )


def test_whoever_may_watch_can_show_the_code(app: Flask, coralon: Phone) -> None:
    viewer = joined(app, link_to(coralon, "watch"), "I’m just watching").open("/plays/1/board?qr")
    assert viewer.page.one("aside", "code").one("div", "qr-code")["role"] == "img"


def test_as_an_overlay_it_has_no_bar_and_stays_one_in_the_next_game(over: Phone) -> None:
    over.open("/plays/1/board?overlay")
    assert not over.page.all("a", "back")
    assert not over.page.all("button")
    play_again(over.open("/plays/1")).open("/plays/1/board?overlay")
    assert over.follow("Next game").path == "/plays/2/board?overlay="


def test_the_code_stays_with_the_next_game(over: Phone) -> None:
    play_again(over.open("/plays/1")).open("/plays/1/board?qr")
    assert over.follow("Next game").path == "/plays/2/board?qr="


@pytest.mark.parametrize(
    ("sides", "digits", "height", "columns"),
    [
        pytest.param(4, 3, 0.18, 4, id="four on a television: one row"),
        pytest.param(4, 6, 0.18, 2, id="long figures: two rows"),
        pytest.param(4, 3, 0.4, 2, id="a tablet held upright"),
        pytest.param(2, 3, 0.66, 1, id="two on a phone: one above the other"),
        pytest.param(20, 3, 0.18, 7, id="twenty on a television"),
    ],
)
def test_columns_make_the_figures_largest(sides: int, digits: int, height: float, columns: int) -> None:
    assert best_columns(sides, digits, height) == columns
