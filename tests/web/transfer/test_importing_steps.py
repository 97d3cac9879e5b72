"""A large import is written in steps, holds the database for none of the reading, and can be continued."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.exchange.files import club_from_bytes
from scorekeeper.rules import engine
from scorekeeper.store.database import begin_writing, db, now
from scorekeeper.store.models import Club, HandRow, Night, Play, Player
from scorekeeper.store.transfer import import_lots
from scorekeeper.store.transfer.import_diff import plan_import
from scorekeeper.store.transfer.importing import apply_import
from scorekeeper.web.transfer import importing
from tests.databases import Database
from tests.exchange.small import club, game, hand
from tests.web.phone import Phone

FILE = club()
FILE["nights"].append(
    {
        "uid": "e" * 32,
        "started_at": "2026-11-21T19:00:00Z",
        "guests": ["Ann", "Bea", "Cal", "Dee"],
        "games": [game("f", [hand("Bea", 5, 3, 5, 3, 2)], finished=True)],
    }
)


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each game be written in a transaction of its own."""
    monkeypatch.setattr(import_lots, "STEP", 1)


@pytest.fixture
def commits(app: Flask) -> Iterator[list[int]]:
    """Return a list with the number of games that each commit left."""
    seen: list[int] = []
    with app.app_context():
        engine = db.engine

    def after(connection: Any) -> None:
        seen.append(connection.exec_driver_sql("SELECT count(*) FROM play").scalar())

    event.listen(engine, "commit", after)
    yield seen
    event.remove(engine, "commit", after)


def chosen(phone: Phone, path: str = "/import", file: Any = FILE) -> Phone:
    """Choose the file and preview it."""
    return phone.open(path).send_file("Preview", "mine.json", json.dumps(file).encode())


def stored(app: Flask) -> tuple[int, ...]:
    """Return how many clubs, players, nights, games and hands there are."""
    with app.app_context():
        return tuple(db.session.query(model).count() for model in (Club, Player, Night, Play, HandRow))


def add(app: Flask, file: Any) -> None:
    """Import a file into the first club, as another process would."""
    with app.app_context():
        ours = db.session.get_one(Club, 1)
        apply_import(plan_import(ours, club_from_bytes(json.dumps(file).encode(), now()), now()), ours)
        db.session.commit()


def interrupted(phone: Phone, form: tuple[str, Any], step: int) -> None:
    """Send the form of an import, which is killed before its next step begins."""
    end_step, ended = importing.end_step, []

    def stop(unfinished: str) -> None:
        end_step(unfinished)
        ended.append(unfinished)
        if len(ended) == step:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(importing, "end_step", stop)
        with pytest.raises(KeyboardInterrupt):
            phone.replay(*form)


@pytest.mark.usefixtures("in_steps")
def test_a_large_file_is_written_in_steps(app: Flask, stranger: Phone, commits: list[int]) -> None:
    chosen(stranger)
    commits.clear()
    stranger.tap("Create club")
    assert "Imported 3 games from 2 nights." in stranger.page
    assert [left for left in (1, 2, 3) if left in commits] == [1, 2, 3]
    assert stored(app) == (1, 4, 2, 3, 4)
    assert "already has everything in this file" in chosen(stranger).page


def test_a_small_file_is_written_in_one_step(stranger: Phone, commits: list[int]) -> None:
    chosen(stranger)
    commits.clear()
    stranger.tap("Create club")
    assert set(commits) == {3}


@pytest.mark.usefixtures("in_steps")
@pytest.mark.parametrize("step", [1, 2])
def test_a_club_whose_import_was_interrupted_gets_the_rest_of_it(
    app: Flask, stranger: Phone, step: int
) -> None:
    form = chosen(stranger).form("Create club")
    interrupted(stranger, form, step)
    assert stored(app)[3] == step
    stranger.replay(*form)
    assert "The import has not finished." in stranger.page
    assert stored(app)[:1] + stored(app)[3:4] == (1, step)
    chosen(stranger, stranger.path).tap("Import")
    assert stored(app) == (1, 4, 2, 3, 4)


@pytest.mark.usefixtures("in_steps")
def test_a_form_sent_again_after_an_interruption_shows_what_is_left(app: Flask, owner: Phone) -> None:
    form = chosen(owner, "/clubs/1/exchange").form("Import")
    interrupted(owner, form, step=1)
    owner.replay(*form)
    assert owner.status == 409
    assert "This adds 2 games and 1 night to Our table. 1 game is already here." in owner.page
    owner.tap("Import")
    assert stored(app)[3] == 3


def test_a_game_that_someone_else_imports_between_two_steps_is_there_once(
    app: Flask, owner: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_lots, "STEP", 1)
    form = chosen(owner, "/clubs/1/exchange").form("Import")
    last = {**FILE, "nights": FILE["nights"][1:]}

    def import_last(_: str) -> None:
        db.session.commit()
        if not done:
            # In this thread it would belong to the same request.
            with ThreadPoolExecutor() as other:
                other.submit(add, app, last).result()
        done.append(1)
        begin_writing()

    done: list[int] = []
    monkeypatch.setattr(importing, "end_step", import_last)
    owner.replay(*form)
    assert owner.status == 409
    assert "Our table already has everything in this file." in owner.page
    assert stored(app)[2:4] == (3, 3)


def test_a_file_is_read_and_compared_before_the_database_is_locked(
    running_database: Database, owner: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unlocked(work: Callable[..., Any]) -> Callable[..., Any]:
        def check(*what: Any) -> Any:
            result = work(*what)
            with running_database.written_by_another():
                pass
            done.append(work.__name__)
            return result

        return check

    done: list[str] = []
    chosen(owner, "/clubs/1/exchange")
    monkeypatch.setattr(importing, "plan_import", unlocked(plan_import))
    monkeypatch.setattr(engine, "score", unlocked(engine.score))
    owner.tap("Import")
    assert "Imported 3 games" in owner.page
    assert set(done) == {"plan_import", "score"}
