"""The board for the room: the totals, the bid, the last hand, the winner and the next game."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.qr_code import qr_svg
from scorekeeper.store.database import db, now
from scorekeeper.store.models import Invitation
from scorekeeper.web.plays.board import best_columns
from tests.web.invited import joined, link_to
from tests.web.markup import Node
from tests.web.phone import Phone
from tests.web.table import bid, play_again, points, start, totals, whole


def board(phone: Phone, play: int = 1) -> Phone:
    return phone.open(f"/plays/{play}/board")


def news(phone: Phone) -> Node:
    """Return what is going on below the totals."""
    return phone.page.one("div", "news")


def test_the_board_shows_the_totals_and_who_deals_before_the_bid(coralon: Phone) -> None:
    assert news(board(coralon)).texts("h2") == ["Hand 1 Ann deals, Bea bids first"]
    coralon.open("/plays/1")
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    assert totals(board(coralon)) == {"Ann": 0, "Bea": 5, "Cal": 0, "Dee": 0}


def test_the_bid_and_then_the_last_hand_are_shown(coralon: Phone) -> None:
    bid(coralon, "Bea", 5).send("/plays/1/trump", trump="crowns")
    assert news(board(coralon)).texts("h2") == ["Hand 1 Bea bid 5"]
    assert news(coralon).one("p", "trump").text == "Crowns"
    coralon.open("/plays/1")
    whole(coralon, "Cal", 4, (3, 3, 5, 2), trump="crowns")
    last = news(board(coralon)).one("div", "last")
    assert last.one("h2").text == "Hand 1 Cal bid 4 and went over"
    assert "Cal +5 took 5 tricks, 1 over the bid of 4" in last.texts("li")


def test_a_reason_that_all_scores_share_is_said_once(owner: Phone) -> None:
    start(owner, "Tally")
    points(owner, 1, 2, 3, 4)
    last = news(board(owner)).one("div", "last")
    assert last.texts("li") == ["Ann +1", "Bea +2", "Cal +3", "Dee +4 written down"]


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
    assert news(board(over)).one("h2").text == "Bea won"
    assert news(over).one("p", "why").text == "Bea wins with 5."


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
    address = coralon.open("/nights/1/invite?link=watch").page.one("p", "link").text
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


def test_the_code_stays_with_the_next_game(over: Phone) -> None:
    play_again(over.open("/plays/1")).open("/plays/1/board?qr")
    assert over.follow("Next game").path == "/plays/2/board?qr="


@pytest.mark.parametrize(
    ("sides", "digits", "height", "columns"),
    [
        pytest.param(4, 3, 0.36, 4, id="four on a television: one row"),
        pytest.param(4, 6, 0.36, 2, id="long figures: two rows"),
        pytest.param(4, 3, 0.85, 2, id="a tablet held upright"),
        pytest.param(2, 3, 1.35, 1, id="two on a phone: one above the other"),
        pytest.param(20, 3, 0.36, 7, id="twenty on a television"),
    ],
)
def test_columns_make_the_figures_largest(sides: int, digits: int, height: float, columns: int) -> None:
    assert best_columns(sides, digits, height) == columns
