"""The page of a night and its games."""

import re
from datetime import timedelta

from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Play
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import SETTLE, bea_wins, fortune
from tests.web.table import points, start, whole

CLOCK = re.compile(r"^\d\d:\d\d ")


def games(phone: Phone, which: str) -> list[str]:
    """Return tonight's games that are "running" or "finished", newest first, without their times."""
    found = phone.open("/nights/1").page.all("section", **{"aria-labelledby": which})
    return [CLOCK.sub("", game) for game in found[0].texts("li")] if found else []


def running(phone: Phone) -> list[str]:
    """Return tonight's running games, with the links to them."""
    return games(phone, "running")


def test_a_running_game_shows_its_hands_and_totals(coralon: Phone) -> None:
    whole(coralon, "Cal", 4, (3, 3, 5, 2))
    assert running(coralon) == ["Coralon hand 2, Bea deals Ann 3 Bea 3 Cal 5 Dee 2"]
    assert games(coralon, "finished") == []


def test_finished_games_show_who_won_below_the_running_ones(owner: Phone) -> None:
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    assert games(owner, "finished") == ["Coralon Bea won with 5"]
    assert running(owner) == []
    start(owner)
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    headings = owner.open("/nights/1").page.texts("h2")
    assert headings == ["Tonight’s players 4", "Playing now", "Played 2 games"]


def test_a_finished_game_has_the_time_it_began_as_in_the_archive(app: Flask, owner: Phone) -> None:
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    with app.app_context():
        db.session.get_one(Play, 1).started_at -= timedelta(minutes=90)
        db.session.commit()
    at = owner.open("/nights/1").page.one("ul", "played").texts("small")[0]
    assert owner.open("/clubs/1/archive").page.texts("small", "at") == [at]


def test_a_game_ended_early_with_a_tie_shows_that_nobody_won(owner: Phone) -> None:
    points(start(owner, "Tally"), 5, 5, 3, 2).tap("End game")
    assert games(owner, "finished") == ["Your own game Nobody won"]
    assert owner.page.one(id="finished").text == "Played 1 game"


def test_a_game_ended_before_its_first_hand_is_not_counted_as_played(coralon: Phone) -> None:
    coralon.tap("End game")
    assert games(coralon, "finished") == ["Coralon No hand was played"]
    assert coralon.page.one(id="finished").text == "Played"


def test_partners_are_listed_together(owner: Phone) -> None:
    start(owner, "Coralon, Partners")
    assert running(owner)[0] == "Coralon, Partners hand 1, Ann deals Ann and Cal 0 Bea and Dee 0"


def test_each_running_game_opens_in_one_tap_the_newest_first(owner: Phone) -> None:
    start(owner)
    start(owner, "Tally").open("/nights/1")
    links = [link["href"] for link in owner.page.one("ul", "playing").all("a")]
    assert links == ["/plays/2", "/plays/1"]
    assert owner.page.texts("a", "primary") == ["Start a game"]


def test_a_game_of_turns_says_whose_turn_it_is_and_what_is_on_the_table(owner: Phone) -> None:
    fortune(owner)
    (game,) = running(owner)
    assert game.startswith("House of Fortune roll 1, Ann’s turn, 4 coins on the table Ann −1")


def test_a_game_of_points_shows_its_course_once_it_has_two_hands(owner: Phone) -> None:
    whole(start(owner, target=5), "Bea", 5, (3, 5, 3, 2))
    assert not owner.open("/nights/1").page.all("svg", "small-course")
    start(owner, target=9)
    whole(whole(owner, "Bea", 5, (3, 5, 3, 2)), "Bea", 5, (3, 5, 3, 2))
    assert len(owner.open("/nights/1").page.all("svg", "small-course")) == 1


def test_a_viewer_watches_a_running_game(app: Flask, coralon: Phone) -> None:
    viewer = joined(app, link_to(coralon, "watch"), "I’m just watching")
    assert viewer.open("/nights/1").follow("Coralon").path == coralon.path


def test_settling_up_is_one_tap_away_once_coins_have_moved(owner: Phone) -> None:
    assert "Settle up" not in owner.open("/nights/1").page.texts("a")
    assert bea_wins(owner).open("/nights/1").follow("Settle up").path == SETTLE


def test_deleting_a_night_twice_shows_that_it_was_deleted(owner: Phone) -> None:
    _, sent = owner.open("/nights/1").filled("Delete night")
    for _ in range(2):
        assert owner.replay("/nights/1/delete", sent).status == 200
        assert "This night was deleted" in owner.page


def test_what_was_typed_for_a_deleted_night_is_said_on_its_page(owner: Phone, friend: Phone) -> None:
    friend.open("/nights/1")
    owner.open("/nights/1").tap("Delete night")
    friend.tap("Add", name="Eve, Flo")
    assert friend.status == 409
    assert friend.problems == ["This night was deleted, so nothing was changed."]
    assert "Mine, not saved yet Eve, Flo" in friend.page.one("section", "conflict").text
    assert "Eve" not in owner.reload().tap("Restore").page


def test_the_clubs_pages_the_note_and_the_export_are_in_its_menu(coralon: Phone) -> None:
    menu = coralon.open("/nights/1").page.one("details", "menu")
    pages = ["Archive", "Players", "Statistics", "Seasons", "Recap of the year", "Unpaid"]
    assert menu.one("nav").texts("a") == pages
    assert menu.texts("summary")[1:] == ["Note on this night", "Export this night"]
    assert "Delete night" in menu.texts("button")


def test_a_note_on_the_night_is_in_sight(coralon: Phone) -> None:
    coralon.open("/nights/1").tap("Save note", note="At Bea’s")
    assert coralon.page.one("p", "note").text == "At Bea’s"
    assert "open" not in coralon.page.one("details", "menu").attrs
