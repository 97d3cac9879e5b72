"""Ending a night, page by page."""

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Night
from tests.web.invited import joined, link_to
from tests.web.phone import Phone
from tests.web.purse import BANK, SETTLE, bea_wins, fortune, record
from tests.web.table import menu, play_again, start, whole

NIGHT, GAMES, RECAP = "/nights/1", "/nights/1/ending", "/nights/1/recap"
COUNT = f"{BANK}/count"
TRICKS = (3, 5, 3, 2)


def begins(phone: Phone) -> str:
    """Return the first button of the night."""
    return phone.open(NIGHT).page.texts("a", "primary")[0]


def test_a_night_is_ended_by_its_games_settling_up_and_the_recap(owner: Phone) -> None:
    bea_wins(owner)
    start(owner).open(NIGHT).tap("End the night")
    assert owner.path == GAMES
    assert owner.tap("Next: count the coins").path == COUNT
    assert owner.tap("Next: settle up").path == SETTLE
    assert owner.page.one("form", "ending").text == "End the night Next: recap"
    assert owner.tap("Next: recap").path == RECAP
    assert "The night has ended." in owner.page


def test_pages_with_nothing_to_do_are_left_out(owner: Phone) -> None:
    bea_wins(owner)
    assert owner.open(NIGHT).tap("End the night").path == COUNT


def test_coins_that_are_all_back_are_neither_counted_nor_settled(owner: Phone) -> None:
    record(owner, "loan", "Ann", "Bea", 5)
    record(owner, "repayment", "Bea", "Ann", 5)
    assert owner.open(NIGHT).tap("End the night").path == RECAP


def test_coins_that_were_all_paid_are_neither_counted_nor_settled_again(owner: Phone) -> None:
    bea_wins(owner).open(SETTLE)
    for name in ("Ann", "Cal", "Dee"):
        owner.tap(f"Mark as paid: {name} pays Bea")
    assert owner.open(NIGHT).tap("End the night").path == RECAP


def test_a_night_without_coins_ends_with_its_games(coralon: Phone) -> None:
    assert coralon.open(NIGHT).tap("End the night").path == GAMES
    assert coralon.tap("Next: recap").path == RECAP
    assert "The night has ended" in coralon.open(NIGHT).page


def test_the_night_begins_where_ending_it_was_left(owner: Phone, friend: Phone) -> None:
    bea_wins(owner)
    owner.open(NIGHT).tap("End the night")
    owner.tap("Next: settle up")
    assert begins(friend) == "Go on ending the night: settle up"
    assert friend.follow("Go on ending the night").path == SETTLE


def test_a_step_that_was_done_on_another_phone_is_not_done_again(owner: Phone, friend: Phone) -> None:
    bea_wins(owner)
    start(owner).open(NIGHT).tap("End the night")
    friend.open(GAMES).tap("Next: count the coins").tap("Next: settle up").tap("Next: recap")
    assert owner.tap("Next: count the coins").path == COUNT
    assert "The night has ended" in owner.open(NIGHT).page


def test_the_evening_goes_on_with_a_new_game(owner: Phone) -> None:
    bea_wins(owner).open(NIGHT).tap("End the night")
    play_again(owner.open("/plays/1"))
    assert begins(owner) == "Start a game"


def test_the_evening_goes_on_when_a_finished_game_continues(owner: Phone) -> None:
    bea_wins(owner).open(NIGHT).tap("End the night")
    owner.open("/plays/1").tap("Remove hand 1")
    assert begins(owner) == "Start a game"


def test_the_evening_goes_on_in_a_game_that_was_left_running(coralon: Phone) -> None:
    coralon.open(NIGHT).tap("End the night").tap("Next: recap")
    whole(coralon.open("/plays/1"), "Bea", 5, TRICKS)
    assert begins(coralon) == "Start a game"


def test_only_the_newest_night_is_ended(app: Flask, owner: Phone) -> None:
    bea_wins(owner)
    with app.app_context():
        db.session.get_one(Night, 1).started_at -= timedelta(days=7)
        db.session.commit()
    assert "End the night" in owner.open(NIGHT).page.text
    owner.open("/").tap("Start a game night")
    assert "End the night" not in owner.open(NIGHT).page.text


