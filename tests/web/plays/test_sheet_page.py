"""The sheet between hands: totals, marks and the list of hands."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.database import db, now
from scorekeeper.store.models import Revision
from scorekeeper.web.plays.scores import columns_per_row
from tests.web.conftest import Scene
from tests.web.phone import Phone
from tests.web.purse import fortune
from tests.web.table import bid, hands, menu, points, start, totals, whole


def play_two_hands(scene: Scene) -> None:
    whole(scene.owner, "Bea", 5, (3, 5, 3, 2))
    whole(scene.owner, "Cal", 4, (3, 3, 5, 2), trump="crowns")


@pytest.fixture
def played(scene: Scene, coralon: Phone, no_hurry: None) -> Phone:
    """Play two hands: one made exactly, one over."""
    scene.after(play_two_hands)
    return coralon


def dealer_marks(phone: Phone) -> list[int]:
    """Return for each side how many of its players have the mark of the dealer."""
    return [len(side.all("i", "deals")) for side in phone.page.one("section", "board").all("div", "side")]


def test_totals_points_to_go_and_the_dealer_are_on_the_board(played: Phone) -> None:
    assert totals(played) == {"Ann": 3, "Bea": 8, "Cal": 5, "Dee": 2}
    assert played.page.texts("p", "to-go") == ["37 to go", "32 to go", "35 to go", "38 to go"]
    assert played.page.one(id="due").text == "Hand 3 Cal deals, Dee bids first"
    assert dealer_marks(played) == [0, 0, 1, 0]


def test_the_title_says_what_was_saved_for_a_minute(app: Flask, played: Phone) -> None:
    assert played.page.one("title").text == "Hand 2 saved · Coralon · Scorekeeper"
    with app.app_context():
        db.session.execute(update(Revision).values(at=now() - timedelta(minutes=2)))
        db.session.commit()
    assert played.open("/plays/1").page.one("title").text == "Coralon · Scorekeeper"


def test_a_game_without_a_target_and_without_bids_marks_the_dealer_alone(owner: Phone) -> None:
    start(owner, "Tally")
    assert owner.page.texts("p", "to-go") == ["", "", "", ""]
    start(owner, "Tally")
    assert owner.page.one(id="due").text == "Round 1 Ann deals"
    assert dealer_marks(owner) == [1, 0, 0, 0]


def test_no_points_to_go_are_shown_past_the_target(owner: Phone) -> None:
    start(owner, "Coralon", target=5)
    whole(owner, "Bea", 2, (7, 2, 2, 2))
    points_left = [text for text in owner.page.texts("p", "to-go") if "to go" in text]
    assert points_left == ["5 to go", "3 to go", "5 to go", "5 to go"]


@pytest.mark.parametrize(
    ("opening", "first"),
    [("formal", ", Bea may lead first"), ("informal", "")],
    ids=["formally", "informally"],
)
def test_the_player_who_may_lead_first_is_named(owner: Phone, opening: str, first: str) -> None:
    start(owner.tap("Add", name="Eva"), "Up and Down", opening=opening)
    assert owner.page.one(id="due").text == f"Hand 1 Ann deals{first}"


def test_partners_share_a_total_and_one_of_them_deals(owner: Phone) -> None:
    start(owner, "Coralon, Partners")
    bid(owner, "Bea", 5).tap("Save hand 1", tricks=8)
    assert totals(owner) == {"Ann and Cal": 5, "Bea and Dee": 8}
    assert owner.page.one(id="due").text == "Hand 2 Bea deals, Cal bids first"
    assert dealer_marks(owner) == [0, 1]


def test_hands_are_listed_newest_first_with_bid_outcome_trump_and_scores(played: Phone) -> None:
    assert [line.split(":")[0] for line in hands(played)] == [
        "Cal bid 4 and went over",
        "Bea bid 5 and made it exactly",
    ]
    newest, first = played.page.all("details", "hand")
    assert [icon["aria-label"] for icon in newest.all("svg", "crowns")] == ["Crowns"]
    assert not first.all("svg", "icon")
    assert hands(played)[1] == "Bea bid 5 and made it exactly: Ann 0, Bea +5, Cal 0, Dee 0"
    assert played.page.all("details", "hand")[1].one("span", "scores").text == "0 +5 0 0"


def test_a_roll_shows_only_the_coins_of_the_player_who_rolled(owner: Phone) -> None:
    fortune(owner).tap("9")
    assert hands(owner) == ["Ann rolled 9 and left a coin: Ann −1"]
    assert owner.page.one("span", "scores").text == "−1"


def test_a_hand_opens_to_its_explanation(played: Phone) -> None:
    newest = played.page.all("details", "hand")[0]
    assert newest.one("ul", "because").texts("li") == [
        "Cal +5: took 5 tricks, 1 over the bid of 4",
        "Ann and Bea +3: took 3 tricks",
        "Dee +2: took 2 tricks",
    ]
    assert "Bea dealt." in newest


def test_a_hand_shows_its_note(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, (3, 5, 3, 2), note="What a hand!\nSimply <great>.")
    assert coralon.page.one("details", "hand").one("p", "note").text == "What a hand! Simply <great>."


def test_totals_below_zero_are_shown_with_a_minus(owner: Phone) -> None:
    points(start(owner, "Tally"), -7, 3, 0, 0)
    assert totals(owner)["Ann"] == -7
    assert owner.page.one("section", "board").texts("p", "total")[0] == "−7"


@pytest.mark.parametrize(
    ("sides", "columns"),
    [(1, 1), (2, 2), (5, 5), (6, 6), (7, 4), (8, 4), (9, 5), (10, 5), (11, 4), (12, 4), (20, 5)],
)
def test_up_to_six_sides_are_in_one_row_and_more_in_even_rows(sides: int, columns: int) -> None:
    assert columns_per_row(sides) == columns


def test_no_row_is_shorter_than_the_others_by_more_than_the_number_of_rows() -> None:
    for sides in range(1, 21):
        columns = columns_per_row(sides)
        rows = -(-sides // columns)
        assert rows * columns - sides < rows, sides


# What each side needs near the end

SHOW = "Show what each side needs"


@pytest.fixture
def near(owner: Phone) -> Phone:
    """Return the sheet of a game to 10 in which Ann has 5 and Bea 4."""
    whole(start(owner, target=10), "Ann", 5, (5, 8, 0, 0))
    return whole(owner, "Bea", 4, (9, 4, 0, 0))


def line(phone: Phone) -> str:
    """Return what the sheet says that each side needs; empty if it says nothing."""
    found = phone.page.all("form", "needs")
    return found[0].one("p").text if found else ""


def test_the_sheet_says_what_each_side_needs_until_the_game_is_over(near: Phone) -> None:
    assert line(near) == "Ann needs at least 5 to win."
    assert line(whole(near, "Ann", 13, (13, 0, 0, 0))) == ""


def test_nothing_is_said_long_before_the_end(owner: Phone) -> None:
    assert line(start(owner)) == ""
    assert SHOW not in menu(owner)


def test_one_tap_hides_the_line_on_this_phone_and_one_shows_it_again(near: Phone, friend: Phone) -> None:
    near.tap("Hide")
    assert line(friend.open("/plays/1")) == "Ann needs at least 5 to win."
    near.tap(SHOW)
    near.tap("Hide")
    assert near.path == "/plays/1"
    assert line(near) == ""
    assert line(near.open("/plays/1")) == ""
    near.tap(SHOW)
    assert line(near) == "Ann needs at least 5 to win."
    assert SHOW not in menu(near)
