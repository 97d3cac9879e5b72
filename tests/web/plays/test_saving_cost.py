"""How often saving a hand and drawing the sheet score hands and read the game."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from jinja2 import Template
from sqlalchemy import text

from scorekeeper.rules import engine
from scorekeeper.rules.engine import Result
from scorekeeper.store.database import db
from scorekeeper.store.plays import stored_hands
from scorekeeper.store.plays.stored_hands import RecentCache
from scorekeeper.web.plays import fragments
from scorekeeper.web.submissions import PAGE
from tests.statements import before_each_statement, statements
from tests.web.phone import Phone
from tests.web.table import bid, took, whole

OFTEN = 10
"""Times after which a driver has prepared what it is asked."""

TRICKS = (3, 5, 3, 2)
PLAYING = ["/plays/1", "/plays/1?whole", "/plays/1?bid", "/plays/1/hands/1"]


@pytest.fixture(autouse=True)
def nothing_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the results of other tests, which play the same hands."""
    results: RecentCache[Result] = RecentCache(10_000, lambda _: 1)
    monkeypatch.setattr(stored_hands, "_results", results)


@pytest.fixture
def playing(coralon: Phone) -> Phone:
    """Return the sheet of a game with one hand and the bid of the next."""
    return bid(whole(coralon, "Bea", 5, TRICKS), "Cal", 4)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the engine's steps, in the order in which they are called."""
    called: list[str] = []

    def note(name: str) -> None:
        step: Callable[..., Any] = getattr(engine, name)

        def noted(*args: Any, **more: Any) -> Any:
            called.append(name)
            return step(*args, **more)

        monkeypatch.setattr(engine, name, noted)

    for name in ("_play_one", "read_bidding", "play"):
        note(name)
    return called


def test_a_hand_is_scored_once_and_its_bid_not_read_again(playing: Phone, calls: list[str]) -> None:
    _, sent = playing.filled("Save hand 2", **took(*TRICKS))
    assert playing.client.post("/plays/1/hands", data=dict(sent)).status_code == 303
    assert calls == ["_play_one"]


def test_the_sheet_after_a_save_is_drawn_without_scoring(playing: Phone, calls: list[str]) -> None:
    _, sent = playing.filled("Save hand 2", **took(*TRICKS))
    playing.client.post("/plays/1/hands", data=dict(sent))
    calls.clear()
    playing.client.get("/plays/1")
    assert calls == []


def test_the_bid_in_progress_is_read_once(playing: Phone, calls: list[str]) -> None:
    playing.client.get("/plays/1")
    assert calls == ["read_bidding"]


@pytest.mark.postgresql
def test_looking_at_what_a_hand_would_score_is_planned_once(app: Flask, playing: Phone) -> None:
    _, sent = playing.filled("Save hand 2", **took(*TRICKS))
    with app.app_context():
        db.engine.dispose()
    for _ in range(OFTEN):
        looked = playing.client.post("/plays/1/hands", data={**dict(sent), "look": "on"})
        assert looked.status_code == 200
    with app.app_context():
        assert db.session.scalar(text("SELECT count(*) FROM pg_prepared_statements")) > 0


@pytest.mark.parametrize("button", ["Remove bid", "End game", "Undo"])
def test_another_change_of_an_open_page_reads_the_play_and_its_hands_once(
    app: Flask, playing: Phone, button: str
) -> None:
    path, sent = playing.form(button)
    with statements(app) as asked:
        playing.client.post(path, data=dict(sent), headers={PAGE: "/plays/1"})
    read = [" ".join(statement.split()) for statement in asked if statement.startswith("SELECT")]
    assert len([statement for statement in read if "FROM play JOIN" in statement]) == 1
    assert len([statement for statement in read if "FROM hand WHERE hand.play_id" in statement]) == 1


@pytest.mark.parametrize("address", PLAYING)
def test_no_template_runs_a_query(
    app: Flask, playing: Phone, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(fragments, "_fragments", RecentCache(8, lambda *_: 1))
    playing.tap("Remove bid")
    drawing: list[object] = []
    render = Template.render

    def draw(template: Template, *about: Any, **more: Any) -> str:
        drawing.append(template)
        drawn = render(template, *about, **more)
        drawing.pop()
        return drawn

    asked: list[str] = []

    def note(statement: str) -> None:
        if drawing:
            asked.append(statement)

    monkeypatch.setattr(Template, "render", draw)
    with before_each_statement(app, note):
        assert playing.client.get(address).status_code == 200
    assert asked == []