@pytest.mark.parametrize("page", [COUNT, SETTLE])
def test_one_button_is_what_to_tap_next(owner: Phone, page: str) -> None:
    bea_wins(owner).open(NIGHT).tap("End the night")
    owner.open(page)
    assert len(owner.page.all("button", "primary")) == 1


def test_a_step_of_an_evening_that_goes_on_again_leads_back_to_it(owner: Phone, friend: Phone) -> None:
    bea_wins(owner)
    friend.open(NIGHT).tap("End the night")
    start(owner)
    assert friend.tap("Next: settle up").path == NIGHT
    assert begins(owner) == "Start a game"


@pytest.mark.parametrize("path", [NIGHT, COUNT, SETTLE, RECAP])
def test_a_viewer_sees_nothing_of_it(app: Flask, owner: Phone, path: str) -> None:
    viewer = joined(app, link_to(bea_wins(owner), "watch"), "I’m just watching")
    owner.open(NIGHT).tap("End the night")
    assert "nd the night" not in viewer.open(path).page.text
    owner.open(SETTLE).tap("Next: recap")
    assert "The night has ended" not in viewer.open(path).page.text


def test_nothing_can_be_ended_before_the_first_game(owner: Phone) -> None:
    assert "End the night" not in owner.open(NIGHT).page.text


# Unfinished games


def test_a_game_is_ended_early_and_that_is_undone(coralon: Phone) -> None:
    whole(coralon, "Bea", 5, TRICKS)
    coralon.open(NIGHT).tap("End the night")
    assert "If it ends now, Bea wins with 5." in coralon.page.text
    assert coralon.tap("End it early (Coralon)").path == GAMES
    assert coralon.page.one("p", "headline").text == "All games are finished."
    assert coralon.page.one("form", "undo").one("span").text == "Coralon ended. Bea won."
    assert coralon.tap("Undo").path == GAMES
    assert coralon.page.texts("b")[0] == "Coralon"
    assert coralon.tap("Next: recap").path == RECAP


def test_ending_a_game_early_says_what_becomes_of_its_coins_and_its_bid(owner: Phone) -> None:
    fortune(owner)
    start(owner).tap("5", bidder="Bea")
    said = owner.open(NIGHT).tap("End the night").page.texts("p", "help")
    assert said[0] == "No hand was played yet, so you can delete it. The bid of hand 1 won’t count."
    assert said[1] == "No roll was played yet, so you can delete it. The coins on the table go back."
    whole(owner.open("/plays/2"), "Bea", 3, (3, 4, 3, 3)).tap("5", bidder="Bea")
    said = owner.open(GAMES).page.texts("p", "help")
    assert said[0] == "If it ends now, Bea wins with 4. The bid of hand 2 won’t count."


def test_a_game_without_a_hand_is_deleted_and_not_ended(coralon: Phone) -> None:
    coralon.open(NIGHT).tap("End the night").tap("Delete game (Coralon)")
    assert coralon.path == GAMES
    assert "All games are finished." in coralon.page
    assert coralon.page.one("form", "undo").text == "Coralon deleted Undo"
    assert coralon.tap("Undo").path == GAMES
    assert coralon.page.texts("button").count("Delete game (Coralon)") == 1


def test_a_game_that_others_have_changed_is_not_ended(coralon: Phone, friend: Phone) -> None:
    friend.open(NIGHT).tap("End the night")
    whole(coralon, "Bea", 5, TRICKS)
    assert friend.tap("Delete game (Coralon)").status == 409
    friend.open(GAMES)
    whole(coralon, "Bea", 5, TRICKS)
    assert friend.tap("End it early (Coralon)").status == 409
    assert "End game" in menu(friend)


def test_a_game_is_finished_on_its_sheet(coralon: Phone) -> None:
    assert coralon.open(NIGHT).tap("End the night").follow("Finish it").path == "/plays/1"
