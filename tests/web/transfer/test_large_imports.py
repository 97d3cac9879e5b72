"""Importing a large file: looked through and imported in the background, and never left half done."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.domain import StorageError, StorageFault
from scorekeeper.store.database import db
from scorekeeper.store.models import Night, Play
from scorekeeper.store.transfer import large_imports as work
from scorekeeper.store.transfer import uploads
from scorekeeper.store.transfer.large_imports import importing_steps
from scorekeeper.web.background import BackgroundWork
from scorekeeper.web.transfer import large_files
from tests.exchange.small import club
from tests.web.phone import Phone
from tests.web.transfer.test_importing import CLUB, preview


@pytest.fixture(autouse=True)
def folder(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Take every file for a large one, kept in a folder of its own; nothing is done until a test says so."""
    monkeypatch.setattr(app, "instance_path", str(tmp_path))
    monkeypatch.setattr(large_files, "SMALL_REQUEST", 1000)
    monkeypatch.setattr(uploads, "LEFT_FREE", 0)
    monkeypatch.setattr(work, "LOT_BYTES", 1)
    monkeypatch.setattr(BackgroundWork, "start", lambda _: None)
    return tmp_path / "imports"


def years(nights: int = 4) -> dict[str, Any]:
    """Return the file of a club with this many nights of a game each."""
    file = club()
    night, game = file["nights"][0], file["nights"][0]["games"][0]
    file["nights"] = [
        {**night, "uid": f"{at:032x}", "coins": [], "games": [{**game, "uid": f"{at + 100:032x}"}]}
        for at in range(nights)
    ]
    return file


def work_on(app: Flask, steps: int = 1000) -> None:
    """Do what the server does in the background, for this many steps."""
    with app.app_context():
        for _ in zip(range(steps), importing_steps(), strict=False):
            pass
        db.session.remove()


def counted(app: Flask) -> tuple[int, int]:
    """Return how many nights and games there are."""
    with app.app_context():
        return db.session.query(Night).count(), db.session.query(Play).count()


def test_a_large_file_is_looked_through_and_becomes_a_club(app: Flask, folder: Path, stranger: Phone) -> None:
    preview(stranger, years(), "/import")
    assert stranger.path.startswith("/imports/")
    assert "Nothing is imported yet." in stranger.page
    stranger.open("/import").follow("mine.json")
    work_on(app)
    stranger.open(stranger.path)
    assert "This creates the club Our table with 4 games and 4 nights." in stranger.page
    assert counted(app) == (0, 0)
    stranger.tap("Create club")
    work_on(app)
    stranger.open(stranger.path)
    assert "Everything is here now: 4 games from 4 nights" in stranger.page
    stranger.follow("Open Our table")
    assert counted(app) == (4, 4)
    assert not list(folder.glob("*.json"))


def test_a_file_hardly_too_large_to_be_read_at_once_is_a_large_one(
    stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_files, "SMALL_REQUEST", 10**6)
    monkeypatch.setattr(large_files, "MAX_FILE_SIZE", 1000)
    preview(stranger, years(), "/import")
    assert stranger.path.startswith("/imports/")


def test_a_second_tap_begins_no_second_import(app: Flask, stranger: Phone) -> None:
    preview(stranger, years(), "/import")
    work_on(app)
    path = stranger.path
    _, sent = stranger.open(path).filled("Create club")
    for _ in range(2):
        stranger.replay(path, sent)
        work_on(app)
    assert counted(app) == (4, 4)
    assert "Everything is here now: 4 games from 4 nights" in stranger.open(path).page


def test_an_import_goes_on_where_it_was_interrupted(app: Flask, stranger: Phone) -> None:
    preview(stranger, years(), "/import")
    work_on(app)
    stranger.open(stranger.path).tap("Create club")
    work_on(app, steps=2)
    nights, games = counted(app)
    assert 0 < nights == games < 4
    stranger.open(stranger.path)
    assert f"Added so far: {games} game" in stranger.page
    work_on(app)
    assert counted(app) == (4, 4)
    assert "4 games from 4 nights" in stranger.open(stranger.path).page


def test_a_night_that_was_saved_before_a_crash_is_not_added_twice(
    app: Flask, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview(stranger, years(), "/import")
    work_on(app)
    stranger.open(stranger.path).tap("Create club")
    with monkeypatch.context() as patch:

        def full(_: uploads.Upload) -> None:
            raise StorageError(StorageFault.FULL)

        patch.setattr(uploads.Upload, "save", full)
        with pytest.raises(StorageError):
            work_on(app)
    assert counted(app) == (1, 1)
    work_on(app)
    assert counted(app) == (4, 4)


def test_a_process_goes_on_where_another_one_was_a_moment_ago(
    app: Flask, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview(stranger, years(), "/import")
    with app.app_context():
        seen_before = uploads.unfinished()
    work_on(app)
    stranger.open(stranger.path).tap("Create club")
    monkeypatch.setattr(uploads, "unfinished", lambda: seen_before)
    work_on(app)
    assert counted(app) == (4, 4)


def test_what_a_club_has_already_is_said_and_not_added_again(app: Flask, stranger: Phone) -> None:
    preview(stranger, years(3), "/import")
    work_on(app)
    stranger.open(stranger.path).tap("Create club")
    work_on(app)
    preview(stranger, years(5), CLUB)
    work_on(app)
    stranger.open(stranger.path)
    assert "This adds 2 games and 2 nights to Our table. 3 games are already here." in stranger.page
    stranger.tap("Import")
    work_on(app)
    assert counted(app) == (5, 5)


def test_a_wrong_night_late_in_a_file_is_refused_before_any_is_added(app: Flask, stranger: Phone) -> None:
    file = years()
    file["nights"][3]["guests"] = ["Nobody"]
    preview(stranger, file, "/import")
    work_on(app)
    stranger.open(stranger.path)
    assert "Night 4, guests: Nobody is not among the players of the file." in stranger.page
    assert "Nothing was changed." in stranger.page
    assert counted(app) == (0, 0)


def test_an_altered_file_must_be_accepted(app: Flask, stranger: Phone) -> None:
    preview(stranger, years() | {"checksum": "0" * 64}, "/import")
    work_on(app)
    stranger.open(stranger.path).tap("Create club")
    assert stranger.status == 422
    stranger.tap("Create club", anyway="yes")
    work_on(app)
    assert counted(app) == (4, 4)


def test_nobody_else_sees_the_page(app: Flask, stranger: Phone, owner: Phone) -> None:
    preview(stranger, years(), "/import")
    assert owner.open(stranger.path).status == 404
    work_on(app)
    stranger.open(stranger.path).tap("Create club")
    assert owner.open(stranger.path).status == 404


def test_a_file_is_refused_while_there_is_no_room(
    folder: Path, stranger: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 2000)
    preview(stranger, years(), "/import")
    assert stranger.status == 503
    assert "Nothing was changed." in stranger.page
    assert not list(folder.iterdir())


def test_a_form_that_is_refused_leaves_no_file(folder: Path, stranger: Phone) -> None:
    stranger.open("/import")
    answer = stranger.client.post(
        "/import", data={"file": (json_file(), "mine.json")}, content_type="multipart/form-data"
    )
    assert answer.status_code == 400
    assert not list(folder.iterdir())


def json_file() -> Any:
    """Return an open file."""
    return BytesIO(json.dumps(years()).encode())
