"""Importing a file from which a club was created already: there is one club, and the phone is told which."""

import json
from collections.abc import Mapping

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Play
from tests.web.phone import Phone

SHEET = {
    "scoresheet": 1,
    "game": "tally",
    "players": ["Ann", "Bea"],
    "hands": [{"points": {"Ann": 3, "Bea": 4}}, {"points": {"Ann": 5}}],
}
OTHER = {**SHEET, "players": ["Cal", "Dee"], "hands": []}


def chosen(phone: Phone, sheet: Mapping[str, object] = SHEET) -> Phone:
    """Choose a file on the page that creates a club."""
    return phone.open("/import").send_file("Preview", "mine.json", json.dumps(sheet).encode())


def stored(app: Flask) -> tuple[int, int]:
    """Return the number of clubs and of games."""
    with app.app_context():
        return db.session.query(Club).count(), db.session.query(Play).count()


def test_the_same_form_creates_one_club(app: Flask, stranger: Phone) -> None:
    _, sent = chosen(stranger).filled("Create club")
    paths = [stranger.replay("/import", sent).path for _ in range(3)]
    assert len(set(paths)) == 1
    assert stranger.status == 200
    assert stored(app) == (1, 1)


def test_a_file_chosen_again_leads_to_the_club_it_created(app: Flask, stranger: Phone) -> None:
    chosen(stranger).tap("Create club")
    chosen(stranger)
    assert "Our table already has everything in this file." in stranger.page
    stranger.follow("Open the game")
    assert (stranger.status, stranger.path) == (200, "/plays/1")
    assert stored(app) == (1, 1)


def test_a_second_tab_is_told_that_the_first_has_imported_the_file(app: Flask, stranger: Phone) -> None:
    _, second = chosen(stranger).filled("Create club")
    chosen(stranger).tap("Create club")
    stranger.replay("/import", second)
    assert stranger.status == 409
    assert (
        "This file was imported after you opened the preview, so it was not imported again." in stranger.page
    )
    assert stored(app) == (1, 1)


def test_another_club_can_still_be_created_from_it(app: Flask, stranger: Phone) -> None:
    chosen(stranger).tap("Create club")
    chosen(stranger).tap("Create another club anyway")
    assert stored(app) == (2, 2)


def test_different_files_in_two_tabs_are_both_imported(app: Flask, stranger: Phone) -> None:
    _, second = chosen(stranger, OTHER).filled("Create club")
    chosen(stranger).tap("Create club")
    assert stranger.replay("/import", second).status == 200
    assert stored(app) == (2, 2)


def test_another_phone_gets_a_club_of_its_own(app: Flask, stranger: Phone) -> None:
    chosen(stranger).tap("Create club")
    chosen(Phone(app)).tap("Create club")
    assert stored(app) == (2, 2)


@pytest.mark.parametrize("page", ["/plays/1", "/clubs/1/nights"])
def test_another_phone_does_not_learn_of_the_club(app: Flask, stranger: Phone, page: str) -> None:
    chosen(stranger).tap("Create club")
    other = chosen(Phone(app))
    assert "already" not in other.page
    assert other.open(page).status == 404


def test_a_deleted_game_is_found_in_recently_deleted(stranger: Phone) -> None:
    chosen(stranger).tap("Create club").open("/plays/1").tap("Delete game")
    chosen(stranger).follow("Recently deleted")
    assert stranger.status == 200
