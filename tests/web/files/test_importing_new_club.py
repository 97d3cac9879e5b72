"""Creating a club from a file that was imported before, or that was changed after it was made."""

import json
from collections.abc import Mapping

import pytest
from flask import Flask

from scorekeeper.store.database import db
from scorekeeper.store.models import Club, Play
from tests.web.files.test_importing import SHEET
from tests.web.phone import Phone
from tests.web.table import whole

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


# A file that was changed after it was made is imported only if you say so


@pytest.fixture
def altered(coralon: Phone) -> bytes:
    """Return the file of a night in which a note was written by hand."""
    whole(coralon, "Bea", 5, (3, 5, 3, 2))
    said, night, end = coralon.download("/nights/1/night.json").splitlines()
    changed = json.dumps(json.loads(night) | {"note": "Changed by hand"}).encode()
    return b"\n".join([said, changed, end, b""])


@pytest.fixture
def preview(stranger: Phone, altered: bytes) -> Phone:
    """Return a phone that previews that file."""
    return stranger.open("/import").send_file("Preview", "night.json", altered)


def test_the_preview_says_that_the_file_was_changed(preview: Phone) -> None:
    assert preview.problems == [
        "This file was changed or damaged after it was made. Use another copy of it if you have one. If you "
        "changed it yourself, check below what is in it and tick “Import it anyway”."
    ]


def test_without_a_tick_nothing_is_imported(preview: Phone) -> None:
    preview.tap("Create club")
    assert preview.status == 422
    assert "so it was not imported" in preview.page
    assert "Ann’s table" not in preview.open("/").page


def test_with_a_tick_it_is_imported(preview: Phone) -> None:
    preview.tap("Create club", anyway="yes")
    assert "Changed by hand" in preview.page
